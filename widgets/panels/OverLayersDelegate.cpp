// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/OverLayersDelegate.h"

#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/models/Roles.h"
#include "widgets/theme/Theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lamella::ui {

using Sum = core::NamesOverLayers::Sum;

namespace {

bool isLess(const Sum &a, const Sum &b)
{
    return a.ns < b.ns;
}

} // namespace

const std::vector<Sum> *OverLayersDelegate::sumsOf(const QModelIndex &index) const
{
    const auto target = index.data(kTargetRole).value<core::Selection>();
    const auto *name = std::get_if<core::NameSelection>(&target);
    if (!m_data || name == nullptr)
        return nullptr;
    const auto found = m_data->sums.find(name->name);
    return found == m_data->sums.end() ? nullptr : &found->second;
}

// One bar per layer, scaled to the longest of the row; layers that share a pixel show the longest of them.
void OverLayersDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &, const QModelIndex &index, const QRect &cell) const
{
    const std::vector<Sum> *sums = sumsOf(index);
    if (sums == nullptr)
        return;
    const Theme &theme = Theme::current();
    const QRect area = cell.adjusted(6, 4, -6, -4);
    const std::int64_t max = std::max_element(sums->begin(), sums->end(), isLess)->ns;
    const auto count = static_cast<std::int64_t>(m_data->layers.size());
    painter.fillRect(area.left(), area.bottom() + 1, area.width(), 1, theme.separator);
    if (max <= 0 || area.width() <= 0)
        return;
    const auto edge = [&](std::int64_t place) { return area.left() + static_cast<int>(place * area.width() / count); };
    for (auto sum = sums->begin(); sum != sums->end();) {
        const int left = edge(sum->place);
        int right = left;
        std::int64_t tallest = 0;
        for (; sum != sums->end() && edge(sum->place) == left; ++sum) {
            right = edge(std::int64_t{sum->place} + 1);
            tallest = std::max(tallest, sum->ns);
        }
        if (tallest <= 0)
            continue;
        const double share = static_cast<double>(tallest) / static_cast<double>(max);
        const int tall = std::max(1, static_cast<int>(share * area.height()));
        const int wide = std::max(1, right - left - (right - left > 3 ? 1 : 0));
        painter.fillRect(left, area.bottom() + 1 - tall, wide, tall, theme.cellBar);
    }
}

bool OverLayersDelegate::helpEvent(
    QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &, const QModelIndex &index)
{
    const std::vector<Sum> *sums = sumsOf(index);
    if (event->type() != QEvent::ToolTip || sums == nullptr || sums->empty()) {
        QToolTip::hideText();
        return false;
    }
    const auto max = std::max_element(sums->begin(), sums->end(), isLess);
    const auto with = std::count_if(sums->begin(), sums->end(), [](const Sum &sum) { return sum.ns > 0; });
    const int layer = m_data->layers[max->place];
    showPlainTip(event->globalPos(),
        tr("In %1 of %2 layers; most in %3: %4")
            .arg(with)
            .arg(m_data->layers.size())
            .arg(layerText(layer), durationText(max->ns)),
        view);
    return true;
}

} // namespace lamella::ui
