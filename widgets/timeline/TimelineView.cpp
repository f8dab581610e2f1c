// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineView.h"

#include "widgets/session/NavigationBus.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/timeline/TimelineTips.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamella::ui {

namespace {

constexpr int kMotionMs = 120;
constexpr double kHitTolerancePx = 2;

} // namespace

TimelineView::TimelineView(NavigationBus &bus, TimeRangeControl &range, QWidget *parent)
    : QWidget(parent)
    , m_bus(bus)
    , m_range(range)
{
    offerChartParts(); // before anything asks for the accessible interface
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(220, 120);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Pass timeline"));
    m_tipTimer.setSingleShot(true);
    m_tipTimer.setInterval(kTipDelayMs);
    connect(&m_tipTimer, &QTimer::timeout, this, &TimelineView::showTipNow);
    m_motion.setDuration(kMotionMs);
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_motion, &QVariantAnimation::valueChanged, this,
        [this](const QVariant &share) { m_range.setVisibleRange(between(m_from, m_to, share.toDouble())); });
    connect(&m_motion, &QAbstractAnimation::stateChanged, this, &TimelineView::movingChanged);
    connect(&range, &TimeRangeControl::visibleRangeChanged, this, [this] {
        invalidate();
        if (m_drag == Drag::None && m_mouse.x() >= kLabelColumnPx) // another time is under the pointer
            lookAtPointer();
    });
    connect(&range, &TimeRangeControl::traceRangeChanged, this, &TimelineView::invalidate);
    connect(&bus, &NavigationBus::selectionChanged, this, &TimelineView::onSelectionChanged);
    connect(&bus, &NavigationBus::focusChanged, this, &TimelineView::invalidate);
}

void TimelineView::setData(TimelineDataPtr newData)
{
    const bool isSameTrace = m_data && newData && m_data->document == newData->document;
    m_hover = {};
    m_tipTimer.stop();
    // Rows point into their data: replace both together.
    m_rows.rebuild(nullptr, m_collapsed);
    m_data = std::move(newData);
    if (!isSameTrace) {
        m_motion.stop();
        m_collapsed.clear();
        m_scrollY = 0;
        // Data are null between two traces: an arrangement meant for the next trace stays pending until then.
        const bool arranged = m_data && m_laterArrangement;
        const QString filter = m_arrangement.filter;
        m_arrangement = arranged ? *m_laterArrangement : TrackArrangement{};
        m_arrangement.filter = filter;
        if (arranged)
            m_laterArrangement.reset();
    }
    updateFlow();
    rebuildRows();
    if (m_data && !isSameTrace && m_bus.selectedRange().length().value > 0)
        bringIntoView(m_bus.selection());
    describeSelection();
}

void TimelineView::setEmptyText(const QString &text)
{
    m_emptyText = text;
    update();
}

void TimelineView::rebuildRows()
{
    m_hover = {};
    m_width = widthNow();
    m_rows.rebuild(m_data.get(), m_collapsed, m_arrangement, m_width);
    m_rows.fit(height() - frame().rowsTop());
    m_scrollY = std::clamp(m_scrollY, 0, scrollRange());
    emit scrollChanged();
    invalidate();
}

void TimelineView::lookAtPointer()
{
    m_tipTimer.stop();
    m_hover = m_data ? hitAt(m_mouse) : TimelineHit{};
    emit cursorTimeChanged(timeAt(m_mouse.x()), m_data != nullptr);
}

void TimelineView::invalidate()
{
    m_staticValid = false;
    m_isFresh = true;
    update();
}

TimelineFrame TimelineView::frame() const
{
    TimelineFrame frame;
    frame.data = m_data.get();
    frame.rows = &m_rows;
    frame.collapsed = &m_collapsed;
    frame.range = m_range.visibleRange();
    frame.focus = m_bus.focus();
    frame.selection = &m_bus.selection();
    frame.size = size();
    frame.scrollY = m_scrollY;
    frame.fixedPx = fixedPx();
    frame.ratio = devicePixelRatioF();
    if (m_matches && m_data && m_matches->hit.size() == m_data->document->kernels.size()) // not the matches of the previous trace
        frame.matches = m_matches.get();
    if (m_lit && m_data && m_lit->document() == m_data->document.get())
        frame.lit = &*m_lit;
    return frame;
}

int TimelineView::scrollRange() const
{
    return std::max(0, m_rows.height() - std::max(0, height() - frame().rowsTop()));
}

void TimelineView::setScrollY(int y)
{
    const int clamped = std::clamp(y, 0, scrollRange());
    if (clamped == m_scrollY)
        return;
    m_scrollY = clamped;
    emit scrollChanged();
    invalidate();
}

std::int64_t TimelineView::timeAt(int x) const
{
    return frame().scale().timeAt(x - kLabelColumnPx);
}

core::TimeRange TimelineView::wholeRange() const
{
    return m_range.traceRange();
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (widthNow() != m_width)
        rebuildRows();
    else
        fitRows();
}

// As the rest of the window: below this width there is no room for what is nice to have.
TimelineRows::Width TimelineView::widthNow() const
{
    constexpr TextPx kUsualFromPx{1360};
    constexpr TextPx kWideFromPx{2000};
    using Width = TimelineRows::Width;
    if (!window()->isWindow())
        return Width::Usual;
    return window()->width() < kUsualFromPx ? Width::Narrow : window()->width() > kWideFromPx ? Width::Wide : Width::Usual;
}

void TimelineView::fitRows()
{
    m_rows.fit(height() - frame().rowsTop());
    m_scrollY = std::clamp(m_scrollY, 0, scrollRange());
    emit scrollChanged();
    invalidate();
}

void TimelineView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        fitRows();
    else if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        invalidate();
    QWidget::changeEvent(event);
}

void TimelineView::onSelectionChanged(const core::Selection &selection, QObject *origin)
{
    const auto parts = core::partsOf(selection);
    updateFlow();
    if (origin != this && m_data)
        bringIntoView(parts.empty() ? selection : core::selectionOf(parts.back()));
    describeSelection();
    if (std::exchange(m_several, !parts.empty()) || m_several)
        invalidate(); // their bands are part of the still picture
    else
        update();
}

void TimelineView::bringIntoView(const core::Selection &selection)
{
    const auto *name = std::get_if<core::NameSelection>(&selection);
    if (name != nullptr && name->pass == core::kNoPass)
        return;
    const core::TimeRange target = m_bus.placeOf(selection);
    if (target.end.value == 0 && target.begin.value == 0)
        return;
    if (!isInView(m_range.visibleRange(), target))
        showRange(rangeShowing(m_range.visibleRange(), target, roomAround(selection)), true);
    const TimelineRows::Place place = placeOf(selection);
    const int fixed = fixedPx();
    if (place.row == nullptr || place.row->y < fixed) // pinned: always in view
        return;
    const int room = height() - frame().rowsTop();
    if (place.row->y < m_scrollY + fixed)
        setScrollY(place.row->y - fixed);
    else if (place.row->y + place.row->height > m_scrollY + room)
        setScrollY(place.row->y + place.row->height - room);
}

void TimelineView::showRange(core::TimeRange range, bool animated)
{
    m_motion.stop();
    const bool wantsMotion =
        animated && isVisible() && style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    if (!wantsMotion) {
        m_range.setVisibleRange(range);
        return;
    }
    m_from = m_range.visibleRange();
    m_to = range;
    m_motion.start();
}

void TimelineView::zoom(double factor)
{
    m_motion.stop();
    const bool inside = rect().contains(m_mouse) && m_mouse.x() >= kLabelColumnPx;
    const core::TimeRange visible = m_range.visibleRange();
    const std::int64_t centre = visible.begin.value + visible.length().value / 2;
    m_range.zoom(factor, {inside ? timeAt(m_mouse.x()) : centre});
}

void TimelineView::zoomToFit()
{
    if (wholeRange().length().value > 0)
        showRange(wholeRange(), true);
}

void TimelineView::zoomToSelection()
{
    core::TimeRange target = m_bus.selectedRange();
    if (target.length().value <= 0)
        return;
    const std::int64_t margin = std::max<std::int64_t>(1, target.length().value / 50);
    showRange({{target.begin.value - margin}, {target.end.value + margin}}, true);
}

void TimelineView::pan(double shareOfView)
{
    m_motion.stop();
    m_range.pan({static_cast<std::int64_t>(static_cast<double>(m_range.visibleRange().length().value) * shareOfView)});
}

QRect TimelineView::spanRect(const TimelineRow &row, std::int64_t start, std::int64_t end) const
{
    const TimelineFrame now = frame();
    const core::TimeScale scale = now.scale();
    const double x0 = std::clamp(scale.x(start), -8.0, now.laneWidth() + 8.0);
    const double x1 = std::clamp(scale.x(end), -8.0, now.laneWidth() + 8.0);
    const int left = kLabelColumnPx + static_cast<int>(std::lround(x0));
    const int right = kLabelColumnPx + static_cast<int>(std::lround(x1));
    const int top = now.top(row) + row.barTop() - row.y;
    return QRect(left, top, std::max(1, right - left - (right - left > 2 ? 1 : 0)), row.bar);
}

QRect TimelineView::rectOf(const core::Selection &selection) const
{
    if (!m_data)
        return {};
    const TimelineRows::Place place = placeOf(selection);
    if (place.row == nullptr)
        return {};
    const core::Lane &lane = place.row->lane->lod->lane();
    return spanRect(*place.row, lane.start(place.index), lane.end(place.index));
}

TimelineHit TimelineView::hitInBands(std::int64_t timeNs) const
{
    TimelineHit hit;
    const TimelineBands bands = bandsNow();
    const TimelineBand *band = bands.at(timeNs);
    if (band == nullptr)
        return hit;
    hit.kind = TimelineHit::Kind::Band;
    hit.band = *band;
    hit.rect = bandRect(*band);
    if (band->kind == TimelineBand::Kind::Run) { // the pass under the pointer
        const core::DeviceId id = m_bus.focus().device.valid() ? m_bus.focus().device : m_data->segmentation->mainDevice;
        const core::DeviceSegmentation *device = m_data->device(id);
        const core::Pass *pass = device != nullptr ? passNear(*device, timeNs) : nullptr;
        if (pass != nullptr) {
            hit.band->kind = TimelineBand::Kind::Pass;
            hit.band->number = pass->number;
            hit.band->wallNs = pass->range.length().value;
            hit.band->kernels = pass->kernels;
            hit.band->range = pass->range;
            hit.band->target = core::PassSelection{id, pass->number};
        }
    }
    return hit;
}

TimelineHit TimelineView::hitInLane(const TimelineRow &row, QPoint position) const
{
    TimelineHit hit;
    if (row.lane->kind == LaneKind::Traffic) // one picture without parts: a drag moves it
        return hit;
    hit.row = &row;
    const TimelineFrame now = frame();
    const NearestWork work = nearestWork(row, now.range);
    if (!work.text.isEmpty()) {
        const int width = QFontMetrics(Theme::captionFont()).horizontalAdvance(work.text) + 6;
        const int left = work.earlier ? kLabelColumnPx + 6 : kLabelColumnPx + now.laneWidth() - 6 - width;
        hit.rect = QRect(left, now.top(row), width, row.height);
        hit.cell.first = work.index;
        hit.kind = hit.rect.contains(position) ? TimelineHit::Kind::Link : TimelineHit::Kind::Nothing;
        return hit;
    }
    const core::Lane &lane = row.lane->lod->lane();
    const core::TimeScale scale = now.scale();
    const auto tolerance = static_cast<std::int64_t>(std::ceil(scale.nsPerPx() * kHitTolerancePx));
    const std::uint32_t index = core::rowAt(lane, scale.timeAt(position.x() - kLabelColumnPx), tolerance);
    if (index >= lane.size())
        return hit;
    hit.kind = TimelineHit::Kind::Span;
    hit.cell = {scale.x(lane.start(index)), scale.x(lane.end(index)), index, 1, row.lane->lod->tag(index)};
    if (hit.cell.x1 - hit.cell.x0 < 1) {
        // Several spans may share the pixel: the hit then covers all of them.
        const auto column = static_cast<std::int64_t>(std::floor(hit.cell.x0));
        const std::uint32_t first = lane.firstFrom(0, scale.columnStart(column));
        const std::uint32_t last = lane.firstFrom(index, scale.columnStart(column + 1));
        if (last > first + 1 && first <= index)
            hit.cell = {static_cast<double>(column), static_cast<double>(column) + 1, first, last - first,
                row.lane->lod->dominantTag(first, last)};
    }
    hit.rect = spanRect(row, lane.start(hit.cell.first), lane.end(hit.cell.first + hit.cell.count - 1));
    return hit;
}

TimelineHit TimelineView::hitAt(QPoint position) const
{
    TimelineHit hit;
    if (!m_data || !rect().contains(position))
        return hit;
    if (position.y() < kRulerPx) {
        hit.kind = TimelineHit::Kind::Ruler;
        return hit;
    }
    const bool inLanes = position.x() >= kLabelColumnPx;
    if (position.y() < kRulerPx + kBandRowPx)
        return inLanes ? hitInBands(timeAt(position.x())) : hit;
    const TimelineRow *row = rowAtY(position.y());
    if (row == nullptr)
        return hit;
    if (row->isGroup()) {
        hit.kind = TimelineHit::Kind::Group;
        hit.row = row;
        hit.rect = QRect(0, frame().top(*row), width(), row->height - 1);
        return hit;
    }
    return inLanes ? hitInLane(*row, position) : hit;
}

core::Selection TimelineView::selectionOf(const TimelineHit &hit) const
{
    if (hit.kind == TimelineHit::Kind::Band)
        return hit.band->target;
    if (hit.kind != TimelineHit::Kind::Span && hit.kind != TimelineHit::Kind::Link)
        return {};
    const std::uint32_t item = hit.row->lane->lod->lane().item(hit.cell.first);
    if (hit.row->lane->kind == LaneKind::Kernels)
        return core::KernelSelection{core::KernelId{item}};
    return core::EventSelection{core::EventId{item}};
}

TipText TimelineView::tipOf(const TimelineHit &hit) const
{
    if (hit.kind == TimelineHit::Kind::Band)
        return bandTip(*m_data, *hit.band);
    if (hit.kind != TimelineHit::Kind::Span)
        return {};
    if (hit.cell.count > 1)
        return mergedTip(*m_data, *hit.row->lane, hit.cell);
    const std::uint32_t item = hit.row->lane->lod->lane().item(hit.cell.first);
    return hit.row->lane->kind == LaneKind::Kernels ? kernelTip(*m_data, core::KernelId{item})
                                                    : eventTip(*m_data, core::EventId{item});
}

void TimelineView::describeSelection()
{
    const TipText tip = selectedSpanTip();
    tellSelectedPart(*this);
    setAccessibleDescription(
        tip.isEmpty() ? tr(
            "Arrow keys or A and D pan, W and S zoom, comma and full stop step from kernel to kernel, N to the next of the same "
            "name, brackets from layer to layer, G to the next gap, F fits the selection, 0 the pass, Backspace selects what "
            "holds the selection, P pins a track, H hides it, Ctrl with up and down moves it.")
                      : tip.plain());
}

} // namespace lamella::ui
