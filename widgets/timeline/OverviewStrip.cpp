// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/OverviewStrip.h"

#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/UiText.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/theme/TextSize.h"
#include "widgets/timeline/ColumnBars.h"
#include "widgets/timeline/LaneStrip.h"
#include "widgets/timeline/TimeAxis.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QEvent>
#include <QFontMetrics>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kBandTop{6};
constexpr TextPx kBandHeight{15};
constexpr TextPx kKernelTop{24};
constexpr TextPx kKernelHeight{22};
constexpr TextPx kAxisTop{47};
constexpr int kGripReachPx = 5;
constexpr int kMinWindowPx = 3;
constexpr TextPx kTickPx{110};

core::TimeRange withMargin(core::TimeRange range, double share)
{
    const auto margin = static_cast<std::int64_t>(static_cast<double>(range.length().value) * share);
    return {{range.begin.value - margin}, {range.end.value + margin}};
}

bool holds(core::TimeRange outer, core::TimeRange inner)
{
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

} // namespace

OverviewStrip::OverviewStrip(NavigationBus &bus, TimeRangeControl &range, QWidget *parent)
    : QWidget(parent)
    , m_bus(bus)
    , m_range(range)
{
    fixHeight(*this, kOverviewPx);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline overview"));
    setAccessibleDescription(tr("Shows where the visible range lies in the pass or the trace; drag the window to move it."));
    connect(&range, &TimeRangeControl::visibleRangeChanged, this, [this] { update(); });
    connect(&range, &TimeRangeControl::traceRangeChanged, this, &OverviewStrip::invalidate);
    connect(&bus, &NavigationBus::selectionChanged, this, [this, several = false](const core::Selection &selection) mutable {
        if (std::exchange(several, !core::partsOf(selection).empty()) || several)
            invalidateBands(); // theirs are marked
    });
    connect(&bus, &NavigationBus::focusChanged, this, &OverviewStrip::invalidateBands);
}

void OverviewStrip::setData(TimelineDataPtr newData)
{
    m_data = std::move(newData);
    m_grip = Grip::None;
    invalidate();
}

void OverviewStrip::invalidate()
{
    m_kernels = {};
    invalidateBands();
}

void OverviewStrip::invalidateBands()
{
    m_staticValid = false;
    update();
}

void OverviewStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    invalidate();
}

void OverviewStrip::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        invalidate();
    QWidget::changeEvent(event);
}

int OverviewStrip::laneWidth() const
{
    return std::max(1, width() - kLabelColumnPx - kRightMarginPx);
}

const core::DeviceSegmentation *OverviewStrip::device() const
{
    if (!m_data || !m_data->segmentation)
        return nullptr;
    const core::DeviceId focused = m_bus.focus().device;
    return m_data->device(focused.valid() ? focused : m_data->segmentation->mainDevice);
}

const core::Pass *OverviewStrip::focusedPass() const
{
    const Focus focus = m_bus.focus();
    return m_data && m_data->segmentation && focus.pass != core::kNoPass ? m_data->segmentation->pass(focus.device, focus.pass)
                                                                         : nullptr;
}

core::TimeRange OverviewStrip::shownRange() const
{
    if (m_grip != Grip::None)
        return m_pressedShown;
    if (const core::Pass *pass = focusedPass()) {
        const core::TimeRange shown = withMargin(pass->range, 0.004);
        // Slightly more than the pass still counts as the pass; the window is then clipped to the strip.
        if (holds(withMargin(pass->range, 0.25), m_range.visibleRange()))
            return shown;
    }
    return m_range.traceRange();
}

QRect OverviewStrip::windowRect() const
{
    const core::TimeScale scale(shownRange(), laneWidth());
    const double x0 = std::clamp(scale.x(m_range.visibleRange().begin.value), 0.0, static_cast<double>(laneWidth()));
    const double x1 = std::clamp(scale.x(m_range.visibleRange().end.value), 0.0, static_cast<double>(laneWidth()));
    const int left = static_cast<int>(std::floor(x0));
    const int wide = std::max(kMinWindowPx, static_cast<int>(std::ceil(x1)) - left);
    return QRect(kLabelColumnPx + left, kKernelTop - 2, wide, kKernelHeight + 3);
}

void OverviewStrip::paintCaption(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const core::Pass *pass = focusedPass();
    const bool byPass = pass != nullptr && shownRange() != m_range.traceRange();
    const int room = kLabelColumnPx - 12;
    QString title = tr("Whole trace");
    QString second = durationText(m_range.traceRange().length().value);
    QString third;
    if (byPass) {
        title = passText(pass->number);
        const QString stage = QStringLiteral(" · ") + translatedTerm(core::stageName(pass->stage));
        const bool fits = lineWidth(Theme::strongFont(), title + stage) <= room;
        if (pass->stage != core::Stage::Unknown && fits) // the path above has it, too
            title += stage;
        second = durationText(pass->range.length().value);
        if (pass->layers > 0)
            third = layerCount(pass->layers);
    } else if (const core::DeviceSegmentation *segmentation = device();
               segmentation != nullptr && !segmentation->passes.empty()) {
        third = TraceWords::of(m_data->document.get()).passCount(static_cast<std::int64_t>(segmentation->passes.size()));
    }
    painter.setPen(theme.text);
    painter.setFont(Theme::strongFont());
    drawLine(painter, QRect(8_px, 5_px, room, 18_px), Qt::AlignLeft, elidedLine(painter.font(), title, Qt::ElideRight, room));
    painter.setPen(theme.text2);
    painter.setFont(Theme::bodyFont());
    drawLine(painter, QRect(8_px, 22_px, room, 17_px), Qt::AlignLeft, second);
    painter.setFont(Theme::microFont());
    drawLine(painter, QRect(8_px, 39_px, room, 16_px), Qt::AlignLeft, third);
}

void OverviewStrip::paintKernels(const StripPicture &picture, core::TimeRange shown)
{
    const core::DeviceSegmentation *segmentation = device();
    const qreal ratio = devicePixelRatioF();
    const core::TimeScale scale(shown, static_cast<int>(std::lround(laneWidth() * ratio)));
    // The main stream with its overlap lanes; all streams of the device if the main stream is unknown.
    for (std::size_t stream = 0; stream < m_data->streams->kernels.size(); ++stream) {
        const bool wanted = segmentation != nullptr && segmentation->mainStream.valid()
            ? segmentation->mainStream.value == stream
            : segmentation == nullptr || m_data->document->streams[stream].device == segmentation->device;
        if (!wanted)
            continue;
        for (const core::LodLane &lod : m_data->streams->kernels[stream]) {
            m_columns.clear();
            lod.columns(scale, core::rowsIn(lod.lane(), shown), m_columns);
            paintColumns(picture);
        }
    }
}

// As high as the stream is busy in each pixel. Thousands of bars of one pixel: as pixels, not as rectangles.
void OverviewStrip::paintColumns(const StripPicture &picture) const
{
    const Theme &theme = Theme::current();
    const qreal ratio = devicePixelRatioF();
    const int full = static_cast<int>(std::lround(kKernelHeight * ratio));
    const int left = static_cast<int>(std::lround(kLabelColumnPx * ratio));
    const int top = static_cast<int>(std::lround(kKernelTop * ratio));
    std::array<QRgb, core::kCategories> colours{};
    for (std::size_t c = 0; c < colours.size(); ++c)
        colours[c] = theme.fill(static_cast<core::Category>(c)).rgb();
    std::vector<ColumnBar> bars;
    for (const core::LodColumn &column : m_columns.columns)
        appendColumnBars(column, m_columns.parts, full, full, 0, 0, bars);
    for (const ColumnBar &bar : bars) {
        const QRect seen = QRect(left + bar.x, top + bar.top, 1, bar.height).intersected(picture.clip);
        for (int y = seen.top(); y <= seen.bottom(); ++y)
            picture.line(y)[seen.left()] = colours[bar.tag];
    }
}

void OverviewStrip::paintAxis(QPainter &painter, core::TimeRange shown) const
{
    const Theme &theme = Theme::current();
    const std::int64_t zero = m_data->document->zero();
    const core::TimeRange fromZero{{shown.begin.value - zero}, {shown.end.value - zero}};
    const TimeFormat format = timeFormat();
    const std::optional<std::int64_t> utc = utcOfZero(*m_data->document);
    const TickScale ticks = axisTicks(format, utc, fromZero, static_cast<int>(laneWidth()), kTickPx);
    const TimeAxis axis(format, utc, fromZero.end.value, ticks.stepNs);
    const core::TimeScale scale(shown, laneWidth());
    painter.setFont(Theme::microFont());
    for (const std::int64_t tick : ticks.ticks) {
        const int x = kLabelColumnPx + static_cast<int>(std::lround(scale.x(tick + zero)));
        painter.fillRect(x, kAxisTop, 1, 3, theme.separatorStrong);
        painter.setPen(theme.text2);
        const QString label = axis.label(tick);
        const int wide = lineWidth(painter.font(), label);
        const int left = std::clamp<int>(x - wide / 2, kLabelColumnPx, std::max<int>(kLabelColumnPx, width() - wide - 2));
        drawLine(painter, QRect(left, kAxisTop + 2, wide + 2, kOverviewPx - kAxisTop - 3), Qt::AlignLeft, label);
    }
}

// What depends on the range and the device alone: the same for every selection in a pass, or while the whole trace is shown.
void OverviewStrip::paintBelow(core::TimeRange shown)
{
    const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
    const core::DeviceSegmentation *segmentation = device();
    const core::DeviceId ofDevice = segmentation != nullptr ? segmentation->device : core::DeviceId();
    if (m_kernels.size() == pixels && m_kernels.devicePixelRatio() == devicePixelRatioF() && m_kernelsRange == shown
        && m_kernelsDevice == ofDevice)
        return;
    QImage image(pixels, QImage::Format_RGB32);
    image.setDevicePixelRatio(devicePixelRatioF());
    m_kernelsRange = shown;
    m_kernelsDevice = ofDevice;
    const Theme &theme = Theme::current();
    QPainter painter(&image);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
    paintAxis(painter, shown);
    painter.end();
    paintKernels(StripPicture(&image, image.rect()), shown);
    m_kernels = QPixmap::fromImage(std::move(image));
}

void OverviewStrip::paintStatic(core::TimeRange shown)
{
    paintBelow(shown);
    m_static = m_kernels;
    const Theme &theme = Theme::current();
    QPainter painter(&m_static);
    paintCaption(painter);
    if (const core::DeviceSegmentation *segmentation = device()) {
        TimelineBands bands = bandsIn(*segmentation, m_bus.focus(), shown, laneWidth());
        markSelected(bands, m_bus.selection());
        paintBands(painter, bands, shown, QRectF(kLabelColumnPx, kBandTop, laneWidth(), kBandHeight), theme, false);
    }
    m_staticRange = shown;
    m_staticValid = true;
}

void OverviewStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    if (!m_data) {
        painter.fillRect(rect(), theme.base);
        painter.fillRect(0, height() - 1, width(), 1, theme.separator);
        return;
    }
    const core::TimeRange shown = shownRange();
    if (!m_staticValid || m_staticRange != shown)
        paintStatic(shown);
    painter.drawPixmap(0, 0, m_static);
    if (shown.length().value <= 0) // no timed events: no window to drag
        return;
    const QRect window = windowRect();
    QColor veil = theme.base;
    veil.setAlphaF(0.62F);
    const int left = kLabelColumnPx;
    const int right = left + laneWidth();
    painter.fillRect(left, window.top(), window.left() - left, window.height(), veil);
    painter.fillRect(window.right() + 1, window.top(), right - window.right() - 1, window.height(), veil);
    painter.setPen(theme.text);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(0, 0, -1, -1));
    const int gripTop = window.center().y() - 4;
    painter.fillRect(window.left() - 1, gripTop, 3, 10, theme.text);
    painter.fillRect(window.right() - 1, gripTop, 3, 10, theme.text);
}

OverviewStrip::Grip OverviewStrip::gripAt(QPoint position) const
{
    const QRect window = windowRect();
    if (position.x() < kLabelColumnPx - kGripReachPx || position.y() > kAxisTop)
        return Grip::None;
    // On a narrow window the grips extend outwards only, so that its middle can still be dragged.
    const int inwards = window.width() > 4 * kGripReachPx ? kGripReachPx : 0;
    if (position.x() >= window.left() - kGripReachPx && position.x() <= window.left() + inwards)
        return Grip::Left;
    if (position.x() <= window.right() + kGripReachPx && position.x() >= window.right() - inwards)
        return Grip::Right;
    return window.contains(QPoint(position.x(), window.center().y())) ? Grip::Move : Grip::None;
}

void OverviewStrip::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_data)
        return;
    m_pressed = event->position().toPoint();
    if (m_pressed.x() < kLabelColumnPx - kGripReachPx)
        return;
    const core::TimeRange shown = shownRange();
    const core::TimeScale scale(shown, laneWidth());
    const std::int64_t time = scale.timeAt(m_pressed.x() - kLabelColumnPx);
    if (m_pressed.y() < kBandTop + kBandHeight) {
        const core::DeviceSegmentation *segmentation = device();
        const TimelineBands bands =
            segmentation != nullptr ? bandsIn(*segmentation, m_bus.focus(), shown, laneWidth()) : TimelineBands{};
        if (const TimelineBand *band = bands.at(time)) {
            m_bus.select(band->target, this);
            return;
        }
    }
    Grip grip = gripAt(m_pressed);
    if (grip == Grip::None) {
        const std::int64_t half = m_range.visibleRange().length().value / 2;
        m_range.setVisibleRange({{time - half}, {time + half}});
        grip = Grip::Move;
    }
    m_pressedShown = shown;
    m_pressedRange = m_range.visibleRange();
    m_grip = grip;
}

void OverviewStrip::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    if (m_grip == Grip::None) {
        const Grip grip = gripAt(position);
        const bool isEdge = grip == Grip::Left || grip == Grip::Right;
        setCursor(isEdge ? Qt::SizeHorCursor : (grip == Grip::Move ? Qt::OpenHandCursor : Qt::ArrowCursor));
        return;
    }
    const core::TimeScale scale(m_pressedShown, laneWidth());
    const auto by = static_cast<std::int64_t>(std::llround((position.x() - m_pressed.x()) * scale.nsPerPx()));
    core::TimeRange range = m_pressedRange;
    if (m_grip != Grip::Right)
        range.begin.value += by;
    if (m_grip != Grip::Left)
        range.end.value += by;
    if (range.end < range.begin)
        std::swap(range.begin, range.end);
    m_range.setVisibleRange(range);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent *)
{
    m_grip = Grip::None;
    invalidate();
}

} // namespace lamella::ui
