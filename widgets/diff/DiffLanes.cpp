// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/DiffLanes.h"

#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLanesLeftPx = kLabelColumnPx;
constexpr int kLanesRightPx = 12;
constexpr TextPx kLanesRulerPx{20};
constexpr TextPx kMainRoomyPx{28};
constexpr TextPx kMainCompactPx{20};
constexpr int kLanesSidePx = 8;
constexpr TextPx kRibbonRoomyPx{28};
constexpr TextPx kRibbonCompactPx{14};
constexpr int kBelowPx = 8;
constexpr std::int64_t kTintFromNs = 2000; // smaller differences of one kernel are within what clocks and caches do
constexpr double kTint = 0.75; // of the diverging scale
constexpr TextPx kNumberFromPx{60}; // width of a ribbon that has its difference written on it
constexpr TextPx kNumberApartPx{8}; // between the numbers of neighbours
constexpr TextPx kNumberHeightPx{14};
constexpr int kFramePx = 3; // of the selected bar, outside of it
constexpr double kRoomAround = 3; // view of a bar that was out of view, in its lengths

} // namespace

DiffLanes::DiffLanes(QWidget *parent)
    : Chart(tr("A and B side by side"), parent)
    , m_mainPx(kMainRoomyPx)
    , m_ribbonPx(kRibbonRoomyPx)
{
    setObjectName(QStringLiteral("diffLanes"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&m_range, &TimeRangeControl::visibleRangeChanged, this, &DiffLanes::partsChanged);
    fitHeight();
}

void DiffLanes::setShown(std::shared_ptr<const DiffShown> shown, const QString &labelA, const QString &labelB)
{
    m_shown = std::move(shown);
    m_labelA = labelA;
    m_labelB = labelB;
    m_selectedRow = -1;
    if (const core::TimeRange whole{{0}, {m_shown ? m_shown->picture.lengthNs() : 1}}; whole != m_range.traceRange())
        m_range.setTraceRange(whole); // else the same lanes, perhaps beside another table: what is in view stays
    fitHeight();
    setVisible(m_shown && !(m_shown->picture.a.empty() && m_shown->picture.b.empty()));
    partsChanged();
}

QString DiffLanes::description() const
{
    if (partCount() == 0 || selectedPart() >= 0)
        return Chart::description();
    return tr("A: %1, B: %2; the same rows are in the table below")
        .arg(barCount(static_cast<std::int64_t>(bars(true).size())), barCount(static_cast<std::int64_t>(bars(false).size())));
}

void DiffLanes::setCompact(bool compact)
{
    m_mainPx = compact ? kMainCompactPx : kMainRoomyPx;
    m_ribbonPx = compact ? kRibbonCompactPx : kRibbonRoomyPx;
    fitHeight();
    update();
}

void DiffLanes::fitHeight()
{
    const int side = m_shown ? (m_shown->picture.lanes - 1) * kLanesSidePx : 0;
    setFixedHeight(kLanesRulerPx + 2 * (m_mainPx + side) + m_ribbonPx + kBelowPx);
}

void DiffLanes::setSelectedRow(int row)
{
    m_selectedRow = row;
    if (const int part = selectedPart(); part >= 0 && !isInView(m_range.visibleRange(), timesOf(part)))
        m_range.setVisibleRange(rangeShowing(m_range.visibleRange(), timesOf(part), kRoomAround));
    describe();
}

const std::vector<DiffBar> &DiffLanes::bars(bool ofA) const
{
    static const std::vector<DiffBar> none;
    if (!m_shown)
        return none;
    return ofA ? m_shown->picture.a : m_shown->picture.b;
}

core::TimeScale DiffLanes::scale() const
{
    return {m_range.visibleRange(), std::max(1, width() - kLanesLeftPx - kLanesRightPx)};
}

QRect DiffLanes::lanesRect() const
{
    return {kLanesLeftPx, 0, std::max(1, width() - kLanesLeftPx - kLanesRightPx), height()};
}

int DiffLanes::x(std::int64_t ns) const
{
    constexpr double kFarPx = 100'000;
    return kLanesLeftPx + static_cast<int>(std::clamp(scale().x(ns), -kFarPx, kFarPx));
}

int DiffLanes::top(bool ofA) const
{
    const int side = (m_shown->picture.lanes - 1) * kLanesSidePx;
    return ofA ? kLanesRulerPx : kLanesRulerPx + m_mainPx + side + m_ribbonPx;
}

int DiffLanes::laneHeight(int lane) const
{
    return lane == 0 ? m_mainPx : kLanesSidePx;
}

QRect DiffLanes::barRect(bool ofA, int bar) const
{
    return wholeRect(ofA, bar) & lanesRect();
}

core::TimeRange DiffLanes::timesOf(int part) const
{
    const DiffBar &bar = bars(isOfA(part))[static_cast<std::size_t>(barOf(part))];
    return {{bar.beginNs}, {bar.endNs}};
}

QRect DiffLanes::wholeRect(bool ofA, int bar) const
{
    const DiffBar &b = bars(ofA)[static_cast<std::size_t>(bar)];
    const int left = x(b.beginNs);
    const int right = std::max(left + 1, x(b.endNs));
    // Side lanes are on the side away from the ribbons: above A, below B.
    const int side = (m_shown->picture.lanes - 1) * kLanesSidePx;
    int y = top(ofA);
    if (ofA)
        y += b.lane == 0 ? side : side - b.lane * kLanesSidePx;
    else
        y += b.lane == 0 ? 0 : m_mainPx + (b.lane - 1) * kLanesSidePx;
    return {left, y + (b.lane == 0 ? 0 : 1), right - left, laneHeight(b.lane) - (b.lane == 0 ? 0 : 2)};
}

QRect DiffLanes::partRect(int part) const
{
    return barRect(isOfA(part), barOf(part));
}

// Of bars that lie over one another, the later one.
int DiffLanes::hitAt(QPoint position) const
{
    const auto ofA = static_cast<int>(bars(true).size());
    for (const auto &[first, end] : {std::pair(0, ofA), std::pair(ofA, partCount())})
        for (int part = end - 1; part >= first; --part)
            if (const QRect rect = partRect(part); !rect.isEmpty() && rect.adjusted(-1, 0, 1, 0).contains(position))
                return part;
    return -1;
}

int DiffLanes::selectedPart() const
{
    for (int part = 0; part < partCount() && m_selectedRow >= 0; ++part)
        if (bars(isOfA(part))[static_cast<std::size_t>(barOf(part))].row == m_selectedRow)
            return part;
    return -1;
}

void DiffLanes::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    paintRuler(painter);
    painter.save();
    painter.setClipRect(lanesRect());
    paintRibbons(painter);
    painter.setClipRect(lanesRect().adjusted(-kFramePx, 0, kFramePx, 0));
    for (const bool ofA : {true, false})
        paintSide(painter, ofA);
    painter.restore();
    for (const bool ofA : {true, false})
        paintLabel(painter, ofA);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

void DiffLanes::paintRuler(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const int room = std::max(1, width() - kLanesLeftPx - kLanesRightPx);
    const core::TimeRange visible = m_range.visibleRange();
    const TickScale ticks = niceTicks(visible, std::max(2, room / 90_px));
    const TimeUnit unit = timeUnit(visible.end.value, ticks.stepNs);
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text2);
    painter.drawText(QRect(8_px, 0, kLanesLeftPx - 12_px, kLanesRulerPx), Qt::AlignLeft | Qt::AlignVCenter,
        m_shown->picture.kernels ? tr("from layer start") : tr("from pass start"));
    for (const std::int64_t tick : ticks.ticks) {
        const int at = x(tick);
        painter.fillRect(at, kLanesRulerPx - 4, 1, height() - kLanesRulerPx, theme.separator);
        const QString label = timeLabel(tick, unit);
        if (at + 3 + painter.fontMetrics().horizontalAdvance(label) <= width()) // whole, or not at all
            painter.drawText(QRect(at + 3, 0, 80_px, kLanesRulerPx), Qt::AlignLeft | Qt::AlignVCenter, label);
    }
}

void DiffLanes::paintRibbons(QPainter &painter) const
{
    int paintedUntil = -1; // ribbons of bars within one pixel are merged
    for (std::size_t i = 0; i < m_shown->picture.a.size(); ++i) {
        const DiffBar &a = m_shown->picture.a[i];
        if (a.partner < 0 || a.lane != 0)
            continue;
        const DiffBar &b = m_shown->picture.b[static_cast<std::size_t>(a.partner)];
        if (b.lane != 0)
            continue;
        const bool marked = a.row >= 0 && a.row == m_selectedRow;
        const QRect above = wholeRect(true, static_cast<int>(i));
        const QRect below = wholeRect(false, a.partner);
        const QRect lanes = lanesRect();
        const bool outside =
            std::max(above.right(), below.right()) < lanes.left() || std::min(above.left(), below.left()) > lanes.right();
        if (outside || (!marked && above.right() <= paintedUntil))
            continue;
        paintedUntil = above.right();
        paintRibbon(painter, a, above, below, (b.endNs - b.beginNs) - (a.endNs - a.beginNs));
    }
}

void DiffLanes::paintRibbon(
    QPainter &painter, const DiffBar &a, const QRect &above, const QRect &below, std::int64_t deltaNs) const
{
    const Theme &theme = Theme::current();
    const bool marked = a.row >= 0 && a.row == m_selectedRow;
    const bool changed = std::abs(deltaNs) > kTintFromNs;
    QColor colour = changed ? theme.divergingAt(deltaNs > 0 ? kTint : -kTint) : theme.track;
    if (!changed && (marked || a.change == core::DiffChange::Replaced))
        colour = theme.accent;
    colour.setAlphaF(marked || changed ? 0.6F : a.change == core::DiffChange::Replaced ? 0.35F : 0.6F);
    QPainterPath ribbon;
    ribbon.moveTo(above.left(), above.bottom() + 1);
    ribbon.lineTo(above.right() + 1, above.bottom() + 1);
    ribbon.lineTo(below.right() + 1, below.top());
    ribbon.lineTo(below.left(), below.top());
    ribbon.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPath(ribbon);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const int left = (above.left() + below.left()) / 2;
    const int right = (above.right() + below.right()) / 2;
    const QRect text = QRect(left, above.bottom() + 1, right - left + 1, below.top() - above.bottom() - 1) & lanesRect();
    if (!changed || text.width() < kNumberFromPx || text.height() < kNumberHeightPx)
        return;
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    const QString number = signedDuration(deltaNs);
    if (painter.fontMetrics().horizontalAdvance(number) + kNumberApartPx <= text.width()) // whole, or not at all
        painter.drawText(text, Qt::AlignCenter | Qt::TextSingleLine, number);
}

void DiffLanes::paintSide(QPainter &painter, bool ofA) const
{
    const Theme &theme = Theme::current();
    const auto &all = bars(ofA);
    const auto &others = bars(!ofA);
    QRect selected;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const DiffBar &bar = all[i];
        const QRect area = barRect(ofA, static_cast<int>(i));
        if (area.isEmpty())
            continue;
        const std::int64_t other = bar.partner < 0
            ? 0
            : others[static_cast<std::size_t>(bar.partner)].endNs - others[static_cast<std::size_t>(bar.partner)].beginNs;
        paintBar(painter, bar, area, ofA ? other : -other);
        if (bar.row >= 0 && bar.row == m_selectedRow)
            selected = area;
    }
    if (selected.isNull())
        return;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 1.6));
    painter.drawRect(QRectF(selected).adjusted(-2, -2, 2, 2));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

// otherNs: length of the partner; negative for bars of B, whose partner is in A.
void DiffLanes::paintBar(QPainter &painter, const DiffBar &bar, const QRect &area, std::int64_t otherNs) const
{
    const Theme &theme = Theme::current();
    QColor labelColour = theme.text;
    QRect fill = area;
    if (fill.width() > 3)
        fill.setWidth(fill.width() - 1);
    if (m_shown->picture.kernels) {
        if (fill.width() >= kHatchFromPx && theme.hatched(bar.category))
            painter.fillRect(fill, theme.brush(bar.category, devicePixelRatioF()));
        else
            painter.fillRect(fill, theme.fill(bar.category));
        labelColour = theme.label(bar.category);
        // No counterpart: a line on the side of the ribbons, so that it does not depend on colour alone.
        if (bar.partner < 0)
            painter.fillRect(fill.left(),
                otherNs < 0 || bar.change == core::DiffChange::OnlyB ? fill.top() - 3 : fill.bottom() + 2, fill.width(), 2,
                theme.diverging[bar.change == core::DiffChange::OnlyB ? 5 : 1]);
    } else {
        const double own = static_cast<double>(bar.endNs - bar.beginNs);
        const double other = static_cast<double>(otherNs < 0 ? -otherNs : otherNs);
        const double a = otherNs < 0 ? other : own; // for a bar of B the partner is in A
        const double change = other > 0 && a > 0 ? (otherNs < 0 ? own - other : other - own) / a : 0;
        const QColor ground = bar.partner < 0 ? theme.track : theme.divergingAt(std::clamp(change * 5, -1.0, 1.0));
        painter.fillRect(fill, ground);
        labelColour = Theme::labelOn(ground);
    }
    const QRect text = fill.adjusted(4, 0, -2, 0);
    if (text.width() <= 0 || bar.lane != 0)
        return;
    painter.setFont(Theme::microFont());
    const QFontMetrics metrics(painter.font());
    const QString label = qtext(bar.label);
    if (metrics.horizontalAdvance(label) > text.width())
        return; // in whole or not at all, as in the timeline
    if (m_shown->picture.kernels && theme.hatched(bar.category))
        painter.fillRect(QRect(text.left() - 2, text.center().y() - 7_px, metrics.horizontalAdvance(label) + 4, 15_px),
            theme.fill(bar.category));
    painter.setPen(labelColour);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, label);
}

void DiffLanes::paintLabel(QPainter &painter, bool ofA) const
{
    const Theme &theme = Theme::current();
    const QString label = ofA ? m_labelA : m_labelB;
    const int side = (m_shown->picture.lanes - 1) * kLanesSidePx;
    const QRect area(8_px, top(ofA) + (ofA ? side : 0), kLanesLeftPx - 14_px, m_mainPx);
    painter.fillRect(QRect(0, top(ofA), kLanesLeftPx - 1, m_mainPx + side), theme.base);
    const QString first = label.section(u'\n', 0, 0);
    const QString second = label.section(u'\n', 1);
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    const QRect line = second.isEmpty() || m_mainPx < kMainRoomyPx ? area : area.adjusted(0, -1, 0, -area.height() / 2);
    painter.drawText(
        line, Qt::AlignLeft | Qt::AlignVCenter, elided(QFontMetrics(painter.font()), first, Qt::ElideMiddle, line.width()));
    if (second.isEmpty() || m_mainPx < kMainRoomyPx)
        return;
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text2);
    painter.drawText(area.adjusted(0, area.height() / 2, 0, 1), Qt::AlignLeft | Qt::AlignVCenter,
        elided(QFontMetrics(painter.font()), second, Qt::ElideMiddle, area.width()));
}

void DiffLanes::zoom(double factor)
{
    const core::TimeRange visible = m_range.visibleRange();
    m_range.zoom(factor, {visible.begin.value + visible.length().value / 2});
}

void DiffLanes::pan(double share)
{
    m_range.pan({static_cast<std::int64_t>(static_cast<double>(m_range.visibleRange().length().value) * share)});
}

void DiffLanes::openPart(int part)
{
    if (part >= 0 && part < partCount())
        m_range.setVisibleRange(rangeShowing(timesOf(part), timesOf(part), kRoomAround));
}

// The arrows step through the parts, as in all charts.
void DiffLanes::keyPressEvent(QKeyEvent *event)
{
    const double fast = event->modifiers().testFlag(Qt::ShiftModifier) ? 4 : 1;
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        Chart::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        return zoom(kZoomStep);
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoom(1 / kZoomStep);
    case Qt::Key_A:
        return pan(-kPanStep * fast);
    case Qt::Key_D:
        return pan(kPanStep * fast);
    case Qt::Key_F:
        return openPart(selectedPart());
    case Qt::Key_0:
        return m_range.setVisibleRange(m_range.traceRange());
    default:
        Chart::keyPressEvent(event);
    }
}

void DiffLanes::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(angle.x()) > std::abs(angle.y())) {
        const int by = angle.x() != 0 ? angle.x() : angle.y();
        m_range.pan({static_cast<std::int64_t>(-by * scale().nsPerPx())});
    } else {
        m_range.zoom(std::exp(-angle.y() * kWheelZoom), {scale().timeAt(event->position().x() - kLanesLeftPx)});
    }
    event->accept();
}

TipText DiffLanes::tipOf(int part) const
{
    const bool ofA = isOfA(part);
    const DiffBar &bar = bars(ofA)[static_cast<std::size_t>(barOf(part))];
    QStringList where{durationText(bar.endNs - bar.beginNs)};
    if (bar.partner >= 0) {
        const DiffBar &other = bars(!ofA)[static_cast<std::size_t>(bar.partner)];
        const std::int64_t delta = (other.endNs - other.beginNs) - (bar.endNs - bar.beginNs);
        where << tr("Δ = B − A: %1").arg(signedDuration(ofA ? delta : -delta));
    }
    where << changeText(bar.change);
    TipText tip;
    tip.name = QStringLiteral("%1: %2").arg(ofA ? QStringLiteral("A") : QStringLiteral("B"), qtext(bar.label));
    tip.where = where.join(QStringLiteral(" · "));
    return tip;
}

void DiffLanes::pressPart(int part)
{
    emit rowActivated(bars(isOfA(part))[static_cast<std::size_t>(barOf(part))].row, isOfA(part));
}

std::optional<int> DiffLanes::partAfterKey(int key) const
{
    const auto count = static_cast<int>(bars(true).size());
    return partInRow(key, selectedPart() < count ? selectedPart() : -1, count);
}

} // namespace lamella::ui
