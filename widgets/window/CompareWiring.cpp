// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/CompareWiring.h"

#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/charts/PassMapChart.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/Icons.h"
#include "widgets/common/TraceFileFilter.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/passes/BrushStrip.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/session/CompareController.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QToolButton>

namespace lamella::ui {

namespace {

core::Selection targetAt(const Chart &chart, QPoint position)
{
    const int hit = chart.hitAt(position);
    return hit < 0 ? core::Selection() : chart.targetOf(hit);
}

// In these views passes have a menu of their own, which addTo() extends.
bool hasOwnMenu(const QWidget *view, const core::Selection &target)
{
    if (const auto *map = qobject_cast<const HeatMapChart *>(view))
        return !map->map().byKernel;
    if (qobject_cast<const PassMapChart *>(view) != nullptr)
        return true;
    return qobject_cast<const LayerBarsChart *>(view) == nullptr && std::holds_alternative<core::PassSelection>(target);
}

QString placeText(const core::Selection &target)
{
    if (const auto *pass = std::get_if<core::PassSelection>(&target))
        return passText(pass->pass);
    if (const auto *layer = std::get_if<core::LayerSelection>(&target))
        return passText(layer->pass) + QStringLiteral(" · ") + layerText(layer->layer);
    return {};
}

bool isPlace(const core::Selection &selection)
{
    return std::holds_alternative<core::PassSelection>(selection) || std::holds_alternative<core::LayerSelection>(selection);
}

} // namespace

CompareWiring::CompareWiring(SessionController &controller, NavigationBus &bus, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_bus(bus)
    , m_window(window)
    , m_compare(new CompareController(controller, bus, this))
    , m_open(new QAction(icon(QStringLiteral("diff")), tr("Open to co&mpare…"), this))
    , m_with(new QAction(tr("&Compare selection with…"), this))
    , m_pin(new QAction(tr("P&in as baseline"), this))
{
    m_open->setObjectName(QStringLiteral("file.open-to-compare"));
    m_open->setIconText(tr("Compare"));
    m_open->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    m_open->setToolTip(tr("Open a second trace beside this one (%1)").arg(m_open->shortcut().toString(QKeySequence::NativeText)));
    m_open->setEnabled(false);
    window->addAction(m_open);
    m_with->setObjectName(QStringLiteral("go.compare-with"));
    m_with->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
    m_with->setToolTip(tr("Choose the pass or layer that the selection is compared with"));
    m_with->setEnabled(false);
    window->addAction(m_with);
    m_pin->setObjectName(QStringLiteral("go.pin-baseline"));
    m_pin->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
    m_pin->setToolTip(tr("What is selected is compared with this pass or layer from now on (B)"));
    m_pin->setEnabled(false);
    window->addAction(m_pin);
    connect(m_pin, &QAction::triggered, this, [this] {
        const Focus focus = m_bus.focus();
        if (focus.pass == core::kNoPass)
            return;
        if (focus.layer == core::kNoLayer)
            m_compare->pinBaseline(core::PassSelection{focus.device, focus.pass});
        else
            m_compare->pinBaseline(core::LayerSelection{focus.device, focus.pass, focus.layer});
    });
    connect(m_open, &QAction::triggered, this, &CompareWiring::chooseFile);
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_open->setEnabled(m_controller.session() != nullptr);
        m_with->setEnabled(m_controller.session() != nullptr);
        m_pin->setEnabled(m_controller.session() != nullptr);
        if (!m_controller.session())
            m_compare->closeSecond();
        else if (const QString path = std::exchange(m_waiting, {}); !path.isEmpty())
            // The comparison can only be shown once the trace is.
            QMetaObject::invokeMethod(
                this, [this, path] { openSecond(path); }, Qt::QueuedConnection);
    });
}

CompareWiring::~CompareWiring() = default;

void CompareWiring::attach(WorkspaceArea &area, QMenuBar &menus)
{
    area.forEach<DiffPanel>(this, [this](DiffPanel &panel) {
        connect(&panel, &DiffPanel::openRequested, this, &CompareWiring::chooseFile);
        connect(&panel, &DiffPanel::configRequested, this, &CompareWiring::chooseConfig);
    });
    connect(m_compare, &CompareController::pickRequested, this, [this, &area] {
        if (std::exchange(m_toFront, true))
            area.showInTurns(QStringLiteral("diff"));
    });
    // After the command that opens the first trace.
    if (QMenu *file = menus.actions().isEmpty() ? nullptr : menus.actions().constFirst()->menu())
        file->insertAction(file->actions().value(1), m_open);
    connect(m_with, &QAction::triggered, this, [this, &area] {
        area.showInTurns(QStringLiteral("diff"), [this, &area] {
            if (auto *panel = area.find<DiffPanel>(); panel != nullptr && !m_compare->firstOfTwo()) // else both are chosen
                panel->chooseOther();
        });
    });
    if (auto *go = menus.findChild<QMenu *>(QStringLiteral("goMenu")))
        go->addActions({m_with, m_pin});
    addLetter();
    watchViews();
}

// B pins wherever nothing is typed: the widget with the focus has the action.
void CompareWiring::addLetter()
{
    auto *letter = new QAction(m_pin->text(), m_window);
    letter->setObjectName(QStringLiteral("timeline.pin-baseline"));
    letter->setShortcut(QKeySequence(Qt::Key_B));
    letter->setShortcutContext(Qt::WidgetShortcut);
    connect(letter, &QAction::triggered, m_pin, &QAction::trigger);
    const auto follow = [this, letter](QWidget *now) {
        const bool isMenu = qobject_cast<QMenuBar *>(now) != nullptr || qobject_cast<QMenu *>(now) != nullptr
            || qobject_cast<QToolButton *>(now) != nullptr; // shows its actions
        if (now != nullptr && !isMenu && now->window() == m_window && !now->testAttribute(Qt::WA_InputMethodEnabled))
            now->addAction(letter);
    };
    connect(qApp, &QApplication::focusChanged, letter, [follow](QWidget *, QWidget *now) { follow(now); });
    follow(QApplication::focusWidget());
}

void CompareWiring::watchViews()
{
    for (Chart *chart : std::initializer_list<Chart *>{m_window->findChild<LayerBarsChart *>(),
             m_window->findChild<HeatMapChart *>(), m_window->findChild<PassMapChart *>(), m_window->findChild<BrushStrip *>()})
        if (chart != nullptr)
            watch(chart, [chart](QPoint position) { return targetAt(*chart, position); });
    if (auto *strip = m_window->findChild<PassStrip *>())
        watch(strip, [strip](QPoint position) {
            const std::optional<core::PassSelection> pass = strip->passAt(position);
            return pass ? core::Selection(*pass) : core::Selection();
        });
}

void CompareWiring::watch(QWidget *view, Pick pick)
{
    view->installEventFilter(this);
    m_watched.push_back({view, std::move(pick)});
}

bool CompareWiring::eventFilter(QObject *watched, QEvent *event)
{
    const bool press = event->type() == QEvent::MouseButtonPress;
    if (!press && event->type() != QEvent::ContextMenu)
        return QObject::eventFilter(watched, event);
    for (const Watched &one : m_watched) {
        if (one.view != watched)
            continue;
        if (press) {
            const auto *mouse = static_cast<QMouseEvent *>(event);
            const core::Selection target = one.pick(mouse->position().toPoint());
            if (mouse->button() != Qt::LeftButton || !mouse->modifiers().testFlag(Qt::ControlModifier) || !isPlace(target))
                return false;
            m_compare->compareWith(target);
            return true;
        }
        const auto *menu = static_cast<QContextMenuEvent *>(event);
        // A menu opened by key has no position: use the selection.
        const core::Selection target = menu->reason() == QContextMenuEvent::Keyboard ? m_bus.selection() : one.pick(menu->pos());
        if (!isPlace(target) || hasOwnMenu(one.view, target))
            return false;
        offer(target, menu->globalPos());
        return true;
    }
    return QObject::eventFilter(watched, event);
}

void CompareWiring::addTo(QMenu &menu, const core::Selection &target)
{
    menu.addSeparator();
    menu.addAction(icon(QStringLiteral("diff")), tr("&Compare with %1 (Ctrl+click)").arg(placeText(target)), this,
        [this, target] { m_compare->compareWith(target); });
    menu.addAction(tr("&Pin %1 as baseline").arg(placeText(target)), this, [this, target] { m_compare->pinBaseline(target); });
    menu.addAction(m_open);
    emit menuMade(&menu, target);
}

void CompareWiring::offer(const core::Selection &target, QPoint globalPosition)
{
    auto *menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Select %1").arg(placeText(target)), this, [this, target] { m_bus.select(target, this); });
    addTo(*menu, target);
    menu->popup(globalPosition);
}

void CompareWiring::openWhenReady(const QString &path, bool toFront)
{
    m_waiting = path;
    m_toFront = toFront;
}

void CompareWiring::openSecond(const QString &path)
{
    m_compare->openSecond(path);
}

void CompareWiring::chooseFile()
{
    if (!m_controller.session())
        return;
    QSettings &settings = appSettings();
    const QString folder = settings.value(QStringLiteral("folders/open")).toString();
    const QString file = QFileDialog::getOpenFileName(
        m_window, tr("Open a trace to compare with"), folder, traceFileFilter());
    if (file.isEmpty())
        return;
    settings.setValue(QStringLiteral("folders/open"), QFileInfo(file).absolutePath());
    openSecond(file);
}

void CompareWiring::chooseConfig()
{
    if (!m_compare->hasSecond())
        return;
    const QString file = QFileDialog::getOpenFileName(m_window, tr("Model config of the second trace"),
        QFileInfo(m_compare->second().path()).absolutePath(), tr("Model configs (*.json);;All files (*)"));
    if (file.isEmpty())
        return;
    core::SessionOptions options = m_compare->second().session()->options();
    options.configPath = QFile::encodeName(file).toStdString();
    m_compare->openSecond(m_compare->second().path(), options);
}

} // namespace lamella::ui
