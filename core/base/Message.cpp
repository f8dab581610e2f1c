// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Message.h"

#include "core/base/Catalogue.h"

#include <algorithm>
#include <charconv>

namespace lamella::core {

namespace {

constexpr int kMaxDepth = 32;

bool isPlace(std::string_view pattern, std::size_t at)
{
    return pattern[at] == '%' && at + 1 < pattern.size() && pattern[at + 1] >= '1' && pattern[at + 1] <= '9';
}

bool isLatin(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// Whether the text begins with a Chinese character: U+4E00 to U+9FFF in UTF-8.
bool beginsWithHan(std::string_view text)
{
    return text.size() >= 3 && text[0] >= '\xE4' && text[0] <= '\xE9';
}

// Chinese and Latin text that meet where a part is put in are set apart, as in the text around them.
void join(std::string &text, std::string_view next)
{
    if (text.empty() || next.empty())
        return;
    const bool endsWithHan = text.size() >= 3 && beginsWithHan(std::string_view(text).substr(text.size() - 3));
    if ((endsWithHan && isLatin(next.front())) || (isLatin(text.back()) && beginsWithHan(next)))
        text += ' ';
}

std::string filledPlaces(std::string_view pattern, const std::vector<std::string> &parts)
{
    std::string text;
    bool behindPart = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool place = isPlace(pattern, i);
        if (place) {
            const auto number = static_cast<std::size_t>(pattern[++i] - '1');
            const std::string_view part = number < parts.size() ? std::string_view(parts[number]) : std::string_view();
            join(text, part);
            text += part;
        } else {
            if (behindPart)
                join(text, pattern.substr(i));
            text += pattern[i];
        }
        behindPart = place;
    }
    return text;
}

// "12:", the length of what follows.
void appendLength(std::string &bytes, std::size_t length)
{
    bytes += std::to_string(length);
    bytes += ':';
}

std::optional<std::size_t> takeLength(std::string_view &bytes)
{
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), length);
    const auto used = static_cast<std::size_t>(end - bytes.data());
    if (error != std::errc() || used >= bytes.size() || bytes[used] != ':')
        return std::nullopt;
    bytes.remove_prefix(used + 1);
    return length;
}

std::optional<std::string_view> takeText(std::string_view &bytes)
{
    const auto length = takeLength(bytes);
    if (!length || *length > bytes.size())
        return std::nullopt;
    const std::string_view text = bytes.substr(0, *length);
    bytes.remove_prefix(*length);
    return text;
}

} // namespace

Message::Message(const char *text)
    : m_english(text)
{
}

Message::Message(std::string_view text)
    : m_english(text)
{
}

Message::Message(std::string text)
    : m_english(std::move(text))
{
}

Message Message::name(std::string text)
{
    Message message(std::move(text));
    message.m_kind = Kind::Name;
    return message;
}

Message Message::filled(std::string pattern, std::vector<Message> arguments)
{
    return made(Kind::Filled, std::move(pattern), std::move(arguments));
}

Message Message::made(Kind kind, std::string pattern, std::vector<Message> arguments)
{
    std::vector<std::string> parts;
    parts.reserve(arguments.size());
    for (const Message &each : arguments)
        parts.push_back(each.m_english);
    Message message(fill(kind, pattern, parts));
    message.m_kind = kind;
    message.m_parts = std::make_shared<const Parts>(Parts{std::move(pattern), std::move(arguments)});
    return message;
}

std::string Message::fill(Kind kind, std::string_view pattern, const std::vector<std::string> &parts)
{
    if (kind != Kind::List)
        return filledPlaces(pattern, parts);
    std::string text = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i)
        text = filledPlaces(pattern, {std::move(text), parts[i]});
    return text;
}

std::string Message::translated(const Catalogue *catalogue) const
{
    if (catalogue == nullptr || m_kind == Kind::Name)
        return m_english;
    if (!m_parts)
        return std::string(catalogue->find(m_english).value_or(m_english));
    std::vector<std::string> parts;
    parts.reserve(m_parts->arguments.size());
    for (const Message &each : m_parts->arguments)
        parts.push_back(each.translated(catalogue));
    return fill(m_kind, catalogue->find(m_parts->pattern).value_or(m_parts->pattern), parts);
}

void Message::append(const char *pattern, Message next)
{
    if (empty()) {
        *this = std::move(next);
        return;
    }
    std::vector<Message> arguments;
    if (m_kind == Kind::List && m_parts->pattern == pattern)
        arguments = m_parts->arguments;
    else
        arguments.push_back(std::move(*this));
    arguments.push_back(std::move(next));
    *this = made(Kind::List, pattern, std::move(arguments));
}

std::string_view Message::pattern() const
{
    return m_parts ? std::string_view(m_parts->pattern) : std::string_view();
}

const std::vector<Message> &Message::arguments() const
{
    static const std::vector<Message> kNone;
    return m_parts ? m_parts->arguments : kNone;
}

// A letter for the kind, the text or pattern behind its length, and behind a pattern the number of arguments and each of them.
std::string Message::encoded() const
{
    constexpr std::string_view kLetters = "TNFL";
    const std::string &text = m_parts ? m_parts->pattern : m_english;
    std::string bytes(1, kLetters[static_cast<std::size_t>(m_kind)]);
    appendLength(bytes, text.size());
    bytes += text;
    if (m_parts) {
        appendLength(bytes, m_parts->arguments.size());
        for (const Message &each : m_parts->arguments)
            bytes += each.encoded();
    }
    return bytes;
}

std::optional<Message> Message::decoded(std::string_view bytes)
{
    auto message = decodedFrom(bytes, 0);
    return bytes.empty() ? message : std::nullopt;
}

std::optional<Message> Message::decodedFrom(std::string_view &bytes, int depth)
{
    if (bytes.empty() || depth > kMaxDepth)
        return std::nullopt;
    const char letter = bytes.front();
    bytes.remove_prefix(1);
    const auto text = takeText(bytes);
    if (!text)
        return std::nullopt;
    if (letter == 'T')
        return Message(*text);
    if (letter == 'N')
        return name(std::string(*text));
    const auto count = takeLength(bytes);
    if ((letter != 'F' && letter != 'L') || !count || *count == 0 || *count > bytes.size())
        return std::nullopt;
    std::vector<Message> arguments;
    for (std::size_t i = 0; i < *count; ++i) {
        auto argument = decodedFrom(bytes, depth + 1);
        if (!argument)
            return std::nullopt;
        arguments.push_back(*std::move(argument));
    }
    return made(letter == 'L' ? Kind::List : Kind::Filled, std::string(*text), std::move(arguments));
}

} // namespace lamella::core
