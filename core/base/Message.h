// SPDX-License-Identifier: GPL-3.0-or-later
// A text for people: an English pattern and the values for its placeholders. Core makes it; window, command line and report
// translate it into the user's language (Catalogue.h). Patterns are literals, so that cmake/core_texts.py finds them for the
// translators.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lamella::core {

class Catalogue;

class Message {
public:
    Message() = default;
    // A whole text: translated if the catalogue has it, else shown unchanged.
    Message(const char *text); // NOLINT(google-explicit-constructor): a sentence is a message
    Message(std::string_view text); // NOLINT(google-explicit-constructor)
    Message(std::string text); // NOLINT(google-explicit-constructor)
    // A name, number or text of a file: the same in every language.
    [[nodiscard]] static Message name(std::string text);
    // Arguments fill the places %1 to %9 of the pattern. See msg().
    [[nodiscard]] static Message filled(std::string pattern, std::vector<Message> arguments);

    [[nodiscard]] const std::string &english() const { return m_english; }
    [[nodiscard]] bool empty() const { return m_english.empty(); }
    [[nodiscard]] bool isName() const { return m_kind == Kind::Name; }
    // In the language of the catalogue; English where there is none.
    [[nodiscard]] std::string translated(const Catalogue *catalogue) const;

    // "%1; %2": this message, then the next one. An empty message becomes the next one.
    void append(const char *pattern, Message next);

    [[nodiscard]] std::string_view pattern() const; // empty without places
    [[nodiscard]] const std::vector<Message> &arguments() const;

    // For files. decoded() gives nothing for bytes that encoded() has not made.
    [[nodiscard]] std::string encoded() const;
    [[nodiscard]] static std::optional<Message> decoded(std::string_view bytes);

    bool operator==(const Message &other) const { return encoded() == other.encoded(); }

private:
    enum class Kind : std::uint8_t {
        Text,
        Name,
        Filled,
        List // several arguments, each joined to the one before by the pattern
    };
    struct Parts {
        std::string pattern;
        std::vector<Message> arguments;
    };
    static Message made(Kind kind, std::string pattern, std::vector<Message> arguments);
    static std::optional<Message> decodedFrom(std::string_view &bytes, int depth);
    [[nodiscard]] static std::string fill(Kind kind, std::string_view pattern, const std::vector<std::string> &parts);

    std::string m_english;
    std::shared_ptr<const Parts> m_parts; // of Filled and List
    Kind m_kind = Kind::Text;
};

namespace detail {

template <typename Argument> Message messageArgument(Argument &&argument)
{
    using Plain = std::remove_cvref_t<Argument>;
    if constexpr (std::is_same_v<Plain, Message>)
        return std::forward<Argument>(argument);
    else if constexpr (std::integral<Plain>)
        return Message::name(std::to_string(argument));
    else if constexpr (std::is_same_v<Plain, std::string> || std::is_same_v<Plain, std::string_view>)
        return Message::name(std::string(std::forward<Argument>(argument)));
    else
        return Message(std::forward<Argument>(argument));
}

} // namespace detail

// msg("%1 of %2 layers", 3, 36). An argument is a number, a name (std::string), a literal of the catalogue or another message.
template <typename... Arguments> [[nodiscard]] Message msg(const char *pattern, Arguments &&...arguments)
{
    if constexpr (sizeof...(Arguments) == 0)
        return Message(pattern);
    else
        return Message::filled(pattern, {detail::messageArgument(std::forward<Arguments>(arguments))...});
}

} // namespace lamella::core
