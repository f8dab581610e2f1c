// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/PanelSlot.h"

#include "widgets/common/Panel.h"
#include "widgets/common/TableSetup.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QActionGroup>
#include <QBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lamella::ui {

// The title of a panel; a menu where its place has others.
class PanelTitle : public QToolButton {
public:
    PanelTitle(const QString &title, QWidget *parent)
        : QToolButton(parent)
    {
        setObjectName(QStringLiteral("panelTitle"));
        setText(title);
        setAutoRaise(true);
        setPopupMode(QToolButton::InstantPopup);
        setToolButtonStyle(Qt::ToolButtonTextOnly);
        setTextFont(*this, &Theme::strongFont);
    }
    // Without a menu there is no frame under the pointer: the text begins where that of one with a menu does.
    [[nodiscard]] QSize sizeHint() const override
    {
        const QSize hint = QToolButton::sizeHint();
        return menu() != nullptr ? hint
                                 : QSize(fontMetrics().horizontalAdvance(text()) + 2 * ViewBar::kTitleInsetPx, hint.height());
    }
    // A panel whose contents have a name of their own ("Layers of P6") says so by its window title.
    void follow(QWidget &panel)
    {
        const auto name = [this](const QString &own) {
            if (own.isEmpty())
                return;
            setText(own);
            setAccessibleName(own);
        };
        connect(&panel, &QWidget::windowTitleChanged, this, name);
        name(panel.windowTitle());
    }
    void setMenuOf(QMenu *menu, const QString &tip)
    {
        setMenu(menu);
        setToolTip(menu != nullptr ? tip : QString());
        setAccessibleName(text());
        setAccessibleDescription(toolTip());
        setFocusPolicy(menu != nullptr ? Qt::TabFocus : Qt::NoFocus);
        setAttribute(Qt::WA_TransparentForMouseEvents, menu == nullptr);
    }
};

namespace {

constexpr TextPx kMinWidth{216};
constexpr TextPx kMinHeight{80};
constexpr TextPx kMaxMinWidth{400}; // of what a panel may ask for: long words of a language

// The bar that the title belongs to; null: none.
bool putFirst(QWidget &panel, QWidget *title)
{
    auto *named = panel.findChild<ViewBar *>(QStringLiteral("viewBar"));
    if (auto *bar = named != nullptr ? named : panel.findChild<ViewBar *>()) {
        bar->setTitle(title);
        return true;
    }
    const auto *bar = panel.findChild<QWidget *>(QStringLiteral("viewBar"));
    auto *row = bar != nullptr ? qobject_cast<QBoxLayout *>(bar->layout()) : nullptr;
    if (row == nullptr)
        return false;
    row->insertWidget(0, title);
    return true;
}

} // namespace

PanelSlot::PanelSlot(QWidget *parent)
    : QWidget(parent)
{
}

PanelSlot::Panel PanelSlot::make(QWidget *panel, const QString &title)
{
    Panel made{panel, panel, panelId(panel), title, new PanelTitle(title, panel)};
    made.titleButton->follow(*panel);
    if (putFirst(*panel, made.titleButton))
        return made;
    auto *around = new QWidget(this);
    auto *column = new QVBoxLayout(around);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *bar = new ViewBar(around);
    bar->setTitle(made.titleButton);
    column->addWidget(bar);
    column->addWidget(panel, 1);
    around->setFocusProxy(panel);
    made.view = around;
    return made;
}

void PanelSlot::add(QWidget *panel, const QString &title)
{
    adopt(make(panel, title));
}

void PanelSlot::adopt(Panel panel)
{
    panel.view->setParent(this);
    panel.view->setGeometry(rect());
    panel.view->hide();
    m_panels.push_back(std::move(panel));
    update(std::min(m_current, m_panels.size() - 1));
}

void PanelSlot::give(const QString &id, PanelSlot &to)
{
    const auto at = std::find_if(m_panels.begin(), m_panels.end(), [&id](const Panel &one) { return one.id == id; });
    if (at == m_panels.end())
        return;
    Panel given = std::move(*at);
    const std::size_t index = static_cast<std::size_t>(at - m_panels.begin());
    m_panels.erase(at);
    to.adopt(std::move(given));
    update(m_current > index || m_current >= m_panels.size() ? std::max<std::size_t>(m_current, 1) - 1 : m_current);
}

bool PanelSlot::show(const QString &id)
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (m_panels[i].id != id)
            continue;
        update(i);
        return true;
    }
    return false;
}

QWidget *PanelSlot::current() const
{
    return m_current < m_panels.size() ? m_panels[m_current].panel : nullptr;
}

QWidget *PanelSlot::panel(const QString &id) const
{
    for (const Panel &one : m_panels)
        if (one.id == id)
            return one.panel;
    return nullptr;
}

std::vector<QWidget *> PanelSlot::panels() const
{
    std::vector<QWidget *> all;
    for (const Panel &one : m_panels)
        all.push_back(one.panel);
    return all;
}

void PanelSlot::update(std::size_t current)
{
    m_current = current;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        m_panels[i].view->setVisible(i == m_current);
        m_panels[i].panel->setVisible(i == m_current); // asked for by DeferUntilVisible
    }
    updateTitles();
    setFocusProxy(m_panels.empty() ? nullptr : m_panels[m_current].panel);
}

void PanelSlot::updateTitles()
{
    for (const Panel &one : m_panels) {
        if (QMenu *before = one.titleButton->menu()) // it may be the one that was used just now
            before->deleteLater();
        if (m_panels.size() < 2) {
            one.titleButton->setMenuOf(nullptr, {});
            continue;
        }
        auto *menu = new QMenu(one.titleButton);
        auto *group = new QActionGroup(menu);
        for (const Panel &other : m_panels) {
            QString text = other.title;
            QAction *action = menu->addAction(text.replace(u'&', QStringLiteral("&&")), this, [this, id = other.id] {
                if (!show(id))
                    return;
                current()->setFocus();
                emit currentChanged();
            });
            action->setCheckable(true);
            action->setChecked(other.id == one.id);
            group->addAction(action);
        }
        one.titleButton->setMenuOf(menu, tr("Other panels for this place"));
    }
}

QSize PanelSlot::sizeHint() const
{
    return m_current < m_panels.size() ? m_panels[m_current].view->sizeHint() : QSize(kMinWidth, kMinHeight);
}

QSize PanelSlot::minimumSizeHint() const
{
    const int asked = m_current < m_panels.size() ? m_panels[m_current].view->minimumSizeHint().width() : 0;
    return {std::clamp<int>(asked, kMinWidth, kMaxMinWidth), kMinHeight};
}

void PanelSlot::resizeEvent(QResizeEvent *)
{
    for (const Panel &one : m_panels)
        one.view->setGeometry(rect());
}

} // namespace lamella::ui
