// SPDX-License-Identifier: GPL-3.0-or-later
// PassStrip: painting.
#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/GapColors.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLinePx{16};

// Colour of a pass; state is a mark, never colour alone.
QColor stageFill(const Theme &theme, core::Stage stage)
{
    if (stage == core::Stage::Prefill || stage == core::Stage::Forward)
        return theme.stage0;
    return stage == core::Stage::Optimizer ? theme.text3 : theme.cellBar;
}

void hatchBar(QPainter &painter, const QRect &bar, const QColor &colour)
{
    painter.save();
    painter.setClipRect(bar, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(colour, 2));
    for (int x = bar.left() - bar.height(); x < bar.right() + 6; x += 6)
        painter.drawLine(x, bar.bottom() + 1, x + bar.height(), bar.top());
    painter.restore();
}

// A bar that goes on above the scale: a zigzag in the colour of the background across its top.
void cutBar(QPainter &painter, const QRect &bar, const QColor &ground)
{
    constexpr int kStep = 5;
    QPolygonF line;
    bool up = false;
    for (int x = bar.left() - kStep; x <= bar.right() + kStep; x += kStep, up = !up)
        line << QPointF(x, bar.top() + (up ? 4 : 8));
    painter.save();
    painter.setClipRect(bar, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(ground, 2));
    painter.drawPolyline(line);
    painter.restore();
}

void triangle(QPainter &painter, double x, int bottom, const QColor &colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({{x - 4, bottom + 0.0}, {x + 4, bottom + 0.0}, {x, bottom - 6.0}}));
    painter.restore();
}

// Fewer decimals, where four digits would not fit beside a narrow bar.
QString shortDuration(std::int64_t ns, int decimals = 2)
{
    const double value = static_cast<double>(ns);
    const auto text = [decimals](double number, const char *unit) -> QString {
        return QString::number(number, 'f', number < 100 ? decimals : decimals - 1) + QChar(0x00A0) + QString::fromUtf8(unit);
    };
    if (value >= 1e9)
        return text(value / 1e9, "s");
    if (value >= 1e6)
        return text(value / 1e6, "ms");
    return value >= 1e3 ? text(value / 1e3, "µs") : durationText(ns);
}

} // namespace

void PassStrip::paintCaption(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const int room = kLabelColumnPx - 14_px;
    int y = m_low || isSingle() ? 3_px : 7_px;
    const auto line = [&](const QString &text, const QFont &font, const QColor &colour) {
        if (y + kLinePx > height())
            return;
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QRect(8_px, y, room, kLinePx), Qt::AlignVCenter | Qt::AlignLeft,
            elided(QFontMetrics(font), text, Qt::ElideRight, room));
        y += kLinePx;
    };
    if (isSingle()) {
        const StripPass &pass = m_data.passes.front();
        line(QStringLiteral("P%1 · %2").arg(pass.number).arg(translatedTerm(core::stageName(pass.stage))), Theme::strongFont(),
            theme.text);
        line(tr("%1 wall").arg(durationText(pass.wallNs)), Theme::captionFont(), theme.text2);
    } else {
        line(tr("Passes"), Theme::strongFont(), theme.text);
        const bool staged = m_data.mainStage != core::Stage::Unknown || m_data.stages.size() > 1;
        if (hasLegend() || !staged)
            line(passCount(static_cast<std::int64_t>(m_data.passes.size())), Theme::captionFont(), theme.text2);
        QStringList counts;
        for (const auto &[stage, count] : m_data.stages)
            counts << tr("%1 %2", "number of passes and their stage")
                          .arg(
                              qtext(core::formatCount(static_cast<std::int64_t>(count))), translatedTerm(core::stageName(stage)));
        const auto fits = [room, metrics = QFontMetrics(Theme::captionFont())](
                              const QString &text) { return metrics.horizontalAdvance(text) <= room; };
        const QString all = listText(counts);
        if (fits(all))
            counts = {all};
        else if (counts.size() > 2) // no list without its end
            counts = hasLegend() ? QStringList() : QStringList(passCount(static_cast<std::int64_t>(m_data.passes.size())));
        for (const QString &count : counts)
            if (staged)
                line(count, Theme::captionFont(), theme.text2);
        const QString median = durationText(m_data.medianNs);
        const QString ofStage = QStringLiteral("%1 %2").arg(translatedTerm(core::stageName(m_data.mainStage)), median);
        line(staged && fits(ofStage) ? ofStage : tr("median %1").arg(median), Theme::captionFont(), theme.text2);
        if (!m_bus.brush().isEmpty() && m_bus.brush().device == m_data.device)
            line(tr("%1 in the brush").arg(qtext(core::formatCount(m_bus.brush().count()))), Theme::captionFont(), theme.text2);
    }
    painter.fillRect(kLabelColumnPx - 1, 0, 1, height(), theme.separator);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

void PassStrip::paintParts(QPainter &painter, const QRect &)
{
    paintCaption(painter);
    if (!m_layout)
        return;
    if (isSingle()) {
        paintSingle(painter);
        return;
    }
    painter.save();
    painter.setClipRect(QRect(kLabelColumnPx, 0, width() - kLabelColumnPx, height() - 1), Qt::IntersectClip);
    paintBrush(painter, false);
    if (m_layout->form() == SlotForm::Columns)
        paintColumns(painter);
    else
        paintBars(painter);
    paintMedian(painter);
    paintOutliers(painter);
    paintNumbers(painter);
    paintBrush(painter, true);
    painter.restore();
    if (hasLegend())
        paintLegend(painter);
}

void PassStrip::paintBars(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const bool named = m_layout->form() == SlotForm::Named || m_layout->form() == SlotForm::Narrow;
    const int selected = selectedPart();
    for (std::size_t position = m_layout->firstPosition(); position < m_layout->lastPosition(); ++position) {
        const bool isSelected = static_cast<int>(position) == selected
            || std::binary_search(m_alsoSelected.begin(), m_alsoSelected.end(), static_cast<int>(position));
        const QRect slot = partRect(static_cast<int>(position));
        if (isSelected && m_layout->form() != SlotForm::Bars)
            painter.fillRect(slot, theme.band);
        else if (static_cast<int>(position) == hover() && m_layout->slotPx() >= 3)
            painter.fillRect(slot, theme.hover);
        paintBar(painter, position, isSelected);
        if (named)
            paintBesideBar(painter, position);
    }
}

void PassStrip::paintBar(QPainter &painter, std::size_t position, bool selected) const
{
    const Theme &theme = Theme::current();
    const StripPass &pass = passOf(position);
    const QRect area = barArea();
    const PassStripLayout::Height height = m_layout->heightOf(pass.wallNs, area.height());
    const int left = area.left() + static_cast<int>(std::floor(m_layout->left(position))) + m_layout->barInset();
    const int wide = selected ? std::max(2, m_layout->barPx()) : m_layout->barPx();
    const QRect bar(left, area.bottom() + 1 - height.px, wide, height.px);
    const QColor fill = selected ? theme.accent : stageFill(theme, pass.stage);
    const bool roomy = bar.width() >= 3;
    if (pass.isCold() && roomy)
        hatchBar(painter, bar, fill);
    else
        painter.fillRect(bar, fill);
    if (!roomy)
        return;
    const bool hovered = static_cast<int>(position) == hover();
    const QColor ground = selected && m_layout->form() != SlotForm::Bars ? theme.band : hovered ? theme.hover : theme.base;
    if (height.cut) {
        cutBar(painter, bar, ground);
    } else if (!pass.complete) { // an open top, of short bars too
        painter.fillRect(bar.adjusted(1, 0, -1, -(bar.height() - std::min(6, bar.height() - 2))), ground);
    } else if (!selected) {
        painter.fillRect(bar.left(), bar.top(), bar.width(), 1, theme.text3);
    }
}

void PassStrip::paintBesideBar(QPainter &painter, std::size_t position) const
{
    const Theme &theme = Theme::current();
    const StripPass &pass = passOf(position);
    const QRect slot = partRect(static_cast<int>(position));
    const bool narrow = m_layout->form() == SlotForm::Narrow;
    const int left = slot.left() + m_layout->barInset() + m_layout->barPx() + (narrow ? 4 : 7);
    const int room = slot.right() - left;
    int y = m_low ? 2_px : 7_px;
    const auto line = [&](const QString &text, const QFont &font, const QColor &colour) {
        if (text.isEmpty() || y + kLinePx > height() || QFontMetrics(font).horizontalAdvance(text) > room)
            return false;
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QRect(left, y, room + 1, kLinePx), Qt::AlignVCenter | Qt::AlignLeft, text);
        y += kLinePx;
        return true;
    };
    line(passText(pass.number), Theme::strongFont(), theme.text);
    const QString brief = shortDuration(pass.wallNs);
    const bool written = (!narrow && line(durationText(pass.wallNs), Theme::bodyFont(), theme.text))
        || line(brief, Theme::bodyFont(), theme.text) || line(brief, Theme::captionFont(), theme.text)
        || line(brief, Theme::microFont(), theme.text) || line(shortDuration(pass.wallNs, 1), Theme::captionFont(), theme.text)
        || line(shortDuration(pass.wallNs, 1), Theme::microFont(), theme.text);
    if (!written) // its unit below it
        for (const QString &part : brief.split(QChar(0x00A0)))
            line(part, Theme::captionFont(), theme.text);
    const QString state = stateText(pass);
    if (pass.isOutlier() && m_data.isMain(pass)) {
        if (!line(QStringLiteral("%1 ×%2").arg(state, timesText(pass).left(3)), Theme::captionFont(), theme.warning))
            line(state, Theme::captionFont(), theme.warning);
        return;
    }
    const QString word = !state.isEmpty() ? state : m_data.isMain(pass) ? QString() : translatedTerm(core::stageName(pass.stage));
    line(word, Theme::captionFont(), theme.text2);
}

// Each pixel is the slowest pass of the main stage that it stands for, with an outline above; passes of prefill are lines.
void PassStrip::paintColumns(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QRect area = barArea();
    const std::vector<StripColumn> &columns = m_layout->columns();
    const int selected = selectedPart();
    for (std::size_t x = 0; x < columns.size();) { // neighbours of one look in one call
        const StripPass &slowest = passOf(columns[x].slowest);
        const int height = m_layout->heightOf(slowest.wallNs, area.height()).px;
        std::size_t end = x + 1;
        while (end < columns.size() && passOf(columns[end].slowest).stage == slowest.stage
            && m_layout->heightOf(passOf(columns[end].slowest).wallNs, area.height()).px == height)
            ++end;
        const int left = area.left() + static_cast<int>(x);
        const int wide = static_cast<int>(end - x);
        painter.fillRect(left, area.bottom() + 1 - height, wide, height, stageFill(theme, slowest.stage));
        painter.fillRect(left, area.bottom() + 1 - height, wide, 1, theme.text3);
        for (; x < end; ++x)
            if (columns[x].hasPrefill)
                painter.fillRect(area.left() + static_cast<int>(x), area.top(), 1, area.height(), theme.stage0);
    }
    const auto mark = [&](std::size_t position) {
        if (const int at = area.left() + static_cast<int>(m_layout->left(position)); at >= area.left())
            painter.fillRect(at - 1, area.top(), 3, area.height(), theme.accent);
    };
    for (const int position : m_alsoSelected)
        mark(static_cast<std::size_t>(position));
    if (selected >= 0)
        mark(static_cast<std::size_t>(selected));
}

void PassStrip::paintMedian(QPainter &painter) const
{
    const QRect area = barArea();
    const int median = m_layout->medianPx(area.height());
    if (median <= 0)
        return;
    const Theme &theme = Theme::current();
    const int y = area.bottom() + 1 - median;
    const auto dashes = [&](int left, int right) {
        for (int x = left; x < right; x += 4)
            painter.fillRect(x, y, std::min(2, right - x), 1, theme.text);
    };
    if (m_layout->form() != SlotForm::Named && m_layout->form() != SlotForm::Narrow) {
        dashes(area.left(), area.right());
        return;
    }
    for (std::size_t position = m_layout->firstPosition(); position < m_layout->lastPosition(); ++position) {
        const int left = area.left() + static_cast<int>(m_layout->left(position)) + m_layout->barInset();
        const int over = m_layout->form() == SlotForm::Narrow ? 2 : 4;
        dashes(left - over, left + m_layout->barPx() + over);
    }
}

void PassStrip::paintOutliers(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QRect area = barArea();
    painter.setFont(Theme::microFont());
    const QFontMetrics metrics(painter.font());
    const std::vector<OutlierMark> &marks = m_layout->outliers();
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const OutlierMark &mark = marks[i];
        const int height = m_layout->heightOf(passOf(mark.position).wallNs, area.height()).px;
        const double x = area.left() + mark.x;
        const int bottom = area.bottom() - height;
        triangle(painter, x, std::max(7, bottom), theme.warning);
        const QString text = QStringLiteral("×%1").arg(mark.count);
        const double next = i + 1 < marks.size() ? area.left() + marks[i + 1].x - 5 : width();
        if (mark.count > 1 && x + 6 + metrics.horizontalAdvance(text) < next) {
            painter.setPen(theme.warning);
            painter.drawText(QPointF(x + 6, std::max(9, bottom + 1)), text);
        }
    }
}

// Numbers below the bars: all of them, or round ones, as close as they are readable.
void PassStrip::paintNumbers(QPainter &painter) const
{
    if (m_low || m_layout->form() == SlotForm::Named || m_layout->form() == SlotForm::Narrow || m_order != StripOrder::Time)
        return;
    const Theme &theme = Theme::current();
    const QFont font = Theme::captionFont();
    painter.setFont(font);
    const QFontMetrics metrics(font);
    const int top = barArea().bottom() + 3;
    const std::size_t first = m_layout->firstPosition();
    const std::size_t last = m_layout->lastPosition();
    if (first >= last)
        return;
    const int widest = metrics.horizontalAdvance(passText(passOf(last - 1).number));
    const std::size_t step = m_layout->numberStep(widest + (m_layout->form() == SlotForm::Numbered ? 4 : 16));
    const int selected = selectedPart();
    QRect chosen;
    const auto write = [&](std::size_t position, bool strong) {
        const QString text = passText(passOf(position).number);
        const int wide = metrics.horizontalAdvance(text);
        const int middle = barArea().left() + static_cast<int>(m_layout->left(position) + m_layout->slotPx() / 2);
        const int left = std::clamp(middle - wide / 2, kLabelColumnPx + 2, std::max(kLabelColumnPx + 2, width() - wide - 4));
        const QRect box(left, top, wide + 1, metrics.height());
        if (!strong && chosen.adjusted(-6, 0, 6, 0).intersects(box))
            return;
        painter.setPen(strong ? theme.text : theme.text2);
        painter.drawText(box, Qt::AlignCenter, text);
        chosen = strong ? box : chosen;
    };
    if (selected >= static_cast<int>(first) && selected < static_cast<int>(last))
        write(static_cast<std::size_t>(selected), true);
    for (std::size_t position = (first + step - 1) / step * step; position < last; position += step)
        if (static_cast<int>(position) != selected)
            write(position, false);
}

QRect PassStrip::brushRect() const
{
    const PassBrush &brush = m_bus.brush();
    if (!m_layout || brush.isEmpty() || brush.device != m_data.device || m_order != StripOrder::Time)
        return {};
    const auto first = m_data.rowOf(brush.first);
    const auto last = m_data.rowOf(brush.last);
    if (!first || !last)
        return {};
    const int left = barArea().left() + static_cast<int>(std::floor(m_layout->left(*first)));
    const int right = barArea().left() + static_cast<int>(std::ceil(m_layout->left(*last + 1)));
    return {left, 1, std::max(3, right - left), barArea().bottom() + 1};
}

void PassStrip::paintBrush(QPainter &painter, bool over) const
{
    const QRect brush = brushRect();
    if (brush.isNull())
        return;
    const Theme &theme = Theme::current();
    if (!over) {
        painter.fillRect(brush, theme.band);
        return;
    }
    painter.setPen(theme.text);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(brush.adjusted(0, 0, -1, -1));
    const int grip = brush.center().y() - 5;
    painter.fillRect(brush.left() - 1, grip, 3, 10, theme.text);
    painter.fillRect(brush.right() - 1, grip, 3, 10, theme.text);
}

void PassStrip::paintLegend(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QFont font = Theme::captionFont();
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const int y = height() - 17_px;
    int x = barArea().left();
    const auto entry = [&](const QString &text, const QColor &colour, bool mark) {
        if (mark)
            triangle(painter, x + 4, y + 11, colour);
        else
            painter.fillRect(x, y + 3, 8, 8, colour);
        painter.setPen(theme.text2);
        painter.drawText(QRect(x + 13, y, metrics.horizontalAdvance(text) + 2, 14_px), Qt::AlignVCenter, text);
        x += 13 + metrics.horizontalAdvance(text) + 20_px;
    };
    entry(translatedTerm(core::stageName(m_data.mainStage)), stageFill(theme, m_data.mainStage), false);
    for (const auto &[stage, count] : m_data.stages) {
        const QString name = translatedTerm(core::stageName(stage));
        if (stage != m_data.mainStage)
            entry(stage == core::Stage::Prefill ? tr("%1, cut at the top").arg(name) : name, stageFill(theme, stage), false);
    }
    if (!m_layout->outliers().empty())
        entry(translatedTerm("outlier"), theme.warning, true);
    if (m_layout->form() != SlotForm::Columns)
        return;
    const QString text = tr("one pixel = %1 passes: the slowest of %2 is drawn")
                             .arg(QString::number(1 / m_layout->slotPx(), 'f', 1 / m_layout->slotPx() < 10 ? 1 : 0),
                                 translatedTerm(core::stageName(m_data.mainStage)));
    const int wide = metrics.horizontalAdvance(text);
    if (width() - wide - 8 > x)
        painter.drawText(QRect(width() - wide - 8, y, wide + 2, 14_px), Qt::AlignVCenter, text);
}

// The wall of the only pass by category, other work and idle time last.
void PassStrip::paintSingle(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QRect area(kLabelColumnPx + 4_px, 8_px, width() - kLabelColumnPx - 12_px, height() - 17_px);
    std::int64_t all = 0;
    for (const CategoryPart &part : m_parts)
        all += part.ns;
    if (all <= 0) {
        painter.fillRect(area, theme.track);
        return;
    }
    painter.setFont(Theme::bodyFont());
    const QFontMetrics metrics(painter.font());
    std::int64_t before = 0;
    for (const CategoryPart &part : m_parts) {
        const auto edge = [&](std::int64_t ns) {
            return area.left() + static_cast<int>(std::lround(static_cast<double>(ns) / static_cast<double>(all) * area.width()));
        };
        const QRect bar(edge(before), area.top(), edge(before + part.ns) - edge(before), area.height());
        before += part.ns;
        const bool own = !part.idle && !part.other;
        painter.fillRect(bar, own ? theme.brush(part.category, devicePixelRatioF()) : QBrush(theme.track));
        const QString name = own ? categoryTitle(part.category)
            : part.idle          ? tr("idle")
                                 : gapCauseTitle(core::GapCause::OtherWork);
        const QString share = qtext(core::formatShare(static_cast<double>(part.ns) / static_cast<double>(all)));
        QString text = name + QStringLiteral(" ") + share;
        if (metrics.horizontalAdvance(text) + 12 > bar.width())
            text = name;
        if (metrics.horizontalAdvance(text) + 12 > bar.width())
            continue;
        const QRect plate(bar.left() + 4, bar.top() + 1, metrics.horizontalAdvance(text) + 4, bar.height() - 2);
        if (own && theme.hatched(part.category))
            painter.fillRect(plate, theme.fill(part.category));
        painter.setPen(own ? theme.label(part.category) : theme.text2);
        painter.drawText(plate.adjusted(2, 0, 2, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
    }
}

// Behind the reason, below the bars.
QRect PassStrip::linkRect() const
{
    if (!m_data.passes.empty() || m_why.isEmpty() || !m_controller.hasGpuWork())
        return {};
    const int left = kLabelColumnPx + 4_px;
    const int link = QFontMetrics(Theme::bodyFont()).horizontalAdvance(tr("choose a boundary…")) + 4;
    const int why = QFontMetrics(Theme::captionFont()).horizontalAdvance(m_why) + 10_px;
    return {left + std::min(why, std::max(0, width() - left - link - 8_px)), height() - 22_px, link, 20_px};
}

void PassStrip::paintEmpty(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    if (m_why.isEmpty()) {
        Chart::paintEmpty(painter);
        return;
    }
    const int room = kLabelColumnPx - 12_px;
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    painter.drawText(QRect(8_px, 7_px, room, 2 * kLinePx), Qt::AlignLeft | Qt::TextWordWrap, tr("No passes found"));
    const QRect link = linkRect();
    if (!link.isEmpty()) {
        painter.setFont(Theme::bodyFont());
        painter.setPen(theme.accent);
        painter.drawText(link, Qt::AlignVCenter, tr("choose a boundary…"));
    }
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(QRect(8_px, 40_px, room, 2 * kLinePx), Qt::AlignLeft | Qt::TextWordWrap, tr("busy share over time"));
    const QRect area(kLabelColumnPx + 4_px, 9_px, width() - kLabelColumnPx - 12_px, height() - 32_px);
    painter.fillRect(area, theme.window);
    for (std::size_t i = 0; i < m_slices.busy.size(); ++i) {
        const auto edge = [&](std::size_t slice) {
            return area.left()
                + static_cast<int>(static_cast<double>(slice) / static_cast<double>(m_slices.busy.size()) * area.width());
        };
        const auto tall = static_cast<int>(std::lround(m_slices.busy[i] * static_cast<float>(area.height())));
        if (m_slices.busy[i] > 0)
            painter.fillRect(
                edge(i), area.bottom() + 1 - std::max(1, tall), edge(i + 1) - edge(i), std::max(1, tall), theme.cellBar);
    }
    painter.setPen(theme.text2);
    painter.drawText(QRect(area.left(), area.bottom() + 3, area.width(), kLinePx), Qt::AlignVCenter | Qt::AlignLeft,
        elided(
            QFontMetrics(painter.font()), m_why, Qt::ElideRight, link.isEmpty() ? area.width() : link.left() - area.left() - 6));
    painter.fillRect(kLabelColumnPx - 1, 0, 1, height(), theme.separator);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

} // namespace lamella::ui
