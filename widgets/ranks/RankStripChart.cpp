// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankStripChart.h"

#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLabelPx{112};
constexpr TextPx kAxisPx{44}; // with the layers
constexpr TextPx kMinRowPx{30};
constexpr TextPx kMaxRowPx{40};
constexpr std::int64_t kMinRangeNs = 1000;

} // namespace

RankStripChart::RankStripChart(QWidget *parent)
    : Chart(tr("The pass on every rank"), parent)
{
    setObjectName(QStringLiteral("rankStrip"));
}

QSize RankStripChart::minimumSizeHint() const
{
    return {200, kAxisPx + kMinRowPx * std::max<int>(1, static_cast<int>(m_data.rows.size()))};
}

void RankStripChart::setData(RankStripData strip)
{
    const bool same = strip.pass == m_data.pass && strip.lengthNs == m_data.lengthNs;
    m_data = std::move(strip);
    m_painted.clear();
    if (!same)
        setRange(0, m_data.lengthNs);
    m_parts.clear();
    for (std::size_t row = 0; row < m_data.rows.size(); ++row) {
        m_parts.push_back({row, nullptr});
        for (const RankStripLayer &layer : m_data.rows[row].layers)
            m_parts.push_back({row, &layer});
    }
    updateGeometry();
    partsChanged();
}

void RankStripChart::setSelection(std::size_t member, int layer)
{
    m_member = member;
    m_layer = layer;
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        if (m_data.rows[row].member == member)
            m_cursorRow = row;
    describe();
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
    m_painted.clear();
    update();
}

void RankStripChart::zoomBy(double factor)
{
    const auto half = static_cast<std::int64_t>(static_cast<double>(m_to - m_from) / factor / 2);
    const std::int64_t middle = m_from + (m_to - m_from) / 2;
    setRange(middle - half, middle + half);
}

void RankStripChart::setFromOwnStart(bool on)
{
    m_fromOwnStart = on;
    m_painted.clear();
    partsChanged();
}

void RankStripChart::setMarked(std::size_t member)
{
    m_marked = member;
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

int RankStripChart::partOf(std::size_t row, int layer) const
{
    int found = -1;
    for (int i = 0; i < partCount(); ++i)
        if (part(i).row == row && (part(i).layer == nullptr || part(i).number() == layer))
            found = i;
    return found;
}

QRect RankStripChart::partRect(int number) const
{
    const auto &[row, layer] = part(number);
    const QRect area = rowRect(row);
    if (layer == nullptr)
        return {0, area.top(), area.left(), area.height()};
    const int left = xOf(layer->beginNs - shiftOf(row));
    return QRect(left, area.top(), std::max(1, xOf(layer->endNs - shiftOf(row)) - left), area.height()).intersected(area);
}

std::int64_t RankStripChart::shiftOf(std::size_t row) const
{
    const std::vector<RankStripLayer> &layers = m_data.rows[row].layers;
    const std::vector<RankStripKernel> &kernels = m_data.rows[row].kernels;
    if (!m_fromOwnStart)
        return 0;
    return !kernels.empty() ? kernels.front().beginNs : layers.empty() ? 0 : layers.front().beginNs;
}

std::size_t RankStripChart::shownRow() const
{
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        if (m_data.rows[row].member == m_member)
            return row;
    return 0;
}

// Where a row has no layer it stands for its rank.
int RankStripChart::hitAt(QPoint position) const
{
    int found = -1;
    if (m_data.isEmpty())
        return -1;
    if (position.y() >= rowRect(0).top() - kAxisPx / 2 && position.y() < rowRect(0).top()) // the row of layers
        position.setY(rowRect(shownRow()).center().y());
    for (int i = 0; i < partCount(); ++i) {
        const auto &[row, layer] = part(i);
        const std::int64_t time = timeAt(position.x()) + shiftOf(row);
        if (layer == nullptr && position.y() >= rowRect(row).top() && position.y() <= rowRect(row).bottom())
            found = i;
        else if (layer != nullptr && found >= 0 && part(found).row == row && position.x() >= kLabelPx && layer->beginNs <= time
            && time < layer->endNs)
            found = i;
    }
    return found;
}

TipText RankStripChart::tipOf(int number) const
{
    const RankStripLayer *layer = part(number).layer;
    const RankStripRow &row = m_data.rows[part(number).row];
    TipText tip;
    tip.name = tr("Rank %1").arg(row.rank);
    tip.where = layer == nullptr ? passText(row.pass) : passText(row.pass) + QStringLiteral(" · ") + layerText(layer->layer);
    tip.hint = tr("Double click shows this rank in the other views.");
    if (layer == nullptr) {
        tip.figures = {{tr("Wall"), durationText(row.times.wallNs)}, {tr("Own"), durationText(row.times.ownNs())},
            {tr("Waiting"), durationText(row.times.waitNs)}, {tr("Clock offset"), durationText(row.offsetNs)}};
        return tip;
    }
    std::int64_t wait = 0;
    for (const RankStripKernel &kernel : row.kernels)
        wait += kernel.layer == layer->layer ? kernel.waitNs : 0;
    tip.figures = {{tr("Wall"), durationText(layer->endNs - layer->beginNs)}, {tr("Waiting"), durationText(wait)}};
    for (const RankStripSkew &skew : m_data.skews)
        if (skew.layer == layer->layer && skew.slowest >= 0) {
            tip.figures.emplace_back(tr("Skew"), durationText(skew.skewNs));
            tip.figures.emplace_back(tr("Slowest"), tr("rank %1").arg(skew.slowest));
        }
    return tip;
}

void RankStripChart::pressPart(int number)
{
    const Part pressed = part(number);
    m_cursorRow = pressed.row;
    const std::size_t member = m_data.rows[pressed.row].member;
    if (pressed.layer != nullptr)
        emit layerPicked(pressed.layer->layer);
    emit rankPicked(member);
    describe();
}

void RankStripChart::openPart(int number)
{
    emit rankOpened(m_data.rows[part(number).row].member, part(number).number());
}

// Along the layers of a rank; beside the rank itself, from either end.
std::optional<int> RankStripChart::partAfterKey(int key) const
{
    if (key != Qt::Key_Left && key != Qt::Key_Right)
        return std::nullopt;
    const int now = selectedPart();
    if (now < 0)
        return -1;
    const int rank = partOf(m_cursorRow, core::kNoLayer);
    const int last = rank + static_cast<int>(m_data.rows[m_cursorRow].layers.size());
    if (now == rank)
        return key == Qt::Key_Right ? std::min(rank + 1, last) : last;
    return std::clamp(key == Qt::Key_Right ? now + 1 : now - 1, rank + 1, last);
}

void RankStripChart::changeEvent(QEvent *event)
{
    m_painted.clear(); // their colours and the height of the rows
    Chart::changeEvent(event);
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

void RankStripChart::keyPressEvent(QKeyEvent *event)
{
    const auto toRow = [this](std::size_t row) {
        m_cursorRow = std::min(row, m_data.rows.empty() ? 0 : m_data.rows.size() - 1);
        describe();
    };
    switch (event->key()) {
    case Qt::Key_Up:
        return toRow(m_cursorRow == 0 ? 0 : m_cursorRow - 1);
    case Qt::Key_Down:
        return toRow(m_cursorRow + 1);
    case Qt::Key_Home:
        return zoomOut();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return m_layer != core::kNoLayer ? zoomToLayer(m_layer)
                                         : setRange(m_from + (m_to - m_from) / 4, m_to - (m_to - m_from) / 4);
    case Qt::Key_Minus:
        return setRange(m_from - (m_to - m_from) / 2, m_to + (m_to - m_from) / 2);
    default:
        Chart::keyPressEvent(event);
    }
}

} // namespace lamella::ui
