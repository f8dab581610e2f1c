// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/LayerEditing.h"

#include "core/model/EventLookup.h"
#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/charts/PassMapChart.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/Icons.h"
#include "widgets/common/UiText.h"
#include "widgets/layers/LayersDialog.h"
#include "widgets/layers/ProfileSaver.h"
#include "widgets/memory/MemoryPanel.h"
#include "widgets/overview/TraceOverview.h"
#include "widgets/panels/RangesDialog.h"
#include "widgets/panels/TableDialog.h"
#include "widgets/passes/BrushStrip.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/report/LayerTypesPanel.h"
#include "widgets/roofline/RooflinePanel.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/source/SourcePanel.h"
#include "widgets/timeline/BoundaryEditor.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace lamella::ui {

namespace {

constexpr int kMaxPassesInMenu = 30;

const core::DeviceSegmentation *mainDevice(const SessionController &controller)
{
    const auto segmentation = controller.segmentation();
    return segmentation && segmentation->mainDevice.valid() ? &segmentation->devices[segmentation->mainDevice.value] : nullptr;
}

// Other parts of the window also add to this menu: the first one creates it.
QMenu *analyzeMenu(QMenuBar &bar)
{
    if (auto *menu = bar.findChild<QMenu *>(QStringLiteral("analyzeMenu"), Qt::FindDirectChildrenOnly))
        return menu;
    auto *menu = new QMenu(LayerEditing::tr("&Analyze"), &bar);
    menu->setObjectName(QStringLiteral("analyzeMenu"));
    auto *tools = bar.findChild<QMenu *>(QStringLiteral("toolsMenu"), Qt::FindDirectChildrenOnly);
    bar.insertMenu(tools != nullptr ? tools->menuAction() : nullptr, menu);
    return menu;
}

} // namespace

QAction *LayerEditing::make(
    const char *id, const QString &text, const char *iconName, const QKeySequence &key, const QString &tip)
{
    auto *action = new QAction(text, this);
    action->setObjectName(QString::fromLatin1(id));
    if (iconName != nullptr)
        action->setIcon(icon(QString::fromLatin1(iconName)));
    action->setShortcut(key);
    action->setToolTip(key.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    m_window.addAction(action);
    return action;
}

LayerEditing::LayerEditing(
    QMainWindow &window, SessionController &controller, NavigationBus &bus, TimeRangeControl &range, TimelinePanel &timeline)
    : QObject(&window)
    , m_window(window)
    , m_controller(controller)
    , m_bus(bus)
    , m_range(range)
    , m_choices(controller)
    , m_editor(new BoundaryEditor(controller, bus, m_choices, *timeline.view()))
    , m_saver(new ProfileSaver(controller, m_choices, this))
{
    undo = m_choices.undoGroup().createUndoAction(this, tr("&Undo"));
    redo = m_choices.undoGroup().createRedoAction(this, tr("&Redo"));
    undo->setObjectName(QStringLiteral("edit.undo"));
    redo->setObjectName(QStringLiteral("edit.redo"));
    undo->setShortcuts(QKeySequence::Undo);
    redo->setShortcuts(QKeySequence::Redo);
    undo->setIcon(icon(QStringLiteral("undo")));
    redo->setIcon(icon(QStringLiteral("redo")));
    window.addActions({undo, redo});
    layers = make("analyze.layers", tr("&Layers…"), "layers", QKeySequence(Qt::CTRL | Qt::Key_J),
        tr("Choose which kernel marks the layers, with a preview"));
    editBoundaries = make("analyze.edit-boundaries", tr("&Edit boundaries"), "boundaries",
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B), tr("Move boundaries of passes and layers in the timeline"));
    editBoundaries->setCheckable(true);
    saveProfile = make("analyze.save-as-model-profile", tr("&Save as model profile…"), nullptr, {},
        tr("Save boundary kernel, boundaries and steady passes in a file for the --profile of the command line"));
    diagnostics = make("analyze.diagnostics", tr("&Diagnostics…"), nullptr, {}, tr("Problems in the file, as a table"));
    ranges = make("analyze.annotated-ranges", tr("Annotated &ranges…"), nullptr, {},
        tr("GPU work of NVTX and annotation ranges, as a table"));
    timeline.addViewBarAction(editBoundaries);

    connect(layers, &QAction::triggered, this, [this] { showLayers(); });
    connect(editBoundaries, &QAction::toggled, m_editor, &BoundaryEditor::setEditing);
    connect(m_editor, &BoundaryEditor::editingChanged, editBoundaries, &QAction::setChecked);
    connect(saveProfile, &QAction::triggered, this, [this] { m_saver->ask(&m_window); });
    connect(diagnostics, &QAction::triggered, this, [this] { showTable("diagnostics"); });
    connect(ranges, &QAction::triggered, this, [this] { showTable("ranges"); });
    connect(m_saver, &ProfileSaver::written, this,
        [this](const QString &path) { emit information(tr("Saved as %1; use it with lamella-cli --profile").arg(path)); });
    connect(m_saver, &ProfileSaver::failed, this, &LayerEditing::failed);
    connect(&controller, &SessionController::segmentationFailed, this, &LayerEditing::failed);
    connect(&controller, &SessionController::sessionChanged, this, &LayerEditing::updateActions);
    updateActions();
}

LayerEditing::~LayerEditing() = default;

void LayerEditing::updateActions()
{
    const bool there = m_controller.session() != nullptr;
    for (QAction *action : {diagnostics, ranges})
        action->setEnabled(there);
    for (QAction *action : {layers, editBoundaries, saveProfile})
        action->setEnabled(m_controller.hasGpuWork());
}

void LayerEditing::addToMenus(QMenuBar &bar)
{
    const auto menus = bar.actions();
    if (menus.size() > 1 && menus[1]->menu() != nullptr) { // Edit
        QMenu *edit = menus[1]->menu();
        const auto first = edit->actions();
        QAction *before = first.isEmpty() ? nullptr : first.first();
        edit->insertActions(before, {undo, redo});
        edit->insertSeparator(before);
    }
    QMenu *menu = analyzeMenu(bar);
    menu->setToolTipsVisible(true);
    if (!menu->isEmpty())
        menu->addSeparator();
    menu->addActions({layers, editBoundaries, saveProfile});
    menu->addSeparator();
    menu->addActions({ranges, diagnostics});
}

void LayerEditing::followPanels(WorkspaceArea &area)
{
    if (auto *overview = m_window.findChild<TraceOverview *>()) {
        connect(overview, &TraceOverview::requested, this, [this](OverviewAction action) {
            if (action == OverviewAction::Boundaries)
                showLayers();
            else if (action == OverviewAction::Diagnostics)
                showTable("diagnostics");
            else if (action == OverviewAction::Config)
                chooseConfig();
        });
        connect(overview, &TraceOverview::candidateRequested, this,
            [this](const core::AnchorCandidate &candidate) { showLayers().propose(candidate); });
        connect(overview, &TraceOverview::diagnosticRequested, this, &LayerEditing::goToDiagnostic);
        connect(overview, &TraceOverview::tableRequested, this, [this](const QString &table) { showTable(stdtext(table)); });
    }
    area.forEach<RooflinePanel>(this, [this](RooflinePanel &panel) {
        connect(&panel, &RooflinePanel::configRequested, this, &LayerEditing::chooseConfig);
        connect(&panel, &RooflinePanel::boundaryRequested, this, [this] { showLayers(); });
        connect(&panel, &RooflinePanel::inputsChosen, this, [this](const core::RooflineInputs &inputs) {
            core::SessionOptions next = m_choices.choices();
            next.roofline = inputs;
            m_choices.choose(next, tr("Peaks, tokens and context"));
        });
    });
    area.forEach<SourcePanel>(this, [this](SourcePanel &panel) {
        connect(&panel, &SourcePanel::ruleChosen, this, [this](const QString &yours) {
            core::SessionOptions next = m_choices.choices();
            next.yours = stdtext(yours);
            m_choices.choose(next, tr("Your own code"));
        });
    });
    area.forEach<LayerTypesPanel>(this,
        [this](LayerTypesPanel &panel) { connect(&panel, &LayerTypesPanel::boundaryRequested, this, [this] { showLayers(); }); });
    area.forEach<MemoryPanel>(
        this, [this](MemoryPanel &panel) { connect(&panel, &MemoryPanel::boundaryRequested, this, [this] { showLayers(); }); });
    area.forEach<LayerBarsPanel>(this,
        [this](LayerBarsPanel &panel) { connect(&panel, &LayerBarsPanel::boundaryRequested, this, [this] { showLayers(); }); });
    attachPassMenus();
}

// Of the charts that show passes.
void LayerEditing::attachPassMenus()
{
    if (auto *strip = m_window.findChild<PassStrip *>()) {
        connect(strip, &PassStrip::boundaryRequested, this, [this] { showLayers(); });
        connect(strip, &PassStrip::menuRequested, this,
            [this, strip](const core::PassSelection &pass, const QPoint &at) { passMenu(pass, strip)->popup(at); });
    }
    for (Chart *chart : std::initializer_list<Chart *>{
             m_window.findChild<HeatMapChart *>(), m_window.findChild<PassMapChart *>(), m_window.findChild<BrushStrip *>()}) {
        if (chart != nullptr)
            chart->setMenu([this, chart](const core::Selection &target) -> QMenu * {
                if (const auto *layer = std::get_if<core::LayerSelection>(&target))
                    return passMenu({layer->device, layer->pass}, chart);
                const auto *pass = std::get_if<core::PassSelection>(&target);
                return pass != nullptr ? passMenu(*pass, chart) : nullptr;
            });
    }
}

// Layers, types and costs by the config of the model.
void LayerEditing::chooseConfig()
{
    QSettings &settings = appSettings();
    const QString key = QStringLiteral("folders/config");
    const QString beside = QFileInfo(m_controller.path()).absolutePath();
    const QString file = QFileDialog::getOpenFileName(
        &m_window, tr("Choose the config of the model"), settings.value(key, beside).toString(), tr("Model config (*.json)"));
    if (file.isEmpty())
        return;
    settings.setValue(key, QFileInfo(file).absolutePath());
    core::SessionOptions next = m_choices.choices();
    next.configPath = QFile::encodeName(file).toStdString();
    m_choices.choose(next, tr("Use %1").arg(QFileInfo(file).fileName()));
}

LayersDialog &LayerEditing::showLayers()
{
    if (!m_dialog) {
        m_dialog = new LayersDialog(m_controller, m_choices, m_bus, m_range, &m_window);
        connect(m_dialog, &LayersDialog::saveRequested, this, [this] { m_saver->ask(m_dialog); });
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    return *m_dialog;
}

TableDialog &LayerEditing::showTable(const std::string &table)
{
    delete m_table;
    core::TableRequest request;
    request.table = table;
    if (table == "ranges")
        m_table = new RangesDialog(m_controller, m_bus, &m_window);
    else
        m_table = new TableDialog(m_controller, m_bus, request, &m_window);
    connect(m_table, &TableDialog::failed, this, &LayerEditing::failed);
    m_table->show();
    return *m_table;
}

void LayerEditing::goToDiagnostic(const core::Diagnostic &diagnostic)
{
    const auto document = m_controller.document();
    if (!document)
        return;
    const core::Selection place =
        core::selectionOfEvent(*document, core::eventAtOffset(document->events, diagnostic.firstOffset));
    if (std::holds_alternative<std::monostate>(place))
        showTable("diagnostics"); // what was left out has no place in a view
    else
        m_bus.select(place, this);
}

void LayerEditing::usePass(int pass)
{
    core::SessionOptions next = m_choices.choices();
    next.selectedPass = pass;
    m_choices.choose(next, tr("P%1 as representative pass").arg(pass));
}

void LayerEditing::treatAsSteady(int first, int last)
{
    core::SessionOptions next = m_choices.choices();
    next.steadyPasses = {first, last};
    next.selectedPass.reset(); // falls back to the median of the steady passes
    m_choices.choose(next, tr("Treat P%1 to P%2 as steady").arg(first).arg(last));
}

void LayerEditing::forgetPassChoices()
{
    core::SessionOptions next = m_choices.choices();
    next.selectedPass.reset();
    next.steadyPasses.reset();
    m_choices.choose(next, tr("Steady passes by rule"));
}

void LayerEditing::addSteadyMenu(QMenu &menu, const core::PassSelection &pass)
{
    const core::DeviceSegmentation *device = mainDevice(m_controller);
    const core::Pass *first = m_controller.segmentation()->pass(pass.device, pass.pass);
    QMenu *steady = menu.addMenu(tr("Treat as &steady from here to"));
    int listed = 0;
    const core::Pass *last = nullptr;
    const auto add = [&](const core::Pass &to) {
        connect(steady->addAction(passText(to.number)), &QAction::triggered, this,
            [this, from = pass.pass, number = to.number] { treatAsSteady(from, number); });
    };
    for (const core::Pass &other : device->passes) {
        if (first == nullptr || other.number < first->number || other.stage != first->stage)
            continue;
        last = &other;
        if (listed++ < kMaxPassesInMenu)
            add(other);
    }
    if (listed > kMaxPassesInMenu) {
        steady->addSeparator();
        add(*last);
    }
}

QMenu *LayerEditing::passMenu(const core::PassSelection &pass, QWidget *parent)
{
    auto *menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const auto segmentation = m_controller.segmentation();
    const bool main =
        segmentation && pass.device == segmentation->mainDevice && segmentation->pass(pass.device, pass.pass) != nullptr;
    QAction *use = menu->addAction(tr("&Use as representative pass"));
    use->setEnabled(main);
    if (!main)
        use->setToolTip(tr("Only passes of the busiest device can be chosen"));
    connect(use, &QAction::triggered, this, [this, number = pass.pass] { usePass(number); });
    if (main)
        addSteadyMenu(*menu, pass);
    QAction *forget = menu->addAction(tr("Let the &rule decide again"));
    forget->setEnabled(m_choices.choices().selectedPass || m_choices.choices().steadyPasses);
    connect(forget, &QAction::triggered, this, &LayerEditing::forgetPassChoices);
    emit passMenuMade(menu, pass);
    return menu;
}

} // namespace lamella::ui
