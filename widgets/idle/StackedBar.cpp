// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/idle/StackedBar.h"

#include "core/base/Format.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr int kMarginPx = 8;
constexpr TextPx kBarPx{18};

} // namespace

StackedBar::StackedBar(const QString &name, QWidget *parent)
    : Chart(name, parent)
{
    setFocusPolicy(Qt::NoFocus);
    followTextSize(*this, [this] { setFixedHeight(kBarPx + 2 * 6); });
    setMinimumWidth(80);
}

void StackedBar::setParts(std::vector<BarPart> parts)
{
    m_parts = std::move(parts);
    m_totalNs = 0;
    for (const BarPart &part : m_parts)
        m_totalNs += static_cast<double>(part.ns);
    partsChanged();
}

TipText StackedBar::tipOf(int number) const
{
    const BarPart &part = m_parts[static_cast<std::size_t>(number)];
    return sentenceTip(
        QStringLiteral("%1 · %2 · %3")
            .arg(part.name, durationText(part.ns), qtext(core::formatShare(static_cast<double>(part.ns) / m_totalNs))));
}

QRect StackedBar::track() const
{
    return {kMarginPx, (height() - kBarPx) / 2, std::max(1, width() - 2 * kMarginPx), kBarPx};
}

QRect StackedBar::partRect(int number) const
{
    const QRect area = track();
    const auto edge = [&](int count) {
        double sum = 0;
        for (int i = 0; i < count; ++i)
            sum += static_cast<double>(m_parts[static_cast<std::size_t>(i)].ns);
        return area.left() + (m_totalNs > 0 ? static_cast<int>(std::lround(sum / m_totalNs * area.width())) : 0);
    };
    const int left = edge(number);
    return {left, area.top(), edge(number + 1) - left, area.height()};
}

int StackedBar::hitAt(QPoint position) const
{
    return Chart::hitAt({position.x(), track().top()});
}

void StackedBar::paintParts(QPainter &painter, const QRect &)
{
    for (int part = 0; part < partCount(); ++part) {
        const QRect area = partRect(part);
        painter.fillRect(area.adjusted(0, 0, area.width() > 3 ? -1 : 0, 0), m_parts[static_cast<std::size_t>(part)].fill);
    }
}

void StackedBar::paintEmpty(QPainter &painter) const
{
    painter.fillRect(track(), Theme::current().track);
}

} // namespace lamella::ui
