// SPDX-License-Identifier: GPL-3.0-or-later
// InspectorBody: painting.
#include "core/analysis/gaps/Gaps.h"
#include "core/base/Format.h"
#include "core/base/Typical.h"
#include "widgets/charts/CategoryLegend.h"
#include "widgets/common/DigitGrid.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/GapPicture.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/theme/GapColors.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lamella::ui {

namespace {

constexpr TextPx kChipPx{10};
constexpr TextPx kChipGapPx{6};
constexpr TextPx kLabelPx{12}; // below bars
constexpr TextPx kFirstLinePx{18}; // of a row whose label wraps
constexpr TextPx kMinSlotPx{22}; // of a pass that has its name below

void paintChip(QPainter &painter, const InspectorRow &row, const QRect &rect)
{
    const QRect chip(rect.left(), rect.top() + (rect.height() - kChipPx) / 2, kChipPx, kChipPx);
    if (row.color.isValid())
        painter.fillRect(chip, row.color);
    else if (row.category >= 0)
        paintCategoryChip(
            painter, chip.topLeft(), static_cast<core::Category>(row.category), painter.device()->devicePixelRatioF(), kChipPx);
    else
        painter.fillRect(chip, gapCauseFill(Theme::current(), static_cast<core::GapCause>(row.cause)));
}

void paintRowBar(QPainter &painter, const InspectorRow &row, const QRect &zone)
{
    const Theme &theme = Theme::current();
    if (row.delta) {
        const int zero = zone.left() + zone.width() * 28 / 100;
        const int length =
            static_cast<int>(std::lround(std::abs(*row.bar) * (*row.bar > 0 ? zone.right() - zero : zero - zone.left())));
        painter.fillRect(QRect(zero, zone.top() - 2, 1, zone.height() + 4), theme.separator);
        if (*row.bar != 0)
            painter.fillRect(*row.bar > 0 ? QRect(zero + 1, zone.top(), std::max(1, length), zone.height())
                                          : QRect(zero - std::max(1, length), zone.top(), std::max(1, length), zone.height()),
                *row.bar > 0 ? theme.diverging[5] : theme.diverging[1]);
    } else if (*row.bar > 0) {
        painter.fillRect(
            QRect(zone.left(), zone.top(), std::max(1, static_cast<int>(*row.bar * zone.width())), zone.height()), theme.cellBar);
    }
}

// Heights of the values of columns in a plot, from the least to the greatest.
class BandScale {
public:
    BandScale(const InspectorSection &section, const QRect &plot)
        : m_plot(plot)
    {
        const auto take = [this](std::int64_t ns) {
            m_low = std::min(m_low, ns);
            m_high = std::max(m_high, ns);
        };
        for (const InspectorMark &mark : section.marks) {
            if (mark.self)
                take(mark.ns);
            if (mark.counted) {
                take(mark.lowNs);
                take(mark.highNs);
            }
        }
        if (section.medianNs)
            take(*section.medianNs);
        if (section.medianNs && *section.medianNs > 0)
            m_high = std::min(m_high, *section.medianNs * 39 / 20); // as paintBars
    }
    [[nodiscard]] int yOf(std::int64_t ns) const
    {
        const double share = m_high > m_low ? static_cast<double>(ns - m_low) / static_cast<double>(m_high - m_low) : 0.5;
        return m_plot.bottom() - static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * (m_plot.height() - 1)));
    }

private:
    QRect m_plot;
    std::int64_t m_low = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_high = 0;
};

std::int64_t maxOf(const std::vector<InspectorMark> &marks)
{
    std::int64_t largest = 1;
    for (const InspectorMark &mark : marks)
        largest = std::max(largest, mark.ns);
    return largest;
}

// Of the zone of a row's bar. A bar that is hardly seen gives its zone to a label that has no room: `leftPx` is left without it.
int barWidthOf(const InspectorRow &row, const QRect &rect, int leftPx)
{
    constexpr int kSeenPx = 3;
    const int width = row.bar ? rect.width() * 22 / 100 : 0;
    return leftPx < width && std::abs(row.bar.value_or(0)) * width < kSeenPx ? 0 : width;
}

bool hasChip(const InspectorRow &row)
{
    return row.category >= 0 || row.cause >= 0 || row.color.isValid();
}

bool isMissing(const InspectorRow &row) // its value is a sentence, which needs the room
{
    return row.value.startsWith(QStringLiteral("n/a"));
}

struct RowZones { // of the first line of a row, from the left: label, bar, value
    int labelLeft = 0;
    int labelRoom = 0;
    int barWidth = 0;
    int valueZone = 0;
    int valueWidth = 0;
    bool isValueBelow = false; // a sentence, for which the label leaves no room
};

RowZones zonesOf(const InspectorRow &row, const QRect &rect)
{
    const QFont font = row.total ? Theme::strongFont() : Theme::bodyFont();
    const int label = lineWidth(font, row.label);
    RowZones zones;
    zones.labelLeft = rect.left() + (hasChip(row) || row.delta || row.total ? kChipPx + kChipGapPx : 0);
    const bool isSentence = isMissing(row) && !row.bar;
    const int beside = rect.width() - label - 12; // the label
    const int least = rect.width() / 3;
    const int wanted = static_cast<int>(std::ceil(digitGridWidth(row.value, font))) + 2;
    zones.isValueBelow = isSentence && row.wraps && beside < std::min(least, wanted);
    if (!zones.isValueBelow)
        zones.valueWidth = std::min(wanted, isSentence ? std::max(beside, least) : rect.width() * 3 / 5);
    zones.valueZone = row.bar ? std::max<int>(zones.valueWidth, 62_px) : zones.valueWidth;
    const int right = rect.right() + 1;
    zones.barWidth = barWidthOf(row, rect, right - zones.valueZone - 12 - zones.labelLeft - label);
    zones.labelRoom = right - zones.valueZone - zones.barWidth - (row.bar ? 12 : 8) - zones.labelLeft;
    return zones;
}

} // namespace

void InspectorBody::paintSections(QPainter &painter, const QRect &dirty) const
{
    for (int index = 0; index < static_cast<int>(m_content.sections.size()); ++index) {
        const Placed &placed = m_placed[static_cast<std::size_t>(index)];
        if (placed.top <= dirty.bottom() && placed.bottom >= dirty.top())
            paintSection(painter, index);
    }
}

void InspectorBody::paintEmpty(QPainter &painter) const
{
    paintSections(painter, rect());
}

void InspectorBody::paintParts(QPainter &painter, const QRect &dirty)
{
    paintSections(painter, dirty);
    if (hasFocusRing() && m_current >= 0) {
        painter.setPen(Theme::current().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(partRect(m_current).adjusted(-2, 0, 1, -1));
    }
}

void InspectorBody::paintSection(QPainter &painter, int index) const
{
    const Theme &theme = Theme::current();
    const InspectorSection &section = m_content.sections[static_cast<std::size_t>(index)];
    const Placed &placed = m_placed[static_cast<std::size_t>(index)];
    const bool joined = section.id == QStringLiteral("passes");
    if (index > 0 && !joined)
        painter.fillRect(QRect(0, placed.top, width(), 1), theme.separator);
    painter.setFont(titleFont(section));
    painter.setPen(joined ? theme.text2 : theme.text);
    drawLine(
        painter, placed.title, Qt::AlignLeft, elidedLine(painter.font(), section.title, Qt::ElideRight, placed.title.width()));
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    if (placed.aside.isNull())
        drawLine(painter, placed.title, Qt::AlignRight, section.aside);
    else
        painter.drawText(placed.aside, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
            wrappable(Theme::captionFont(), section.aside, placed.aside.width()));
    if (section.referenceSwitch)
        paintSwitch(painter, placed);
    if (!placed.picture.isEmpty())
        paintPicture(painter, index);
    for (std::size_t r = 0; r < section.rows.size(); ++r) {
        bool hovered = false;
        if (hover() >= 0 && hover() < partCount()) {
            const Part &part = m_parts[static_cast<std::size_t>(hover())];
            hovered = part.section == index && part.row == static_cast<int>(r);
        }
        paintRow(painter, section.rows[r], placed.rows[r], section.rows[r].isLink(), hovered);
    }
}

void InspectorBody::paintSwitch(QPainter &painter, const Placed &placed) const
{
    const Theme &theme = Theme::current();
    painter.setFont(Theme::captionFont());
    for (int segment = 0; segment < 2; ++segment) {
        const QRect rect = segmentRect(placed.control, segment);
        const bool checked = (segment == 0) == (m_against == core::Against::Type);
        painter.fillRect(rect, checked ? theme.selection : theme.base);
        painter.setPen(theme.separatorStrong);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
        painter.setPen(checked ? theme.text : theme.text2);
        const QString text = segment == 0 ? tr("layers of its type") : tr("steady passes");
        drawLine(painter, rect, Qt::AlignHCenter, elidedLine(painter.font(), text, Qt::ElideRight, rect.width() - 8_px));
    }
}

void InspectorBody::paintPicture(QPainter &painter, int index) const
{
    const InspectorSection &section = m_content.sections[static_cast<std::size_t>(index)];
    const QRect &rect = m_placed[static_cast<std::size_t>(index)].picture;
    switch (section.picture) {
    case InspectorSection::Picture::None:
        break;
    case InspectorSection::Picture::Dots:
        paintDots(painter, section, rect);
        break;
    case InspectorSection::Picture::Pair:
        paintPair(painter, section, rect);
        break;
    case InspectorSection::Picture::Bars:
        paintBars(painter, section, rect);
        break;
    case InspectorSection::Picture::Bands:
        paintBands(painter, section, rect);
        break;
    case InspectorSection::Picture::Bins:
        paintBins(painter, section, rect);
        break;
    case InspectorSection::Picture::Stack:
        paintStack(painter, section, rect);
        break;
    case InspectorSection::Picture::Share:
        paintShare(painter, section, rect);
        break;
    case InspectorSection::Picture::Gap:
        paintGapPicture(painter, section, rect);
        break;
    }
}

void InspectorBody::paintDots(QPainter &painter, const InspectorSection &section, const QRect &rect) const
{
    const Theme &theme = Theme::current();
    const int radius = 3_px;
    const std::vector<QRect> rects = markRects(section, rect);
    const auto centre = [&rects](std::size_t mark) { return rects[mark].center(); };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    std::size_t self = 0;
    for (std::size_t m = 0; m < section.marks.size(); ++m) {
        if (section.marks[m].self)
            self = m;
        painter.setBrush(theme.cellBar);
        painter.drawEllipse(centre(m), radius, radius);
    }
    painter.setBrush(theme.accent);
    painter.drawEllipse(centre(self), radius + 1, radius + 1);
    painter.restore();
    const auto [low, high] = std::minmax_element(
        section.marks.begin(), section.marks.end(), [](const InspectorMark &a, const InspectorMark &b) { return a.ns < b.ns; });
    painter.setFont(Theme::captionFont());
    const QFontMetrics metrics(painter.font());
    const QRect labels(rect.left(), rect.bottom() - 14_px, rect.width(), 15_px);
    painter.setPen(theme.text2);
    drawLine(painter, labels, Qt::AlignLeft, durationText(low->ns));
    drawLine(painter, labels, Qt::AlignRight, durationText(high->ns));
    if (!section.medianNs || high->ns <= low->ns)
        return;
    const double share = static_cast<double>(*section.medianNs - low->ns) / static_cast<double>(high->ns - low->ns);
    const int x = rect.left() + 4_px + static_cast<int>(share * (rect.width() - 8_px));
    painter.fillRect(QRect(x, rect.top(), 1, 14_px), theme.text);
    const QString median = section.medianWord + u' ' + durationText(*section.medianNs);
    const int half = metrics.horizontalAdvance(median) / 2 + 2;
    const int left = rect.left() + metrics.horizontalAdvance(durationText(low->ns)) + 6_px;
    const int right = rect.right() - metrics.horizontalAdvance(durationText(high->ns)) - 6_px;
    if (right - left < 2 * half)
        return; // the line remains
    const int middle = std::clamp(x, left + half, right - half);
    drawLine(painter, QRect(middle - half, labels.top(), 2 * half, labels.height()), Qt::AlignHCenter, median);
}

// Passes of A above those of B, each with a line at its median; the passes shown are ringed.
void InspectorBody::paintPair(QPainter &painter, const InspectorSection &section, const QRect &rect) const
{
    const Theme &theme = Theme::current();
    const int radius = 3_px;
    std::array<std::vector<std::int64_t>, 2> walls;
    std::array<int, 2> lines{};
    const std::vector<QRect> rects = markRects(section, rect);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t m = 0; m < section.marks.size(); ++m) {
        const InspectorMark &mark = section.marks[m];
        const auto lane = static_cast<std::size_t>(mark.lane);
        const QPoint centre = rects[m].center();
        if (walls[lane].empty())
            painter.fillRect(QRect(rect.left(), centre.y(), rect.width(), 1), theme.separator);
        walls[lane].push_back(mark.ns);
        lines[lane] = centre.y();
        painter.setPen(mark.self ? QPen(theme.text, 1) : QPen(Qt::NoPen));
        painter.setBrush(lane == 0 ? theme.text3 : theme.accent);
        painter.drawEllipse(centre, radius, radius);
    }
    painter.restore();
    const auto [low, high] = std::minmax_element(
        section.marks.begin(), section.marks.end(), [](const InspectorMark &a, const InspectorMark &b) { return a.ns < b.ns; });
    const double span = static_cast<double>(std::max<std::int64_t>(1, high->ns - low->ns));
    for (std::size_t lane = 0; lane < walls.size(); ++lane)
        if (!walls[lane].empty()) {
            const double share = high->ns > low->ns ? static_cast<double>(core::meanMedian(walls[lane]) - low->ns) / span : 0.5;
            painter.fillRect(
                QRect(rect.left() + 4_px + static_cast<int>(share * (rect.width() - 8_px)), lines[lane] - 6_px, 1, 13_px),
                theme.text);
        }
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    const QRect labels(rect.left(), rect.bottom() - 14_px, rect.width(), 15_px);
    drawLine(painter, labels, Qt::AlignLeft, durationText(low->ns));
    if (high->ns > low->ns)
        drawLine(painter, labels, Qt::AlignRight, durationText(high->ns));
}

void InspectorBody::paintBars(QPainter &painter, const InspectorSection &section, const QRect &rect) const
{
    const Theme &theme = Theme::current();
    const QRect plot = rect.adjusted(0, 0, 0, -kLabelPx - 2);
    const auto count = static_cast<int>(section.marks.size());
    // The scale of the pass strip: taller bars are cut, so that one cold pass does not flatten the others.
    std::int64_t scale = maxOf(section.marks);
    if (section.medianNs && *section.medianNs > 0)
        scale = std::min(scale, *section.medianNs * 39 / 20); // 1.95 times the median
    scale = std::max<std::int64_t>(scale, 1);
    const bool wide = rect.width() / std::max(1, count) >= kMinSlotPx;
    painter.setFont(Theme::microFont());
    const auto heightOf = [&](std::int64_t ns) {
        const double share = std::min(1.0, static_cast<double>(ns) / static_cast<double>(scale));
        return std::max(1, static_cast<int>(std::lround(share * plot.height())));
    };
    const std::vector<QRect> rects = markRects(section, rect);
    for (int m = 0; m < count; ++m) {
        const InspectorMark &mark = section.marks[static_cast<std::size_t>(m)];
        const QRect slot = rects[static_cast<std::size_t>(m)];
        const int gap = slot.width() > 4 ? 2 : 0;
        const int height = heightOf(mark.ns);
        const QRect bar(slot.left(), plot.bottom() - height + 1, std::max(1, slot.width() - gap), height);
        painter.fillRect(bar, mark.self ? theme.accent : mark.counted ? theme.cellBar : theme.track);
        if (bar.width() >= 3)
            painter.fillRect(QRect(bar.left(), bar.top(), bar.width(), 1), mark.self ? theme.accent : theme.text3);
        if (wide || mark.self) {
            painter.setPen(mark.self ? theme.text : theme.text2);
            const QRect label = wide
                ? QRect(slot.left(), plot.bottom() + 2, slot.width(), kLabelPx)
                : QRect(std::clamp(slot.left() - 20, rect.left(), rect.right() - 44), plot.bottom() + 2, 44, kLabelPx);
            drawLine(painter, label, Qt::AlignHCenter, mark.label);
        }
    }
    if (!section.medianNs)
        return;
    const int y = plot.bottom() - heightOf(*section.medianNs) + 1;
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    painter.drawLine(rect.left(), y, rect.right(), y);
}

// P10 to P90 of the columns as one band with a line of their medians; the subject is a mark at its value. The scale is that of
// the values: from zero, passes that hardly differ would be one line.
void InspectorBody::paintBands(QPainter &painter, const InspectorSection &section, const QRect &rect) const
{
    const Theme &theme = Theme::current();
    const QRect plot = rect.adjusted(0, 2, 0, -kLabelPx - 2);
    const BandScale scale(section, plot);
    QPolygon high;
    QPolygon low;
    QPolygon medians;
    const InspectorMark *self = nullptr;
    int selfX = 0;
    const std::vector<QRect> rects = markRects(section, rect);
    for (std::size_t m = 0; m < section.marks.size(); ++m) {
        const InspectorMark &mark = section.marks[m];
        const QRect slot = rects[m];
        if (mark.self) {
            self = &mark;
            selfX = slot.center().x();
        }
        if (!mark.counted)
            continue;
        for (const int x : {slot.left(), slot.right() + 1}) {
            high << QPoint(x, scale.yOf(mark.highNs));
            low.prepend(QPoint(x, scale.yOf(mark.lowNs) + 1));
        }
        if (!mark.self)
            medians << QPoint(slot.center().x(), scale.yOf(mark.ns));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.cellBar);
    painter.drawPolygon(high + low);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text2, 1));
    painter.drawPolyline(medians);
    if (section.medianNs) {
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawLine(rect.left(), scale.yOf(*section.medianNs), rect.right(), scale.yOf(*section.medianNs));
    }
    if (self == nullptr)
        return;
    const int mark = 7_px;
    painter.fillRect(QRect(selfX, plot.top(), 1, plot.height()), theme.accent);
    painter.fillRect(QRect(selfX - mark / 2, scale.yOf(self->ns) - mark / 2, mark, mark), theme.accent);
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text);
    drawLine(painter,
        QRect(std::clamp(selfX - 30, rect.left(), std::max(rect.left(), rect.right() - 60)), plot.bottom() + 2, 60, kLabelPx),
        Qt::AlignHCenter, self->label);
}

void InspectorBody::paintBins(QPainter &painter, const InspectorSection &section, const QRect &rect) const
{
    const Theme &theme = Theme::current();
    const QRect plot = rect.adjusted(0, 0, 0, -kLabelPx - 2);
    std::int64_t most = 1;
    for (const InspectorMark &mark : section.marks)
        most = std::max(most, mark.count);
    const std::vector<QRect> rects = markRects(section, plot);
    for (std::size_t m = 0; m < section.marks.size(); ++m) {
        if (section.marks[m].count == 0)
            continue;
        const QRect slot = rects[m];
        const int height = std::max(
            1, static_cast<int>(static_cast<double>(section.marks[m].count) / static_cast<double>(most) * plot.height()));
        painter.fillRect(QRect(slot.left(), plot.bottom() - height + 1, std::max(1, slot.width() - 1), height),
            section.marks[m].self ? theme.accent : theme.cellBar);
    }
    painter.fillRect(QRect(plot.left(), plot.bottom() + 1, plot.width(), 1), theme.separatorStrong);
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text2);
    const QRect labels(rect.left(), plot.bottom() + 3, rect.width(), kLabelPx);
    drawLine(painter, labels, Qt::AlignLeft, durationText(section.marks.front().ns));
    if (section.marks.size() > 1)
        drawLine(painter, labels, Qt::AlignRight, durationText(std::max(section.marks.back().ns, section.marks.back().highNs)));
}

void InspectorBody::paintStack(QPainter &painter, const InspectorSection &section, const QRect &rect) const
{
    const Theme &theme = Theme::current();
    painter.fillRect(rect, theme.track);
    for (const Part &part : m_parts) {
        if (part.mark < 0 || &m_content.sections[static_cast<std::size_t>(part.section)] != &section)
            continue;
        const InspectorMark &mark = section.marks[static_cast<std::size_t>(part.mark)];
        if (mark.color.isValid())
            painter.fillRect(part.rect, mark.color);
        else if (mark.count >= 0)
            painter.fillRect(
                part.rect, theme.brush(static_cast<core::Category>(mark.count), painter.device()->devicePixelRatioF()));
        else if (mark.counted) // overlapped
            painter.fillRect(part.rect, theme.text3);
    }
}

void InspectorBody::paintShare(QPainter &painter, const InspectorSection &section, const QRect &rect)
{
    const Theme &theme = Theme::current();
    const QRect bar = rect.adjusted(0, 1, 0, -1);
    painter.fillRect(bar, theme.track);
    const int filled = static_cast<int>(std::clamp(section.share, 0.0, 1.0) * bar.width());
    painter.fillRect(QRect(bar.left(), bar.top(), section.share > 0 ? std::max(1, filled) : 0, bar.height()), theme.text2);
}

void InspectorBody::paintShareRow(QPainter &painter, const InspectorRow &row, const QRect &rect)
{
    const Theme &theme = Theme::current();
    const QFont font = Theme::bodyFont();
    const int value = static_cast<int>(std::ceil(digitGridWidth(row.value, font))) + 2;
    const QRect bar(rect.left(), rect.center().y() - 3_px, std::max(0, rect.width() - value - 8), 6_px);
    painter.fillRect(bar, theme.track);
    const int filled = static_cast<int>(std::clamp(*row.share, 0.0, 1.0) * bar.width());
    painter.fillRect(QRect(bar.left(), bar.top(), *row.share > 0 ? std::max(1, filled) : 0, bar.height()), theme.text2);
    painter.setFont(font);
    painter.setPen(theme.text);
    drawDigitGrid(painter, QRectF(rect.right() + 1 - value, rect.top(), value, rect.height()), row.value, font);
}

QRect InspectorBody::wrappedLabel(const InspectorRow &row, const QRect &rect)
{
    const RowZones zones = zonesOf(row, rect);
    const QFontMetrics caption(Theme::captionFont());
    if (lineWidth(Theme::bodyFont(), row.label) <= zones.labelRoom)
        return {};
    const QRect room(zones.labelLeft, rect.top() + (kFirstLinePx - caption.height()) / 2, zones.labelRoom, 10000);
    return caption.boundingRect(room, Qt::TextWordWrap, wrappable(Theme::captionFont(), row.label, zones.labelRoom));
}

QRect InspectorBody::wrappedReason(const InspectorRow &row, const QRect &rect)
{
    const QFont font = Theme::bodyFont();
    const QFontMetrics caption(Theme::captionFont());
    int left = rect.left();
    int top = rect.top() + (kFirstLinePx - caption.height()) / 2;
    if (zonesOf(row, rect).isValueBelow) {
        const QRect label = wrappedLabel(row, rect);
        top = label.isNull() ? rect.top() + kFirstLinePx : label.bottom() + 1;
    } else {
        left += lineWidth(font, row.label) + 12;
        if (!isMissing(row) || row.bar || digitGridWidth(row.value, font) <= rect.right() + 1 - left)
            return {};
    }
    const QRect room(left, top, rect.right() + 1 - left, 10000);
    return caption.boundingRect(
        room, Qt::AlignRight | Qt::TextWordWrap, wrappable(Theme::captionFont(), row.value, room.width()));
}

// The label, smaller rather than shorter where it has no room, with the note behind it.
void InspectorBody::paintLabel(QPainter &painter, const InspectorRow &row, const QRect &room)
{
    const Theme &theme = Theme::current();
    if (lineWidth(painter.font(), row.label) > room.width() && !row.total)
        painter.setFont(Theme::captionFont());
    const auto where = row.category >= 0 ? elideModeOf(row.label) : Qt::ElideMiddle;
    const QString label = elidedLine(painter.font(), row.label, where, room.width(), row.shared);
    drawLine(painter, room, Qt::AlignLeft, label);
    const int noteX = room.left() + lineWidth(painter.font(), label) + 6;
    if (row.note.isEmpty() || noteX + lineWidth(Theme::captionFont(), row.note) > room.left() + room.width())
        return;
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    drawLine(painter, QRect(noteX, room.top(), room.left() + room.width() - noteX, room.height()), Qt::AlignLeft, row.note);
}

void InspectorBody::paintRow(QPainter &painter, const InspectorRow &row, const QRect &rect, bool link, bool hovered)
{
    const Theme &theme = Theme::current();
    if (row.sentence) {
        painter.setFont(Theme::captionFont());
        painter.setPen(theme.text2);
        painter.drawText(
            rect, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, wrappable(Theme::captionFont(), row.label, rect.width()));
        return;
    }
    if (row.share) {
        paintShareRow(painter, row, rect);
        return;
    }
    if (hovered && link)
        painter.fillRect(rect.adjusted(-4, 0, 4, 0), theme.hover);
    if (row.total)
        painter.fillRect(QRect(rect.left(), rect.top() - 2, rect.width(), 1), theme.separatorStrong);
    const QRect first(rect.left(), rect.top(), rect.width(), row.wraps ? int(kFirstLinePx) : rect.height());
    if (hasChip(row))
        paintChip(painter, row, first);
    const RowZones zones = zonesOf(row, first);
    const int right = rect.right() + 1;
    if (zones.barWidth > 0)
        paintRowBar(painter, row,
            QRect(right - zones.valueZone - zones.barWidth - 6, first.top() + 4, zones.barWidth, first.height() - 8));
    const QFont font = row.total ? Theme::strongFont() : Theme::bodyFont();
    const bool fact = !hasChip(row) && !row.delta && !row.bar && !row.total && !row.value.isEmpty();
    const bool linkValue = link && fact;
    painter.setPen(link && !fact && row.category < 0 ? theme.accent : fact ? theme.text2 : theme.text);
    if (const QRect wrapped = row.wraps ? wrappedLabel(row, rect) : QRect(); !wrapped.isNull()) {
        painter.setFont(Theme::captionFont());
        painter.drawText(wrapped, Qt::TextWordWrap, wrappable(Theme::captionFont(), row.label, zones.labelRoom));
    } else {
        painter.setFont(font);
        paintLabel(painter, row, QRect(zones.labelLeft, first.top(), zones.labelRoom, first.height()));
    }
    painter.setFont(font);
    painter.setPen(isMissing(row) ? theme.text3 : linkValue ? theme.accent : theme.text);
    if (const QRect reason = row.wraps ? wrappedReason(row, rect) : QRect(); !reason.isNull()) {
        painter.setFont(Theme::captionFont());
        painter.drawText(reason, Qt::AlignRight | Qt::TextWordWrap, wrappable(Theme::captionFont(), row.value, reason.width()));
        return;
    }
    const QRect value(right - zones.valueWidth, first.top(), zones.valueWidth, first.height());
    if (digitGridWidth(row.value, font) <= zones.valueWidth)
        drawDigitGrid(painter, value, row.value, font);
    else
        drawLine(painter, value, Qt::AlignRight,
            elidedLine(font, row.value, isMissing(row) ? Qt::ElideRight : Qt::ElideMiddle, zones.valueWidth));
}

} // namespace lamella::ui
