// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ProgramWiring.h"

#include "widgets/program/ProgramPanel.h"
#include "widgets/window/DockArea.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct ProgramText {
    Q_DECLARE_TR_FUNCTIONS(ProgramText)
};

ProgramView stepsView()
{
    return {{QStringLiteral("steps"), ProgramText::tr("Steps"), QStringLiteral("time"), ProgramText::tr("No steps here"),
                ProgramText::tr("Neither compiled programs nor steps nor forward passes were found in this trace."),
                {{"step", {}, ColumnStyle::Number, 48, {}}, {"class", {}, ColumnStyle::Text, 72, {}},
                    {"wall_ns", {}, ColumnStyle::Bar, 110, {}}, {"busy_ns", {}, ColumnStyle::Number, 78, {}},
                    {"wait_ns", {}, ColumnStyle::Number, 78, {}}, {"idle_ns", {}, ColumnStyle::Number, 78, {}},
                    {"gap_before_ns", {}, ColumnStyle::Number, 84, {}}, {"interval_ns", {}, ColumnStyle::Number, 78, {}},
                    {"run_id", {}, ColumnStyle::Secondary, 60, {}}, {"program", {}, ColumnStyle::Secondary, -120, {}}}},
        "steps", {}};
}

// The end of a path is more informative than its beginning, which is common to all regions of a program.
ProgramView regionsView()
{
    return {{QStringLiteral("regions"), ProgramText::tr("Regions of the program"), QStringLiteral("layers"),
                ProgramText::tr("No regions here"), ProgramText::tr("Nothing was recorded on a device in this trace."),
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

} // namespace

void addProgramViews(DockArea &docks, SessionController &controller, NavigationBus &bus, QWidget *window,
    const std::function<void(const core::TableRequest &)> &exportTable)
{
    const auto add = [&](const char *id, const QString &title, ProgramView view) {
        auto *panel = new ProgramPanel(controller, bus, std::move(view), window);
        docks.add(Qt::BottomDockWidgetArea, QString::fromLatin1(id), title, panel);
        QObject::connect(panel, &ProgramPanel::exportRequested, window, exportTable);
    };
    add("steps", ProgramText::tr("Steps"), stepsView());
    add("regions", ProgramText::tr("Regions"), regionsView());
    add("findings", ProgramText::tr("Findings"), findingsView());
}

} // namespace lamella::ui
