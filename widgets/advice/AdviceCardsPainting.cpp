// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the cards that AdviceCards.cpp places.
#include "widgets/advice/AdviceCards.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LineText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr double kUnchangedOpacity = 0.26;

void wrapped(QPainter &painter, const QRect &rect, const QString &text, const QColor &color, const QFont &font)
{
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(rect, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, wrappable(font, text, rect.width()));
}

} // namespace

void AdviceCards::paintBars(QPainter &painter, const std::vector<AdviceBar> &bars, const QRect &rect, std::int64_t lengthNs) const
{
    const Theme &theme = Theme::current();
    const double perNs = static_cast<double>(rect.width()) / static_cast<double>(lengthNs);
    const auto at = [&](std::int64_t ns) { return rect.left() + static_cast<int>(std::lround(static_cast<double>(ns) * perNs)); };
    for (const AdviceBar &bar : bars) {
        const int left = at(bar.startNs);
        const int px = std::max(1, at(bar.startNs + bar.lengthNs) - left);
        painter.setOpacity(bar.changes ? 1 : kUnchangedOpacity);
        painter.fillRect(
            QRect(left, rect.top(), px > 3 ? px - 1 : px, rect.height()), theme.brush(bar.category, devicePixelRatioF()));
    }
    painter.setOpacity(1);
}

void AdviceCards::paintExample(QPainter &painter, const AdviceExample &example, const Placed &placed) const
{
    const Theme &theme = Theme::current();
    if (placed.now.isEmpty())
        return;
    painter.fillRect(placed.now, theme.window);
    if (example.gaps.empty()) {
        paintBars(painter, example.now, placed.now, example.lengthNs);
        paintBars(painter, example.after, placed.after, example.lengthNs);
    } else {
        std::vector<AdviceBar> lit = example.now;
        for (AdviceBar &bar : lit)
            bar.changes = true;
        paintBars(painter, lit, placed.now, example.lengthNs);
        const double perNs = static_cast<double>(placed.now.width()) / static_cast<double>(example.lengthNs);
        for (const AdviceBar &gap : example.gaps) {
            const double begin = std::max(0.0, static_cast<double>(gap.startNs) * perNs);
            const double end = std::min<double>(placed.now.width(), static_cast<double>(gap.startNs + gap.lengthNs) * perNs);
            const QRect mark(placed.after.left() + static_cast<int>(begin), placed.after.top(),
                std::max(1, static_cast<int>(end - begin)), placed.after.height());
            painter.fillRect(mark, theme.text3);
            const QString length = durationText(gap.lengthNs);
            painter.setFont(Theme::captionFont());
            if (QFontMetrics(painter.font()).horizontalAdvance(length) + 8 < mark.width()) {
                painter.setPen(theme.text2);
                painter.drawText(
                    QRect(mark.left(), placed.now.top(), mark.width(), placed.now.height()), Qt::AlignCenter, length);
            }
        }
    }
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(placed.caption, Qt::AlignLeft | Qt::AlignVCenter, captionOf(example));
}

QString AdviceCards::changeText(const AdviceCard &card)
{
    return tr("%1 → %2").arg(amountText(card, card.now), amountText(card, card.after));
}

void AdviceCards::paintFigures(QPainter &painter, int number) const
{
    const Theme &theme = Theme::current();
    const AdviceCard &card = m_cards[static_cast<std::size_t>(number)];
    const Placed &placed = m_placed[static_cast<std::size_t>(number)];
    painter.setFont(Theme::bodyFont());
    painter.setPen(theme.text);
    painter.drawText(placed.figures, Qt::AlignLeft | Qt::AlignVCenter, changeText(card));
    painter.setFont(Theme::strongFont());
    painter.drawText(placed.gain, Qt::AlignLeft | Qt::AlignVCenter, gainText(card));
    painter.setFont(Theme::bodyFont());
    const QColor color = card.certainty == "certain" ? theme.ok : card.certainty == "likely" ? theme.info : theme.warning;
    const QString name = card.certainty == "certain" ? QStringLiteral("check")
        : card.certainty == "likely"                 ? QStringLiteral("info")
                                                     : QStringLiteral("warning");
    const QRect &sure = placed.certainty;
    painter.drawPixmap(
        sure.left(), sure.top() + (sure.height() - 14_px) / 2, iconPixmap(name, color, 14_px, devicePixelRatioF()));
    painter.setPen(theme.text2);
    painter.drawText(sure.adjusted(20_px, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, certaintyText(card.certainty));
    const int middle = placed.scale.center().y();
    painter.fillRect(QRect(placed.scale.left(), middle, placed.scale.width(), 1), theme.separatorStrong);
    const auto most = static_cast<double>(card.about == AdviceAbout::Memory ? m_maxBytes : m_maxNs);
    const auto at = [&](std::int64_t amount) {
        return placed.scale.left() + static_cast<int>(std::lround(static_cast<double>(amount) / most * placed.scale.width()));
    };
    const int left = std::min(at(card.gainLow), placed.scale.right() - 1);
    painter.fillRect(QRect(left, placed.scale.top(), std::max(2, at(card.gainHigh) - left), placed.scale.height()), theme.accent);
    painter.setPen(theme.accent);
    for (int link = 0; link < kLinks; ++link)
        painter.drawText(placed.links[static_cast<std::size_t>(link)], Qt::AlignLeft | Qt::AlignVCenter,
            placed.links[static_cast<std::size_t>(link)].isEmpty() ? QString() : linkText(link));
}

void AdviceCards::paintCard(QPainter &painter, int number) const
{
    const Theme &theme = Theme::current();
    const AdviceCard &card = m_cards[static_cast<std::size_t>(number)];
    const AdviceCardText &text = m_texts[static_cast<std::size_t>(number)];
    const Placed &placed = m_placed[static_cast<std::size_t>(number)];
    const int pointed = hover() < partCount() ? hover() : (hover() - partCount()) / kLinks;
    if (number == m_current || number == pointed)
        painter.fillRect(placed.all, number == m_current ? theme.selection : theme.hover);
    painter.fillRect(QRect(0, placed.all.bottom(), width(), 1), theme.separator);
    if (number == m_current && hasFocusRing()) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(placed.all.adjusted(1, 1, -2, -2));
    }
    painter.setFont(Theme::bodyFont());
    painter.setPen(theme.text3);
    painter.drawText(QRect(0, placed.title.top(), placed.title.left() - 12_px, placed.title.height()),
        Qt::AlignRight | Qt::AlignTop, QString::number(number + 1));
    wrapped(painter, placed.title, text.title, theme.text, Theme::strongFont());
    wrapped(painter, placed.where, text.where, theme.accent, Theme::bodyFont());
    wrapped(painter, placed.evidence, text.evidence, theme.text2, Theme::bodyFont());
    wrapped(painter, placed.change, text.change, theme.text, Theme::bodyFont());
    paintExample(painter, card.example, placed);
    if (!placed.basis.isEmpty())
        wrapped(painter, placed.basis, tr("After: %1").arg(text.basis), theme.text2, Theme::captionFont());
    if (!placed.source.isEmpty())
        wrapped(painter, placed.source, text.source, theme.text2, Theme::captionFont());
    paintFigures(painter, number);
}

void AdviceCards::paintParts(QPainter &painter, const QRect &dirty)
{
    for (int card = 0; card < partCount(); ++card)
        if (m_placed[static_cast<std::size_t>(card)].all.intersects(dirty))
            paintCard(painter, card);
}

} // namespace lamella::ui
