// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: connects commands and signals.
#include "widgets/common/MessageStrip.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/TabOrder.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/CompareInspector.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/matrix/MatrixPanel.h"
#include "widgets/nsys/NsysOffer.h"
#include "widgets/panels/EmptyPage.h"
#include "widgets/panels/KernelMenu.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/panels/LoadingPage.h"
#include "widgets/panels/TableExport.h"
#include "widgets/ranks/RankController.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/KernelSteps.h"
#include "widgets/session/LongestStep.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/session/Stepper.h"
#include "widgets/theme/Appearance.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/CompareWiring.h"
#include "widgets/window/GoToDialog.h"
#include "widgets/window/LayerEditing.h"
#include "widgets/window/MainToolBar.h"
#include "widgets/window/MainWindow.h"
#include "widgets/window/PerfettoWiring.h"
#include "widgets/window/StatusFields.h"
#include "widgets/window/WindowActions.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QMenu>
#include <QTableView>

#include <algorithm>

namespace lamella::ui {

void MainWindow::exportShownTable()
{
    using Outcome = PanelExport::Outcome;
    Outcome outcome = PanelExport::run(QApplication::focusWidget());
    if (outcome == Outcome::NoPanel)
        outcome = PanelExport::run(m_area->exportedPanel());
    if (outcome == Outcome::NoPanel)
        m_export->ask(kernelTable().request(), this);
    else if (outcome == Outcome::Nothing)
        m_message->show(MessageStrip::Kind::Info, tr("This view shows no table to export yet"));
}

// The inspector with the focus, as text; else rows of the table with the focus, else of the one of the workspace.
void MainWindow::copyShown()
{
    for (const QWidget *at = QApplication::focusWidget(); at != nullptr; at = at->parentWidget())
        if (qobject_cast<const InspectorPanel *>(at) != nullptr || qobject_cast<const CompareInspector *>(at) != nullptr) {
            QApplication::clipboard()->setText(at->findChild<InspectorBody *>()->content().asText());
            return;
        }
    const auto isTable = [](const QTableView *view) {
        return view != nullptr && view->isVisible() && TableTools::of(*view) != nullptr;
    };
    const auto *view = qobject_cast<const QTableView *>(QApplication::focusWidget());
    if (!isTable(view)) {
        const auto all = m_area->exportedPanel()->findChildren<const QTableView *>();
        const auto found = std::find_if(all.begin(), all.end(), isTable);
        view = found == all.end() ? nullptr : *found;
    }
    if (view != nullptr)
        TableTools::of(*view)->copyTsv();
    else
        m_message->show(MessageStrip::Kind::Info, tr("This view shows no table to copy from"));
}

// From selection to selection.
void MainWindow::connectSteps()
{
    const auto on = [this](QAction *action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    const auto toKernel = [this](KernelStep what, int by) {
        const auto document = m_controller.document();
        const auto *from = std::get_if<core::KernelSelection>(&m_bus.selection());
        const auto kernel = from != nullptr ? kernelStep(*document, from->kernel, what, by)
                                            : firstKernelIn(*document, m_bus.placeOf(m_bus.selection()), m_bus.focus().device);
        if (kernel)
            m_bus.select(core::KernelSelection{*kernel}, this);
    };
    on(m_actions->previousKernel, [toKernel] { toKernel(KernelStep::Stream, -1); });
    on(m_actions->nextKernel, [toKernel] { toKernel(KernelStep::Stream, 1); });
    on(m_actions->previousSame, [toKernel] { toKernel(KernelStep::Name, -1); });
    on(m_actions->nextSame, [toKernel] { toKernel(KernelStep::Name, 1); });
    on(m_actions->back, [this] { m_bus.goBack(); });
    on(m_actions->forward, [this] { m_bus.goForward(); });
    on(m_actions->previousPass, [this] { step(passStep(*m_controller.segmentation(), m_bus.focus(), -1)); });
    on(m_actions->nextPass, [this] { step(passStep(*m_controller.segmentation(), m_bus.focus(), 1)); });
    const auto toOutlier = [this](int by) {
        const auto outlier = outlierStep(*m_controller.segmentation(), m_bus.focus(), by);
        if (!outlier)
            m_message->show(MessageStrip::Kind::Info, tr("No pass of this device is an outlier"));
        step(outlier);
    };
    on(m_actions->previousOutlier, [toOutlier] { toOutlier(-1); });
    on(m_actions->nextOutlier, [toOutlier] { toOutlier(1); });
    on(m_actions->previousLayer, [this] { step(layerStep(*m_controller.segmentation(), m_bus.focus(), -1)); });
    on(m_actions->nextLayer, [this] { step(layerStep(*m_controller.segmentation(), m_bus.focus(), 1)); });
}

// From selection to selection by how long things take, and to what contains it. What takes longest is found by a worker: it can
// be one of all kernels of the trace. Whoever selects something else meanwhile stays there.
void MainWindow::connectLongest()
{
    using Target = std::optional<core::Selection>;
    const auto go = [this](const Target &target, const QString &none) {
        if (!target)
            m_message->show(MessageStrip::Kind::Info, none);
        step(target);
    };
    auto *finding = new JobSlot(m_controller.pool(), this);
    connect(&m_bus, &NavigationBus::selectionChanged, finding, &JobSlot::cancel);
    connect(&m_controller, &SessionController::sessionChanged, finding, &JobSlot::cancel);
    const auto onLongest = [this, go, finding](QAction *action, auto longest, const QString &none) {
        connect(action, &QAction::triggered, this, [this, go, finding, longest, none] {
            finding->start<Target>(
                [longest, document = m_controller.document(), segmentation = m_controller.segmentation(),
                    selection = m_bus.selection(), focus = m_bus.focus()](const core::JobControl &) -> core::Result<Target> {
                    return longest(*document, *segmentation, selection, focus);
                },
                [go, none](const core::Result<Target> &target) { go(target ? *target : Target(), none); });
        });
    };
    onLongest(m_actions->longestOfKind, &longestOfKind, tr("Select a pass, a layer or a kernel first"));
    onLongest(m_actions->longestInside, &longestInside, tr("The selection has no passes, layers or kernels inside"));
    connect(m_actions->parent, &QAction::triggered, this,
        [this, go] { go(parentOf(m_bus.selection(), m_bus.focus()), tr("Only the trace contains the selection")); });
    connect(m_actions->allOfName, &QAction::triggered, this, [this, go] {
        Target all;
        if (const auto *kernel = std::get_if<core::KernelSelection>(&m_bus.selection()))
            all = core::NameSelection{m_controller.document()->kernels.name[kernel->kernel.value]};
        else if (std::holds_alternative<core::NameSelection>(m_bus.selection()))
            all = m_bus.selection();
        go(all, tr("Select a kernel first"));
    });
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction *action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    on(m_actions->open, &MainWindow::chooseFile);
    on(m_actions->close, [this] { m_controller.close(); });
    on(m_actions->quit, [] { QApplication::closeAllWindows(); });
    on(m_actions->exportTable, &MainWindow::exportShownTable);
    on(m_actions->copy, &MainWindow::copyShown);
    on(m_actions->find, [this] {
        m_toolBar->search()->setFocus();
        m_toolBar->search()->selectAll();
    });
    on(m_actions->goTo, [this] { (new GoToDialog(m_controller, m_bus, this))->open(); });
    connectSteps();
    connectLongest();
    on(m_actions->zoomIn, [this] { m_timeline->zoomIn(); });
    on(m_actions->zoomOut, [this] { m_timeline->zoomOut(); });
    on(m_actions->zoomFit, [this] { m_timeline->zoomToFit(); });
    on(m_actions->zoomSelection, [this] { m_timeline->zoomToSelection(); });
    on(m_actions->resetLayout, [this] { m_area->reset(); });
    on(m_actions->about, [this] { showAbout(this); });
    m_actions->timeFormats->actions().at(static_cast<int>(timeFormat()))->setChecked(true);
    connect(m_actions->timeFormats, &QActionGroup::triggered, this, [this](QAction *action) {
        m_timeline->setTimeFormat(static_cast<TimeFormat>(m_actions->timeFormats->actions().indexOf(action)));
    });
    const ThemeChoice choice = themeChoice();
    (choice == ThemeChoice::Light         ? m_actions->themeLight
            : choice == ThemeChoice::Dark ? m_actions->themeDark
                                          : m_actions->themeSystem)
        ->setChecked(true);
    on(m_actions->themeSystem, [] { setThemeChoice(ThemeChoice::System); });
    on(m_actions->themeLight, [] { setThemeChoice(ThemeChoice::Light); });
    on(m_actions->themeDark, [] { setThemeChoice(ThemeChoice::Dark); });
    m_actions->patterns->setChecked(Theme::patterns());
    on(m_actions->patterns, [](bool checked) { setPatternChoice(checked); });
    m_actions->followRecent(m_recent);
    connect(m_actions, &WindowActions::recentRequested, this, [this](const QString &path) { openTrace(path); });
    connect(m_actions, &WindowActions::clearRecentRequested, &m_recent, &RecentFiles::clear);
    connect(m_toolBar->search(), &QLineEdit::returnPressed, this, [this] { search(m_toolBar->search()->text()); });
    connect(m_toolBar->search(), &SearchField::escaped, m_timeline, qOverload<>(&QWidget::setFocus));
}

// Files named like a grid of runs are not ranks of one job: shows the grid beside the first of them.
void MainWindow::openGrid(const QStringList &files, const std::string &first, const core::SessionOptions &options)
{
    if (auto *grid = qobject_cast<MatrixPanel *>(m_area->panel(QStringLiteral("matrix"))))
        grid->open(files);
    m_startView.view = QStringLiteral("matrix");
    openTrace(QFile::decodeName(first.c_str()), options);
}

void MainWindow::connectSession()
{
    m_loadingDelay.setSingleShot(true);
    m_loadingDelay.setInterval(150);
    connect(&m_loadingDelay, &QTimer::timeout, this, &MainWindow::showState);
    connect(&m_controller, &SessionController::stateChanged, this, [this](SessionController::State state) {
        if (state == SessionController::State::Loading)
            m_loadingDelay.start();
        else
            showState();
        updateTitle();
    });
    connect(&m_controller, &SessionController::sessionChanged, this, &MainWindow::showTrace);
    connect(&m_controller, &SessionController::loadFailed, this, &MainWindow::showError);
    auto *nsys = new NsysOffer(this); // beside the error, which gives the same information in words
    connect(&m_controller, &SessionController::loadFailed, nsys, [this, nsys] { nsys->offer(m_controller.loadingPath()); });
    connect(nsys, &NsysOffer::openRequested, this, [this](const QString &path) { openTrace(path); });
    connect(nsys, &NsysOffer::exported, this, [this](const QString &path, const QString &report) {
        if (m_controller.loadingPath() == report) // unless the user opened something else since
            openTrace(path);
        else
            m_message->show(MessageStrip::Kind::Info, tr("The export of %1 is ready").arg(QFileInfo(report).fileName()),
                tr("Open the export"), [this, path] { openTrace(path); });
    });
    connect(nsys, &NsysOffer::failed, this,
        [this](const QString &reason) { m_message->show(MessageStrip::Kind::Error, reason, tr("Copy")); });
    connect(m_ranks, &RankController::switching, this, [this] {
        connect(
            m_ranks, &RankController::switched, this,
            [this, visible = m_range.visibleRange(), selected = m_bus.selectedRange()] { showOtherRank(visible, selected); },
            Qt::SingleShotConnection);
    });
    connect(&m_bus, &NavigationBus::focusChanged, this, &MainWindow::updateTitle);
    connect(&m_bus, &NavigationBus::historyChanged, this, [this] {
        m_actions->back->setEnabled(m_bus.canGoBack());
        m_actions->forward->setEnabled(m_bus.canGoForward());
    });
    connect(m_emptyPage, &EmptyPage::openRequested, this, &MainWindow::chooseFile);
    connect(m_emptyPage, &EmptyPage::fileRequested, this, [this](const QString &path) { openTrace(path); });
    connect(m_loadingPage, &LoadingPage::keepRequested, &m_controller, &SessionController::keepRead);
    connect(m_loadingPage, &LoadingPage::cancelRequested, &m_controller, &SessionController::cancelLoading);
    connect(m_timeline->view(), &TimelineView::menuRequested, this, &MainWindow::showTimelineMenu);
    connect(m_timeline, &TimelinePanel::cursorTimeChanged, m_status, &StatusFields::showCursor);
    connect(m_export, &TableExport::written, this,
        [this](const QString &path) { m_message->show(MessageStrip::Kind::Info, tr("Exported to %1").arg(path)); });
    connect(m_export, &TableExport::failed, this, &MainWindow::showError);
    connect(m_layerEditing, &LayerEditing::information, this,
        [this](const QString &text) { m_message->show(MessageStrip::Kind::Info, text); });
    connect(m_layerEditing, &LayerEditing::failed, this, &MainWindow::showError);
    connect(m_layerEditing, &LayerEditing::passMenuMade, m_compare,
        [this](QMenu *menu, const core::PassSelection &pass) { m_compare->addTo(*menu, pass); });
    connect(m_message, &MessageStrip::actionTriggered, this, [this] { QApplication::clipboard()->setText(m_message->text()); });
}

// Of a kernel the entries that its row in the table has, before those of every selection.
void MainWindow::showTimelineMenu(const QPoint &globalPosition)
{
    const auto *selected = std::get_if<core::KernelSelection>(&m_bus.selection());
    const auto session = m_controller.session();
    const auto names = session ? session->kernelNames() : nullptr;
    if (selected == nullptr || !names)
        return m_perfetto->menu()->popup(globalPosition);
    const core::KernelName &name = (*names)[session->document().kernels.name[selected->kernel.value]];
    const QString shortName = qtext(name.shortName);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillKernelMenu(*menu,
        {qtext(name.full), shortName, [this] { m_actions->showInPerfetto->trigger(); },
            [this] { findChild<QAction *>(QStringLiteral("go.compare-with"))->trigger(); },
            [this] { m_area->showInTurns(QStringLiteral("source")); }, [this, shortName] { kernelTable().setFilter(shortName); }});
    menu->addSeparator();
    menu->addMenu(m_perfetto->menu());
    menu->popup(globalPosition);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return focusNextStop(*this, next);
}

} // namespace lamella::ui
