// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/WorkspacePage.h"

#include "widgets/common/AppSettings.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/Panel.h"
#include "widgets/window/PanelSlot.h"
#include "widgets/window/WorkspaceList.h"

#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr int kShareUnitPx = 1000; // a splitter takes sizes as shares of what it has

QSplitter *splitter(Qt::Orientation orientation, QWidget *parent)
{
    auto *made = new QSplitter(orientation, parent);
    made->setChildrenCollapsible(false);
    made->setHandleWidth(1);
    return made;
}

} // namespace

WorkspacePage::WorkspacePage(const WorkspaceSpec &spec, QWidget *parent)
    : QWidget(parent)
    , m_spec(spec)
    , m_columns(splitter(Qt::Horizontal, this))
{
    setObjectName(QStringLiteral("workspace-") + QString::fromLatin1(spec.id));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_columns);
    for (const ColumnSpec &column : spec.columns) {
        auto *rows = splitter(Qt::Vertical, m_columns);
        m_columns->addWidget(rows);
        m_rows.push_back(rows);
        for (const SlotSpec &slotSpec : column.places) {
            auto *slot = new PanelSlot(rows);
            rows->addWidget(slot);
            m_slots.push_back({&slotSpec, slot});
        }
    }
}

bool WorkspacePage::makeNext(const PanelContext &context)
{
    const auto isMissing = [](const Slot &slot) { return slot.made < slot.spec->panels.size(); };
    const auto next = std::find_if(m_slots.begin(), m_slots.end(), isMissing);
    if (next != m_slots.end()) {
        const PanelSpec &spec = next->spec->panels[next->made++];
        QWidget *panel = nullptr;
        {
            const MakingPanel making(*next->widget);
            panel = spec.make(context, next->widget);
            markPanel(*panel, QString::fromLatin1(spec.id));
        }
        next->widget->add(panel, titleOf(spec));
        DeferUntilVisible::placed(*panel);
    }
    if (std::any_of(next, m_slots.end(), isMissing))
        return true;
    arrange();
    return false;
}

// Shows the places that have panels, and gives columns and rows their shares.
void WorkspacePage::arrange()
{
    QList<int> widths;
    std::size_t at = 0;
    for (std::size_t c = 0; c < m_rows.size(); ++c) {
        const ColumnSpec &column = m_spec.columns[c];
        QList<int> heights;
        bool any = false;
        for (const SlotSpec &slotSpec : column.places) {
            PanelSlot *slot = m_slots[at++].widget;
            slot->setVisible(!slot->isEmpty());
            any = any || !slot->isEmpty();
            heights << slotSpec.share * kShareUnitPx;
        }
        m_rows[c]->setSizes(heights);
        m_rows[c]->setVisible(any);
        widths << (m_wide && column.wideShare > 0 ? column.wideShare : column.share) * kShareUnitPx;
    }
    m_columns->setSizes(widths);
}

void WorkspacePage::setWide(bool wide)
{
    if (wide == m_wide)
        return;
    QSettings &settings = appSettings();
    if (isVisible())
        save(settings);
    m_wide = wide;
    if (!wide) {
        for (const auto &[id, home] : m_homes)
            for (const Slot &slot : m_slots)
                if (slot.widget != home)
                    slot.widget->give(id, *home);
        m_homes.clear();
    } else {
        for (const Slot &to : m_slots)
            for (const char *moving : to.spec->whenWide)
                for (const Slot &from : m_slots) {
                    const QString id = QString::fromLatin1(moving);
                    if (from.widget == to.widget || from.widget->panel(id) == nullptr)
                        continue;
                    from.widget->give(id, *to.widget);
                    m_homes.emplace_back(id, from.widget);
                }
    }
    arrange();
    restore(settings);
}

bool WorkspacePage::show(const QString &panel)
{
    return std::any_of(m_slots.begin(), m_slots.end(), [&panel](const Slot &slot) { return slot.widget->show(panel); });
}

QWidget *WorkspacePage::panel(const QString &id) const
{
    for (const Slot &slot : m_slots)
        if (QWidget *found = slot.widget->panel(id))
            return found;
    return nullptr;
}

std::vector<QWidget *> WorkspacePage::panels() const
{
    std::vector<QWidget *> all;
    for (const Slot &slot : m_slots)
        for (QWidget *one : slot.widget->panels())
            all.push_back(one);
    return all;
}

std::vector<QWidget *> WorkspacePage::shownPanels() const
{
    std::vector<QWidget *> shown;
    for (const Slot &slot : m_slots)
        if (QWidget *one = slot.widget->current())
            shown.push_back(one);
    return shown;
}

void WorkspacePage::lend(const QString &panel, PanelSlot &to)
{
    for (const Slot &slot : m_slots)
        if (slot.widget->panel(panel) != nullptr) {
            m_lentShown = panelId(slot.widget->current()) == panel ? panel : QString();
            slot.widget->give(panel, to);
        }
    std::erase_if(m_homes, [&panel](const auto &home) { return home.first == panel; });
    if (m_wide)
        arrange();
}

void WorkspacePage::takeBack(const QString &panel, PanelSlot &from)
{
    const auto isListed = [&panel](const auto &ids, auto idOf) {
        return std::any_of(ids.begin(), ids.end(), [&](const auto &one) { return panel == QLatin1String(idOf(one)); });
    };
    PanelSlot *home = nullptr;
    PanelSlot *wideHome = nullptr;
    for (const Slot &slot : m_slots) {
        if (isListed(slot.spec->panels, [](const PanelSpec &spec) { return spec.id; }))
            home = slot.widget;
        if (isListed(slot.spec->whenWide, [](const char *id) { return id; }))
            wideHome = slot.widget;
    }
    if (home == nullptr || from.panel(panel) == nullptr)
        return;
    const bool moves = m_wide && wideHome != nullptr;
    from.give(panel, moves ? *wideHome : *home);
    if (moves)
        m_homes.emplace_back(panel, home);
    if (std::exchange(m_lentShown, {}) == panel)
        (void)show(panel);
    if (m_wide)
        arrange();
}

void WorkspacePage::reset()
{
    for (const Slot &slot : m_slots)
        if (!slot.spec->panels.empty())
            (void)slot.widget->show(QString::fromLatin1(slot.spec->panels.front().id));
    m_lentShown.clear();
    arrange();
}

QString WorkspacePage::key(const char *what) const
{
    const char *width = m_wide ? "wide" : "usual";
    return QStringLiteral("workspaces/%1/%2-%3").arg(QLatin1String(m_spec.id), QLatin1String(what), QLatin1String(width));
}

void WorkspacePage::save(QSettings &settings) const
{
    settings.setValue(key("columns"), m_columns->saveState());
    QStringList shown;
    for (const QWidget *one : shownPanels())
        shown << panelId(one);
    if (!m_lentShown.isEmpty())
        shown << m_lentShown;
    settings.setValue(key("panels"), shown);
    for (std::size_t c = 0; c < m_rows.size(); ++c)
        if (m_rows[c]->count() > 1)
            settings.setValue(key("rows") + QString::number(c), m_rows[c]->saveState());
}

void WorkspacePage::restore(const QSettings &settings)
{
    const QStringList shown = settings.value(key("panels")).toStringList();
    for (const QString &id : shown)
        (void)show(id);
    if (const QByteArray state = settings.value(key("columns")).toByteArray(); !state.isEmpty())
        m_columns->restoreState(state);
    for (std::size_t c = 0; c < m_rows.size(); ++c)
        if (const QByteArray state = settings.value(key("rows") + QString::number(c)).toByteArray(); !state.isEmpty())
            m_rows[c]->restoreState(state);
}

} // namespace lamella::ui
