// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/DiffNames.h"

#include "core/profile/NameText.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::string_view kAnonymous = "_GLOBAL__N_"; // g++ appends a hash of the file

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isWord(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// "…_12", "….12" without the counter; other text unchanged.
std::string_view withoutCounter(std::string_view text)
{
    std::size_t end = text.size();
    while (end > 0 && isDigit(text[end - 1]))
        --end;
    const bool counter = end > 1 && end < text.size() && (text[end - 1] == '_' || text[end - 1] == '.');
    return counter ? text.substr(0, end - 1) : text;
}

// True for names numbered by a compiler: Inductor and XLA.
bool isNumbered(std::string_view name)
{
    if (name.find_first_of("<(: ") != std::string_view::npos)
        return false;
    const std::size_t dot = name.rfind('.');
    return name.starts_with("triton_") || name.starts_with("%") || name.find("fusion") != std::string_view::npos
        || name.starts_with("wrapped_")
        || (dot != std::string_view::npos && dot > 0 && dot + 1 < name.size()
            && std::all_of(name.begin() + static_cast<std::ptrdiff_t>(dot) + 1, name.end(), isDigit));
}

// Appends the word without digits, without the "x" between them, and without parts that become empty.
void appendFamilyWord(std::string &out, std::string_view word)
{
    std::size_t part = 0;
    bool first = true;
    while (part <= word.size()) {
        const std::size_t end = std::min(word.find('_', part), word.size());
        std::string kept;
        for (std::size_t i = part; i < end; ++i) {
            const bool between = word[i] == 'x' && i > part && isDigit(word[i - 1]) && i + 1 < end && isDigit(word[i + 1]);
            if (!isDigit(word[i]) && !between)
                kept.push_back(word[i]);
        }
        if (!kept.empty()) {
            if (!first)
                out.push_back('_');
            out += kept;
            first = false;
        }
        part = end + 1;
    }
}

bool isNoiseWord(std::string_view word)
{
    return word == "true" || word == "false" || word == "bool" || word == "int" || word == "unsigned" || word == "long"
        || word == "void" || word.starts_with(kAnonymous);
}

} // namespace

std::string kernelIdentity(std::string_view demangled)
{
    if (isNumbered(demangled))
        return std::string(withoutCounter(demangled));
    std::string out;
    out.reserve(demangled.size());
    for (std::size_t i = 0; i < demangled.size();) {
        const std::string_view rest = demangled.substr(i);
        const bool begins = i == 0 || !isWord(demangled[i - 1]);
        std::size_t skipped = 0;
        if (begins && rest.starts_with(kAnonymous)) {
            while (skipped < rest.size() && isWord(rest[skipped]))
                ++skipped;
        } else if (begins && rest.starts_with("0x") && rest.size() > 8) {
            skipped = 2;
            while (skipped < rest.size() && isHex(rest[skipped]))
                ++skipped;
            skipped = skipped < 8 ? 0 : skipped; // short numbers are constants, long ones addresses
        }
        if (skipped == 0)
            out.push_back(demangled[i++]);
        i += skipped;
    }
    return out;
}

std::string kernelFamily(std::string_view demangled)
{
    const std::string identity = kernelIdentity(demangled);
    const bool cpp = identity.find('<') != std::string::npos || identity.find("::") != std::string::npos;
    const std::string_view name = cpp ? qualifiedName(identity) : std::string_view(identity);
    std::string out;
    for (std::size_t i = 0; i < name.size();) {
        std::size_t end = i;
        while (end < name.size() && isWord(name[end]))
            ++end;
        if (end == i) {
            ++i;
            continue;
        }
        const std::string_view word = name.substr(i, end - i);
        if (!isNoiseWord(word)) {
            const std::size_t before = out.size();
            appendFamilyWord(out, word);
            if (out.size() > before)
                out.push_back(' ');
        }
        i = end;
    }
    return out.empty() ? identity : out;
}

namespace {

struct NamedSymbol {
    std::uint32_t name = 0;
    bool ofB = false;
    std::string identity;
    std::string family;
    Category category = Category::Other;
};

void collect(std::vector<NamedSymbol> &all, const KernelNames &names, bool ofB)
{
    for (const auto &[id, name] : names.all())
        all.push_back({id.value, ofB, kernelIdentity(name.full), kernelFamily(name.full), name.category});
}

template <class Text, class Set> std::uint32_t number(std::vector<NamedSymbol> &all, Text text, Set set)
{
    std::vector<std::string_view> sorted;
    sorted.reserve(all.size());
    for (const NamedSymbol &symbol : all)
        sorted.push_back(text(symbol));
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (NamedSymbol &symbol : all)
        set(symbol, static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), text(symbol)) - sorted.begin()));
    return static_cast<std::uint32_t>(sorted.size());
}

} // namespace

DiffSymbols::DiffSymbols(const TraceDocument &a, const KernelNames &namesA, const TraceDocument &b, const KernelNames &namesB)
    : m_a(a.strings.size())
    , m_b(b.strings.size())
{
    std::vector<NamedSymbol> all;
    collect(all, namesA, false);
    collect(all, namesB, true);
    const auto slot = [this](const NamedSymbol &symbol) -> DiffSymbol & { return (symbol.ofB ? m_b : m_a)[symbol.name]; };
    m_identities = number(
        all, [](const NamedSymbol &s) -> std::string_view { return s.identity; },
        [&slot](const NamedSymbol &s, std::uint32_t n) { slot(s).identity = n; });
    number(
        all, [](const NamedSymbol &s) -> std::string_view { return s.family; },
        [&slot](const NamedSymbol &s, std::uint32_t n) { slot(s).family = n; });
    for (const NamedSymbol &symbol : all)
        slot(symbol).category = symbol.category;
}

} // namespace lamella::core
