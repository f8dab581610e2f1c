// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/FlowRow.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kBetweenLinesPx = 4;

} // namespace

FlowRow::FlowRow(QWidget *parent)
    : QLayout(parent)
{
}

FlowRow::~FlowRow()
{
    for (const Item &item : m_items)
        delete item.item;
}

void FlowRow::addWidget(QWidget *widget, int stretch, TextPx minWidth)
{
    addChildWidget(widget);
    m_items.push_back({new QWidgetItem(widget), stretch, minWidth});
    invalidate();
}

void FlowRow::insertFirst(QWidget *widget, int outsetPx)
{
    m_outsetPx = outsetPx;
    addChildWidget(widget);
    m_items.insert(m_items.begin(), {new QWidgetItem(widget), 0});
    invalidate();
}

void FlowRow::addStretch(int stretch)
{
    m_items.push_back({new QSpacerItem(0, 0), stretch});
    invalidate();
}

void FlowRow::setLineHeight(int px)
{
    m_lineHeight = px;
    invalidate();
}

void FlowRow::addItem(QLayoutItem *item)
{
    m_items.push_back({item, 0});
    invalidate();
}

QLayoutItem *FlowRow::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].item : nullptr;
}

QLayoutItem *FlowRow::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem *item = m_items[static_cast<std::size_t>(index)].item;
    m_items.erase(m_items.begin() + index);
    invalidate();
    return item;
}

int FlowRow::widthOf(const Item &item) const
{
    const int hint = item.item->sizeHint().width();
    return item.stretch > 0 ? std::max(item.item->minimumSize().width(), std::min<int>(hint, item.minWidth)) : hint;
}

std::vector<FlowRow::Line> FlowRow::lines(int width) const
{
    std::vector<Line> lines(1);
    for (const Item &item : m_items) {
        const bool spacer = item.item->spacerItem() != nullptr;
        if (!spacer && item.item->isEmpty()) // hidden
            continue;
        const int wanted = widthOf(item);
        const int room = width + (lines.size() == 1 ? m_outsetPx : 0);
        const int space = spacer || lines.back().items.empty() ? 0 : spacing();
        if (!spacer && !lines.back().items.empty() && lines.back().width + space + wanted > room)
            lines.emplace_back();
        Line &line = lines.back();
        line.width += wanted + (line.items.empty() ? 0 : space);
        line.stretch += item.stretch;
        line.height = std::max({line.height, m_lineHeight, item.item->sizeHint().height()});
        line.items.push_back(&item);
    }
    return lines;
}

int FlowRow::heightOf(const std::vector<Line> &lines) const
{
    int height = kBetweenLinesPx * (static_cast<int>(lines.size()) - 1);
    for (const Line &line : lines)
        height += std::max(line.height, m_lineHeight);
    return height;
}

int FlowRow::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    return heightOf(lines(width - margins.left() - margins.right())) + margins.top() + margins.bottom();
}

QSize FlowRow::sizeHint() const
{
    const QMargins margins = contentsMargins();
    constexpr int kAll = 1 << 20;
    const Line all = lines(kAll).front();
    return {all.width - m_outsetPx + margins.left() + margins.right(),
        std::max(all.height, m_lineHeight) + margins.top() + margins.bottom()};
}

QSize FlowRow::minimumSize() const
{
    const QMargins margins = contentsMargins();
    int width = 0;
    for (const Item &item : m_items)
        if (!item.item->isEmpty())
            width = std::max(width, item.item->minimumSize().width());
    return {width + margins.left() + margins.right(), m_lineHeight + margins.top() + margins.bottom()};
}

void FlowRow::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    const QRect inner = rect.marginsRemoved(contentsMargins());
    const std::vector<Line> all = lines(inner.width());
    // A single line is centred vertically.
    int y = all.size() == 1 ? inner.top() + (inner.height() - heightOf(all)) / 2 : inner.top();
    for (const Line &line : all) {
        const int height = std::max(line.height, m_lineHeight);
        place(line, QRect(inner.left(), y, inner.width(), height).adjusted(&line == &all.front() ? -m_outsetPx : 0, 0, 0, 0));
        y += height + kBetweenLinesPx;
    }
}

void FlowRow::place(const Line &line, const QRect &rect) const
{
    int left = std::max(0, rect.width() - line.width);
    int stretch = line.stretch;
    int x = rect.left();
    bool first = true;
    for (const Item *item : line.items) {
        const bool spacer = item->item->spacerItem() != nullptr;
        if (!first && !spacer)
            x += spacing();
        int width = widthOf(*item);
        if (item->stretch > 0 && stretch > 0) {
            const int share = std::min(left * item->stretch / stretch, item->item->maximumSize().width() - width);
            width += std::max(0, share);
            left -= std::max(0, share);
            stretch -= item->stretch;
        }
        width = std::min(width, rect.right() + 1 - x);
        if (!spacer) {
            const int height = std::min({rect.height(), item->item->sizeHint().height(), item->item->maximumSize().height()});
            const QRect at(x, rect.top() + (rect.height() - height) / 2, std::max(0, width), height);
            item->item->setGeometry(QStyle::visualRect(parentWidget()->layoutDirection(), rect, at));
        }
        x += width;
        first = false;
    }
}

} // namespace lamella::ui
