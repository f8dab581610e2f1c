// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/BoundaryStrip.h"

#include "core/analysis/TimelineLod.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineBands.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kRow{16};
constexpr TextPx kApart{12}; // between the rows, for the connecting lines
constexpr TextPx kLabel{64};
constexpr int kMargin = 4;

const core::DeviceSegmentation *deviceOf(const core::Segmentation *segmentation, const Focus &focus)
{
    if (segmentation == nullptr)
        return nullptr;
    const core::DeviceId id = focus.device.valid() ? focus.device : segmentation->mainDevice;
    return id.value < segmentation->devices.size() ? &segmentation->devices[id.value] : nullptr;
}

// Begins of the bands, sorted, for comparing the rows.
std::vector<std::int64_t> beginsOf(const TimelineBands &bands)
{
    std::vector<std::int64_t> begins;
    for (const TimelineBand &band : bands.bands)
        begins.push_back(band.range.begin.value);
    std::sort(begins.begin(), begins.end());
    return begins;
}

} // namespace

BoundaryStrip::BoundaryStrip(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Layer boundaries in the visible range, now and proposed"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BoundaryStrip::setSegmentations(
    std::shared_ptr<const core::Segmentation> now, std::shared_ptr<const core::Segmentation> proposed)
{
    m_now = std::move(now);
    m_proposed = std::move(proposed);
    update();
}

void BoundaryStrip::setWhy(const QString &why)
{
    m_why = why;
    setAccessibleDescription(why);
    update();
}

void BoundaryStrip::setView(core::TimeRange range, const Focus &focus)
{
    m_range = range;
    m_focus = focus;
    update();
}

QSize BoundaryStrip::sizeHint() const
{
    return {480, 2 * kRow + kApart + 2 * kMargin};
}

void BoundaryStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    const QRectF upper(kLabel, kMargin, std::max(1, width() - kLabel - kMargin), kRow);
    const QRectF lower = upper.translated(0, kRow + kApart);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(QRectF(8_px, upper.y(), kLabel - 12_px, kRow), Qt::AlignVCenter | Qt::AlignLeft, tr("Now"));
    painter.drawText(QRectF(8_px, lower.y(), kLabel - 12_px, kRow), Qt::AlignVCenter | Qt::AlignLeft, tr("Proposed"));
    if (m_range.length().value <= 0)
        return;
    const int pixels = static_cast<int>(upper.width());
    const core::TimeScale scale(m_range, pixels);
    std::vector<std::int64_t> begins[2];
    const core::Segmentation *segmentations[2] = {m_now.get(), m_proposed.get()};
    for (int row = 0; row < 2; ++row) {
        const QRectF area = row == 0 ? upper : lower;
        const core::DeviceSegmentation *device = deviceOf(segmentations[row], m_focus);
        const TimelineBands bands = device != nullptr ? bandsIn(*device, m_focus, m_range, pixels) : TimelineBands{};
        begins[row] = beginsOf(bands);
        if (!bands.bands.empty()) {
            paintBands(painter, bands, m_range, area, theme, false);
            continue;
        }
        painter.setFont(Theme::captionFont());
        painter.setPen(theme.text3);
        const QString text = row == 1 && !m_why.isEmpty() ? m_why : tr("no layers in the visible range");
        painter.drawText(
            area, Qt::AlignVCenter | Qt::AlignLeft, QFontMetrics(painter.font()).elidedText(text, Qt::ElideRight, pixels));
    }
    // In both rows: short grey ticks. In one row only: accent colour, full height.
    const int top = static_cast<int>(upper.bottom());
    for (int row = 0; row < 2; ++row) {
        int last = -2;
        for (const std::int64_t begin : begins[row]) {
            const int x = kLabel + static_cast<int>(std::lround(scale.x(begin)));
            if (x < kLabel || x > kLabel + pixels || x - last < 2)
                continue;
            last = x;
            const bool both = std::binary_search(begins[1 - row].begin(), begins[1 - row].end(), begin);
            if (both && row == 0)
                painter.fillRect(x, top + 4, 1, kApart - 8, theme.separatorStrong);
            else if (!both)
                painter.fillRect(x, row == 0 ? top : top + kApart / 2, 1, kApart / 2, row == 0 ? theme.text2 : theme.accent);
        }
    }
}

} // namespace lamella::ui
