// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces a session file on the command line by its traces and choices.
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/session/SessionFile.h"

#include <algorithm>

namespace lamella::cli {

namespace {

// Options of the command line take precedence over those of the session.
void takeChoices(core::SessionOptions &options, const core::SessionOptions &saved)
{
    if (options.configPath.empty())
        options.configPath = saved.configPath;
    if (options.profile.empty())
        options.profile = saved.profile;
    if (!options.companions.any())
        options.companions = saved.companions;
    if (options.yours.empty())
        options.yours = saved.yours;
    options.roofline = saved.roofline; // options of a table take precedence there
    if (!options.anchor) {
        options.anchor = saved.anchor;
        if (!options.role)
            options.role = saved.role;
        if (!options.blocksPerLayer)
            options.blocksPerLayer = saved.blocksPerLayer;
    }
    if (!options.layers)
        options.layers = saved.layers;
    if (!options.anchor || options.anchor == saved.anchor) { // boundaries of another segmentation have no meaning
        options.boundaries = saved.boundaries;
        options.selectedPass = saved.selectedPass;
        options.steadyPasses = saved.steadyPasses;
    }
}

} // namespace

core::Result<CliOptions> withSession(CliOptions options)
{
    if (options.command == "profiles")
        return options;
    const auto file = std::find_if(options.arguments.begin(), options.arguments.end(), core::isSessionFile);
    if (file == options.arguments.end())
        return options;
    if (options.arguments.size() > 1)
        return core::Error{
            core::ErrorCode::BadRequest, core::msg("a session stands alone; leave out the other files"), *file, -1};
    auto session = core::readSessionFile(*file);
    if (!session)
        return session.error();
    if (!options.quiet)
        for (const core::Message &warning : core::sessionWarnings(*session))
            warn(warning);
    options.arguments.clear();
    for (const core::SessionTrace &trace : session->traces)
        options.arguments.push_back(trace.path);
    const core::SessionOptions given = options.session;
    takeChoices(options.session, session->choices);
    for (const auto &[path, choices] : core::ownChoices(*session)) {
        core::SessionOptions own = given;
        takeChoices(own, choices);
        options.own.emplace(path, std::move(own));
    }
    if (!options.request.peaks.empty()) // then those of the session may be gone
        options.session.roofline.peaks.clear();
    return options;
}

} // namespace lamella::cli
