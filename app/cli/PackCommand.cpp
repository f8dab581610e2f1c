// SPDX-License-Identifier: GPL-3.0-or-later
// pack: a trace, or one pass of it, as one file that opens at once.
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/import/EventTextReader.h"
#include "core/import/pack/PackFile.h"
#include "core/session/extract/PassExtract.h"
#include "core/session/perfetto/NativeTrace.h"
#include "core/system/FileService.h"

#include <filesystem>

namespace lamella::cli {

namespace {

namespace fs = std::filesystem;

// A folder of its own beside the output, removed with what is in it. One that an earlier run left is no obstacle.
class WorkFolder {
public:
    explicit WorkFolder(const std::string &output)
        : m_path(fs::path(output).concat("." + core::randomToken().substr(0, 8) + ".parts"))
    {
        std::error_code code;
        m_made = fs::create_directory(m_path, code);
    }
    WorkFolder(const WorkFolder &) = delete;
    WorkFolder &operator=(const WorkFolder &) = delete;
    ~WorkFolder()
    {
        std::error_code code;
        if (m_made)
            fs::remove_all(m_path, code);
    }
    [[nodiscard]] bool made() const { return m_made; }
    [[nodiscard]] std::string file(const char *name) const { return (m_path / name).string(); }

private:
    fs::path m_path;
    bool m_made = false;
};

// Writes the pass as a trace of its own and says where: what was recorded of it, or a Perfetto trace where its events have no
// text.
core::Result<std::string> writePass(core::AnalysisSession &session, const std::string &pass, const std::string &device,
    const WorkFolder &folder, const core::JobControl &control)
{
    if (core::hasEventText(session.document())) {
        core::ExtractRequest request;
        request.pass = pass;
        request.device = device;
        request.window = core::ExtractWindow::Pass;
        request.output = folder.file("pass.json");
        const auto extracted = core::extractPass(session, request, control);
        return extracted ? core::Result<std::string>(request.output) : extracted.error();
    }
    const auto window = core::passWindow(session, pass, device, control);
    if (!window)
        return window.error();
    const std::string file = folder.file("pass.pftrace");
    const auto written = core::writeNativeTrace(session, file, *window, control);
    return written ? core::Result<std::string>(file) : written.error();
}

core::Result<void> packPass(
    core::AnalysisSession &session, const CliOptions &options, const std::string &device, const core::JobControl &control)
{
    const WorkFolder folder(options.output);
    if (!folder.made())
        return core::Error{core::ErrorCode::Io, core::msg("no folder can be made beside it"), options.output, -1};
    const auto file = writePass(session, options.request.pass, device, folder, control);
    if (!file)
        return file.error();
    const auto document = core::openTrace(*file, {}, control);
    if (!document)
        return document.error();
    return core::writePack(**document, options.output, control);
}

} // namespace

int runPack(const CliOptions &options, const std::stop_token &stop)
{
    auto session = openSession(options, stop);
    if (!session)
        return fail(session.error());
    const auto asked = requestFor(options, *session);
    if (!asked)
        return fail(asked.error());
    if (auto made = makeFolderOf(options.output); !made)
        return fail(made.error());
    core::JobControl control;
    control.stop = stop;
    if (options.request.pass == "all" || options.request.pass == "steady" || options.request.pass.find('-') != std::string::npos)
        return fail(
            wrongUse(core::msg("a pack holds the whole trace or one pass; use --pass N, or lamella-cli extract for all passes")));
    const bool whole = options.request.pass == "auto" || options.request.pass == "trace";
    const auto written = whole ? core::writePack((*session)->document(), options.output, control)
                               : packPass(**session, options, asked->device, control);
    return written ? kDone : fail(aboutFile(written.error(), options.arguments.front()));
}

} // namespace lamella::cli
