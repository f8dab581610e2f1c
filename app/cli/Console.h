// SPDX-License-Identifier: GPL-3.0-or-later
// Standard output and standard error: whole writes, one line per message, no exceptions.
#pragma once

#include "core/base/Result.h"
#include "core/report/TableWriters.h"

#include <string>
#include <string_view>

namespace lamella::cli {

// As help/command-line.md says: 0 done, 1 the input cannot be used, 2 wrong use, 3 regression gate failed, 130 interrupted.
enum ExitCode : int { kDone = 0, kBadInput = 1, kWrongUse = 2, kGateFailed = 3, kInterrupted = 130 };
[[nodiscard]] ExitCode exitCodeFor(const core::Error &error);

[[nodiscard]] core::Error wrongUse(std::string sentence); // BadRequest
[[nodiscard]] core::Error aboutFile(core::Error error, const std::string &file); // names the file where the error names none

// Errors: Io, for a full disk. A pipe whose reader has gone (| head) is no error: it has read what it wanted.
core::Result<void> writeStandardOutput(std::string_view bytes);
// The language of text and Markdown, warnings and errors from here on; null is English.
void speak(const core::Catalogue *language);
[[nodiscard]] const core::Catalogue *language();
core::Result<void> writeStandardOutput(const core::ReportTable &table, core::TableFormat format);
// To the file, whose folder is made where there is none, or to standard output where it has no name.
core::Result<void> writeOutput(const std::string &path, const core::ReportTable &table, core::TableFormat format);
core::Result<void> writeOutput(const std::string &path, const std::string &bytes);
core::Result<void> makeFolderOf(const std::string &path);

void warn(const core::Message &sentence); // "lamella-cli: warning: ..." on standard error
[[nodiscard]] int fail(const core::Error &error); // "lamella-cli: ..." on standard error (nothing when cancelled); its exit code

} // namespace lamella::cli
