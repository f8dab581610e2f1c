// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankStripChart.h"

#include "core/base/Format.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLabelPx{112};
constexpr TextPx kAxisPx{22};
constexpr TextPx kMinRowPx{38};
constexpr TextPx kMaxRowPx{64};
constexpr std::int64_t kMinRangeNs = 1000;

QString duration(std::int64_t ns)
{
    return qtext(core::formatDuration(ns));
}

} // namespace

RankStripChart::RankStripChart(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("rankStrip"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("The pass on every rank"));
    m_tipTimer.setSingleShot(true);
    m_tipTimer.setInterval(kTipDelayMs);
    connect(&m_tipTimer, &QTimer::timeout, this, [this] {
        if (m_hover)
            showTip(tipOf(*m_hover), rowRect(m_hover->row), this);
    });
}

QSize RankStripChart::minimumSizeHint() const
{
    return {200, kAxisPx + kMinRowPx * std::max<int>(1, static_cast<int>(m_data.rows.size()))};
}

void RankStripChart::setData(RankStripData strip)
{
    const bool same = strip.pass == m_data.pass && strip.lengthNs == m_data.lengthNs;
    m_data = std::move(strip);
    if (!same)
        setRange(0, m_data.lengthNs);
    m_hover.reset();
    updateGeometry();
    describe();
    update();
}

void RankStripChart::setSelection(std::size_t member, int layer)
{
    m_member = member;
    m_layer = layer;
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        if (m_data.rows[row].member == member)
            m_cursorRow = row;
    describe();
    update();
}

void RankStripChart::describe()
{
    if (m_cursorRow < m_data.rows.size())
        setAccessibleDescription(tipOf({m_cursorRow, m_layer}).plain());
}

int RankStripChart::rowHeight() const
{
    const int rows = std::max<int>(1, static_cast<int>(m_data.rows.size()));
    return std::clamp<int>((height() - kAxisPx) / rows, kMinRowPx, kMaxRowPx);
}

QRect RankStripChart::rowRect(std::size_t row) const
{
    return {kLabelPx, kAxisPx + static_cast<int>(row) * rowHeight(), std::max(1, width() - kLabelPx - 8), rowHeight()};
}

int RankStripChart::xOf(std::int64_t ns) const
{
    const double share = static_cast<double>(ns - m_from) / static_cast<double>(std::max<std::int64_t>(1, m_to - m_from));
    const double x = kLabelPx + share * (width() - kLabelPx - 8);
    return static_cast<int>(std::lround(std::clamp(x, -1e6, 1e6)));
}

std::int64_t RankStripChart::timeAt(int x) const
{
    const double share = static_cast<double>(x - kLabelPx) / std::max(1, width() - kLabelPx - 8);
    return m_from + static_cast<std::int64_t>(share * static_cast<double>(m_to - m_from));
}

void RankStripChart::setRange(std::int64_t from, std::int64_t to)
{
    const std::int64_t length = std::clamp<std::int64_t>(to - from, kMinRangeNs, std::max(m_data.lengthNs, kMinRangeNs));
    m_from = std::clamp<std::int64_t>(from, 0, std::max<std::int64_t>(0, m_data.lengthNs - length));
    m_to = m_from + length;
    update();
}

void RankStripChart::zoomToLayer(int layer)
{
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    for (const RankStripRow &row : m_data.rows)
        for (const RankStripLayer &l : row.layers)
            if (l.layer == layer) {
                first = std::min(first, l.beginNs);
                last = std::max(last, l.endNs);
            }
    if (first < last)
        setRange(first - (last - first) / 4, last + (last - first) / 4);
}

void RankStripChart::zoomOut()
{
    setRange(0, m_data.lengthNs);
}

std::optional<RankStripChart::Place> RankStripChart::placeAt(const QPoint &point) const
{
    for (std::size_t row = 0; row < m_data.rows.size(); ++row) {
        const QRect rect = rowRect(row);
        if (point.y() < rect.top() || point.y() > rect.bottom())
            continue;
        Place place{row, core::kNoLayer};
        if (point.x() >= kLabelPx)
            for (const RankStripLayer &layer : m_data.rows[row].layers)
                if (layer.beginNs <= timeAt(point.x()) && timeAt(point.x()) < layer.endNs)
                    place.layer = layer.layer;
        return place;
    }
    return std::nullopt;
}

TipText RankStripChart::tipOf(const Place &place) const
{
    const RankStripRow &row = m_data.rows[place.row];
    TipText tip;
    tip.name = tr("Rank %1").arg(row.rank);
    tip.where =
        place.layer == core::kNoLayer ? passText(row.pass) : passText(row.pass) + QStringLiteral(" · ") + layerText(place.layer);
    if (place.layer == core::kNoLayer) {
        tip.figures = {{tr("Wall"), duration(row.times.wallNs)}, {tr("Own"), duration(row.times.ownNs())},
            {tr("Waiting"), duration(row.times.waitNs)}, {tr("Clock offset"), duration(row.offsetNs)}};
    } else {
        std::int64_t wait = 0;
        for (const RankStripCollective &c : row.collectives)
            wait += c.layer == place.layer ? c.waitNs : 0;
        for (const RankStripLayer &layer : row.layers)
            if (layer.layer == place.layer)
                tip.figures = {{tr("Wall"), duration(layer.endNs - layer.beginNs)}, {tr("Waiting"), duration(wait)}};
        for (const RankStripSkew &skew : m_data.skews)
            if (skew.layer == place.layer && skew.slowest >= 0) {
                tip.figures.emplace_back(tr("Skew"), duration(skew.skewNs));
                tip.figures.emplace_back(tr("Slowest"), tr("rank %1").arg(skew.slowest));
            }
    }
    tip.hint = tr("Double click shows this rank in the other views.");
    return tip;
}

void RankStripChart::changeEvent(QEvent *event)
{
    update();
    QWidget::changeEvent(event);
}

void RankStripChart::mousePressEvent(QMouseEvent *event)
{
    const auto place = placeAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !place)
        return;
    m_cursorRow = place->row;
    if (place->layer != core::kNoLayer)
        emit layerPicked(place->layer);
    describe();
    update();
}

void RankStripChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const auto place = placeAt(event->position().toPoint()); place && event->button() == Qt::LeftButton)
        emit rankOpened(m_data.rows[place->row].member, place->layer);
}

void RankStripChart::mouseMoveEvent(QMouseEvent *event)
{
    const auto place = placeAt(event->position().toPoint());
    if (place == m_hover)
        return;
    m_hover = place;
    hideTip();
    m_tipTimer.start();
    update();
}

void RankStripChart::leaveEvent(QEvent *event)
{
    m_hover.reset();
    m_tipTimer.stop();
    update();
    QWidget::leaveEvent(event);
}

void RankStripChart::wheelEvent(QWheelEvent *event)
{
    if (m_data.isEmpty())
        return;
    const QPoint delta = event->angleDelta();
    const double turns = (delta.y() != 0 ? delta.y() : delta.x()) / 120.0;
    const auto length = static_cast<double>(m_to - m_from);
    if (event->modifiers().testFlag(Qt::ShiftModifier) || delta.y() == 0) {
        const auto by = static_cast<std::int64_t>(-turns * length / 8);
        setRange(m_from + by, m_to + by);
    } else {
        const std::int64_t at = std::clamp(timeAt(static_cast<int>(event->position().x())), m_from, m_to);
        const double factor = std::pow(0.8, turns);
        const auto before = static_cast<std::int64_t>(static_cast<double>(at - m_from) * factor);
        setRange(at - before, at - before + static_cast<std::int64_t>(length * factor));
    }
    event->accept();
}

void RankStripChart::moveLayer(int by)
{
    if (m_cursorRow >= m_data.rows.size() || m_data.rows[m_cursorRow].layers.empty())
        return;
    const auto &layers = m_data.rows[m_cursorRow].layers;
    int at = by > 0 ? -1 : static_cast<int>(layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (layers[i].layer == m_layer)
            at = static_cast<int>(i);
    const int next = std::clamp(at + by, 0, static_cast<int>(layers.size()) - 1);
    emit layerPicked(layers[static_cast<std::size_t>(next)].layer);
}

void RankStripChart::moveRow(int by)
{
    const int rows = static_cast<int>(m_data.rows.size());
    m_cursorRow = static_cast<std::size_t>(std::clamp(static_cast<int>(m_cursorRow) + by, 0, std::max(0, rows - 1)));
    describe();
    update();
}

void RankStripChart::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return moveLayer(-1);
    case Qt::Key_Right:
        return moveLayer(1);
    case Qt::Key_Up:
        return moveRow(-1);
    case Qt::Key_Down:
        return moveRow(1);
    case Qt::Key_Home:
        return zoomOut();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return m_layer != core::kNoLayer ? zoomToLayer(m_layer)
                                         : setRange(m_from + (m_to - m_from) / 4, m_to - (m_to - m_from) / 4);
    case Qt::Key_Minus:
        return setRange(m_from - (m_to - m_from) / 2, m_to + (m_to - m_from) / 2);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursorRow < m_data.rows.size())
            emit rankOpened(m_data.rows[m_cursorRow].member, m_layer);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void RankStripChart::focusInEvent(QFocusEvent *event)
{
    m_keyboardFocus = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    QWidget::focusInEvent(event);
    update();
}

void RankStripChart::focusOutEvent(QFocusEvent *event)
{
    m_keyboardFocus = false;
    QWidget::focusOutEvent(event);
    update();
}

} // namespace lamella::ui
