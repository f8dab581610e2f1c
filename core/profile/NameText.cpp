// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/NameText.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";
constexpr std::size_t kMaxArguments = 64;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWord(char c)
{
    return isDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Tracks nesting of < > ( ) { }; -> and operator< are not brackets.
class Depth {
public:
    explicit Depth(std::string_view text)
        : m_text(text)
    {
    }
    void step(std::size_t i)
    {
        const char c = m_text[i];
        if (c == '(' || c == '{' || (c == '<' && !operatorBefore(i)))
            ++m_depth;
        else if (c == ')' || c == '}' || (c == '>' && m_depth > 0 && !(i > 0 && m_text[i - 1] == '-') && !operatorBefore(i)))
            --m_depth;
    }
    [[nodiscard]] bool outside() const { return m_depth <= 0; }

private:
    [[nodiscard]] bool operatorBefore(std::size_t i) const { return i >= 8 && m_text.substr(i - 8, 8) == "operator"; }
    std::string_view m_text;
    int m_depth = 0;
};

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

} // namespace

std::string_view qualifiedName(std::string_view demangled)
{
    std::size_t begin = 0;
    std::size_t end = demangled.size();
    Depth depth(demangled);
    for (std::size_t i = 0; i < demangled.size(); ++i) {
        const char c = demangled[i];
        if (depth.outside() && c == '(') {
            if (demangled.substr(i, kAnonymous.size()) == kAnonymous) {
                i += kAnonymous.size() - 1;
                continue;
            }
            if (demangled.substr(0, i).ends_with("operator")) {
                ++i;
                continue;
            }
            end = i;
            break;
        }
        if (depth.outside() && c == ' ')
            begin = i + 1;
        depth.step(i);
    }
    const std::string_view name = trimmed(demangled.substr(begin, end - begin));
    return name.empty() ? demangled : name;
}

std::string_view lastComponent(std::string_view qualified)
{
    std::size_t begin = 0;
    Depth depth(qualified);
    for (std::size_t i = 0; i < qualified.size(); ++i) {
        if (depth.outside() && qualified[i] == ':' && i + 1 < qualified.size() && qualified[i + 1] == ':')
            begin = i + 2;
        depth.step(i);
    }
    return begin < qualified.size() ? qualified.substr(begin) : qualified;
}

TemplateName splitTemplate(std::string_view component)
{
    TemplateName name{component, {}, {}};
    const std::size_t open = component.find('<');
    if (open == std::string_view::npos || open == 0)
        return name;
    name.base = trimmed(component.substr(0, open));
    std::string_view inside = component.substr(open + 1);
    if (const std::size_t close = inside.rfind('>'); close != std::string_view::npos)
        inside = inside.substr(0, close);
    name.inside = inside;
    name.arguments = splitArguments(inside);
    return name;
}

std::vector<std::string_view> splitArguments(std::string_view list)
{
    std::vector<std::string_view> arguments;
    Depth depth(list);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < list.size() && arguments.size() + 1 < kMaxArguments; ++i) {
        if (depth.outside() && list[i] == ',') {
            arguments.push_back(trimmed(list.substr(begin, i - begin)));
            begin = i + 1;
        }
        depth.step(i);
    }
    arguments.push_back(trimmed(list.substr(begin)));
    return arguments;
}

std::string mangledPath(std::string_view mangled)
{
    std::string path;
    std::size_t at = mangled.substr(0, 3) == "_ZN" ? 3 : 2;
    while (at < mangled.size() && (mangled[at] == 'K' || mangled[at] == 'V'))
        ++at;
    while (at < mangled.size() && isDigit(mangled[at])) {
        std::size_t length = 0;
        while (at < mangled.size() && isDigit(mangled[at]) && length < mangled.size())
            length = length * 10 + static_cast<std::size_t>(mangled[at++] - '0');
        if (length > mangled.size() - at) { // written by hand with a wrong length: read to the end of the path
            length = std::min(mangled.find('.', at), mangled.size()) - at;
            length -= length > 0 && mangled[at + length - 1] == 'E' ? 1 : 0;
        }
        if (length == 0)
            break;
        const std::string_view part = mangled.substr(at, length);
        path += path.empty() ? "" : "::";
        path += part.substr(0, 8) == "_GLOBAL_" ? kAnonymous : part;
        at += length;
    }
    return path;
}

std::string elidedMiddle(std::string_view text, std::size_t limit)
{
    const auto continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    const auto characters =
        static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [&](char c) { return !continuation(c); }));
    if (characters <= limit)
        return std::string(text);
    // The end often distinguishes two names and the beginning identifies the kernel: two thirds for the beginning.
    const std::size_t tail = (limit - 1) / 3;
    const std::size_t head = limit - 1 - tail;
    std::size_t first = 0;
    for (std::size_t n = 0; first < text.size() && (n < head || continuation(text[first])); ++first)
        n += continuation(text[first]) ? 0 : 1;
    std::size_t last = text.size();
    for (std::size_t n = 0; last > first && n < tail;) {
        --last;
        n += continuation(text[last]) ? 0 : 1;
    }
    return std::string(text.substr(0, first)).append("…").append(text.substr(last));
}

std::string lowerCasedText(std::string_view text)
{
    std::string lower(text);
    for (char &c : lower) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::vector<std::string_view> identifiers(std::string_view text, std::size_t limit)
{
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < text.size() && words.size() < limit;) {
        std::size_t k = i;
        while (k < text.size() && isWord(text[k]))
            ++k;
        if (k > i)
            words.push_back(text.substr(i, k - i));
        i = k > i ? k : i + 1;
    }
    return words;
}

} // namespace lamella::core
