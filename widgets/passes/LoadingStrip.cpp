// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/passes/LoadingStrip.h"

#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/passes/PassBars.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kHeightPx{74}; // of the pass strip
constexpr TextPx kLinePx{16};
constexpr double kPreliminary = 0.6; // opacity

} // namespace

LoadingStrip::LoadingStrip(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("loadingStrip"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    fixHeight(*this, kHeightPx);
    start();
}

void LoadingStrip::start()
{
    m_range = {};
    m_shares.clear();
    setAccessibleName(tr("GPU work read so far"));
    setAccessibleDescription(note());
    update();
}

void LoadingStrip::showPreview(const core::ImportPreview &preview)
{
    m_range = preview.range;
    m_shares.clear();
    const auto count = static_cast<std::int64_t>(preview.slicesNs.size());
    const double sliceNs = count == 0 ? 1 : static_cast<double>(m_range.length().value / count);
    for (const std::int64_t ns : preview.slicesNs)
        m_shares.push_back(std::min(1.0, static_cast<double>(ns) / sliceNs));
    setAccessibleDescription(note());
    update();
}

QString LoadingStrip::note() const
{
    return m_shares.empty() ? tr("after reading")
                            : tr("from the first to the last kernel so far: %1").arg(durationText(m_range.length().value));
}

void LoadingStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    const int room = kLabelColumnPx - 16_px;
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    painter.drawText(QRect(8_px, 8_px, room, kLinePx), Qt::AlignVCenter | Qt::AlignLeft, tr("GPU work"));
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(QRect(8_px, 24_px, room, 2 * kLinePx), Qt::AlignLeft | Qt::TextWordWrap, tr("kernel time"));
    const QRect area(PassBars::barsLeft(), 9_px, PassBars::barsWidth(width()), height() - 32_px);
    painter.fillRect(area, theme.window);
    painter.setOpacity(kPreliminary);
    const auto edge = [&](std::size_t slice) {
        return area.left() + static_cast<int>(static_cast<double>(slice) / static_cast<double>(m_shares.size()) * area.width());
    };
    for (std::size_t i = 0; i < m_shares.size(); ++i) {
        if (m_shares[i] <= 0)
            continue;
        const int tall = std::max(1, static_cast<int>(std::lround(m_shares[i] * area.height())));
        painter.fillRect(edge(i), area.bottom() + 1 - tall, std::max(1, edge(i + 1) - edge(i)), tall,
            PassBars::stageFill(theme, core::Stage::Decode));
    }
    painter.setOpacity(1);
    painter.drawText(QRect(area.left(), area.bottom() + 3, area.width(), kLinePx), Qt::AlignVCenter | Qt::AlignLeft,
        elided(painter.fontMetrics(), note(), Qt::ElideRight, area.width()));
    painter.fillRect(kLabelColumnPx - 1, 0, 1, height(), theme.separator);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

} // namespace lamella::ui
