// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/JsonValue.h"

#include "core/base/ParseDouble.h"
#include "core/base/Resources.h"
#include "core/base/Utf8Truncate.h"
#include "core/system/RegularFile.h"

#include <simdjson.h>

#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{8} << 20;
constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxValues = 300'000; // about 50 MB of tree

void appendUtf8(std::string &out, std::uint32_t c)
{
    const auto add = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (c < 0x80) {
        add(c);
    } else if (c < 0x800) {
        add(0xC0 | (c >> 6));
        add(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        add(0xE0 | (c >> 12));
        add(0x80 | ((c >> 6) & 0x3F));
        add(0x80 | (c & 0x3F));
    } else {
        add(0xF0 | (c >> 18));
        add(0x80 | ((c >> 12) & 0x3F));
        add(0x80 | ((c >> 6) & 0x3F));
        add(0x80 | (c & 0x3F));
    }
}

class JsonReader {
public:
    JsonReader(std::string_view text, const std::string &path)
        : m_text(text)
        , m_path(path)
    {
    }

    Result<JsonValue> read()
    {
        if (m_text.size() > kMaxBytes)
            return Error{ErrorCode::Limit, "larger than 8 MiB: not a config or profile", m_path, -1};
        if (m_text.substr(0, 3) == "\xEF\xBB\xBF")
            m_at = 3;
        JsonValue root;
        if (!value(root, 0))
            return error();
        skipSpace();
        if (m_at != m_text.size() && !fail("text after the end of the JSON value"))
            return error();
        return root;
    }

private:
    [[nodiscard]] Error error() const { return Error{m_code, m_problem, m_path, static_cast<std::int64_t>(m_at)}; }
    bool fail(std::string problem, ErrorCode code = ErrorCode::Syntax)
    {
        m_problem = std::move(problem);
        m_code = code;
        return false;
    }
    void skipSpace()
    {
        while (
            m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\r' || m_text[m_at] == '\t'))
            ++m_at;
    }
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(std::string_view word)
    {
        if (m_text.substr(m_at, word.size()) != word)
            return false;
        m_at += word.size();
        return true;
    }

    bool value(JsonValue &out, int depth);
    bool object(JsonValue &out, int depth);
    bool array(JsonValue &out, int depth);
    bool string(std::string &out);
    bool escape(std::string &out);
    bool hex4(std::uint32_t &out);
    bool number(JsonValue &out);

    std::string_view m_text;
    const std::string &m_path;
    std::size_t m_at = 0;
    std::size_t m_values = 0;
    std::string m_problem;
    ErrorCode m_code = ErrorCode::Syntax;
};

bool JsonReader::value(JsonValue &out, int depth)
{
    skipSpace();
    if (depth > kMaxDepth)
        return fail("nested deeper than 64 levels", ErrorCode::Limit);
    if (++m_values > kMaxValues)
        return fail("more than 300000 values", ErrorCode::Limit);
    out.offset = static_cast<std::int64_t>(m_at);
    switch (peek()) {
    case '{':
        return object(out, depth);
    case '[':
        return array(out, depth);
    case '"':
        out.kind = JsonValue::Kind::String;
        return string(out.text);
    default:
        break;
    }
    if (take("true") || take("false")) {
        out.kind = JsonValue::Kind::Bool;
        out.boolean = m_text[m_at - 2] == 'u';
        return true;
    }
    if (take("null") || take("NaN")) // not a number: treated as null
        return true;
    return number(out);
}

bool JsonReader::object(JsonValue &out, int depth)
{
    out.kind = JsonValue::Kind::Object;
    ++m_at;
    skipSpace();
    if (take("}"))
        return true;
    for (;;) {
        skipSpace();
        if (peek() != '"')
            return fail("expected a member name in quotes");
        if (!string(out.keys.emplace_back()))
            return false;
        skipSpace();
        if (!take(":"))
            return fail("expected ':' after a member name");
        if (!value(out.items.emplace_back(), depth + 1))
            return false;
        skipSpace();
        if (take("}"))
            return true;
        if (!take(","))
            return fail("expected ',' or '}' in an object");
    }
}

bool JsonReader::array(JsonValue &out, int depth)
{
    out.kind = JsonValue::Kind::Array;
    ++m_at;
    skipSpace();
    if (take("]"))
        return true;
    for (;;) {
        if (!value(out.items.emplace_back(), depth + 1))
            return false;
        skipSpace();
        if (take("]"))
            return true;
        if (!take(","))
            return fail("expected ',' or ']' in an array");
    }
}

bool JsonReader::string(std::string &out)
{
    ++m_at;
    std::size_t quote = m_text.find('"', m_at);
    for (;;) {
        if (quote < m_at) // it was escaped
            quote = m_text.find('"', m_at);
        const std::string_view plain = m_text.substr(m_at, quote - m_at);
        const std::size_t escaped = plain.find('\\');
        if (escaped == std::string_view::npos && quote == std::string_view::npos) {
            m_at = m_text.size();
            return fail("a string that does not end");
        }
        out.append(plain.substr(0, escaped));
        if (escaped == std::string_view::npos) {
            m_at = quote + 1;
            return true;
        }
        m_at += escaped + 1;
        if (!escape(out))
            return false;
    }
}

bool JsonReader::escape(std::string &out)
{
    const char c = peek();
    static constexpr std::string_view kCodes = "\"\\/bfnrt";
    static constexpr std::string_view kChars = "\"\\/\b\f\n\r\t";
    if (const std::size_t i = kCodes.find(c); c != '\0' && i != std::string_view::npos) {
        out.push_back(kChars[i]);
        ++m_at;
        return true;
    }
    std::uint32_t code = 0;
    if (c != 'u' || !hex4(code))
        return fail("an escape that JSON does not know");
    if (code >= 0xD800 && code < 0xDC00 && m_text.substr(m_at, 2) == "\\u") {
        ++m_at;
        std::uint32_t low = 0;
        if (!hex4(low))
            return fail("an escape that JSON does not know");
        code = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
    } else if (code >= 0xD800 && code < 0xE000) {
        code = 0xFFFD; // unpaired surrogate
    }
    appendUtf8(out, code);
    return true;
}

bool JsonReader::hex4(std::uint32_t &out)
{
    if (m_at + 5 > m_text.size())
        return false;
    const char *first = m_text.data() + m_at + 1;
    const auto parsed = std::from_chars(first, first + 4, out, 16);
    if (parsed.ec != std::errc{} || parsed.ptr != first + 4)
        return false;
    m_at += 5;
    return true;
}

bool JsonReader::number(JsonValue &out)
{
    out.kind = JsonValue::Kind::Number;
    const std::size_t begin = m_at;
    const bool minus = take("-");
    if (take("Infinity")) {
        out.number = minus ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    } else if (peek() >= '0' && peek() <= '9') {
        const auto parsed = parseDouble(m_text.substr(begin), out.number);
        m_at = static_cast<std::size_t>(parsed.ptr - m_text.data());
    } else {
        m_at = begin;
        return fail(begin == m_text.size() ? "the text ends in the middle" : "expected a JSON value");
    }
    out.text = m_text.substr(begin, m_at - begin);
    return true;
}

// Offset at which the text is not valid UTF-8, as JSON requires (RFC 8259, 8.1).
std::optional<std::size_t> firstNotUtf8(std::string_view text)
{
    const auto isUtf8 = [text](std::size_t bytes) {
        const std::string_view head = truncateUtf8(text, bytes);
        return simdjson::validate_utf8(head.data(), head.size());
    };
    if (isUtf8(text.size()))
        return std::nullopt;
    std::size_t good = 0;
    std::size_t bad = text.size();
    while (bad - good > 1) {
        const std::size_t middle = good + (bad - good) / 2;
        (isUtf8(middle) ? good : bad) = middle;
    }
    return good;
}

} // namespace

const JsonValue *JsonValue::find(std::string_view key) const
{
    for (std::size_t i = keys.size(); i-- > 0;) {
        if (keys[i] == key)
            return &items[i];
    }
    return nullptr;
}

Result<JsonValue> parseJson(std::string_view text, const std::string &path)
{
    if (const auto at = firstNotUtf8(text))
        return Error{ErrorCode::Syntax, "the text is not UTF-8", path, static_cast<std::int64_t>(*at)};
    return JsonReader(text, path).read();
}

Result<std::string> readSmallFile(const std::string &path)
{
    constexpr std::size_t kMax = kMaxBytes + 1; // one byte more than the limit suffices to detect an oversized file
    if (path.starts_with(":/"))
        if (const std::optional<std::string_view> own = resource(std::string_view(path).substr(2)))
            return std::string(*own);
    return readRegularFile(path, kMax);
}

std::optional<Message> foundInstead(std::string_view text)
{
    using namespace std::string_view_literals;
    constexpr std::array kMagics{std::pair("\x1F\x8B"sv, "a gzip file"), std::pair("SQLite format 3\0"sv, "an SQLite database"),
        std::pair("PK\x03\x04"sv, "a zip archive"), std::pair("\x28\xB5\x2F\xFD"sv, "a zstd file")};
    constexpr std::size_t kHead = 4096; // bytes
    constexpr std::size_t kShown = 40;
    for (const auto &[magic, name] : kMagics)
        if (text.starts_with(magic))
            return Message(name);
    const std::string_view head = text.substr(0, kHead);
    if (head.find('\0') != std::string_view::npos)
        return msg("binary data");
    const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos)
        return msg("an empty file");
    if (head.find("\"traceEvents\"") != std::string_view::npos)
        return msg("a trace");
    if (head[first] == '[')
        return msg("a JSON array");
    if (head[first] == '{')
        return std::nullopt;
    const std::string_view line = head.substr(first, head.find_first_of("\r\n", first) - first);
    return msg("text that is not JSON; it begins with '%1'", std::string(truncateUtf8(line, kShown)));
}

} // namespace lamella::core
