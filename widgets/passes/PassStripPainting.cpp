// SPDX-License-Identifier: GPL-3.0-or-later
// PassStrip: painting.
#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/UiText.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/GapColors.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLinePx{16};

} // namespace

void PassStrip::paintCaption(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const TraceWords words = TraceWords::of(m_controller.document().get());
    const int room = kLabelColumnPx - 14_px;
    int y = m_low || isSingle() ? 3_px : 7_px;
    const auto line = [&](const QString &text, const QFont &font, const QColor &colour) {
        if (y + kLinePx > height())
            return;
        painter.setFont(font);
        painter.setPen(colour);
        drawLine(painter, QRect(8_px, y, room, kLinePx), Qt::AlignLeft, elidedLine(font, text, Qt::ElideRight, room));
        y += kLinePx;
    };
    if (isSingle()) {
        const StripPass &pass = m_data.passes.front();
        line(QStringLiteral("P%1 · %2").arg(pass.number).arg(translatedTerm(core::stageName(pass.stage))), Theme::strongFont(),
            theme.text);
        line(tr("%1 wall").arg(durationText(pass.wallNs)), Theme::captionFont(), theme.text2);
    } else {
        line(words.passes(), Theme::strongFont(), theme.text);
        const bool staged = m_data.mainStage != core::Stage::Unknown || m_data.stages.size() > 1;
        if (hasLegend() || !staged)
            line(words.passCount(static_cast<std::int64_t>(m_data.passes.size())), Theme::captionFont(), theme.text2);
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
            counts = hasLegend() ? QStringList() : QStringList(words.passCount(static_cast<std::int64_t>(m_data.passes.size())));
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
    paintPasses(painter);
    paintBrush(painter, true);
    painter.restore();
    if (hasLegend())
        paintLegend(painter);
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
            paintOutlierMark(painter, x + 4, y + 11, colour);
        else
            painter.fillRect(x, y + 3, 8, 8, colour);
        painter.setPen(theme.text2);
        drawLine(painter, QRect(x + 13, y, metrics.horizontalAdvance(text) + 2, 14_px), Qt::AlignLeft, text);
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
        drawLine(painter, QRect(width() - wide - 8, y, wide + 2, 14_px), Qt::AlignLeft, text);
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
        drawLine(painter, plate.adjusted(2, 0, 2, 0), Qt::AlignLeft, text);
    }
}

// Behind the reason, below the bars.
QRect PassStrip::linkRect() const
{
    if (!m_data.passes.empty() || m_why.isEmpty() || !m_controller.hasGpuWork())
        return {};
    const int left = kLabelColumnPx + 4_px;
    const int link = lineWidth(Theme::bodyFont(), tr("choose a boundary…")) + 4;
    const int why = lineWidth(Theme::captionFont(), m_why) + 10_px;
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
        drawLine(painter, link, Qt::AlignLeft, tr("choose a boundary…"));
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
    drawLine(painter, QRect(area.left(), area.bottom() + 3, area.width(), kLinePx), Qt::AlignLeft,
        elidedLine(painter.font(), m_why, Qt::ElideRight, link.isEmpty() ? area.width() : link.left() - area.left() - 6));
    painter.fillRect(kLabelColumnPx - 1, 0, 1, height(), theme.separator);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

} // namespace lamella::ui
