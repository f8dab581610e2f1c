// SPDX-License-Identifier: GPL-3.0-or-later
// Explore: which pass, which layer, which kernel.
#include "widgets/advice/AdviceHerePanel.h"
#include "widgets/charts/HeatMapPanel.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/notes/NotesPanel.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/program/ProgramPanel.h"
#include "widgets/program/ProgramViews.h"
#include "widgets/report/LayerTypesPanel.h"
#include "widgets/report/WithinPanel.h"
#include "widgets/search/ArgsPanel.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct ExploreText {
    Q_DECLARE_TR_FUNCTIONS(ExploreText)
};

QWidget *makeLayers(const PanelContext &context, QWidget *parent)
{
    auto *panel = withExport(context, new LayerBarsPanel(context.controller, context.bus, parent));
    QObject::connect(panel, &LayerBarsPanel::layerOpened, &context.window, context.showRange);
    QObject::connect(panel, &LayerBarsPanel::heatMapRequested, &context.window,
        [open = context.openView] { open(QStringLiteral("heatmap")); });
    return panel;
}

QWidget *makeHeatMap(const PanelContext &context, QWidget *parent)
{
    auto *panel = withExport(context, new HeatMapPanel(context.controller, context.bus, parent));
    QObject::connect(panel, &HeatMapPanel::placeOpened, &context.window, context.showRange);
    QObject::connect(
        panel, &HeatMapPanel::barsRequested, &context.window, [open = context.openView, window = &context.window](bool types) {
            open(QStringLiteral("layers"));
            if (auto *bars = window->findChild<LayerBarsPanel *>())
                bars->showGroups(types);
        });
    return panel;
}

QWidget *makeTypes(const PanelContext &context, QWidget *parent)
{
    return withExport(context, new LayerTypesPanel(context.controller, context.bus, parent));
}

QWidget *makeAdviceHere(const PanelContext &context, QWidget *parent)
{
    auto *panel = withTableExport(context, new AdviceHerePanel(context.controller, context.bus, parent));
    QObject::connect(
        panel, &AdviceHerePanel::allRequested, &context.window, [open = context.openView] { open(QStringLiteral("advice")); });
    return panel;
}

QWidget *makeKernels(const PanelContext &context, QWidget *parent)
{
    auto *panel = withExport(context, new KernelTablePanel(context.controller, context.bus, parent));
    QObject::connect(panel, &KernelTablePanel::showInPerfettoRequested, &context.window,
        commandOf(context, QStringLiteral("perfetto.show")));
    QObject::connect(
        panel, &KernelTablePanel::compareRequested, &context.window, commandOf(context, QStringLiteral("go.compare-with")));
    QObject::connect(panel, &KernelTablePanel::sourceRequested, &context.window,
        [open = context.openView] { open(QStringLiteral("source")); });
    return panel;
}

QWidget *makeWithin(const PanelContext &context, QWidget *parent)
{
    auto *panel = new WithinPanel(context.controller, context.bus, parent);
    QObject::connect(panel, &WithinPanel::exportRequested, &context.window,
        [exporter = &context.exporter, window = &context.window](
            const TableMaker &make) { exporter->ask(QStringLiteral("within"), make, window); });
    return panel;
}

QWidget *makeRegions(const PanelContext &context, QWidget *parent)
{
    return withExport(context, new ProgramPanel(context.controller, context.bus, regionsView(QStringLiteral("regions")), parent));
}

QWidget *makeSteps(const PanelContext &context, QWidget *parent)
{
    return withExport(context,
        new ProgramPanel(context.controller, context.bus, stepsView(QStringLiteral("steps"), Launches::OfPasses), parent));
}

QWidget *makeArgs(const PanelContext &context, QWidget *parent)
{
    auto *panel = new ArgsPanel(context.controller, context.bus, parent);
    QObject::connect(panel, &ArgsPanel::exportRequested, &context.window,
        [exporter = &context.exporter, window = &context.window](
            const TableMaker &make) { exporter->ask(QStringLiteral("search"), make, window); });
    QObject::connect(panel, &ArgsPanel::left, &context.timeline, qOverload<>(&QWidget::setFocus));
    return panel;
}

QWidget *makeNotes(const PanelContext &context, QWidget *parent)
{
    auto *panel = new NotesPanel(context.notes, context.bus, parent);
    QObject::connect(panel, &NotesPanel::nothingSelected, &context.window,
        [say = context.say] { say(ExploreText::tr("Select a pass, a layer, a kernel or a range first")); });
    return panel;
}

} // namespace

extern const WorkspaceSpec kExploreWorkspace{
    .id = "explore",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Explore"),
    .icon = "layers",
    .key = 1,
    .timeline = true,
    .passes = true,
    .columns = {{.places = {{.panels = {{"layers", QT_TRANSLATE_NOOP("Workspaces", "Layers"), makeLayers},
                                 {"heatmap", QT_TRANSLATE_NOOP("Workspaces", "Passes × layers"), makeHeatMap},
                                 {"types", QT_TRANSLATE_NOOP("Workspaces", "Types of layers"), makeTypes}}}},
                    .share = 44,
                    .wideShare = 34},
        {.places = {{.panels = {}, .whenWide = {"heatmap"}, .share = 64}, {.panels = {}, .whenWide = {"types"}, .share = 36}},
            .share = 25},
        {.places = {{.panels = {{"kernels", QT_TRANSLATE_NOOP("Workspaces", "Kernels"), makeKernels},
                         {"within", QT_TRANSLATE_NOOP("Workspaces", "Time range"), makeWithin},
                         {"regions", QT_TRANSLATE_NOOP("Workspaces", "NVTX ranges and regions"), makeRegions},
                         {"steps", QT_TRANSLATE_NOOP("Workspaces", "Steps"), makeSteps},
                         {"args", QT_TRANSLATE_NOOP("Workspaces", "Search in args"), makeArgs},
                         {"notes", QT_TRANSLATE_NOOP("Workspaces", "Marks and notes"), makeNotes},
                         {"advice-here", QT_TRANSLATE_NOOP("Workspaces", "Advice about the selection"), makeAdviceHere}},
                        .share = 76},
             {.panels = {}, .whenWide = {"advice-here"}, .share = 24}},
            .share = 56,
            .wideShare = 41}},
    .mainPanel = "kernels",
};

} // namespace lamella::ui
