// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers behind words in the names of files and folders: "rank12", "tp-8".
#pragma once

#include <optional>
#include <string_view>

namespace lamella::core {

enum class NumberEnds { Anywhere, NotInAWord }; // the second: "8b" holds no number

// The number behind the word (in lower case: "rank", "tp"), at a word's start, with nothing or one of "-_=" between;
// case-insensitive. At most six digits: longer ones are dates and process numbers.
[[nodiscard]] std::optional<int> numberBehindWord(
    std::string_view text, std::string_view word, NumberEnds ends = NumberEnds::Anywhere);

} // namespace lamella::core
