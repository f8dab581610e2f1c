// SPDX-License-Identifier: GPL-3.0-or-later
// perfetto --write: the trace, or passes of it, as a file that Perfetto reads; perfetto --serve: offers it to a browser.
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/WindowSettings.h"
#include "core/analysis/PerfettoLink.h"
#include "core/base/ScopeExit.h"
#include "core/import/archive/ArchivePath.h"
#include "core/session/perfetto/NativeTrace.h"
#include "core/session/perfetto/PerfettoSibling.h"
#include "core/system/FileService.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace lamella::cli {

namespace {

core::JobControl controlOf(const std::stop_token &stop)
{
    core::JobControl control;
    control.stop = stop;
    return control;
}

void print(const core::Message &sentence)
{
    static_cast<void>(say(sentence));
}

void warnOfLosses(const core::NativeTraceSummary &summary)
{
    for (const core::Message &loss : core::lossesOf(summary))
        warn(loss);
}

std::string joined(const std::vector<std::string> &names)
{
    std::string list;
    for (const std::string &name : names)
        list += (list.empty() ? "" : ", ") + name;
    return list;
}

// What is served, and its bounds in Perfetto.
struct Offer {
    std::string file;
    core::TraceBounds bounds;
    std::string name; // in the URL
};

std::string urlName(const std::string &file)
{
    std::string name = std::filesystem::path(file).filename().string();
    const auto plain = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
    };
    std::replace_if(
        name.begin(), name.end(), [&plain](char c) { return !plain(c); }, '_');
    return name;
}

// The file itself where Perfetto reads it, one beside it with the same times, else a written trace in the folder.
core::Result<Offer> offerOf(const CliOptions &options, core::AnalysisSession &session,
    const std::optional<core::TimeRange> &window, const std::string &folder, const core::JobControl &control)
{
    const core::TraceDocument &document = session.document();
    if (!window && core::perfettoReads(document) && !core::archivePath(document.source.path))
        return Offer{document.source.path, document.bounds, urlName(document.source.path)};
    if (!window) {
        const auto search = core::findPerfettoSibling(document, control);
        if (!search)
            return search.error();
        if (!options.quiet && !search->note.empty())
            print(search->note);
        if (search->sibling)
            return Offer{search->sibling->source.path, search->sibling->bounds, urlName(search->sibling->source.path)};
    }
    const std::string file = (std::filesystem::path(folder) / "trace.pftrace").string();
    const auto written = core::writeNativeTrace(session, file, window, control);
    if (!written)
        return written.error();
    if (!options.quiet)
        warnOfLosses(*written);
    return Offer{file, written->bounds, urlName(document.source.path + ".pftrace")};
}

std::string linkTo(const std::string &address, const Offer &offer, const std::optional<core::TimeRange> &window,
    const std::string &path, std::uint16_t port)
{
    core::PerfettoLinkRequest link;
    if (!address.empty())
        link.address = address;
    link.traceUrl = "http://127.0.0.1:" + std::to_string(port) + path;
    if (window)
        link.window = core::perfettoWindow(*window, offer.bounds);
    return core::perfettoLink(link);
}

void warnOfOtherUser(std::optional<std::uint32_t> uid)
{
    warn(core::msg("A program of another user (number %1) asked for the trace and did not get it.",
        uid ? std::to_string(*uid) : std::string("?")));
}

// Whether a page at this address (empty: Perfetto's public one) may fetch from that port of the machine of the browser.
core::Result<void> checkReach(const std::string &address, int port)
{
    constexpr int kPublicPort = 9001; // the only one that the public page's content security policy names
    const std::string origin = core::perfettoOrigin(address.empty() ? std::string(core::kPerfettoAddress) : address);
    if (origin == core::perfettoOrigin(core::kPerfettoAddress) && port != kPublicPort)
        return wrongUse(core::msg("Perfetto's public page fetches from port 9001 only, not from %1; use --port 9001, or give the "
                                  "address of your own copy with --perfetto-url",
            port));
    const bool local =
        origin.starts_with("http://127.0.0.1") || origin.starts_with("http://localhost") || origin.starts_with("http://[::1]");
    if (origin.starts_with("http://") && !local)
        return wrongUse(
            core::msg("browsers let a page fetch from this machine only if it was loaded with https, and not %1; use its "
                      "https address, or Show in Perfetto of the window, which embeds the page",
                origin));
    return {};
}

} // namespace

int runPerfettoServe(const CliOptions &options, const std::stop_token &stop)
{
    if (!options.request.perfettoUrl.empty() && core::perfettoAddress(options.request.perfettoUrl).empty())
        return fail(wrongUse(core::msg("%1 is not the address of a page", options.request.perfettoUrl)));
    const PerfettoChoices chosen = perfettoChoicesOfWindow();
    const std::string address =
        options.request.perfettoUrl.empty() ? chosen.address : core::perfettoAddress(options.request.perfettoUrl);
    const std::uint16_t wanted = options.port == 0 ? chosen.port : static_cast<std::uint16_t>(options.port);
    if (const auto reached = checkReach(address, wanted); !reached)
        return fail(reached.error());
    auto session = openSession(options, stop);
    if (!session)
        return fail(session.error());
    const auto asked = requestFor(options, *session);
    if (!asked)
        return fail(asked.error());
    const core::JobControl control = controlOf(stop);
    if (const auto fit = checkCompanions(**session, control); !fit)
        return fail(fit.error());
    const auto window = core::passWindow(**session, asked->pass, asked->device, control);
    if (!window)
        return fail(window.error());
    const std::string token = core::randomToken();
    std::error_code code;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(code) / ("lamella-" + token);
    if (code || token.empty() || !std::filesystem::create_directory(folder, code))
        return fail(core::Error{
            core::ErrorCode::Io, core::msg("cannot be made a folder (%1); set TMPDIR", code.message()), folder.string(), -1});
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, code);
    const core::ScopeExit cleanUp([&folder] {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    });
    const auto offer = offerOf(options, **session, *window, folder.string(), control);
    if (!offer)
        return fail(offer.error());
    core::FileService service;
    service.file = offer->file;
    service.path = "/" + token + "/" + offer->name;
    service.origin = core::perfettoOrigin(linkTo(address, *offer, *window, {}, 0));
    service.port = wanted;
    service.listening = [&](std::uint16_t port) {
        const std::string number = std::to_string(port);
        print(core::msg("Open in a browser: %1", linkTo(address, *offer, *window, service.path, port)));
        print(core::msg("If the browser is on another machine, type there first: ssh -L %1:127.0.0.1:%1 USER@HOST", number));
        print(core::msg("The trace goes to that browser only. Ctrl+C ends it."));
    };
    service.served = [&](bool whole) {
        if (!options.quiet)
            print(whole ? core::msg("The browser has the trace.")
                        : core::msg("The browser has closed the connection; open the link again."));
    };
    service.refused = warnOfOtherUser;
    if (const int error = core::serveFile(service, stop); error != 0)
        return fail(core::Error{core::ErrorCode::Io,
            error == EADDRINUSE
                ? core::msg("port %1 is taken; end the program that has it, or choose another with --port and give "
                            "Perfetto's own copy with --perfetto-url: its public page fetches from port 9001 only",
                    std::to_string(service.port))
                : core::msg("cannot be served (%1)", std::string(std::strerror(error))),
            offer->file, -1});
    return kDone;
}

int runPerfettoWrite(const CliOptions &options, const std::stop_token &stop)
{
    auto session = openSession(options, stop);
    if (!session)
        return fail(session.error());
    const auto asked = requestFor(options, *session);
    if (!asked)
        return fail(asked.error());
    const core::JobControl control = controlOf(stop);
    const auto window = core::passWindow(**session, asked->pass, asked->device, control);
    if (!window)
        return fail(window.error());
    if (auto made = makeFolderOf(options.write); !made)
        return fail(made.error());
    const auto written = core::writeNativeTrace(**session, options.write, *window, control);
    if (!written)
        return fail(written.error());
    if (options.quiet)
        return kDone;
    warnOfLosses(*written);
    if (!written->unanswered.empty())
        warn(core::msg("The written trace lacks what these commands need: %1. Keep the recorded file for them.",
            joined(written->unanswered)));
    return kDone;
}

} // namespace lamella::cli
