// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/passes/PassBars.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLinePx{16};

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

// Where four digits do not fit beside a narrow bar: two decimals, or three digits.
QString shortDuration(std::int64_t ns, bool threeDigits)
{
    const double value = static_cast<double>(ns);
    const auto text = [threeDigits](double number, const char *unit) -> QString {
        const int decimals = number < 9.995 ? 2 : number < 99.95 ? 2 - threeDigits : 1 - threeDigits;
        return QString::number(number, 'f', decimals) + QChar(0x00A0) + QString::fromUtf8(unit);
    };
    if (value >= 1e9)
        return text(value / 1e9, "s");
    if (value >= 1e6)
        return text(value / 1e6, "ms");
    return value >= 1e3 ? text(value / 1e3, "µs") : durationText(ns);
}

} // namespace

void PassBars::paintCut(QPainter &painter, const QRect &bar, const QColor &ground)
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

QColor PassBars::stageFill(const Theme &theme, core::Stage stage)
{
    if (stage == core::Stage::Prefill || stage == core::Stage::Forward)
        return theme.stage0;
    return stage == core::Stage::Optimizer ? theme.text3 : theme.cellBar;
}

void PassBars::paintOutlierMark(QPainter &painter, double x, int bottom, const QColor &colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({{x - 4, bottom + 0.0}, {x + 4, bottom + 0.0}, {x, bottom - 6.0}}));
    painter.restore();
}

void PassBars::paintPasses(QPainter &painter) const
{
    if (m_layout->form() == SlotForm::Columns)
        paintColumns(painter);
    else
        paintBars(painter);
    paintMedian(painter);
    paintOutliers(painter);
    paintNumbers(painter);
}

void PassBars::paintBars(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const bool named = m_layout->form() == SlotForm::Named || m_layout->form() == SlotForm::Narrow;
    const WallForm wall = named ? wallForm() : WallForm();
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
            paintBesideBar(painter, position, wall);
    }
}

void PassBars::paintBar(QPainter &painter, std::size_t position, bool selected) const
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
        paintCut(painter, bar, ground);
    } else if (!pass.complete) { // an open top, of short bars too
        painter.fillRect(bar.adjusted(1, 0, -1, -(bar.height() - std::min(6, bar.height() - 2))), ground);
    } else if (!selected) {
        painter.fillRect(bar.left(), bar.top(), bar.width(), 1, theme.text3);
    }
}

QString PassBars::wallText(std::int64_t ns, WallForm::Digits digits)
{
    return digits == WallForm::All ? durationText(ns) : shortDuration(ns, digits == WallForm::Three);
}

// Beside a bar, of a slot.
int PassBars::besideLeft() const
{
    return m_layout->barInset() + m_layout->barPx() + (m_layout->form() == SlotForm::Narrow ? 4 : 7);
}

// The first that fits beside each bar in view.
PassBars::WallForm PassBars::wallForm() const
{
    const QFont body = Theme::bodyFont();
    const QFont caption = Theme::captionFont();
    const QFont micro = Theme::microFont();
    const int room = partRect(static_cast<int>(m_layout->firstPosition())).width() - 1 - besideLeft();
    for (const WallForm &form : {WallForm{WallForm::All, body}, WallForm{WallForm::Two, body}, WallForm{WallForm::Two, caption},
             WallForm{WallForm::Two, micro}, WallForm{WallForm::Three, caption}, WallForm{WallForm::Three, micro}}) {
        bool fits = form.digits != WallForm::All || m_layout->form() == SlotForm::Named;
        for (std::size_t position = m_layout->firstPosition(); position < m_layout->lastPosition() && fits; ++position)
            fits = lineWidth(form.font, wallText(passOf(position).wallNs, form.digits)) <= room;
        if (fits)
            return form;
    }
    return {WallForm::Two, caption, true};
}

void PassBars::paintBesideBar(QPainter &painter, std::size_t position, const WallForm &wall) const
{
    const Theme &theme = Theme::current();
    const StripPass &pass = passOf(position);
    const QRect slot = partRect(static_cast<int>(position));
    const int left = slot.left() + besideLeft();
    const int room = slot.right() - left;
    int y = isLow() ? 2_px : 7_px;
    const auto line = [&](const QString &text, const QFont &font, const QColor &colour) {
        if (text.isEmpty() || y + kLinePx > height() || lineWidth(font, text) > room)
            return false;
        painter.setFont(font);
        painter.setPen(colour);
        drawLine(painter, QRect(left, y, room + 1, kLinePx), Qt::AlignLeft, text);
        y += kLinePx;
        return true;
    };
    line(passText(pass.number), Theme::strongFont(), theme.text);
    const QString text = wallText(pass.wallNs, wall.digits);
    for (const QString &part : wall.isUnitBelow ? text.split(QChar(0x00A0)) : QStringList(text))
        line(part, wall.font, theme.text);
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
void PassBars::paintColumns(QPainter &painter) const
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

void PassBars::paintMedian(QPainter &painter) const
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

void PassBars::paintOutliers(QPainter &painter) const
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
        paintOutlierMark(painter, x, std::max(7, bottom), theme.warning);
        const QString text = QStringLiteral("×%1").arg(mark.count);
        const double next = i + 1 < marks.size() ? area.left() + marks[i + 1].x - 5 : width();
        if (mark.count > 1 && x + 6 + metrics.horizontalAdvance(text) < next) {
            painter.setPen(theme.warning);
            painter.drawText(QPointF(x + 6, std::max(9, bottom + 1)), text);
        }
    }
}

// Numbers below the bars: all of them, or round ones, as close as they are readable.
void PassBars::paintNumbers(QPainter &painter) const
{
    if (isLow() || m_layout->form() == SlotForm::Named || m_layout->form() == SlotForm::Narrow || m_order != StripOrder::Time)
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
        drawLine(painter, box, Qt::AlignHCenter, text);
        chosen = strong ? box : chosen;
    };
    if (selected >= static_cast<int>(first) && selected < static_cast<int>(last))
        write(static_cast<std::size_t>(selected), true);
    const std::size_t past = static_cast<std::size_t>(passOf(first).number) % step; // numbers are round
    for (std::size_t position = first + (step - past) % step; position < last; position += step)
        if (static_cast<int>(position) != selected)
            write(position, false);
}

} // namespace lamella::ui
