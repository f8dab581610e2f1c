// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/profile/ModelProfile.h"

#include <QFile>

namespace lamella::cli {

namespace {

core::Error wrongUse(std::string sentence)
{
    return {core::ErrorCode::BadRequest, std::move(sentence), {}, -1};
}

std::string joined(const std::vector<std::string> &words)
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

core::ReportTable profilesTable(const core::ProfileSet &set)
{
    using core::CellKind;
    core::ReportTable table("profiles", "Model profiles",
        {{"name", "Name", CellKind::Text, "As it can be given to --profile", -1},
            {"title", "Title", CellKind::Text, "For people", -1},
            {"layers", "Layers", CellKind::Integer, "Layer count without a config", -1},
            {"anchors", "Anchors", CellKind::Text, "Kernels that mark layers, in the order in which they are tried", -1},
            {"model_types", "Model types", CellKind::Text, "model_type of the configs that it fits", -1},
            {"file", "File", CellKind::Text, "Where it comes from", -1}});
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
    }
    return table;
}

int listProfiles(const CliOptions &options)
{
    const core::ReportTable table = profilesTable(core::builtinProfiles());
    const auto written = options.output.empty()
        ? writeStandardOutput(table, options.format)
        : core::writeFileAtomically(options.output, core::writeTable(table, options.format));
    return written ? kDone : fail(written.error());
}

int showProfile(const std::string &name)
{
    const core::ModelProfile *profile = core::builtinProfiles().find(name);
    if (!profile)
        return fail(wrongUse("profile " + name + " is not known; see lamella-cli profiles list"));
    QFile file(QString::fromStdString(profile->file));
    if (!file.open(QIODevice::ReadOnly))
        return fail({core::ErrorCode::Io, "cannot be read (" + file.errorString().toStdString() + ")", profile->file, -1});
    const auto written = writeStandardOutput(file.readAll().toStdString());
    return written ? kDone : fail(written.error());
}

int checkProfile(const std::string &path)
{
    const auto set = core::profilesWith(path);
    if (!set)
        return fail(set.error());
    const auto written = writeStandardOutput(path + ": good\n");
    return written ? kDone : fail(written.error());
}

} // namespace

int runProfiles(const CliOptions &options)
{
    const std::vector<std::string> &words = options.arguments;
    const std::string what = words.empty() ? "list" : words.front();
    if (what == "list" && words.size() <= 1)
        return listProfiles(options);
    if (what == "show" && words.size() == 2)
        return showProfile(words[1]);
    if (what == "check" && words.size() == 2)
        return checkProfile(words[1]);
    return fail(wrongUse("use profiles list, profiles show NAME or profiles check FILE"));
}

} // namespace lamella::cli
