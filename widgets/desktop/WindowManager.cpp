// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/WindowManager.h"

#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/TableTools.h"
#include "widgets/desktop/CompanionOffer.h"
#include "widgets/desktop/ConfigOffer.h"
#include "widgets/desktop/FirstHints.h"
#include "widgets/desktop/LastSession.h"
#include "widgets/desktop/LossNotice.h"
#include "widgets/desktop/PlaceKeeper.h"
#include "widgets/desktop/Reloading.h"
#include "widgets/desktop/ScreenFit.h"
#include "widgets/notes/SessionFiles.h"
#include "widgets/settings/GeneralSettings.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/window/ShellWiring.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSessionManager>
#include <QTimer>

namespace lamella::ui {

namespace {

QAction *actionOf(MainWindow &window, const char *id)
{
    const Command *command = window.shell().commands().find(QLatin1String(id));
    return command != nullptr ? command->action.data() : nullptr;
}

// Sort order of each table in a window, and the mode of its layer bars, by object name; those of tables that are not made yet are
// kept for them.
class TableOrders : public QObject {
public:
    explicit TableOrders(MainWindow &window)
        : QObject(&window)
        , m_window(window)
    {
    }
    // change() whenever the user sorts a table or changes the mode.
    void watch(const std::function<void()> &change)
    {
        WorkspaceArea &area = m_window.workspaces();
        area.forEach<TableTools>(this, [this, change](TableTools &tools) {
            apply(tools);
            connect(&tools, &TableTools::orderChanged, this, change);
        });
        area.forEach<LayerBarsPanel>(
            this, [this, change](LayerBarsPanel &layers) { connect(&layers, &LayerBarsPanel::modeChanged, this, change); });
    }
    [[nodiscard]] std::map<QString, QString> now() const
    {
        std::map<QString, QString> orders = m_asked.value_or(std::map<QString, QString>{});
        const auto tables = m_window.findChildren<TableTools *>();
        for (const TableTools *tools : tables)
            if (const QString name = tools->parent()->objectName(); !name.isEmpty())
                orders.insert_or_assign(name, tools->order());
        if (const auto *layers = m_window.findChild<LayerBarsPanel *>())
            orders.insert_or_assign(layers->objectName(), layers->mode());
        return orders;
    }
    void set(const std::map<QString, QString> &orders)
    {
        m_asked = orders;
        const auto tables = m_window.findChildren<TableTools *>();
        for (TableTools *tools : tables)
            apply(*tools);
        if (auto *layers = m_window.findChild<LayerBarsPanel *>()) {
            const auto mode = orders.find(layers->objectName());
            layers->setMode(mode == orders.end() ? QString() : mode->second);
        }
    }

private:
    void apply(TableTools &tools) const
    {
        if (!m_asked)
            return;
        const auto order = m_asked->find(tools.parent()->objectName());
        if (order == m_asked->end())
            tools.setUsualOrder();
        else if (order->second != tools.order())
            tools.restoreOrder(order->second);
    }

    MainWindow &m_window;
    std::optional<std::map<QString, QString>> m_asked; // since a trace was opened
};

} // namespace

WindowManager::WindowManager(bool keepState, QObject *parent)
    : QObject(parent)
    , m_keepState(keepState)
{
    // One thread more than cores, so that a long look-up does not delay a table.
    m_pool.setMaxThreadCount(qMax(3, QThread::idealThreadCount() + 1));
    if (!keepState)
        return;
    m_last = std::make_unique<LastSession>(LastSession::usualFolder());
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (now == nullptr)
            return;
        if (auto *window = qobject_cast<MainWindow *>(now->window()))
            m_active = window;
    });
    connect(qApp, &QGuiApplication::commitDataRequest, this, &WindowManager::commit, Qt::DirectConnection);
}

WindowManager::~WindowManager()
{
    for (MainWindow *window : windows()) {
        if (auto *places = window->findChild<PlaceKeeper *>())
            places->flush();
        delete window; // the destructor cancels its jobs
    }
    m_last.reset();
    m_pool.waitForDone();
}

MainWindow *WindowManager::createWindow()
{
    auto *window = new MainWindow(m_pool, m_recent);
    window->setAttribute(Qt::WA_DeleteOnClose);
    m_windows.removeIf([](const QPointer<MainWindow> &gone) { return gone.isNull(); });
    placeOnScreen(*window);
    m_windows << window;
    window->setRemembersFiles(m_keepState);
    connect(window, &MainWindow::newWindowRequested, this, [this](const QString &path) {
        MainWindow *another = showWindow();
        if (!path.isEmpty())
            another->openTrace(path);
    });
    connect(window, &MainWindow::sameTraceRequested, this,
        [this](const QString &path, const core::SessionOptions &options, const StartView &view) {
            MainWindow *another = showWindow();
            another->setStartView(view);
            another->openTrace(path, options);
        });
    serve(*window);
    return window;
}

MainWindow *WindowManager::showWindow()
{
    MainWindow *window = createWindow();
    window->show();
    window->raise();
    window->activateWindow();
    return window;
}

// Moves the window off other windows and onto an existing screen.
void WindowManager::placeOnScreen(MainWindow &window) const
{
    constexpr int kStepPx = 28;
    QRect place = window.geometry();
    // Without a remembered place: in the middle, so that the title bar is on the screen.
    if (const QScreen *screen = QGuiApplication::primaryScreen();
        screen != nullptr && !appSettings().contains(QStringLiteral("window/geometry")))
        place = centred(place.size(), screen->availableGeometry());
    for (const MainWindow *other : windows())
        if (other->isVisible() && !other->isMaximized()
            && (other->geometry().topLeft() - place.topLeft()).manhattanLength() < kStepPx)
            place.translate(kStepPx, kStepPx);
    QList<QRect> rooms;
    const auto screens = QGuiApplication::screens();
    for (const QScreen *screen : screens)
        rooms << screen->availableGeometry();
    window.setGeometry(fitted(place, rooms));
}

void WindowManager::serve(MainWindow &window)
{
    if (auto *menu = window.menuBar()->findChild<QMenu *>(QStringLiteral("windowMenu")))
        connect(menu, &QMenu::aboutToShow, &window, [this, menu, &window] { fillWindowMenu(*menu, window); });
    auto *timeline = window.findChild<TimelinePanel *>();
    auto *orders = new TableOrders(window);
    auto *places = new PlaceKeeper(
        {window.controller(), window.bus(), window.timeRange(),
            [this, &window] { return !m_keepState || window.startedAtPlace(); }, [timeline] { return timeline->isBusy(); },
            [orders] { return orders->now(); }, [orders](const std::map<QString, QString> &asked) { orders->set(asked); }},
        &window);
    orders->watch([places] { places->change(); });
    connect(
        timeline, &TimelinePanel::busyChanged, places,
        [timeline, places] {
            if (!timeline->isBusy())
                places->viewsSettled();
        },
        Qt::QueuedConnection);
    new Reloading(window, *places);
    if (QAction *restore = actionOf(window, "file.restore-last-session")) {
        restore->setEnabled(hasLast());
        connect(restore, &QAction::triggered, this, &WindowManager::restoreLast);
    }
    new LossNotice(window); // before the offer, which only appears if there is no other message
    new ConfigOffer(window);
    new CompanionOffer(window);
    if (!m_keepState)
        return;
    new FirstHints(window);
    m_last->add(window);
}

// Lists the open windows at the end of the menu; rebuilt each time.
void WindowManager::fillWindowMenu(QMenu &menu, const MainWindow &window) const
{
    const auto old = menu.findChildren<QAction *>(QStringLiteral("openWindow"), Qt::FindDirectChildrenOnly);
    qDeleteAll(old);
    auto *line = new QAction(&menu);
    line->setObjectName(QStringLiteral("openWindow"));
    line->setSeparator(true);
    menu.addAction(line);
    int number = 1;
    for (MainWindow *other : windows()) {
        QString title = other->windowTitle();
        title.replace(u'&', QStringLiteral("&&"));
        const QString mnemonic = number < 10 ? QStringLiteral("&") : QString();
        auto *action = new QAction(mnemonic + QString::number(number) + QStringLiteral("  ") + title, &menu);
        action->setObjectName(QStringLiteral("openWindow"));
        action->setCheckable(true);
        action->setChecked(other == &window);
        connect(action, &QAction::triggered, other, [other] {
            other->setWindowState(other->windowState() & ~Qt::WindowMinimized);
            other->raise();
            other->activateWindow();
        });
        menu.addAction(action);
        ++number;
    }
}

QList<MainWindow *> WindowManager::windows() const
{
    QList<MainWindow *> there;
    for (const QPointer<MainWindow> &window : m_windows)
        if (!window.isNull())
            there << window.data();
    return there;
}

bool WindowManager::hasLast() const
{
    return m_last && !m_last->previous().empty();
}

bool WindowManager::restoreLast()
{
    if (!hasLast())
        return false;
    for (const LastWindow &state : m_last->previous()) {
        MainWindow *target = nullptr;
        for (MainWindow *window : windows()) // prefer an empty window
            if (target == nullptr && window->controller().state() == SessionController::State::Empty
                && !window->property("restoring").toBool())
                target = window;
        if (target == nullptr)
            target = showWindow();
        target->setProperty("restoring", true);
        target->sessionFiles().restore(state.stateFile, state.session);
    }
    return true;
}

MainWindow *WindowManager::lastUsed() const
{
    if (!m_active.isNull())
        return m_active;
    const auto there = windows();
    return there.isEmpty() ? nullptr : there.last();
}

MainWindow *WindowManager::open(const OpenRequest &request)
{
    MainWindow *window = lastUsed();
    const bool another = request.newWindow || GeneralSettings::load().secondStart == SecondStart::NewWindow;
    // An empty window is used like a new one.
    const bool empty = window != nullptr && window->controller().state() == SessionController::State::Empty;
    if (window == nullptr || (another && (!empty || request.newWindow)))
        window = createWindow();
    StartView view;
    if (request.pass >= 0)
        view.pass = request.pass;
    view.layer = request.layer;
    view.view = request.view;
    window->setStartView(view);
    if (window->isMinimized())
        window->showNormal();
    else
        window->show();
    window->raise();
    window->activateWindow();
    if (request.files.isEmpty())
        return window;
    core::SessionOptions options;
    options.configPath = QFile::encodeName(request.config).toStdString();
    options.profile = request.profile.toStdString();
    if (!request.compare.isEmpty())
        window->compareWith(request.compare);
    window->openRanks(request.files, options);
    return window;
}

void WindowManager::commit(QSessionManager &manager)
{
    if (m_last)
        m_last->flush();
    const auto keepers = windows();
    for (MainWindow *window : keepers)
        if (auto *places = window->findChild<PlaceKeeper *>())
            places->flush();
    manager.setRestartHint(QSessionManager::RestartIfRunning);
    manager.setRestartCommand({QCoreApplication::applicationFilePath(), QStringLiteral("--restore")});
}

} // namespace lamella::ui
