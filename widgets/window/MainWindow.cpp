// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/MainWindow.h"

#include "core/base/Format.h"
#include "core/import/archive/ArchivePath.h"
#include "core/session/TraceFolder.h"
#include "core/session/matrix/RunGrid.h"
#include "core/session/memory/MemoryReader.h"
#include "core/session/summary/RankSummaries.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/ExportFolder.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LongTips.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/common/Panel.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/TraceFileFilter.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/notes/NotesController.h"
#include "widgets/notes/SessionFiles.h"
#include "widgets/panels/EmptyPage.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/panels/LoadingPage.h"
#include "widgets/panels/TableExport.h"
#include "widgets/ranks/JobPage.h"
#include "widgets/ranks/RankController.h"
#include "widgets/search/FilterControl.h"
#include "widgets/search/FilterStrip.h"
#include "widgets/session/FreedMemory.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/session/Stepper.h"
#include "widgets/timeline/TimelineGeometry.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/ArgsWiring.h"
#include "widgets/window/Breadcrumb.h"
#include "widgets/window/CompareWiring.h"
#include "widgets/window/ExportWiring.h"
#include "widgets/window/FilterWiring.h"
#include "widgets/window/GoTo.h"
#include "widgets/window/HelpWiring.h"
#include "widgets/window/IdleWiring.h"
#include "widgets/window/LayerEditing.h"
#include "widgets/window/MainToolBar.h"
#include "widgets/window/ManyPasses.h"
#include "widgets/window/NotesWiring.h"
#include "widgets/window/PerfettoWiring.h"
#include "widgets/window/PictureWiring.h"
#include "widgets/window/RanksWiring.h"
#include "widgets/window/ShellWiring.h"
#include "widgets/window/StatusFields.h"
#include "widgets/window/WindowActions.h"
#include "widgets/window/WorkspaceArea.h"
#include "widgets/window/WorkspaceList.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

QStringList localFiles(const QMimeData *data)
{
    QStringList files;
    const auto urls = data->urls();
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

} // namespace

MainWindow::MainWindow(QThreadPool &pool, RecentFiles &recent, QWidget *parent)
    : QMainWindow(parent)
    , m_controller(pool)
    , m_bus(m_controller)
    , m_recent(recent)
{
    keepTipsShort(*qApp);
    setAcceptDrops(true);
    setMinimumSize(800, 500);
    resize(1280, 800);
    const QSettings &settings = appSettings();
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    connect(&m_controller, &SessionController::sessionChanged, this, [this] { // before the panels read the range
        if (m_controller.keepsTrace())
            return;
        const auto document = m_controller.document();
        m_range.setTraceRange(
            document ? core::TimeRange{{document->bounds.exactBegin}, {document->bounds.exactEnd}} : core::TimeRange{});
    });
    m_looking = new JobSlot(m_controller.pool(), this);
    m_actions = new WindowActions(this);
    m_toolBar = new MainToolBar(m_controller, *m_actions, this);
    addToolBar(m_toolBar);
    m_ranks = new RankController(m_controller, m_bus, this);
    addRankSwitch(*m_toolBar, *m_ranks);
    m_export = new TableExport(m_controller, this);
    createCentre(recent);
    m_layerEditing = new LayerEditing(*this, m_controller, m_bus, m_range, *m_timeline);
    m_status = new StatusFields(m_controller, m_bus, *statusBar());
    createPanels();
    m_layerEditing->addToMenus(*menuBar());
    m_layerEditing->followPanels(*m_area);
    addHelp(*this);
    m_shell = new ShellWiring({*this, m_controller, m_bus, *m_timeline, *m_area, *m_actions, m_perfetto->linker()});
    connect(m_shell, &ShellWiring::newWindowWanted, this, [this] { emit newWindowRequested({}); });
    new FreedMemory(m_controller, m_bus, this);
    connectActions();
    connectSession();
    showState();
}

// While all parts are there: panels tell the window when they are hidden.
MainWindow::~MainWindow()
{
    hide();
}

void MainWindow::createCentre(RecentFiles &recent)
{
    auto *centre = new QWidget(this);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_message = new MessageStrip(centre);
    m_message->setObjectName(QStringLiteral("messageStrip"));
    m_pages = new QStackedWidget(centre);
    m_pages->setMinimumSize(320, 160); // not that of its widest page
    m_emptyPage = new EmptyPage(recent, m_pages);
    m_loadingPage = new LoadingPage(m_controller, m_pages);
    m_area = new WorkspaceArea(m_pages);
    m_timeline = new TimelinePanel(m_controller, m_bus, m_range, m_area);
    m_compare = new CompareWiring(m_controller, m_bus, this);
    auto *path = new Breadcrumb(m_controller, m_bus, m_compare->compare(), m_timeline);
    connect(path, &Breadcrumb::traceChosen, m_timeline, &TimelinePanel::zoomToFit);
    connect(path, &Breadcrumb::compareRequested, this, [this] { m_area->showInTurns(QStringLiteral("diff")); });
    m_timeline->setTitle(path);
    m_pages->addWidget(m_emptyPage);
    m_pages->addWidget(m_loadingPage);
    m_pages->addWidget(m_area);
    m_column = column;
    column->addWidget(m_message);
    column->addWidget(m_pages, 1);
    setCentralWidget(centre);
}

void MainWindow::createPanels()
{
    const auto say = [this](const QString &text) { m_message->show(MessageStrip::Kind::Info, text); };
    const auto warn = [this](const QString &text) { m_message->show(MessageStrip::Kind::Warning, text); };
    const auto complain = [this](const core::Error &error) { showError(error); };
    m_notes = new NotesController(m_controller, m_bus, this);
    m_sessionFiles = new SessionFiles(m_controller, *m_notes, *m_ranks, this);
    m_area->build({m_controller, m_bus, m_range, *m_ranks, m_compare->compare(), *m_notes, m_recent, *m_timeline, *m_export,
        *this, say, warn, complain, [this] { showRange(); }, [this] { chooseFile(); },
        [this](const QString &path) { openTrace(path); }, [this](const QStringList &parts) { m_status->showStatement(parts); },
        [this](const QString &view) { m_area->showInTurns(view); }});
    showManyPasses(*m_area, m_controller, m_bus);
    connect(&m_controller, &SessionController::sessionChanged, m_area, &WorkspaceArea::refreshReasons);
    connect(m_ranks, &RankController::ranksChanged, m_area, &WorkspaceArea::refreshReasons);
    m_toolBar->addWorkspaces(*m_area);
    connect(m_area, &WorkspaceArea::currentChanged, this, &MainWindow::updateTitle);
    connect(m_toolBar, &MainToolBar::newWindowWanted, this, [this](const QString &workspace) {
        StartView view{.pass = {}, .layer = {}, .view = workspace};
        if (const Focus focus = m_bus.focus(); focus.pass != core::kNoPass) {
            view.pass = focus.pass;
            if (focus.layer != core::kNoLayer)
                view.layer = focus.layer;
        }
        emit sameTraceRequested(m_controller.path(), m_options, view);
    });
    m_filter = addFilter({m_controller, m_bus, *this, *m_toolBar->search(), *m_column, *m_timeline, kernelTable(),
        *m_area->find<LayerBarsPanel>()});
    auto *strip = findChild<FilterStrip *>(); // nothing of a comparison is filtered
    connect(m_area, &WorkspaceArea::currentChanged, strip,
        [this, strip] { strip->setApplies(m_area->current().head.make == nullptr); });
    connectIdlePanels(*m_area, m_controller, *m_timeline);
    followRanks(*m_ranks, *m_loadingPage, *this, warn);
    connect(m_sessionFiles, &SessionFiles::opened, this,
        [this, warn](const QStringList &traces, const core::SessionOptions &choices,
            const std::map<std::string, core::SessionOptions> &own, const QStringList &warnings) {
            openRanks(traces, choices, own);
            if (!warnings.isEmpty())
                warn(warnings.join(QStringLiteral(" · ")));
        });
    addCommands();
}

void MainWindow::addCommands()
{
    const auto say = [this](const QString &text) { m_message->show(MessageStrip::Kind::Info, text); };
    const auto complain = [this](const core::Error &error) { showError(error); };
    m_actions->fillMenuBar(*menuBar(), m_area->actions(), m_area->inspectorAction());
    m_compare->attach(*m_area, *menuBar());
    addNotes({m_controller, *m_notes, *m_sessionFiles, m_range, *m_timeline, *m_area, *this, say, complain});
    addFilterMenu(*this, *m_filter);
    addArgsCommands({*m_area, m_controller, *m_toolBar->search(), *this});
    m_pictures = new PictureWiring(*this, m_controller, m_bus, say, complain);
    m_pictures->attach(*m_timeline->view(), *m_area, *m_compare);
    addExportCommands({*this, *m_area, m_controller, *m_ranks, say, complain});
    addExportMenu();
    m_perfetto = new PerfettoWiring(m_controller, m_bus, *m_actions->showInPerfetto, *m_actions->copyLink, *this);
    m_perfetto->attach(*m_actions->goMenu(), *m_toolBar, *m_message, *m_compare);
}

// What the button Export and Ctrl+E write is named by the menus.
void MainWindow::addExportMenu()
{
    QMenu *menu = m_toolBar->exportMenu();
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        menu->addAction(tr("%1 as CSV…").arg(exportTitle()), m_actions->exportTable, &QAction::trigger);
        menu->addSeparator();
        for (const char *id : {"file.save-picture", "file.save-report", "file.export-all-tables", "file.extract-all-passes"})
            if (auto *action = findChild<QAction *>(QLatin1String(id)))
                menu->addAction(action);
    });
    if (auto *file = menuBar()->findChild<QMenu *>(QStringLiteral("fileMenu")))
        connect(file, &QMenu::aboutToShow, this, [this] {
            m_actions->exportTable->setText(
                m_controller.session() != nullptr ? tr("&Export %1…").arg(exportTitle()) : tr("&Export table…"));
            m_actions->exportTable->setIconText(tr("Export"));
        });
}

QString MainWindow::exportTitle() const
{
    const QString panel = m_area->titleOfPanel(panelId(m_area->exportedPanel()));
    const Focus focus = PanelExport::placeOf(m_area->exportedPanel(), m_bus.focus());
    if (focus.pass == core::kNoPass)
        return panel;
    const QString place =
        focus.layer == core::kNoLayer ? passText(focus.pass) : passText(focus.pass) + u' ' + layerText(focus.layer);
    return tr("%1 of %2").arg(panel, place);
}

KernelTablePanel &MainWindow::kernelTable() const
{
    return *m_area->find<KernelTablePanel>();
}

void MainWindow::compareWith(const QString &path)
{
    m_compare->openWhenReady(path, m_startView.view.isEmpty());
}

// A folder, or an archive that may hold several traces.
bool MainWindow::mayHoldRanks(const QString &path)
{
    return QFileInfo(path).isDir() || core::mayBeArchive(stdtext(path));
}

void MainWindow::openTrace(const QString &path, const core::SessionOptions &options)
{
    if (mayHoldRanks(path)) {
        openRanks({path}, options);
        return;
    }
    m_looking->cancel();
    if (core::isSessionFile(QFile::encodeName(path).toStdString())) {
        m_sessionFiles->open(path);
        return;
    }
    m_message->hide();
    m_options = options;
    m_loadingPage->start(path);
    m_controller.open(path, options);
}

void MainWindow::openRanks(
    const QStringList &files, const core::SessionOptions &options, const std::map<std::string, core::SessionOptions> &own)
{
    if (files.size() == 1 && !mayHoldRanks(files.first())) {
        openTrace(files.first(), options);
        return;
    }
    const auto openAsRanks = [this, files, options, own] {
        m_message->hide();
        m_options = options;
        m_loadingPage->start(files.value(0));
        m_ranks->open(files, options, own);
    };
    m_looking->cancel();
    if (files.size() == 1 && core::mayBeArchive(stdtext(files.first()))) {
        openAsRanks();
        return;
    }
    m_looking->start<FolderContent>([files](const core::JobControl &) -> core::Result<FolderContent> { return contentOf(files); },
        [this, files, options, openAsRanks](const core::Result<FolderContent> &content) {
            if (content && content->summaries)
                openSummaries(files.first());
            else if (content && content->runs.size() > 1)
                openGrid(files, content->runs.front(), options);
            else
                openAsRanks();
        });
}

// Lists folders, which may be large or far away: on a worker.
MainWindow::FolderContent MainWindow::contentOf(const QStringList &files)
{
    std::vector<std::string> paths;
    for (const QString &file : files)
        paths.push_back(QFile::encodeName(file).toStdString());
    if (paths.size() == 1 && core::RankSummaries::isFolderOf(paths.front()))
        return {true, {}};
    auto runs = core::RunGrid::runsIn(paths);
    return {false, runs ? std::move(*runs) : std::vector<std::string>{}};
}

// Thousands of ranks: no trace is open, the page takes the place of the views.
void MainWindow::openSummaries(const QString &folder)
{
    if (m_jobPage == nullptr) {
        m_jobPage = new JobPage(m_controller.pool(), m_pages);
        m_pages->addWidget(m_jobPage);
        connect(m_jobPage, &JobPage::traceRequested, this, [this](const QString &path) { openTrace(path); });
        connect(m_jobPage, &JobPage::told, this,
            [this](const QString &sentence) { m_message->show(MessageStrip::Kind::Warning, sentence); });
    }
    m_message->hide();
    m_controller.close();
    m_jobPage->open(folder);
    m_pages->setCurrentWidget(m_jobPage);
}

void MainWindow::chooseFile()
{
    QSettings &settings = appSettings();
    const QString folder = settings.value(QStringLiteral("folders/open")).toString();
    const QStringList files = QFileDialog::getOpenFileNames(this, tr("Open a trace"), folder, traceFileFilter(true));
    if (files.isEmpty())
        return;
    settings.setValue(QStringLiteral("folders/open"), QFileInfo(files.first()).absolutePath());
    openRanks(files);
}

void MainWindow::showState()
{
    const SessionController::State state = m_controller.state();
    m_loadingDelay.stop();
    const bool loading = state == SessionController::State::Loading;
    const bool trace = !loading && m_controller.session() != nullptr;
    m_actions->setTraceOpen(trace);
    if (m_jobPage != nullptr && (loading || trace))
        m_jobPage->cancel();
    // The trace of a rank that could not be opened, or was closed, leads back to the ranks.
    const bool ofJob = m_jobPage != nullptr && !m_jobPage->requested().isEmpty()
        && m_controller.loadingPath() == m_jobPage->requested();
    if (loading)
        m_pages->setCurrentWidget(m_loadingPage);
    else if (trace)
        m_pages->setCurrentWidget(m_area);
    else if (ofJob)
        m_pages->setCurrentWidget(m_jobPage);
    else
        m_pages->setCurrentWidget(m_emptyPage);
    if (!trace)
        m_pages->currentWidget()->setFocus();
    updateTitle();
}

void MainWindow::showTrace()
{
    if (m_controller.keepsTrace()) { // new segmentation: keep the visible place
        if (std::holds_alternative<std::monostate>(m_bus.selection()))
            m_bus.select(firstSelection(*m_controller.segmentation()), this);
        return;
    }
    if (!m_ranks->isSwitching())
        m_toolBar->search()->clear();
    showState();
    if (!m_controller.session())
        return;
    m_bus.select(firstSelection(*m_controller.segmentation()), this);
    if (m_ranks->isSwitching())
        return; // the place on the new rank is selected next; showOtherRank() sets focus and range
    if (!m_area->isEnabled(m_area->current()))
        (void)m_area->show(QStringLiteral("explore"));
    const auto document = m_controller.document();
    const bool memoryAlone = document->events.size() == 0 && document->kernels.size() == 0 && core::recordsMemory(*document);
    if (memoryAlone)
        m_area->showInTurns(QStringLiteral("memory"));
    applyStartView();
    showRange();
    QTimer::singleShot(0, this, &MainWindow::rememberFile); // it writes settings, which the first picture need not wait for
    if (m_area->current().timeline) // else the panel that was asked for has the focus
        m_timeline->setFocus();
}

// Shows the new rank like the previous one: the same range relative to the selection, independent of clocks.
void MainWindow::showOtherRank(core::TimeRange visibleBefore, core::TimeRange selectedBefore)
{
    const core::TimeRange selected = m_bus.selectedRange();
    if (selected.length().value <= 0 || selectedBefore.length().value <= 0 || visibleBefore.length().value <= 0) {
        showRange();
        return;
    }
    const core::TimeNs begin = selected.begin + (visibleBefore.begin - selectedBefore.begin);
    m_range.setVisibleRange({begin, begin + visibleBefore.length()});
}

// A new trace opens at the selection: the pass, or the layer with its neighbours.
void MainWindow::showRange()
{
    const core::TimeRange range = m_bus.selectedRange();
    if (range.length().value > 0)
        m_range.setVisibleRange(rangeShowing(range, range, roomAround(m_bus.selection())));
}

void MainWindow::applyStartView()
{
    const StartView view = std::exchange(m_startView, {});
    m_startedAtPlace = view.pass || view.layer;
    const auto segmentation = m_controller.segmentation();
    const core::DeviceId device = segmentation->mainDevice;
    const int pass = view.pass.value_or(m_bus.focus().pass);
    if (view.pass || view.layer) {
        if (segmentation->pass(device, pass) == nullptr)
            m_message->show(MessageStrip::Kind::Warning, tr("There is no pass %1 in this trace").arg(pass));
        else if (!view.layer)
            m_bus.select(core::PassSelection{device, pass}, this);
        else if (*view.layer >= 0 && segmentation->layer(device, pass, *view.layer) == nullptr)
            m_message->show(MessageStrip::Kind::Warning, tr("There is no layer %1 in pass %2").arg(*view.layer).arg(pass));
        else
            m_bus.select(core::LayerSelection{device, pass, *view.layer}, this);
    }
    if (!view.view.isEmpty() && !m_area->showInTurns(view.view))
        m_message->show(MessageStrip::Kind::Warning, tr("There is no view “%1”").arg(view.view));
}

void MainWindow::rememberFile()
{
    if (!m_remembersFiles || !m_controller.session())
        return;
    rememberTrace(m_controller.path());
    const auto document = m_controller.document();
    m_recent.add({m_controller.path(), qtext(document->metadata.format),
        partsText(*m_controller.segmentation(), TraceWords::of(document.get())), QDateTime::currentDateTime()});
}

void MainWindow::showError(const core::Error &error)
{
    m_message->show(MessageStrip::Kind::Error, errorText(error), tr("Copy"));
}

void MainWindow::updateTitle()
{
    const bool loading = m_controller.state() == SessionController::State::Loading;
    const bool trace = !loading && m_controller.session() != nullptr;
    const QString path = loading ? m_controller.loadingPath() : trace ? m_controller.path() : QString();
    setWindowFilePath(path);
    QStringList parts;
    if (!path.isEmpty())
        parts << QFileInfo(path).fileName();
    if (loading)
        parts << tr("loading");
    if (trace && m_bus.focus().pass != core::kNoPass)
        parts << passText(m_bus.focus().pass);
    if (trace)
        parts << titleOf(m_area->current());
    parts << QStringLiteral("Lamella");
    setWindowTitle(parts.join(QStringLiteral(" — ")));
}

void MainWindow::step(const std::optional<core::Selection> &target)
{
    if (target)
        m_bus.select(*target, this);
}

void MainWindow::search(const QString &text)
{
    const auto document = m_controller.document();
    if (!document)
        return;
    if (const auto place = placeFromText(text, *document, *m_controller.segmentation(), m_bus.focus())) {
        m_toolBar->search()->clear(); // a place is not a filter
        m_bus.select(*place, this);
        return;
    }
    if (!m_filter->isEmpty())
        m_filter->step(1);
    else
        m_message->show(MessageStrip::Kind::Info, tr("Nothing here is called “%1”").arg(text));
}

bool MainWindow::isSettled() const
{
    return m_controller.state() != SessionController::State::Loading && JobSlot::awaited() == 0 && !m_area->isMaking();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    QSettings &settings = appSettings();
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    m_area->save();
    m_controller.cancelLoading();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (localFiles(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_emptyPage->setDropTarget(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *)
{
    m_emptyPage->setDropTarget(false);
}

void MainWindow::dropEvent(QDropEvent *event)
{
    m_emptyPage->setDropTarget(false);
    const QStringList files = localFiles(event->mimeData());
    if (files.isEmpty())
        return;
    event->acceptProposedAction();
    openRanks(files);
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_controller.state() == SessionController::State::Loading) {
        if (!m_controller.keepRead())
            m_controller.cancelLoading();
        return;
    }
    if (event->key() == Qt::Key_Escape && m_area->isVisible() && m_area->leaveMode())
        return;
    if (event->key() == Qt::Key_Escape && std::holds_alternative<core::RangeSelection>(m_bus.selection())) {
        const Focus focus = m_bus.focus(); // in place of the range, the pass that it is in
        m_bus.select(
            focus.pass != core::kNoPass ? core::Selection(core::PassSelection{focus.device, focus.pass}) : core::Selection(),
            nullptr);
        return;
    }
    if (event->key() == Qt::Key_Escape && m_area->isVisible() && m_area->removeKept())
        return;
    if (m_timeline->view()->letterKey(*event)) // no view with the focus has taken it
        return;
    QMainWindow::keyPressEvent(event);
}

} // namespace lamella::ui
