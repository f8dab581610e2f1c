// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/CategoryLegend.h"

#include "widgets/common/LineText.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QFocusEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kChipGapPx{6};
constexpr TextPx kEntryGapPx{12};
constexpr TextPx kChipPx{10};
constexpr TextPx kLinePx{17};

} // namespace

CategoryLegend::CategoryLegend(QWidget *parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Categories"));
}

void CategoryLegend::setCategories(std::vector<core::Category> categories, bool idle, bool overlapped)
{
    m_categories = std::move(categories);
    m_idle = idle;
    m_overlapped = overlapped;
    std::erase_if(m_chosen, [this](core::Category c) {
        return std::find(m_categories.begin(), m_categories.end(), c) == m_categories.end();
    });
    QStringList names;
    for (const core::Category category : m_categories)
        names << categoryTitle(category);
    setAccessibleDescription(listText(names));
    updateGeometry();
    update();
}

void CategoryLegend::setChosen(std::vector<core::Category> categories)
{
    m_chosen = std::move(categories);
    update();
}

std::vector<CategoryLegend::Entry> CategoryLegend::entries(int width) const
{
    const QFontMetrics metrics(Theme::captionFont());
    std::vector<Entry> all;
    for (const core::Category category : m_categories)
        all.push_back({categoryTitle(category), {}, static_cast<int>(category)});
    if (m_overlapped)
        all.push_back({tr("overlapped"), {}, -2});
    if (m_idle)
        all.push_back({tr("idle"), {}, -1});
    const int line = std::max<int>(kLinePx, metrics.height() + 3);
    int x = 0;
    int y = 0;
    for (Entry &entry : all) {
        const int wide = kChipPx + kChipGapPx + metrics.horizontalAdvance(entry.name);
        if (x > 0 && x + wide > width) {
            x = 0;
            y += line;
        }
        entry.rect = QRect(x, y, wide, line);
        x += wide + kEntryGapPx;
    }
    return all;
}

int CategoryLegend::heightForWidth(int width) const
{
    const std::vector<Entry> all = entries(width);
    return all.empty() ? 0 : all.back().rect.bottom() + 1;
}

QSize CategoryLegend::sizeHint() const
{
    return {240_px, heightForWidth(std::max<int>(width(), 240_px))};
}

QSize CategoryLegend::minimumSizeHint() const
{
    return {80_px, kLinePx};
}

bool CategoryLegend::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        showPlainTip(static_cast<QHelpEvent *>(event)->globalPos(),
            tr("Click: only this category · Ctrl+click: add or take away"), this);
        return true;
    }
    return QWidget::event(event);
}

void CategoryLegend::changeEvent(QEvent *event)
{
    updateGeometry();
    update();
    QWidget::changeEvent(event);
}

void CategoryLegend::choose(core::Category category, bool add)
{
    const auto at = std::find(m_chosen.begin(), m_chosen.end(), category);
    const bool isChosen = at != m_chosen.end();
    if (add && isChosen)
        m_chosen.erase(at);
    else if (add)
        m_chosen.push_back(category);
    else if (isChosen && m_chosen.size() == 1)
        m_chosen.clear();
    else
        m_chosen = {category};
    update();
    emit chosenChanged();
}

std::optional<core::Category> CategoryLegend::categoryAt(QPoint position) const
{
    for (const Entry &entry : entries(width()))
        if (entry.category >= 0 && entry.rect.contains(position))
            return static_cast<core::Category>(entry.category);
    return std::nullopt;
}

void CategoryLegend::mousePressEvent(QMouseEvent *event)
{
    const auto category = categoryAt(event->position().toPoint());
    if (category && event->button() == Qt::LeftButton)
        choose(*category, event->modifiers().testFlag(Qt::ControlModifier));
}

void CategoryLegend::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto at = static_cast<std::size_t>(m_current);
    const auto category = !byKey ? categoryAt(event->pos())
        : at < m_categories.size() ? std::optional(m_categories[at])
                                   : std::nullopt;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (category) {
        const bool isChosen = std::find(m_chosen.begin(), m_chosen.end(), *category) != m_chosen.end();
        QAction *only = menu->addAction(tr("&Only this category"), this, [this, category] { choose(*category, false); });
        only->setEnabled(!isChosen || m_chosen.size() > 1);
        menu->addAction(isChosen ? tr("&Take it away") : tr("A&dd it"), this, [this, category] { choose(*category, true); });
    }
    QAction *all = menu->addAction(tr("&All categories"), this, [this] {
        setChosen({});
        emit chosenChanged();
    });
    all->setEnabled(!m_chosen.empty());
    menu->popup(event->globalPos());
}

void CategoryLegend::focusInEvent(QFocusEvent *event)
{
    m_focusRing = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason
        || event->reason() == Qt::ShortcutFocusReason;
    QWidget::focusInEvent(event);
}

void CategoryLegend::keyPressEvent(QKeyEvent *event)
{
    const auto count = static_cast<int>(m_categories.size());
    m_focusRing = true;
    if (count > 0 && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        m_current = std::clamp(m_current + (event->key() == Qt::Key_Right ? 1 : -1), 0, count - 1);
        update();
    } else if (count > 0 && (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return)) {
        choose(m_categories[static_cast<std::size_t>(std::min(m_current, count - 1))],
            event->modifiers().testFlag(Qt::ControlModifier));
    } else {
        QWidget::keyPressEvent(event);
    }
}

void CategoryLegend::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.setFont(Theme::captionFont());
    int index = 0;
    for (const Entry &entry : entries(width())) {
        const bool faint = !m_chosen.empty()
            && (entry.category < 0
                || std::find(m_chosen.begin(), m_chosen.end(), static_cast<core::Category>(entry.category)) == m_chosen.end());
        painter.setOpacity(faint ? 0.45 : 1);
        const QPoint chip(entry.rect.left(), entry.rect.top() + (entry.rect.height() - kChipPx) / 2);
        if (entry.category >= 0) {
            paintCategoryChip(painter, chip, static_cast<core::Category>(entry.category), devicePixelRatioF(), kChipPx);
        } else {
            painter.fillRect(QRect(chip, QSize(kChipPx, kChipPx)), entry.category == -1 ? theme.track : theme.text3);
            painter.setPen(theme.separatorStrong);
            painter.drawRect(QRect(chip, QSize(kChipPx - 1, kChipPx - 1)));
        }
        painter.setPen(theme.text);
        drawLine(painter, entry.rect.adjusted(kChipPx + kChipGapPx, 0, 2, 0), Qt::AlignLeft, entry.name);
        painter.setOpacity(1);
        if (hasFocus() && m_focusRing && index == m_current) {
            painter.setPen(theme.accent);
            painter.drawRect(entry.rect.adjusted(-1, 1, 1, -2));
        }
        ++index;
    }
}

void paintCategoryChip(QPainter &painter, QPointF topLeft, core::Category category, qreal devicePixelRatio, double side)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().brush(category, devicePixelRatio));
    painter.drawRoundedRect(QRectF(topLeft, QSizeF(side, side)), side / 5, side / 5);
    painter.restore();
}

} // namespace lamella::ui
