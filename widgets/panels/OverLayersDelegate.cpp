// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/OverLayersDelegate.h"

#include "core/base/Format.h"
#include "widgets/common/UiText.h"
#include "widgets/models/Roles.h"
#include "widgets/theme/Theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lamella::ui {

const std::vector<std::int64_t> *OverLayersDelegate::sumsOf(const QModelIndex &index) const
{
    const auto target = index.data(kTargetRole).value<core::Selection>();
    const auto *name = std::get_if<core::NameSelection>(&target);
    if (!m_data || name == nullptr)
        return nullptr;
    const auto found = m_data->sums.find(name->name);
    return found == m_data->sums.end() ? nullptr : &found->second;
}

// One bar a layer, from nothing to the longest of the row; layers that share a pixel show the longest of them.
void OverLayersDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &, const QModelIndex &index, const QRect &cell) const
{
    const std::vector<std::int64_t> *sums = sumsOf(index);
    if (sums == nullptr)
        return;
    const Theme &theme = Theme::current();
    const QRect area = cell.adjusted(6, 4, -6, -4);
    const std::int64_t most = *std::max_element(sums->begin(), sums->end());
    const auto count = static_cast<int>(sums->size());
    painter.fillRect(area.left(), area.bottom() + 1, area.width(), 1, theme.separator);
    if (most <= 0 || area.width() <= 0)
        return;
    int last = area.left() - 1;
    int tallest = 0;
    for (int i = 0; i < count; ++i) {
        const int left = area.left() + static_cast<int>(static_cast<std::int64_t>(i) * area.width() / count);
        const int right = area.left() + static_cast<int>(static_cast<std::int64_t>(i + 1) * area.width() / count);
        const double share = static_cast<double>((*sums)[static_cast<std::size_t>(i)]) / static_cast<double>(most);
        const int tall = share > 0 ? std::max(1, static_cast<int>(share * area.height())) : 0;
        tallest = left == last ? std::max(tallest, tall) : tall;
        last = left;
        const int wide = std::max(1, right - left - (right - left > 3 ? 1 : 0));
        painter.fillRect(left, area.bottom() + 1 - tallest, wide, tallest, theme.cellBar);
    }
}

bool OverLayersDelegate::helpEvent(
    QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &, const QModelIndex &index)
{
    const std::vector<std::int64_t> *sums = sumsOf(index);
    if (event->type() != QEvent::ToolTip || sums == nullptr || sums->empty()) {
        QToolTip::hideText();
        return false;
    }
    const auto most = std::max_element(sums->begin(), sums->end());
    const auto with = std::count_if(sums->begin(), sums->end(), [](std::int64_t ns) { return ns > 0; });
    const int layer = m_data->layers[static_cast<std::size_t>(most - sums->begin())];
    QToolTip::showText(event->globalPos(),
        tr("In %1 of %2 layers; most in %3: %4")
            .arg(with)
            .arg(sums->size())
            .arg(layerText(layer), qtext(core::formatDuration(*most))),
        view);
    return true;
}

} // namespace lamella::ui
