// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineBands.h"

#include "core/analysis/TimelineLod.h"
#include "core/base/Typical.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/Counts.h"
#include "widgets/common/LineText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace lamella::ui {

namespace {

constexpr double kMinPassPx = 2; // minimum mean distance of passes; below it they are one run
constexpr TextPx kPassNameFromPx{19};
constexpr TextPx kPassDetailsFromPx{60};
constexpr TextPx kMinLayerPx{3}; // minimum mean width of layers; below it passes are shown
constexpr TextPx kEveryNumberFromPx{18}; // minimum typical width at which every layer is numbered
constexpr TextPx kNamesFromPx{30}; // below it all bands show numbers, so that the row is uniform
constexpr double kNameFromPx = 6; // minimum width of any name; saves measuring thousands of passes
constexpr TextPx kDetailsFromPx{120};

// lupdate only recognises the context of a class; a free function tr() would leave these texts untranslated.
struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

TimelineBand passBand(const core::DeviceSegmentation &device, const core::Pass &pass, const Focus &focus)
{
    TimelineBand band;
    band.kind = TimelineBand::Kind::Pass;
    band.range = pass.range;
    band.number = pass.number;
    band.wallNs = pass.range.length().value;
    band.kernels = pass.kernels;
    band.stage = pass.stage;
    band.selected = focus.device == device.device && focus.pass == pass.number;
    band.target = core::PassSelection{device.device, pass.number};
    return band;
}

std::span<const core::LayerSpan> layersOf(const core::DeviceSegmentation &device, const core::Pass &pass)
{
    const auto count = static_cast<std::size_t>(std::max(0, pass.layers));
    if (pass.firstLayer > device.layers.size() || device.layers.size() - pass.firstLayer < count)
        return {};
    return std::span(device.layers).subspan(pass.firstLayer, count);
}

// Work on side streams can extend into the next layer: the band ends where the next one begins.
core::TimeRange drawnRange(std::span<const core::LayerSpan> layers, std::size_t row)
{
    core::TimeRange range = layers[row].range;
    if (row + 1 < layers.size() && layers[row + 1].range.begin > range.begin)
        range.end = std::min(range.end, layers[row + 1].range.begin);
    return range;
}

void appendLayers(std::vector<TimelineBand> &bands, const core::DeviceSegmentation &device, const core::Pass &pass,
    const Focus &focus, core::TimeRange view)
{
    const std::span<const core::LayerSpan> layers = layersOf(device, pass);
    const bool focused = focus.device == device.device && focus.pass == pass.number;
    const auto add = [&](TimelineBand::Kind kind, int layer, core::TimeRange range, std::int64_t wall, std::uint32_t kernels) {
        if (!range.overlaps(view))
            return;
        bands.push_back({kind, range, layer, 1, pass.stage, wall, kernels, focused && focus.layer == layer,
            core::LayerSelection{device.device, pass.number, layer}});
    };
    if (layers.empty())
        return;
    if (pass.range.begin < layers.front().range.begin) {
        const core::TimeRange head{pass.range.begin, layers.front().range.begin};
        add(TimelineBand::Kind::Head, core::kHeadLayer, head, head.length().value, 0);
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
        add(TimelineBand::Kind::Layer, layers[i].layer, drawnRange(layers, i), layers[i].range.length().value, layers[i].kernels);
    }
    if (layers.back().range.end < pass.range.end) {
        const core::TimeRange tail{layers.back().range.end, pass.range.end};
        add(TimelineBand::Kind::Tail, core::kTailLayer, tail, tail.length().value, 0);
    }
}

QString bandName(const TimelineBand &band)
{
    switch (band.kind) {
    case TimelineBand::Kind::Pass:
        return QStringLiteral("P%1").arg(band.number);
    case TimelineBand::Kind::Run:
        return band.count == 1 ? QStringLiteral("P%1").arg(band.number)
                               : QStringLiteral("P%1–P%2").arg(band.number).arg(band.number + band.count - 1);
    case TimelineBand::Kind::Layer:
        return QStringLiteral("L%1").arg(band.number);
    case TimelineBand::Kind::Head:
        return TimelineText::tr("head");
    case TimelineBand::Kind::Tail:
        return TimelineText::tr("tail");
    }
    return {};
}

// Label of a narrow band: the plain number if most are narrow; only for every fifth band where they are close together.
QString shortName(const TimelineBand &band, double width, double typicalWidth)
{
    const bool isEdge = band.kind == TimelineBand::Kind::Head || band.kind == TimelineBand::Kind::Tail;
    if (!isEdge && typicalWidth < kEveryNumberFromPx && band.number % 5 != 0 && !band.selected)
        return {};
    if (isEdge)
        return width > 32 ? bandName(band) : QString();
    const bool named = band.selected ? width >= kNamesFromPx : typicalWidth >= kNamesFromPx;
    return named ? bandName(band) : QString::number(band.number);
}

// The part of a bar left for its name if the next or the selected bar overlaps it.
QRectF seenPart(QRectF bar, const QRectF &next, const QRectF &selected)
{
    if (next.isValid() && next.left() > bar.left())
        bar.setRight(std::min(bar.right(), next.left()));
    if (!selected.isValid() || selected.left() >= bar.right() || selected.right() <= bar.left())
        return bar;
    if (selected.left() > bar.left())
        bar.setRight(selected.left());
    else
        bar.setLeft(std::min(bar.right(), selected.right()));
    return bar;
}

// The number of a narrow band. If only every fifth has one, it may extend over its neighbours.
void paintNumber(QPainter &painter, const TimelineBand &band, const QRectF &bar, double typicalWidth)
{
    const QString name = shortName(band, bar.width(), typicalWidth);
    const bool fifth = band.kind == TimelineBand::Kind::Layer && !band.selected && typicalWidth < kEveryNumberFromPx;
    const double room = fifth ? std::max(bar.width(), 4 * typicalWidth) : std::max(bar.width(), band.selected ? 16.0 : 0.0);
    if (!name.isEmpty() && lineAdvance(painter.font(), name) <= room)
        drawLine(painter, bar.adjusted(-room / 2, 0, room / 2, 0), Qt::AlignHCenter, name);
}

} // namespace

const TimelineBand *TimelineBands::at(std::int64_t timeNs) const
{
    const auto it =
        std::find_if(bands.begin(), bands.end(), [timeNs](const TimelineBand &band) { return band.range.contains({timeNs}); });
    return it == bands.end() ? nullptr : &*it;
}

namespace {

// Passes that overlap the range: a run of the passes, as they are in the order of time.
std::span<const core::Pass> passesIn(const core::DeviceSegmentation &device, core::TimeRange range)
{
    const auto last = std::lower_bound(device.passes.begin(), device.passes.end(), range.end,
        [](const core::Pass &pass, core::TimeNs time) { return pass.range.begin < time; });
    auto first = std::lower_bound(device.passes.begin(), last, range.begin,
        [](const core::Pass &pass, core::TimeNs time) { return pass.range.begin < time; });
    while (first != device.passes.begin() && (first - 1)->range.end > range.begin)
        --first;
    return {first, last};
}

TimelineBand runOf(std::span<const core::Pass> passes)
{
    TimelineBand band;
    band.kind = TimelineBand::Kind::Run;
    band.number = passes.front().number;
    band.count = static_cast<int>(passes.size());
    band.range = {passes.front().range.begin, passes.back().range.end};
    std::array<std::size_t, 8> stages{};
    for (const core::Pass &pass : passes)
        ++stages[static_cast<std::size_t>(pass.stage)];
    band.stage = static_cast<core::Stage>(std::max_element(stages.begin(), stages.end()) - stages.begin());
    band.wallNs = band.range.length().value;
    return band;
}

} // namespace

const core::Pass *passNear(const core::DeviceSegmentation &device, std::int64_t timeNs)
{
    if (device.passes.empty())
        return nullptr;
    const auto after = std::upper_bound(device.passes.begin(), device.passes.end(), timeNs,
        [](std::int64_t time, const core::Pass &pass) { return time < pass.range.begin.value; });
    if (after == device.passes.begin())
        return &*after;
    const core::Pass &before = *(after - 1);
    const bool nextIsNearer = after != device.passes.end()
        && after->range.begin.value - timeNs < std::max<std::int64_t>(0, timeNs - before.range.end.value);
    return nextIsNearer ? &*after : &before;
}

TimelineBands passBandsIn(const core::DeviceSegmentation &device, const Focus &focus, core::TimeRange range, int widthPx)
{
    TimelineBands result;
    result.byPass = true;
    const std::span<const core::Pass> inView = passesIn(device, range);
    if (static_cast<double>(inView.size()) * kMinPassPx > widthPx) {
        result.bands.push_back(runOf(inView));
        return result;
    }
    for (const core::Pass &pass : inView)
        if (pass.range.overlaps(range))
            result.bands.push_back(passBand(device, pass, focus));
    return result;
}

TimelineBands bandsIn(const core::DeviceSegmentation &device, const Focus &focus, core::TimeRange range, int widthPx)
{
    TimelineBands result = passBandsIn(device, focus, range, widthPx);
    std::size_t layers = 0;
    std::int64_t covered = 0;
    std::vector<const core::Pass *> passes;
    for (const core::Pass &pass : passesIn(device, range)) {
        if (!pass.range.overlaps(range))
            continue;
        passes.push_back(&pass);
        layers += static_cast<std::size_t>(std::max(0, pass.layers));
        covered += pass.range.length().value;
    }
    const double pxPerNs = widthPx / static_cast<double>(std::max<std::int64_t>(1, range.length().value));
    const bool isRun = !result.bands.empty() && result.bands.front().kind == TimelineBand::Kind::Run;
    if (isRun || layers == 0 || static_cast<double>(covered) * pxPerNs < kMinLayerPx * static_cast<double>(layers))
        return result;
    result = {};
    for (const core::Pass *pass : passes)
        appendLayers(result.bands, device, *pass, focus, range);
    return result;
}

void markSelected(TimelineBands &bands, const core::Selection &selection)
{
    if (core::partsOf(selection).empty())
        return;
    for (TimelineBand &band : bands.bands)
        band.selected = band.selected || core::isSelected(selection, band.target);
}

core::TimeRange focusedBand(const core::DeviceSegmentation &device, const Focus &focus)
{
    if (focus.device != device.device || focus.layer < 0)
        return {};
    for (const core::Pass &pass : device.passes) {
        if (pass.number != focus.pass)
            continue;
        const std::span<const core::LayerSpan> layers = layersOf(device, pass);
        for (std::size_t i = 0; i < layers.size(); ++i) {
            if (layers[i].layer == focus.layer)
                return drawnRange(layers, i);
        }
    }
    return {};
}

namespace {

bool isPass(const TimelineBand &band)
{
    return band.kind == TimelineBand::Kind::Pass || band.kind == TimelineBand::Kind::Run;
}

QColor bandFill(const Theme &theme, const TimelineBand &band, bool detailed)
{
    if (isPass(band))
        return band.stage == core::Stage::Prefill || band.stage == core::Stage::Forward ? theme.stage0 : theme.cellBar;
    const bool isOdd = band.number % 2 != 0 || band.kind == TimelineBand::Kind::Head || band.kind == TimelineBand::Kind::Tail;
    return isOdd && !detailed ? theme.header : theme.track;
}

QColor bandInk(const Theme &theme, const TimelineBand &band, bool detailed)
{
    if (band.selected)
        return theme.onAccent;
    if (isPass(band) && bandFill(theme, band, detailed) == theme.stage0)
        return theme.kind == ThemeKind::Light ? theme.base : theme.onAccent;
    return detailed || isPass(band) ? theme.text : theme.text2;
}

// Name, stage and wall of a pass or run, as far as they fit.
void paintPassText(QPainter &painter, const TimelineBand &band, const QRectF &bar, const QColor &ink)
{
    if (bar.width() < kPassNameFromPx)
        return;
    const QString stage = translatedTerm(core::stageName(band.stage));
    const QString name = bandName(band);
    const bool run = band.kind == TimelineBand::Kind::Run;
    const QString figure = run ? QStringLiteral("× %1").arg(grouped(band.count)) : durationText(band.wallNs);
    const QString details = band.stage == core::Stage::Unknown ? figure
        : run                                                  ? stage + QStringLiteral(" ") + figure
                                                               : stage + QStringLiteral(" · ") + figure;
    const QFont strong = Theme::strongFont();
    const double nameWidth = lineAdvance(strong, name);
    painter.setPen(ink);
    painter.setFont(strong);
    const double detailsWidth = lineAdvance(Theme::bodyFont(), details);
    if (bar.width() >= kPassDetailsFromPx && nameWidth + detailsWidth + 18 <= bar.width()) {
        drawLine(painter, bar.adjusted(6, 0, 0, 0), Qt::AlignLeft, name);
        painter.setFont(Theme::bodyFont());
        drawLine(painter, bar.adjusted(12 + nameWidth, 0, 0, 0), Qt::AlignLeft, details);
    } else {
        if (nameWidth + 4 > bar.width())
            painter.setFont(Theme::captionFont());
        if (lineAdvance(painter.font(), name) + 2 <= bar.width())
            drawLine(painter, bar, Qt::AlignHCenter, name);
    }
}

// The median: one long layer makes no room for the numbers of the others.
double typicalWidth(const TimelineBands &bands, const core::TimeScale &scale)
{
    std::vector<std::int64_t> lengths;
    for (const TimelineBand &band : bands.bands)
        lengths.push_back(band.range.length().value);
    return static_cast<double>(core::lowerMiddleValue(std::move(lengths))) * scale.pxPerNs();
}

// Whether all layers seen whole have room for their names: they are strong in all, or in none but the selected one.
bool isRoomForNames(const TimelineBands &bands, core::TimeRange range, const core::TimeScale &scale, const QFontMetricsF &metrics)
{
    return std::all_of(bands.bands.begin(), bands.bands.end(), [&](const TimelineBand &band) {
        return band.kind != TimelineBand::Kind::Layer || band.range.begin < range.begin || band.range.end > range.end
            || metrics.horizontalAdvance(bandName(band)) + 9 <= static_cast<double>(band.range.length().value) * scale.pxPerNs();
    });
}

} // namespace

void paintBands(
    QPainter &painter, const TimelineBands &bands, core::TimeRange range, const QRectF &row, const Theme &theme, bool detailed)
{
    const core::TimeScale scale(range, static_cast<int>(row.width()));
    const double typical = typicalWidth(bands, scale);
    const QFont strong = detailed ? Theme::strongFont() : Theme::microFont();
    const QFontMetricsF strongMetrics(strong);
    const auto barOf = [&](const TimelineBand &band) {
        const double x0 = std::max(0.0, std::round(scale.x(band.range.begin.value)));
        const double x1 = std::min(row.width(), std::round(scale.x(band.range.end.value)));
        return QRectF(row.x() + x0, row.y(), std::max(1.0, x1 - x0 - (x1 - x0 > 3 ? 1 : 0)), row.height());
    };
    const bool strongNames = typical >= kNamesFromPx && isRoomForNames(bands, range, scale, strongMetrics);
    QRectF chosen;
    for (const TimelineBand &band : bands.bands) { // all bars first: a number may extend over the neighbours
        if (band.selected)
            chosen = barOf(band);
        else
            painter.fillRect(barOf(band), bandFill(theme, band, detailed));
    }
    for (const TimelineBand &band : bands.bands) // passes may overlap
        if (band.selected)
            painter.fillRect(barOf(band), theme.accent);
    for (std::size_t i = 0; i < bands.bands.size(); ++i) {
        const TimelineBand &band = bands.bands[i];
        const QRectF next = i + 1 < bands.bands.size() ? barOf(bands.bands[i + 1]) : QRectF();
        const QRectF bar = band.selected ? barOf(band) : seenPart(barOf(band), next, chosen);
        const double width = bar.width();
        if (width <= 0 || (width < kNameFromPx && !band.selected))
            continue;
        painter.setPen(bandInk(theme, band, detailed));
        painter.setFont(strong);
        if (detailed && isPass(band)) {
            paintPassText(painter, band, bar, bandInk(theme, band, detailed));
            continue;
        }
        if (!detailed) {
            paintNumber(painter, band, bar, typical);
            continue;
        }
        const QString name = bandName(band);
        const double nameWidth = strongMetrics.horizontalAdvance(name);
        if (nameWidth + 8 > width || (!strongNames && !band.selected)) {
            painter.setFont(Theme::captionFont());
            paintNumber(painter, band, bar, typical);
            continue;
        }
        const QRectF text = bar.adjusted(6, 0, -2, 0);
        painter.drawText(nameWidth + 12 > width ? bar : text,
            Qt::AlignVCenter | (nameWidth + 12 > width ? Qt::AlignHCenter : Qt::AlignLeft), name);
        if (width < kDetailsFromPx)
            continue;
        QString details = durationText(band.wallNs);
        if (band.kernels > 0)
            details += QStringLiteral(" · ") + kernelCount(band.kernels);
        const QRectF rest = text.adjusted(nameWidth + 6, 0, 0, 0);
        painter.setFont(Theme::bodyFont());
        painter.setPen(band.selected ? theme.onAccent : theme.text2);
        drawLine(painter, rest, Qt::AlignLeft,
            lineAdvance(painter.font(), details) <= rest.width() ? details : durationText(band.wallNs));
    }
}

} // namespace lamella::ui
