// SPDX-License-Identifier: GPL-3.0-or-later
// trim, ltrim, rtrim, instr and replace as SQLite documents them, in linear time: its own multiply the lengths of their
// arguments, and no time limit ends one call.
#include "core/session/sql/SqlTextFunctions.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

namespace {

std::string_view bytesOf(sqlite3_value *value)
{
    const bool blob = sqlite3_value_type(value) == SQLITE_BLOB;
    const void *const bytes = blob ? sqlite3_value_blob(value) : static_cast<const void *>(sqlite3_value_text(value));
    return bytes == nullptr
        ? std::string_view()
        : std::string_view(static_cast<const char *>(bytes), static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

bool anyNull(int count, sqlite3_value **values)
{
    return std::any_of(values, values + count, [](sqlite3_value *value) { return sqlite3_value_type(value) == SQLITE_NULL; });
}

void giveText(sqlite3_context *context, std::string_view text)
{
    sqlite3_result_text64(context, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

bool continuesCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Finds a text that is not empty: Knuth, Morris and Pratt, "Fast pattern matching in strings", SIAM J. Comput. 6 (1977).
class Search {
public:
    explicit Search(std::string_view pattern)
        : m_pattern(pattern)
        , m_border(pattern.size(), 0)
    {
        for (std::size_t i = 1, same = 0; i < pattern.size(); ++i) {
            while (same > 0 && pattern[i] != pattern[same])
                same = m_border[same - 1];
            same += pattern[i] == pattern[same] ? 1 : 0;
            m_border[i] = same;
        }
    }
    // The first place from `begin` on; npos if there is none.
    [[nodiscard]] std::size_t find(std::string_view text, std::size_t begin) const
    {
        std::size_t same = 0;
        for (std::size_t i = begin; i < text.size(); ++i) {
            while (same > 0 && text[i] != m_pattern[same])
                same = m_border[same - 1];
            same += text[i] == m_pattern[same] ? 1 : 0;
            if (same == m_pattern.size())
                return i + 1 - same;
        }
        return std::string_view::npos;
    }

private:
    std::string_view m_pattern;
    std::vector<std::size_t> m_border; // of each beginning: the longest shorter one that it also ends with
};

// instr(x, y): the place of y in x, from 1, in characters, of blobs in bytes; 0 if it is not there.
void instr(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    if (anyNull(count, arguments))
        return;
    const bool blobs = sqlite3_value_type(arguments[0]) == SQLITE_BLOB && sqlite3_value_type(arguments[1]) == SQLITE_BLOB;
    const std::string_view text = bytesOf(arguments[0]);
    const std::string_view pattern = bytesOf(arguments[1]);
    if (pattern.empty())
        return sqlite3_result_int(context, 1);
    try {
        const std::size_t at = Search(pattern).find(text, 0);
        if (at == std::string_view::npos)
            return sqlite3_result_int(context, 0);
        const auto before = text.substr(0, at);
        const auto inside = blobs ? 0 : std::count_if(before.begin(), before.end(), continuesCharacter);
        sqlite3_result_int64(context, static_cast<std::int64_t>(at) - inside + 1);
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    }
}

// replace(x, y, z): x with z in place of each y.
void replace(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    if (anyNull(count, arguments))
        return;
    const std::string_view text = bytesOf(arguments[0]);
    const std::string_view pattern = bytesOf(arguments[1]);
    const std::string_view by = bytesOf(arguments[2]);
    if (pattern.empty())
        return giveText(context, text);
    const auto limit = static_cast<std::size_t>(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
    try {
        const Search search(pattern);
        std::string out;
        std::size_t done = 0;
        for (std::size_t at = search.find(text, 0); at != std::string_view::npos; at = search.find(text, done)) {
            out.append(text, done, at - done).append(by);
            done = at + pattern.size();
            if (out.size() > limit)
                return sqlite3_result_error_toobig(context);
        }
        giveText(context, out.append(text, done));
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    }
}

// The bytes of the first character.
std::string_view firstOf(std::string_view text)
{
    std::size_t end = 1;
    while (end < text.size() && continuesCharacter(text[end]))
        ++end;
    return text.substr(0, end);
}

std::string_view lastOf(std::string_view text)
{
    std::size_t begin = text.size() - 1;
    while (begin > 0 && continuesCharacter(text[begin]))
        --begin;
    return text.substr(begin);
}

// trim(x), trim(x, characters) and those of one side.
template <bool left, bool right> void trim(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    if (anyNull(count, arguments))
        return;
    std::string_view text = bytesOf(arguments[0]);
    std::string_view rest = count > 1 ? bytesOf(arguments[1]) : std::string_view(" ");
    try {
        std::vector<std::string_view> characters;
        for (; !rest.empty(); rest.remove_prefix(characters.back().size()))
            characters.push_back(firstOf(rest));
        std::sort(characters.begin(), characters.end());
        const auto listed = [&characters](
                                std::string_view c) { return std::binary_search(characters.begin(), characters.end(), c); };
        while (left && !text.empty() && listed(firstOf(text)))
            text.remove_prefix(firstOf(text).size());
        while (right && !text.empty() && listed(lastOf(text)))
            text.remove_suffix(lastOf(text).size());
        giveText(context, text);
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    }
}

} // namespace

void addSqlTextFunctions(sqlite3 *database)
{
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    const auto add = [database](const char *name, int arguments, auto *function) {
        sqlite3_create_function_v2(database, name, arguments, kFlags, nullptr, function, nullptr, nullptr, nullptr);
    };
    add("instr", 2, instr);
    add("replace", 3, replace);
    for (const int arguments : {1, 2}) {
        add("trim", arguments, trim<true, true>);
        add("ltrim", arguments, trim<true, false>);
        add("rtrim", arguments, trim<false, true>);
    }
}

} // namespace lamella::core
