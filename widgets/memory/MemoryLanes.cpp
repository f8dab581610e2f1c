// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/MemoryLanes.h"

#include "core/base/Format.h"
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/ColumnBars.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

enum Row { PassRow, LayerRow, KernelRow };
constexpr TextPx kBandRowPx{20};
constexpr TextPx kBandPx{16};
constexpr TextPx kKernelsPx{28};
constexpr TextPx kTopPx{4};
constexpr TextPx kHeightPx{80};

} // namespace

MemoryLanes::MemoryLanes(QWidget *parent)
    : Chart(tr("Passes, layers and kernels"), parent)
{
    setObjectName(QStringLiteral("memoryLanes"));
    fixHeight(*this, kHeightPx);
}

QSize MemoryLanes::sizeHint() const
{
    return {480, kHeightPx};
}

void MemoryLanes::setPicture(std::shared_ptr<const MemoryPicture> picture, std::int64_t zero)
{
    m_picture = std::move(picture);
    m_zero = zero;
    partsChanged();
}

void MemoryLanes::setTimeline(TimelineDataPtr timeline)
{
    m_timeline = std::move(timeline);
    update();
}

void MemoryLanes::setSelection(const Focus &focus, const core::Selection &selection)
{
    m_focus = focus;
    m_selection = selection;
    layOut();
    describe();
}

void MemoryLanes::setView(core::TimeRange range, int left, int right)
{
    if (range == m_view && left == m_left && right == m_right)
        return;
    m_view = range;
    m_left = left;
    m_right = std::max(left + 1, right);
    partsChanged();
}

void MemoryLanes::layOut()
{
    m_passes = {};
    m_layers = {};
    if (!m_picture || m_view.end <= m_view.begin)
        return;
    const int wide = m_right - m_left;
    m_passes = passBandsIn(m_picture->host, m_focus, m_view, wide);
    if (m_picture->host.passes.empty())
        m_passes = {};
    m_layers = bandsIn(m_picture->host, m_focus, m_view, wide);
    if (m_layers.byPass) // layers would be too narrow
        m_layers = {};
    markSelected(m_passes, m_selection);
    markSelected(m_layers, m_selection);
}

const TimelineBand &MemoryLanes::band(int part) const
{
    const auto at = static_cast<std::size_t>(part);
    return isPass(part) ? m_passes.bands[at] : m_layers.bands[at - m_passes.bands.size()];
}

QRect MemoryLanes::rowRect(int row) const
{
    const int top = kTopPx + row * kBandRowPx;
    return {m_left, top, m_right - m_left, row == KernelRow ? kKernelsPx : kBandPx};
}

QRect MemoryLanes::partRect(int part) const
{
    const QRect row = rowRect(isPass(part) ? PassRow : LayerRow);
    const core::TimeScale scale(m_view, row.width());
    const auto x = [&](core::TimeNs time) {
        return static_cast<int>(std::lround(std::clamp(scale.x(time.value), 0.0, static_cast<double>(row.width()))));
    };
    const int left = x(band(part).range.begin);
    return {row.left() + left, row.top(), std::max(1, x(band(part).range.end) - left), row.height()};
}

int MemoryLanes::selectedPart() const
{
    // A layer is the narrower answer than its pass.
    for (int part = partCount() - 1; part >= 0; --part)
        if (band(part).selected)
            return part;
    return -1;
}

core::Selection MemoryLanes::targetOf(int part) const
{
    return band(part).target;
}

TipText MemoryLanes::tipOf(int part) const
{
    const TimelineBand &own = band(part);
    TipText tip;
    switch (own.kind) {
    case TimelineBand::Kind::Pass:
        tip.name = QStringLiteral("P%1").arg(own.number);
        break;
    case TimelineBand::Kind::Run:
        tip.name = QStringLiteral("P%1–P%2").arg(own.number).arg(own.number + own.count - 1);
        break;
    default:
        tip.name = layerText(own.number);
    }
    tip.figures.emplace_back(tr("allocates for"), durationText(own.range.length().value));
    if (const auto *layer = std::get_if<core::LayerSelection>(&own.target))
        for (const MemoryLayer &known : m_picture->layers)
            if (known.pass == layer->pass && known.layer == layer->layer) {
                tip.figures.emplace_back(tr("kept"), qtext(core::formatBytes(known.kept)));
                tip.figures.emplace_back(tr("most held inside it"), qtext(core::formatBytes(known.peak)));
            }
    return tip;
}

void MemoryLanes::paintLabel(QPainter &painter, int row, const QString &label, const QString &note) const
{
    const Theme &theme = Theme::current();
    const QRect line = rowRect(row);
    const int room = m_left - 14_px;
    const auto paint = [&](const QString &text, const QFont &font, const QColor &color, int top, int high) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QRect(8_px, top, room, high), Qt::AlignVCenter | Qt::AlignLeft,
            elided(QFontMetrics(font), text, Qt::ElideRight, room));
    };
    paint(label, Theme::captionFont(), theme.text2, line.top(), kBandPx);
    if (!note.isEmpty())
        paint(note, Theme::microFont(), theme.text3, line.top() + 13_px, 14_px);
}

// Of the main stream, as high as it is busy in each pixel.
void MemoryLanes::paintKernels(QPainter &painter) const
{
    if (!m_timeline || !m_timeline->streams || !m_timeline->segmentation)
        return;
    const core::DeviceSegmentation *device = m_timeline->device(m_timeline->segmentation->mainDevice);
    if (device == nullptr || !device->mainStream.valid() || device->mainStream.value >= m_timeline->streams->kernels.size())
        return;
    const Theme &theme = Theme::current();
    const qreal ratio = devicePixelRatioF();
    const QRect row = rowRect(KernelRow);
    const core::TimeRange range{{m_view.begin.value + m_zero}, {m_view.end.value + m_zero}};
    const core::TimeScale scale(range, static_cast<int>(std::lround(row.width() * ratio)));
    const int full = static_cast<int>(std::lround(row.height() * ratio));
    std::int64_t busy = 0;
    core::LodColumns columns;
    std::vector<ColumnBar> bars;
    for (const core::LodLane &lod : m_timeline->streams->kernels[device->mainStream.value]) {
        columns.clear();
        lod.columns(scale, core::rowsIn(lod.lane(), range), columns);
        for (const core::LodColumn &column : columns.columns) {
            busy += column.busyNs;
            appendColumnBars(column, columns.parts, full, full, 0, 0, bars);
        }
    }
    for (const ColumnBar &bar : bars)
        painter.fillRect(QRectF(row.left() + bar.x / ratio, row.top() + bar.top / ratio, 1 / ratio, bar.height / ratio),
            theme.fill(static_cast<core::Category>(bar.tag)));
    const double share = static_cast<double>(busy) / static_cast<double>(std::max<std::int64_t>(1, range.length().value));
    paintLabel(painter, KernelRow, tr("Kernels"), tr("%1 busy").arg(qtext(core::formatShare(std::min(share, 1.0)))));
}

void MemoryLanes::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    if (!m_passes.bands.empty())
        paintLabel(painter, PassRow, tr("Passes, host"));
    if (!m_layers.bands.empty())
        paintLabel(painter, LayerRow, tr("Layers, host"));
    painter.save();
    painter.setClipRect(QRect(m_left, 0, m_right - m_left, height()));
    paintBands(painter, m_passes, m_view, rowRect(PassRow), theme, false);
    paintBands(painter, m_layers, m_view, rowRect(LayerRow), theme, false);
    painter.restore();
    paintKernels(painter);
}

// Kernels are shown without passes, too.
void MemoryLanes::paintEmpty(QPainter &painter) const
{
    paintKernels(painter);
}

} // namespace lamella::ui
