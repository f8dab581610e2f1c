// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/NumberBehind.h"

#include "core/base/AsciiCase.h"

#include <cctype>
#include <charconv>

namespace lamella::core {

namespace {

constexpr std::size_t kMostDigits = 6;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isLetter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

} // namespace

std::optional<int> numberBehindWord(std::string_view text, std::string_view word, NumberEnds ends)
{
    for (std::size_t i = 0; i + word.size() < text.size(); ++i) {
        if (i > 0 && isLetter(text[i - 1]))
            continue;
        std::size_t k = 0;
        while (k < word.size() && asciiLower(text[i + k]) == word[k])
            ++k;
        if (k < word.size())
            continue;
        std::size_t from = i + k;
        if (text[from] == '-' || text[from] == '_' || text[from] == '=')
            ++from;
        std::size_t to = from;
        while (to < text.size() && isDigit(text[to]))
            ++to;
        if (to == from || to - from > kMostDigits)
            continue;
        if (ends == NumberEnds::NotInAWord && to < text.size() && isLetter(text[to]))
            continue;
        int number = 0;
        std::from_chars(text.data() + from, text.data() + to, number);
        return number;
    }
    return std::nullopt;
}

} // namespace lamella::core
