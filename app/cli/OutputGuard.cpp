// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CommandTable.h"
#include "app/cli/Commands.h"
#include "core/session/TraceFolder.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace lamella::cli {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> inputsOf(const CliOptions &options)
{
    std::vector<std::string> inputs = options.arguments;
    if (const auto files = core::expandFolders(options.arguments))
        inputs.insert(inputs.end(), files->begin(), files->end());
    inputs.insert(inputs.end(), options.summaries.begin(), options.summaries.end());
    for (const std::string *name : {&options.session.configPath, &options.session.profile, &options.diff.file,
             &options.diff.config, &options.diff.profile, &options.statusFile, &options.session.companions.capture,
             &options.session.companions.annotations, &options.diff.capture, &options.session.companions.eager})
        inputs.push_back(*name);
    return inputs;
}

bool isSame(const fs::path &a, const fs::path &b)
{
    std::error_code code;
    return fs::equivalent(a, b, code);
}

// `export` writes one file per table into its folder.
bool isOverwrittenIn(const fs::path &folder, const fs::path &input)
{
    const fs::path ending = input.extension();
    return (ending == ".csv" || ending == ".json") && findCommand(input.stem().string()) != nullptr
        && isSame(folder / input.filename(), input);
}

} // namespace

core::Result<void> checkOutput(const CliOptions &options)
{
    std::error_code code;
    const std::string_view option = options.write.empty() ? "--output" : "--write";
    const fs::path output(options.write.empty() ? options.output : options.write);
    if (output.empty() || !fs::exists(output, code))
        return {};
    const bool folder = fs::is_directory(output, code);
    if (!folder && !fs::is_regular_file(output, code))
        return {}; // pipes and devices are not overwritten
    for (const std::string &input : inputsOf(options)) {
        if (input.empty() || !(folder ? isOverwrittenIn(output, input) : isSame(output, input)))
            continue;
        return core::Error{core::ErrorCode::BadRequest,
            folder ? core::msg("is what is read, and would be lost: choose another folder for %1", option)
                   : core::msg("is what is read, and would be lost: choose another name for %1", option),
            input, -1};
    }
    return {};
}

} // namespace lamella::cli
