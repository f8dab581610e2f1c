// SPDX-License-Identifier: GPL-3.0-or-later
// Standard output and standard error: complete writes, one line per message, no exceptions.
#pragma once

#include "core/base/Result.h"
#include "core/report/TableWriters.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::cli {

// See help/command-line.md: 0 success, 1 unusable input, 2 wrong usage, 3 regression gate failed, 130 interrupted.
enum ExitCode : int { kDone = 0, kBadInput = 1, kWrongUse = 2, kGateFailed = 3, kInterrupted = 130 };
[[nodiscard]] ExitCode exitCodeFor(const core::Error &error);

[[nodiscard]] core::Error wrongUse(core::Message sentence); // BadRequest
[[nodiscard]] core::Error aboutFile(core::Error error, const std::string &file); // adds the file name if the error has none

// Errors: Io, such as a full disk. A closed pipe (| head) is not an error.
core::Result<void> writeStandardOutput(std::string_view bytes);
core::Result<void> say(const core::Message &sentence); // a line of standard output
void sayProgress(const core::Message &text, bool last); // on standard error; in a terminal each takes the place of the one before
// Sets the language of text, Markdown, warnings and errors; null is English.
void setLanguage(const core::Catalogue *language);
[[nodiscard]] const core::Catalogue *language();
// Width of a line of standard output: $COLUMNS, else the width of the terminal; 0 (no limit) if it is no terminal.
[[nodiscard]] std::size_t lineWidth();
// Writes to the file, creating its folder, or to standard output if `path` is empty. `layout` is for text.
core::Result<void> writeOutput(
    const std::string &path, const core::ReportTable &table, core::TableFormat format, const core::TextLayout &layout);
core::Result<void> writeOutput(const std::string &path, const std::string &bytes);
core::Result<void> makeFolderOf(const std::string &path);

// While it exists, standard output and standard error are collected here. One instance at a time, on one thread.
class CapturedOutput {
public:
    explicit CapturedOutput(std::size_t maxBytes); // of each
    CapturedOutput(const CapturedOutput &) = delete;
    CapturedOutput &operator=(const CapturedOutput &) = delete;
    ~CapturedOutput();
    [[nodiscard]] const std::string &output() const { return m_output; }
    [[nodiscard]] const std::string &errors() const { return m_errors; }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; } // of the output, also those beyond the maximum
    void add(bool error, std::string_view bytes);

private:
    std::size_t m_maxBytes;
    std::uint64_t m_bytes = 0;
    std::string m_output;
    std::string m_errors;
};

void writeStandardError(std::string_view bytes); // ignores errors: there is nowhere to report them
[[nodiscard]] bool standardErrorIsTerminal();
void warn(const core::Message &sentence); // "lamella-cli: warning: ..." to standard error
// Prints "lamella-cli: ..." to standard error (nothing if cancelled) and returns the exit code.
[[nodiscard]] int fail(const core::Error &error);

} // namespace lamella::cli
