// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/profile/JsonValue.h"
#include "core/profile/ModelProfile.h"
#include "core/report/CellText.h"

namespace lamella::cli {

namespace {

std::string joined(const std::vector<std::string> &words)
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string sourceOf(const core::ModelProfile &profile)
{
    if (profile.file.starts_with(":/"))
        return "built in";
    return profile.file.starts_with(core::userProfileFolder()) ? "user" : "system";
}

core::ReportTable profilesTable(const core::ProfileSet &set)
{
    using core::CellKind;
    using core::ColumnUse;
    core::ReportTable table("profiles", core::msg("Model profiles"),
        {{"name", "Name", CellKind::Text, "As it can be given to --profile", -1},
            {"title", "Title", CellKind::Text, "For people", -1},
            {"layers", "Layers", CellKind::Integer, "Layer count without a config", -1, ColumnUse::IfRoom},
            {"anchors", "Anchors", CellKind::Text, "Kernels that mark layers, in the order in which they are tried", -1,
                ColumnUse::OnRequest},
            {"model_types", "Model types", CellKind::Text, "model_type of the configs that it fits", -1},
            {"file", "File", CellKind::Text, "Where it comes from", -1, ColumnUse::IfRoom},
            {"source", "Source", CellKind::Text, "built in, system or user: a later one overrides by name", -1,
                ColumnUse::IfRoom},
            {"extends", "Extends", CellKind::Text, "Profile whose rules follow its own", -1, ColumnUse::IfRoom},
            {"traits", "Traits", CellKind::Text, "What a config of an unknown model type must have", -1, ColumnUse::IfRoom}});
    for (const core::ModelProfile &profile : set.profiles) {
        std::vector<std::string> anchors;
        for (const core::AnchorRule &rule : profile.anchors)
            anchors.push_back(rule.pattern.text());
        table.appendRow();
        table.setText(0, profile.name);
        table.setText(1, profile.title);
        if (profile.layers > 0)
            table.setInteger(2, profile.layers);
        else
            table.setMissing(2, "the config or the trace decides");
        table.setText(3, joined(anchors));
        table.setText(4, joined(profile.modelTypes));
        table.setText(5, profile.file);
        table.setText(6, sourceOf(profile));
        table.setText(7, profile.extends);
        table.setText(8, joined(profile.traits));
    }
    table.addNote(core::msg("Own profiles: %1", core::userProfileFolder() + "/*.json"));
    return table;
}

void warnAboutFaults(const core::ProfileSet &set, const CliOptions &options)
{
    for (const core::ProfileFault &fault : set.faults) {
        if (!options.quiet)
            warn(core::msg("%1; the profile is left out", fault.error().message(language())));
    }
}

int listProfiles(const CliOptions &options)
{
    const core::ProfileSet set = core::standardProfiles();
    warnAboutFaults(set, options);
    const core::ReportTable table = profilesTable(set);
    const auto written = writeTable(options, table);
    return written ? kDone : fail(written.error());
}

int showProfile(const std::string &name, const CliOptions &options)
{
    const core::ProfileSet set = core::standardProfiles();
    warnAboutFaults(set, options);
    const core::ModelProfile *profile = set.find(name);
    if (!profile && name != "universal")
        return fail(wrongUse(core::msg("profile %1 is not known; see lamella-cli profiles list", name)));
    const std::string path = profile ? profile->file : ":/profiles/universal.json";
    const auto text = core::readSmallFile(path);
    if (!text)
        return fail(text.error());
    const auto written = writeOutput(options.output, *text);
    return written ? kDone : fail(written.error());
}

// Prints one line per error: file, position, allowed values.
int checkProfile(const std::string &path)
{
    const std::vector<core::ProfileFault> faults = core::checkProfileFile(path);
    int code = kDone;
    for (const core::ProfileFault &fault : faults)
        code = fail(fault.error());
    if (!faults.empty())
        return code;
    const auto written = say(core::msg("%1: good", path));
    return written ? kDone : fail(written.error());
}

} // namespace

int runProfiles(const CliOptions &options)
{
    const std::vector<std::string> &words = options.arguments;
    const std::string what = words.empty() ? "list" : words.front();
    if (what == "list" && words.size() <= 1)
        return listProfiles(options);
    if (what == "show" && words.size() == 2) {
        const auto used = rejectUnused(options, "profiles show", "--output");
        return used ? showProfile(words[1], options) : fail(used.error());
    }
    if (what == "check" && words.size() == 2) {
        const auto used = rejectUnused(options, "profiles check", {});
        return used ? checkProfile(words[1]) : fail(used.error());
    }
    return fail(wrongUse(core::msg("use profiles list, profiles show NAME or profiles check FILE")));
}

} // namespace lamella::cli
