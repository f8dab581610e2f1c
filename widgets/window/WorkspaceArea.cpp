// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/WorkspaceArea.h"

#include "widgets/common/AppSettings.h"
#include "widgets/common/Icons.h"
#include "widgets/common/Panel.h"
#include "widgets/common/PanelExport.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/theme/TextPx.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/window/FrameParts.h"
#include "widgets/window/InspectorColumn.h"
#include "widgets/window/PanelSlot.h"
#include "widgets/window/WorkspaceList.h"
#include "widgets/window/WorkspacePage.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

// Widths of the area from which the inspector is wider and panels gain columns.
constexpr TextPx kOverlayBelowPx{1100};
constexpr TextPx kLowBelowWidthPx{1024}; // of the window: the pass strip is low
constexpr TextPx kLowBelowHeightPx{700};
constexpr TextPx kUsualFromPx{1360};
constexpr TextPx kWideFromPx{2000};
constexpr TextPx kNarrowInspector{296};
constexpr TextPx kUsualInspector{324};
constexpr TextPx kWideInspector{400};
constexpr TextPx kMinBesideKept{780}; // of the rest: a narrower one lies in part under the copy of the inspector
constexpr TextPx kMinTimeline{240};
constexpr TextPx kMaxTimeline{370};
constexpr TextPx kUsualPanels{320};
constexpr TextPx kMinPanels{220};
constexpr TextPx kUsualAbove{380};
constexpr TextPx kMinAbove{120}; // in a low window the timeline needs the room

// Views of earlier versions, and what shows the same now.
constexpr std::pair<const char *, const char *> kFormerViews[] = {{"flow", "kernels"}, {"trust", "explore"}};

QString nameNow(const QString &id)
{
    for (const auto &[former, now] : kFormerViews)
        if (id == QLatin1String(former))
            return QString::fromLatin1(now);
    return id;
}

} // namespace

WorkspaceArea::WorkspaceArea(QWidget *parent)
    : QWidget(parent)
    , m_main(new QWidget(this))
    , m_inspector(new InspectorColumn(this))
{
    setObjectName(QStringLiteral("workspaceArea"));
    m_head = new QWidget(this);
    m_heads = new QVBoxLayout(m_head);
    m_heads->setContentsMargins(0, 0, 0, 0);
    auto *column = new QVBoxLayout(m_main);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_body = new QSplitter(Qt::Vertical, m_main);
    m_body->setObjectName(QStringLiteral("workspaceBody"));
    m_body->setChildrenCollapsible(false);
    m_body->setHandleWidth(1);
    column->addWidget(m_body, 1);
    m_above = new PanelSlot(m_body);
    m_above->setMinimumHeight(kMinAbove);
    m_above->hide();
    m_pages = new QStackedWidget(m_body);
    m_inspectorAction = new QAction(tr("Inspe&ctor"), this);
    m_inspectorAction->setObjectName(QStringLiteral("view.inspector"));
    m_inspectorAction->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_I));
    m_inspectorAction->setToolTip(tr("Shows or hides the column at the right, about the selection"));
    m_inspectorAction->setCheckable(true);
    m_inspectorAction->setChecked(true);
    connect(m_inspectorAction, &QAction::toggled, this, [this](bool open) {
        m_inspector->setOpen(open);
        fit();
    });
    connect(m_inspector, &InspectorColumn::openRequested, m_inspectorAction, [this] { m_inspectorAction->setChecked(true); });
    connect(m_inspector, &InspectorColumn::widthChanged, this, &WorkspaceArea::fit);
    m_turn.setSingleShot(true);
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, [this] {
        if (m_workspaces[m_coming].page == nullptr) {
            (void)makeNext(m_coming);
            m_turn.start();
        } else {
            std::exchange(m_then, {})();
        }
    });
    connect(m_body, &QSplitter::splitterMoved, this, [this] {
        if (!m_changing && !m_workspaces.empty())
            (isAboveShown() ? m_workspaces[m_current].belowPx : m_workspaces[m_current].timelinePx) = m_body->sizes().value(1);
    });
}

WorkspaceArea::~WorkspaceArea() = default;

void WorkspaceArea::build(const PanelContext &context)
{
    m_context.emplace(context);
    m_overview = makeOverviewStrip(context, m_head);
    if (m_overview != nullptr)
        m_heads->addWidget(m_overview);
    m_passes = makePassStrip(context, m_main);
    if (m_passes != nullptr)
        static_cast<QVBoxLayout *>(m_main->layout())->insertWidget(0, m_passes);
    m_body->insertWidget(1, &context.timeline);
    m_body->setStretchFactor(1, 0);
    m_body->setStretchFactor(2, 1);
    m_pages->setMinimumHeight(kMinPanels);
    m_usualInspector = inspectorSpec().make(context, m_inspector);
    markPanel(*m_usualInspector, QString::fromLatin1(inspectorSpec().id));
    if (auto *inspector = qobject_cast<InspectorPanel *>(m_usualInspector))
        connect(inspector, &InspectorPanel::copyChanged, this, &WorkspaceArea::placeKept);
    for (const WorkspaceSpec *spec : workspaces())
        m_workspaces.push_back({spec, nullptr, nullptr, nullptr, 0, 0});
    makeActions();
    restore();
    showWorkspace(0);
    refreshReasons();
}

void WorkspaceArea::make(std::size_t index)
{
    while (makeNext(index)) { }
}

// Head and inspector are made with the last panel.
bool WorkspaceArea::makeNext(std::size_t index)
{
    Workspace &one = m_workspaces[index];
    if (one.page != nullptr)
        return false;
    if (one.unfinished == nullptr) {
        one.unfinished = new WorkspacePage(*one.spec, m_pages);
        m_pages->addWidget(one.unfinished);
    }
    if (one.unfinished->makeNext(*m_context))
        return true;
    one.page = std::exchange(one.unfinished, nullptr);
    finish(one);
    return false;
}

void WorkspaceArea::finish(Workspace &one)
{
    const WorkspaceSpec &spec = *one.spec;
    if (spec.head.make != nullptr) {
        one.head = spec.head.make(*m_context, m_head);
        markPanel(*one.head, QString::fromLatin1(spec.head.id));
        one.head->hide();
        m_heads->addWidget(one.head);
    }
    if (spec.inspector.make != nullptr) {
        one.inspector = spec.inspector.make(*m_context, m_inspector);
        markPanel(*one.inspector, QString::fromLatin1(spec.inspector.id));
        one.inspector->hide();
    }
    one.page->restore(appSettings());
    one.page->setWide(width() > kWideFromPx);
    for (QWidget *part : {static_cast<QWidget *>(one.page), one.head, one.inspector})
        if (part != nullptr)
            emit made(part);
}

void WorkspaceArea::finishAll()
{
    for (std::size_t i = 0; i < m_workspaces.size(); ++i)
        if (m_workspaces[i].unfinished != nullptr)
            make(i);
}

void WorkspaceArea::makeInTurns(std::size_t index, std::function<void()> then)
{
    if (m_workspaces[index].page != nullptr) {
        then();
        return;
    }
    m_coming = index;
    m_then = std::move(then);
    m_turn.start();
}

std::optional<std::size_t> WorkspaceArea::workspaceOf(const QString &panel) const
{
    for (std::size_t i = 0; i < m_workspaces.size(); ++i)
        for (const ColumnSpec &column : m_workspaces[i].spec->columns)
            for (const SlotSpec &slot : column.places)
                for (const PanelSpec &one : slot.panels)
                    if (panel == QLatin1String(one.id))
                        return i;
    return {};
}

void WorkspaceArea::makeActions()
{
    auto *group = new QActionGroup(this);
    for (std::size_t i = 0; i < m_workspaces.size(); ++i) {
        const WorkspaceSpec &spec = *m_workspaces[i].spec;
        auto *action = new QAction(icon(QString::fromLatin1(spec.icon)), titleOf(spec), this);
        action->setObjectName(QStringLiteral("view.workspace-") + QString::fromLatin1(spec.id));
        if (spec.key > 0)
            action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + spec.key)));
        action->setCheckable(true);
        action->setData(QString::fromLatin1(spec.id));
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] {
            makeInTurns(i, [this, i] {
                showWorkspace(i);
                QWidget *main = isAboveShown()
                    ? m_above->current()
                    : m_workspaces[i].page->panel(QString::fromLatin1(m_workspaces[i].spec->mainPanel));
                if (main != nullptr && main->isVisible())
                    main->setFocus();
            });
        });
        m_actions.push_back(action);
    }
}

const WorkspaceSpec &WorkspaceArea::current() const
{
    return *m_workspaces[m_current].spec;
}

void WorkspaceArea::showWorkspace(std::size_t index)
{
    m_turn.stop(); // whatever was to be shown instead
    m_then = {};
    if (index != m_current)
        m_before = m_current;
    m_current = index;
    make(index);
    const Workspace &now = m_workspaces[index];
    m_context->timeline.setVisible(now.spec->timeline);
    if (m_passes != nullptr)
        m_passes->setVisible(now.spec->passes);
    for (const Workspace &one : m_workspaces)
        if (one.head != nullptr)
            one.head->setVisible(&one == &now);
    if (m_overview != nullptr)
        m_overview->setVisible(now.head == nullptr);
    m_pages->setCurrentWidget(now.page);
    arrangeAbove();
    m_inspector->setPanel(now.inspector != nullptr ? now.inspector : m_usualInspector);
    m_actions[index]->setChecked(true);
    placeKept();
    emit currentChanged();
}

bool WorkspaceArea::show(const QString &wanted)
{
    const QString id = nameNow(wanted);
    const auto focus = [](QWidget *widget) {
        widget->setFocus();
        return true;
    };
    if (id == QStringLiteral("timeline")) {
        if (!current().timeline)
            showWorkspace(0);
        return focus(&m_context->timeline);
    }
    if (id == panelId(m_usualInspector)) {
        if (m_workspaces[m_current].inspector != nullptr)
            showWorkspace(0);
        m_inspectorAction->setChecked(true);
        return focus(m_usualInspector);
    }
    if (const auto of = workspaceOf(id)) {
        make(*of);
        if (of == workspaceOf(m_panelAbove)) // what another workspace shows changes nothing in this one
            m_hidesPanels = id == m_panelAbove;
        (void)m_workspaces[*of].page->show(id);
        showWorkspace(*of);
        return focus(panel(id));
    }
    if (const auto index = indexOf(id)) {
        showWorkspace(*index);
        return focus(isAboveShown() ? m_above->current() : m_workspaces[*index].page->shownPanels().front());
    }
    return false;
}

std::optional<std::size_t> WorkspaceArea::indexOf(const QString &wanted) const
{
    const QString id = nameNow(wanted);
    if (const auto of = workspaceOf(id))
        return of;
    for (std::size_t i = 0; i < m_workspaces.size(); ++i)
        if (id == QLatin1String(m_workspaces[i].spec->id))
            return i;
    return {};
}

bool WorkspaceArea::showInTurns(const QString &wanted, const std::function<void()> &then)
{
    if (!has(wanted))
        return false;
    const auto showIt = [this, wanted, then] {
        if (show(wanted) && then)
            then();
    };
    if (const auto index = indexOf(wanted))
        makeInTurns(*index, showIt);
    else
        showIt();
    return true;
}

void WorkspaceArea::putAbove(const QString &panel)
{
    if (panel != m_panelAbove) {
        if (const auto of = workspaceOf(m_panelAbove))
            m_workspaces[*of].page->takeBack(m_panelAbove, *m_above);
        m_panelAbove.clear();
        if (const auto of = workspaceOf(panel); of && m_workspaces[*of].page != nullptr) {
            m_workspaces[*of].page->lend(panel, *m_above);
            m_panelAbove = panel;
        }
    }
    m_hidesPanels = !m_panelAbove.isEmpty();
    arrangeAbove();
    fitTimeline();
}

void WorkspaceArea::showPanels()
{
    const bool hadFocus = m_above->isAncestorOf(window()->focusWidget());
    m_hidesPanels = false;
    arrangeAbove();
    if (QWidget *main = panel(QString::fromLatin1(current().mainPanel)); hadFocus && !isAboveShown() && main != nullptr)
        main->setFocus();
    fitTimeline();
}

bool WorkspaceArea::isAboveShown() const
{
    return !m_above->isHidden();
}

void WorkspaceArea::arrangeAbove()
{
    const auto of = workspaceOf(m_panelAbove);
    const bool isHere = of && *of == m_current;
    const bool fitsAll = m_body->height() >= kUsualAbove + kMaxTimeline + kUsualPanels;
    m_above->setVisible(isHere && (m_hidesPanels || fitsAll));
    m_pages->setVisible(!isAboveShown() || fitsAll);
}

QWidget *WorkspaceArea::panel(const QString &wanted)
{
    const QString id = nameNow(wanted);
    if (id == panelId(m_usualInspector))
        return m_usualInspector;
    const auto of = workspaceOf(id);
    if (!of)
        return nullptr;
    make(*of);
    return id == m_panelAbove ? m_above->panel(id) : m_workspaces[*of].page->panel(id);
}

bool WorkspaceArea::has(const QString &wanted) const
{
    const QString id = nameNow(wanted);
    return id == QStringLiteral("timeline") || id == panelId(m_usualInspector) || indexOf(id);
}

QStringList WorkspaceArea::panelIds() const
{
    QStringList ids;
    for (const Workspace &one : m_workspaces)
        for (const ColumnSpec &column : one.spec->columns)
            for (const SlotSpec &slot : column.places)
                for (const PanelSpec &panel : slot.panels)
                    ids << QString::fromLatin1(panel.id);
    return ids << panelId(m_usualInspector);
}

QString WorkspaceArea::titleOfPanel(const QString &id) const
{
    for (const Workspace &one : m_workspaces)
        for (const ColumnSpec &column : one.spec->columns)
            for (const SlotSpec &slot : column.places)
                for (const PanelSpec &panel : slot.panels)
                    if (id == QLatin1String(panel.id))
                        return titleOf(panel);
    return titleOf(inspectorSpec());
}

bool WorkspaceArea::leaveMode()
{
    if (m_workspaces[m_current].head == nullptr)
        return false;
    showWorkspace(m_before != m_current ? m_before : 0);
    (current().timeline ? static_cast<QWidget *>(&m_context->timeline) : m_workspaces[m_current].page->shownPanels().front())
        ->setFocus();
    return true;
}

bool WorkspaceArea::removeKept()
{
    if (m_inspector->kept() == nullptr || !m_inspector->isOpen())
        return false;
    static_cast<InspectorPanel *>(m_usualInspector)->togglePin();
    return true;
}

bool WorkspaceArea::isEnabled(const WorkspaceSpec &spec) const
{
    return spec.reason == nullptr || spec.reason(*m_context).isEmpty();
}

QString WorkspaceArea::reasonText(const WorkspaceSpec &spec) const
{
    const QString reason = spec.reason == nullptr ? QString() : spec.reason(*m_context);
    return reason.isEmpty() ? QString() : tr("%1: %2").arg(titleOf(spec), reason);
}

void WorkspaceArea::refreshReasons()
{
    for (std::size_t i = 0; i < m_workspaces.size(); ++i) {
        const WorkspaceSpec &spec = *m_workspaces[i].spec;
        const QString reason = reasonText(spec);
        QAction *action = m_actions[i];
        action->setEnabled(reason.isEmpty());
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        action->setToolTip(!reason.isEmpty() ? reason
                : key.isEmpty()              ? titleOf(spec)
                                             : tr("%1 (%2)").arg(titleOf(spec), key));
    }
    emit reasonsChanged();
}

std::vector<QWidget *> WorkspaceArea::panes() const
{
    std::vector<QWidget *> all{m_workspaces[m_current].head != nullptr ? m_workspaces[m_current].head : m_overview, m_passes,
        m_above->current(), &m_context->timeline};
    for (QWidget *panel : m_workspaces[m_current].page->shownPanels())
        all.push_back(panel);
    all.push_back(m_inspector->kept());
    all.push_back(m_inspector->panel());
    all.erase(
        std::remove_if(all.begin(), all.end(), [](const QWidget *one) { return one == nullptr || !one->isVisible(); }), all.end());
    return all;
}

QWidget *WorkspaceArea::exportedPanel()
{
    QWidget *focused = panelAround(static_cast<QObject *>(QApplication::focusWidget()));
    if (focused != nullptr && isAncestorOf(focused) && PanelExport::isThere(focused))
        return focused;
    return m_pages->isHidden() ? m_above->current() : panel(QString::fromLatin1(current().mainPanel));
}

void WorkspaceArea::placeKept()
{
    const auto *inspector = qobject_cast<const InspectorPanel *>(m_inspector->panel());
    InspectorPanel *const copy = inspector != nullptr ? inspector->copy() : nullptr;
    if (copy != nullptr)
        markPanel(*copy, QString::fromLatin1(inspectorSpec().id));
    m_inspector->setKept(copy);
    fit();
}

void WorkspaceArea::fit()
{
    if (m_workspaces.empty())
        return;
    const int headPx = m_head->isHidden() ? 0 : m_head->sizeHint().height();
    m_head->setGeometry(0, 0, width(), headPx);
    const int heightPx = height() - headPx;
    const bool overlay = width() < kOverlayBelowPx;
    if (auto *strip = qobject_cast<PassStrip *>(m_passes))
        strip->setLow(window()->width() < kLowBelowWidthPx || window()->height() < kLowBelowHeightPx);
    const TextPx usual = width() > kWideFromPx ? kWideInspector : width() >= kUsualFromPx ? kUsualInspector : kNarrowInspector;
    const int rail = InspectorColumn::railWidth();
    const int onePx = m_inspector->isOpen() ? std::min(m_inspector->widthFor(usual), width() - rail) : rail;
    const bool two = m_inspector->isOpen() && m_inspector->kept() != nullptr;
    const int widthPx = two ? std::min(2 * onePx, width() - rail) : onePx;
    const int taken = overlay ? rail : width() - widthPx < kMinBesideKept ? onePx : widthPx;
    const bool ltr = isLeftToRight();
    m_main->setGeometry(ltr ? 0 : taken, headPx, std::max(0, width() - taken), heightPx);
    m_inspector->setGeometry(ltr ? width() - widthPx : 0, headPx, widthPx, heightPx);
    m_inspector->raise();
    for (const Workspace &one : m_workspaces)
        if (one.page != nullptr)
            one.page->setWide(width() > kWideFromPx);
    fitTimeline();
}

// The timeline has the height of its usual lanes, the panels the rest; or what the user chose.
void WorkspaceArea::fitTimeline()
{
    m_main->layout()->activate();
    const int room = m_body->height();
    const Workspace &now = m_workspaces[m_current];
    if (room <= 0 || !now.spec->timeline)
        return;
    arrangeAbove();
    const bool above = isAboveShown();
    const int others = above && !m_pages->isHidden() ? kUsualAbove + kMinPanels : int(kMinPanels); // at least
    const int most = std::max<int>(kMaxTimeline, room * 3 / 8); // a high window shows the rows of the host, too
    const int usual =
        above && m_pages->isHidden() ? int(kMinTimeline) : std::clamp<int>(room - kUsualPanels, kMinTimeline, most);
    const int chosen = above ? now.belowPx : now.timelinePx;
    const int timeline = std::min(chosen > 0 ? chosen : usual, std::max<int>(room - others, room / 3));
    const int upper = !above ? 0 : m_pages->isHidden() ? room - timeline : int(kUsualAbove);
    m_changing = true;
    m_body->setSizes({upper, timeline, room - timeline - upper});
    m_changing = false;
}

void WorkspaceArea::resizeEvent(QResizeEvent *)
{
    fit();
}

bool WorkspaceArea::event(QEvent *event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::FontChange)
        fit();
    else if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
        emit shownChanged();
    return done;
}

void WorkspaceArea::reset()
{
    for (Workspace &one : m_workspaces) {
        one.timelinePx = 0;
        one.belowPx = 0;
        if (one.page != nullptr)
            one.page->reset();
        else
            appSettings().remove(QStringLiteral("workspaces/") + QLatin1String(one.spec->id));
    }
    m_inspector->setChosenWidth(0);
    m_inspectorAction->setChecked(true);
    fit();
}

void WorkspaceArea::save()
{
    QSettings &settings = appSettings();
    settings.setValue(QStringLiteral("workspaces/inspector"), m_inspector->chosenWidth());
    settings.setValue(QStringLiteral("workspaces/inspectorOpen"), m_inspectorAction->isChecked());
    for (const Workspace &one : m_workspaces) {
        if (one.page != nullptr)
            one.page->save(settings);
        settings.setValue(QStringLiteral("workspaces/%1/timeline").arg(QLatin1String(one.spec->id)), one.timelinePx);
        settings.setValue(QStringLiteral("workspaces/%1/below").arg(QLatin1String(one.spec->id)), one.belowPx);
    }
}

void WorkspaceArea::restore()
{
    const QSettings &settings = appSettings();
    m_inspector->setChosenWidth(settings.value(QStringLiteral("workspaces/inspector")).toInt());
    m_inspectorAction->setChecked(settings.value(QStringLiteral("workspaces/inspectorOpen"), true).toBool());
    for (Workspace &one : m_workspaces) {
        one.timelinePx = settings.value(QStringLiteral("workspaces/%1/timeline").arg(QLatin1String(one.spec->id))).toInt();
        one.belowPx = settings.value(QStringLiteral("workspaces/%1/below").arg(QLatin1String(one.spec->id))).toInt();
    }
}

} // namespace lamella::ui
