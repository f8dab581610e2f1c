// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Console.h"

#include "core/report/CellText.h"
#include "core/system/AtomicFile.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace lamella::cli {

namespace {

CapturedOutput *g_captured = nullptr;

// Returns 0 or errno.
int writeAll(int descriptor, std::string_view bytes)
{
    if (g_captured != nullptr) {
        g_captured->add(descriptor == STDERR_FILENO, bytes);
        return 0;
    }
    while (!bytes.empty()) {
        const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : EIO;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return 0;
}

core::Error outputError(int code)
{
    return {core::ErrorCode::Io,
        core::msg("cannot be written (%1); use --output FILE or free some space", std::string(std::strerror(code))),
        "standard output", -1};
}

const core::Catalogue *g_language = nullptr;

void sayError(const core::Message &sentence)
{
    writeStandardError("lamella-cli: " + core::withPlainBlanks(core::printable(sentence.translated(g_language))) + "\n");
}

} // namespace

CapturedOutput::CapturedOutput(std::size_t maxBytes)
    : m_maxBytes(maxBytes)
{
    g_captured = this;
}

CapturedOutput::~CapturedOutput()
{
    g_captured = nullptr;
}

void CapturedOutput::add(bool error, std::string_view bytes)
{
    std::string &to = error ? m_errors : m_output;
    m_bytes += error ? 0 : bytes.size();
    to.append(bytes.substr(0, m_maxBytes - std::min(m_maxBytes, to.size())));
}

ExitCode exitCodeFor(const core::Error &error)
{
    switch (error.code) {
    case core::ErrorCode::BadRequest:
        return kWrongUse;
    case core::ErrorCode::Cancelled:
        return kInterrupted;
    default:
        return kBadInput;
    }
}

core::Error wrongUse(core::Message sentence)
{
    return {core::ErrorCode::BadRequest, std::move(sentence), {}, -1};
}

core::Error aboutFile(core::Error error, const std::string &file)
{
    if (error.source.empty())
        error.source = file;
    return error;
}

core::Result<void> writeStandardOutput(std::string_view bytes)
{
    if (const int code = writeAll(STDOUT_FILENO, bytes); code != 0 && code != EPIPE)
        return outputError(code);
    return {};
}

std::size_t lineWidth()
{
    constexpr std::size_t kMin = 40; // less is no terminal that tables can be read on
    std::size_t width = 0;
    if (const char *stated = std::getenv("COLUMNS"))
        std::from_chars(stated, stated + std::strlen(stated), width);
    winsize size{};
    if (width == 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    return width > 0 ? std::max(width, kMin) : 0;
}

void setLanguage(const core::Catalogue *language)
{
    g_language = language;
}

const core::Catalogue *language()
{
    return g_language;
}

core::Result<void> writeOutput(
    const std::string &path, const core::ReportTable &table, core::TableFormat format, const core::TextLayout &layout)
{
    if (core::isForPeople(format) && table.language() != g_language)
        return writeOutput(path, table.inLanguage(g_language), format, layout);
    if (!path.empty()) {
        if (auto made = makeFolderOf(path); !made)
            return made;
        return core::writeTableFile(path, table, format, layout);
    }
    int code = 0;
    const auto write = [&code](std::string_view piece) {
        code = writeAll(STDOUT_FILENO, piece);
        return code == 0;
    };
    core::writeTable(table, format, write, layout);
    if (code != 0 && code != EPIPE)
        return outputError(code);
    return {};
}

core::Result<void> writeOutput(const std::string &path, const std::string &bytes)
{
    if (path.empty())
        return writeStandardOutput(bytes);
    if (auto made = makeFolderOf(path); !made)
        return made;
    return core::writeFileAtomically(path, bytes);
}

core::Result<void> makeFolderOf(const std::string &path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code code;
    if (!folder.empty() && !std::filesystem::exists(folder, code))
        std::filesystem::create_directories(folder, code);
    if (code)
        return core::Error{core::ErrorCode::Io, core::msg("cannot be made a folder (%1); choose another place", code.message()),
            folder.string(), -1};
    return {};
}

core::Result<void> say(const core::Message &sentence)
{
    return writeStandardOutput(core::printable(sentence.translated(g_language)) + "\n");
}

void writeStandardError(std::string_view bytes)
{
    writeAll(STDERR_FILENO, bytes);
}

void sayProgress(const core::Message &text, bool last)
{
    const std::string words = text.translated(g_language);
    writeStandardError(standardErrorIsTerminal() ? "\r" + words + (last ? "\n" : "") : words + "\n");
}

bool standardErrorIsTerminal()
{
    return ::isatty(STDERR_FILENO) == 1;
}

void warn(const core::Message &sentence)
{
    sayError(core::msg("warning: %1", sentence));
}

int fail(const core::Error &error)
{
    if (error.code != core::ErrorCode::Cancelled)
        sayError(core::Message::name(error.message(g_language)));
    return exitCodeFor(error);
}

} // namespace lamella::cli
