// SPDX-License-Identifier: GPL-3.0-or-later
// The possible next words of the command line, from the lists that also make the help. The scripts of packaging/completion ask
// with the hidden command `lamella-cli complete WORDS…`, so that they have no list that could become stale.
#pragma once

#include <string>
#include <vector>

namespace lamella::cli {

// `words`: those after the name of the program; the last one, which may be empty, is to be completed. A line for each word that
// begins like it: the word, and after a tab a description if there is one. A line ":files" asks the shell for files as well.
[[nodiscard]] std::string completions(const std::vector<std::string> &words);

} // namespace lamella::cli
