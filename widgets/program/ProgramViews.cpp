// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/program/ProgramViews.h"

#include "core/model/TraceDocument.h"

#include <QCoreApplication>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace lamella::ui {

namespace {

struct ProgramText {
    Q_DECLARE_TR_FUNCTIONS(ProgramText)
};

} // namespace

ProgramView stepsView(const QString &name, Launches launches)
{
    std::vector<ViewColumn> columns{{"step", {}, ColumnStyle::Number, 48, {}}, {"class", {}, ColumnStyle::Text, 72, {}},
        {"wall_ns", {}, ColumnStyle::Bar, 110, {}}};
    if (launches == Launches::OfPrograms) { // a pass without what the program does before and after its operations
        columns.push_back({"pass", {}, ColumnStyle::Number, 48, {}});
        columns.push_back({"pass_wall_ns", {}, ColumnStyle::Number, 84, {}});
    }
    for (ViewColumn column : std::initializer_list<ViewColumn>{{"busy_ns", {}, ColumnStyle::Number, 78, {}},
             {"wait_ns", {}, ColumnStyle::Number, 78, {}}, {"idle_ns", {}, ColumnStyle::Number, 78, {}},
             {"gap_before_ns", {}, ColumnStyle::Number, 84, {}}, {"interval_ns", {}, ColumnStyle::Number, 78, {}},
             {"run_id", {}, ColumnStyle::Secondary, 60, {}}, {"program", {}, ColumnStyle::Secondary, -120, {}}})
        columns.push_back(std::move(column));
    return {{name, ProgramText::tr("Steps"), QStringLiteral("time"), ProgramText::tr("No steps here"),
                ProgramText::tr("Neither compiled programs nor steps nor forward passes were found in this trace."),
                std::move(columns)},
        "steps", {}};
}

// The end of a path is more informative than its beginning, which is common to all regions of a program.
ProgramView regionsView(const QString &name)
{
    return {{name, ProgramText::tr("Regions of the program"), QStringLiteral("layers"), ProgramText::tr("No regions here"),
                ProgramText::tr("Nothing was recorded on a device in this trace."),
                {{"region", {}, ColumnStyle::Text, -240, {}}, {"inclusive_ns", {}, ColumnStyle::Bar, 104, {}},
                    {"share", {}, ColumnStyle::Number, 58, {}}, {"exclusive_ns", {}, ColumnStyle::Number, 80, {}},
                    {"count", {}, ColumnStyle::Number, 56, {}}, {"depth", {}, ColumnStyle::Number, 50, {}},
                    {"exclusive_share", {}, ColumnStyle::Number, 84, {}}}},
        "regions", {"region"}, Qt::ElideLeft};
}

ProgramView findingsView()
{
    return {{QStringLiteral("findings"), ProgramText::tr("Findings"), QStringLiteral("info"), ProgramText::tr("No findings here"),
                ProgramText::tr("Nothing was recorded on a device in this trace."),
                {{"title", {}, ColumnStyle::Text, 0, "advice"}, {"subject", {}, ColumnStyle::Secondary, 150, {}},
                    {"share", {}, ColumnStyle::Number, 60, {}}, {"gain_ns", {}, ColumnStyle::Bar, 112, {}}}},
        "findings", {"evidence", "advice"}, Qt::ElideRight};
}

bool hasPrograms(const core::TraceDocument &document)
{
    return std::any_of(document.tracks.begin(), document.tracks.end(),
        [](const core::Track &track) { return track.processName.starts_with("/device:"); });
}

} // namespace lamella::ui
