// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for combinations of options, and the format for the ending of an output file.
#pragma once

#include "app/cli/CommandTable.h"

#include <optional>
#include <string>
#include <string_view>

namespace lamella::cli {

// BadRequest if an option would be ignored or contradicts another; the sentence suggests what to write instead.
core::Result<void> checkTogether(const CliOptions &options, const CommandSpec &command);

// The format of a table that is written to this file; nullopt if the path has no ending. BadRequest for an ending that names
// none.
core::Result<std::optional<core::TableFormat>> formatByEnding(const std::string &path);

// Collapsed stacks and speedscope.
[[nodiscard]] bool isStackFormat(core::TableFormat format);

// ".csv" of "a/T.CSV"; empty if there is none, or none with a letter.
[[nodiscard]] std::string lowerEnding(std::string_view path);

} // namespace lamella::cli
