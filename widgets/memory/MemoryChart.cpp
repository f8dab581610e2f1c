// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/MemoryChart.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "widgets/common/UiText.h"
#include "widgets/memory/MemoryLanes.h"
#include "widgets/plot/AxisPlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/theme/PlotLook.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lamella::ui {

namespace {

constexpr double kHeadroom = 1.12; // of the vertical axis above what is drawn
constexpr double kShortestMs = 20e-6; // 20 ns, as of the timeline
constexpr TextPx kTickPx{110};
constexpr int kMarkPx = 6; // from one failed allocation that is marked to the next
constexpr double kAbove = 0.05; // of the height, from the peak to its text
constexpr double kEdge = 0.35; // of the width; a peak left of it has its text at the right

QVector<double> vector(const std::vector<double> &values)
{
    return {values.begin(), values.end()};
}

QString bytesText(double bytes)
{
    return qtext(core::formatBytes(static_cast<std::int64_t>(bytes)));
}

QColor between(const QColor &a, const QColor &b)
{
    return {(a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2};
}

std::int64_t nsOf(double ms)
{
    constexpr double kFar = 9e18;
    return static_cast<std::int64_t>(std::llround(std::clamp(ms * kMemoryNsPerMs, -kFar, kFar)));
}

double msOf(std::int64_t ns)
{
    return static_cast<double>(ns) / kMemoryNsPerMs;
}

// The step of a named band among `count`, from the lightest below to the darkest above; in the dark theme the other way round.
QColor stepColor(std::size_t index, std::size_t count)
{
    const Theme &theme = Theme::current();
    const QColor &weak = theme.cellBar;
    const QColor strong = between(theme.stage0, theme.text);
    const double share = count < 2 ? 0.5 : static_cast<double>(index) / static_cast<double>(count - 1);
    const auto mix = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return {mix(weak.red(), strong.red()), mix(weak.green(), strong.green()), mix(weak.blue(), strong.blue())};
}

std::vector<QColor> colorsOf(const MemoryBands &bands)
{
    const Theme &theme = Theme::current();
    const auto isNamed = [](const MemoryBand &band) { return band.kind == MemoryBand::Kind::Named; };
    const auto named = static_cast<std::size_t>(std::count_if(bands.bands.begin(), bands.bands.end(), isNamed));
    std::vector<QColor> colors;
    std::size_t next = 0;
    for (const MemoryBand &band : bands.bands)
        colors.push_back(band.kind == MemoryBand::Kind::Lifetime ? memoryColor(band.part)
                : band.kind == MemoryBand::Kind::Before          ? theme.track
                : band.kind == MemoryBand::Kind::NotRecorded     ? theme.separatorStrong
                : band.kind == MemoryBand::Kind::Others          ? theme.text3
                                                                 : stepColor(next++, named));
    return colors;
}

QString textOf(const MemoryBand &band, core::MemorySource source)
{
    switch (band.kind) {
    case MemoryBand::Kind::Lifetime:
        return memoryPartText(band.part, source);
    case MemoryBand::Kind::Before:
        return memoryPartText(MemoryPart::Before, source);
    case MemoryBand::Kind::NotRecorded:
        return MemoryChart::tr("not recorded");
    case MemoryBand::Kind::Others:
        return MemoryChart::tr("others");
    case MemoryBand::Kind::Named:
        break;
    }
    return band.name == "attention" ? MemoryChart::tr("attention")
        : band.name == "mlp"        ? MemoryChart::tr("MLP")
        : band.name == "norm"       ? MemoryChart::tr("norm")
        : band.name == "embedding"  ? MemoryChart::tr("embedding")
        : band.name == "head"       ? MemoryChart::tr("head")
                                    : qtext(band.name);
}

} // namespace

QString memoryPartText(MemoryPart part, core::MemorySource source)
{
    if (part == MemoryPart::Before && source == core::MemorySource::Tables)
        return MemoryChart::tr("in no block");
    const std::array<QString, kMemoryParts> texts{MemoryChart::tr("before the trace"), MemoryChart::tr("weights"),
        MemoryChart::tr("optimizer state"), MemoryChart::tr("KV cache"), MemoryChart::tr("gradients"), MemoryChart::tr("kept"),
        MemoryChart::tr("inputs"), MemoryChart::tr("activations"), MemoryChart::tr("autograd details"),
        MemoryChart::tr("of unknown purpose"), MemoryChart::tr("temporary")};
    return texts[static_cast<std::size_t>(part)];
}

QString memoryLifetimeText(std::string_view category)
{
    return memoryPartText(memoryPartOf(category));
}

QString momentText(const MemoryPicture &picture, std::int64_t ns)
{
    if (!picture.byNumber)
        return durationText(ns);
    return MemoryChart::tr("event %1").arg(qtext(core::formatCount(ns / momentOfEvent(1))));
}

QColor memoryColor(MemoryPart part)
{
    const Theme &theme = Theme::current();
    switch (part) {
    case MemoryPart::Before:
        return theme.track;
    case MemoryPart::Weights:
        return theme.separatorStrong;
    case MemoryPart::Optimizer:
        return between(theme.separatorStrong, theme.text3);
    case MemoryPart::KvCache:
        return theme.cellBar;
    case MemoryPart::Gradient:
        return between(theme.text3, theme.stage0);
    case MemoryPart::Kept:
        return theme.text3;
    case MemoryPart::Input:
        return between(theme.cellBar, theme.base);
    case MemoryPart::Activation:
        return between(theme.stage0, theme.cellBar);
    case MemoryPart::Autograd:
        return between(theme.stage0, theme.text);
    case MemoryPart::Unknown:
        return between(theme.track, theme.text3);
    case MemoryPart::Temporary:
        break;
    }
    return theme.stage0;
}

MemoryChart::MemoryChart(NavigationBus &bus, TimeRangeControl &range, QWidget *parent)
    : QWidget(parent)
    , m_bus(bus)
    , m_range(range)
    , m_plot(new AxisPlot(this))
    , m_lanes(new MemoryLanes(this))
{
    m_plot->setObjectName(QStringLiteral("memoryChart"));
    m_plot->setAccessibleName(tr("Allocated memory over time"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_plot, 1);
    column->addWidget(m_lanes);
    setFocusProxy(m_plot);
    connect(m_plot, &AxisPlot::viewChanged, this, &MemoryChart::takeView);
    connect(&range, &TimeRangeControl::visibleRangeChanged, this, &MemoryChart::showRange);
    connect(m_plot, &AxisPlot::positionPicked, this, [this](double ms) { emit picked(nsOf(ms)); });
    connect(m_plot, &AxisPlot::dotPicked, this, [this](int dot) { emit picked(nsOf(m_plot->dotX(dot))); });
    connect(m_plot, &AxisPlot::pointed, this, [this](double ms) {
        const bool valid = !std::isnan(ms) && m_picture && !m_picture->empty() && !m_picture->byNumber;
        emit pointed(valid ? core::addSaturated(nsOf(ms), m_zero) : 0, valid);
    });
    m_plot->setTips([this](double ms) { return tipAt(ms); });
    connect(m_lanes, &Chart::activated, this, [this](const core::Selection &target) { m_bus.select(target, m_lanes); });
    applyLook();
}

void MemoryChart::applyLook()
{
    m_plot->setLook(plotLook());
    PlotAxis time;
    time.label = [this](double ms) {
        if (m_picture && m_picture->byNumber)
            return nsOf(ms) % momentOfEvent(1) == 0 ? qtext(core::formatCount(std::llround(ms))) : QString();
        return m_axis ? m_axis->label(nsOf(ms)) : QString();
    };
    time.ticks = [this](double begin, double end) { return timeTicks(begin, end); };
    time.opposite = true;
    m_plot->setAxes(time, {{}, false, false, false, bytesText});
    m_plot->setSideMargins(kLabelColumnPx, kRightMarginPx);
    draw();
}

QVector<double> MemoryChart::timeTicks(double beginMs, double endMs)
{
    const core::TimeRange range{{nsOf(beginMs)}, {nsOf(endMs)}};
    const TimeFormat format = timeFormat();
    const TickScale ticks = axisTicks(format, m_utc, range, m_plot->plotWidthPx(), kTickPx);
    m_axis.emplace(format, m_utc, range.end.value, ticks.stepNs);
    QVector<double> all;
    for (const std::int64_t tick : ticks.ticks)
        all.push_back(msOf(tick));
    return all;
}

void MemoryChart::setPicture(std::shared_ptr<const MemoryPicture> picture, std::shared_ptr<const core::TraceDocument> document)
{
    m_picture = std::move(picture);
    m_bands.reset();
    m_zero = document ? document->zero() : 0;
    m_utc = document ? utcOfZero(*document) : std::nullopt;
    m_lanes->setPicture(m_picture, m_zero);
    m_linked = false;
    if (m_picture && !m_picture->empty()) {
        const core::TimeRange reach = m_range.reach();
        const std::int64_t first = m_picture->time.front();
        const std::int64_t last = m_picture->time.back();
        m_linked = !m_picture->byNumber && core::addSaturated(first, m_zero) >= reach.begin.value
            && core::addSaturated(last, m_zero) <= reach.end.value;
        const std::int64_t most = std::max(m_picture->allocated[m_picture->peak], m_picture->reservedMax);
        m_top = std::max(1.0, static_cast<double>(most)) * kHeadroom;
        const double margin = std::max((msOf(last) - msOf(first)) * 0.02, kShortestMs);
        m_firstMs = msOf(first) - margin;
        m_lastMs = msOf(last) + margin;
        m_plot->setView(m_firstMs, m_lastMs, 0, m_top);
    }
    m_lanes->setVisible(m_picture && !m_picture->empty() && document && document->kernels.size() > 0);
    showSelection();
    showRange();
}

void MemoryChart::setTimeline(TimelineDataPtr timeline)
{
    m_lanes->setTimeline(std::move(timeline));
}

void MemoryChart::setBands(std::shared_ptr<const MemoryBands> bands)
{
    m_bands = std::move(bands);
    draw();
}

const MemoryBands &MemoryChart::bands() const
{
    return m_bands ? *m_bands : m_picture->lifetimes;
}

void MemoryChart::setCursor(std::int64_t ns)
{
    m_cursor = ns;
    m_plot->setCursorAt(msOf(ns));
    m_plot->replot();
}

core::TimeRange MemoryChart::shown() const
{
    return {{nsOf(m_plot->viewBegin())}, {nsOf(m_plot->viewEnd())}};
}

void MemoryChart::takeView(double beginMs, double endMs)
{
    if (!m_linked)
        return takeOwnView(beginMs, endMs);
    const core::TimeRange asked{{core::addSaturated(nsOf(beginMs), m_zero)}, {core::addSaturated(nsOf(endMs), m_zero)}};
    if (asked != m_range.visibleRange())
        m_range.setVisibleRange(asked);
    showRange(); // what it became
}

// Within the log, as TimeRangeControl keeps the timeline within the trace.
void MemoryChart::takeOwnView(double beginMs, double endMs)
{
    const double length = std::clamp(endMs - beginMs, kShortestMs, m_lastMs - m_firstMs);
    const double begin = std::clamp(beginMs, m_firstMs, m_lastMs - length);
    m_plot->setRangeX(begin, begin + length);
    draw();
}

void MemoryChart::showRange()
{
    if (m_linked) {
        const core::TimeRange visible = m_range.visibleRange();
        m_plot->setRangeX(
            msOf(core::subtractSaturated(visible.begin.value, m_zero)), msOf(core::subtractSaturated(visible.end.value, m_zero)));
    }
    draw();
}

void MemoryChart::showSelection()
{
    m_lanes->setSelection(m_bus.focus(), m_bus.selection());
    tintSelection();
    m_plot->replot();
}

core::TimeRange MemoryChart::band() const
{
    const core::Selection &selection = m_bus.selection();
    if (const auto *chosen = std::get_if<core::RangeSelection>(&selection))
        return {{core::subtractSaturated(chosen->range.begin.value, m_zero)},
            {core::subtractSaturated(chosen->range.end.value, m_zero)}};
    return m_picture ? m_picture->hostRange(selection) : core::TimeRange{};
}

void MemoryChart::tintSelection()
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const core::TimeRange range = band();
    const bool any = range.begin < range.end;
    m_plot->setBandAt(any ? msOf(range.begin.value) : kNone, any ? msOf(range.end.value) : kNone);
}

QString MemoryChart::tipAt(double ms) const
{
    if (!m_picture || m_picture->empty())
        return {};
    const std::size_t row = m_picture->rowAt(nsOf(ms));
    QString tip =
        tr("%1: %2 allocated")
            .arg(momentText(*m_picture, m_picture->time[row]), bytesText(static_cast<double>(m_picture->allocated[row])));
    if (!m_picture->reserved.empty())
        tip += u'\n' + tr("%1 reserved").arg(bytesText(static_cast<double>(m_picture->reserved[row])));
    return tip;
}

void MemoryChart::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale)
        draw();
}

void MemoryChart::draw()
{
    m_stale = !isVisible();
    if (m_stale)
        return;
    m_plot->clear();
    if (m_picture && !m_picture->empty()) {
        const MemorySamples samples = m_picture->samples(
            bands(), m_plot->viewBegin() * kMemoryNsPerMs, m_plot->viewEnd() * kMemoryNsPerMs, m_plot->plotWidthPx());
        const QVector<double> x = vector(samples.time);
        const std::vector<QColor> colors = colorsOf(bands());
        for (std::size_t b = 0; b < colors.size(); ++b)
            m_plot->addArea(x, vector(samples.upper[b]), colors[b]);
        if (!samples.reserved.empty())
            m_plot->addLine({x, vector(samples.reserved), Theme::current().text2, Qt::DashLine, true, 1});
        addMarks();
        tintSelection();
        m_plot->setCursorAt(msOf(m_cursor));
    }
    placeLanes();
    m_plot->replot();
}

void MemoryChart::placeLanes()
{
    const QRect plot = m_plot->plotRect();
    m_lanes->setView(shown(), plot.left(), plot.left() + plot.width());
}

void MemoryChart::addMarks()
{
    const Theme &theme = Theme::current();
    const auto mark = [this](std::size_t row, const QColor &fill, const QString &tip) {
        PlotDot dot;
        dot.x = msOf(m_picture->time[row]);
        dot.y = static_cast<double>(m_picture->allocated[row]);
        dot.fill = fill;
        dot.tip = tip;
        m_plot->addDot(dot);
    };
    const double peak = static_cast<double>(m_picture->allocated[m_picture->peak]);
    const double peakMs = msOf(m_picture->time[m_picture->peak]);
    const QString text = m_picture->peakLayer >= 0 ? tr("peak %1 · layer %2").arg(bytesText(peak)).arg(m_picture->peakLayer)
                                                   : tr("peak %1").arg(bytesText(peak));
    mark(m_picture->peak, theme.accent, text);
    const double span = m_plot->viewEnd() - m_plot->viewBegin();
    const bool nearLeft = peakMs < m_plot->viewBegin() + kEdge * span;
    m_plot->addText(peakMs, std::min(peak + kAbove * m_top, m_top), text, nearLeft ? Qt::AlignRight : Qt::AlignLeft, theme.text);
    double last = -std::numeric_limits<double>::infinity();
    for (const std::size_t row : m_picture->failures) {
        const double at = msOf(m_picture->time[row]);
        if (at < m_plot->viewBegin() || at > m_plot->viewEnd() || at - last < span * kMarkPx / m_plot->plotWidthPx())
            continue;
        last = at;
        mark(row, theme.error, tr("out of memory at %1").arg(momentText(*m_picture, m_picture->time[row])));
    }
}

QVector<PlotLegendEntry> MemoryChart::legend() const
{
    QVector<PlotLegendEntry> entries;
    if (!m_picture)
        return entries;
    const std::vector<QColor> colors = colorsOf(bands());
    for (std::size_t b = 0; b < colors.size(); ++b)
        entries.push_back({colors[b], textOf(bands().bands[b], m_picture->source)});
    if (!m_picture->reserved.empty())
        entries.push_back({Theme::current().text2, tr("reserved"), true});
    return entries;
}

} // namespace lamella::ui
