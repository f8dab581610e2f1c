// SPDX-License-Identifier: GPL-3.0-or-later
// Places the cards and answers for them; AdviceCardsPainting.cpp draws them.
#include "widgets/advice/AdviceCards.h"

#include "core/base/Format.h"
#include "widgets/common/LineText.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QKeyEvent>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kMarginPx{12};
constexpr TextPx kNumberPx{28};
constexpr TextPx kFiguresPx{216};
constexpr TextPx kPictureFromPx{720}; // narrower, there is no room for one
constexpr TextPx kLinePx{17};
constexpr TextPx kNowPx{20};
constexpr TextPx kAfterPx{14};
constexpr TextPx kGapMarkPx{5};

int heightOf(const QString &text, const QFont &font, int width)
{
    if (text.isEmpty())
        return 0;
    const QRect room(0, 0, std::max(1, width), 10'000);
    return QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, wrappable(font, text, room.width())).height();
}

QString cell(const core::ReportTable &table, std::size_t row, const char *column)
{
    const std::size_t at = table.columnIndex(column);
    return table.isMissing(row, at) ? QString() : translatedCell(table, row, at);
}

} // namespace

QString certaintyText(const std::string &certainty)
{
    return certainty == "certain" ? AdviceCards::tr("certain")
        : certainty == "likely"   ? AdviceCards::tr("likely")
                                  : AdviceCards::tr("to check");
}

QString amountText(const AdviceCard &card, std::int64_t amount)
{
    return card.about == AdviceAbout::Memory ? qtext(core::formatBytes(amount)) : durationText(amount);
}

QString gainText(const AdviceCard &card)
{
    const int sign = card.bytes == core::AdviceBytes::Saved ? -1 : 1;
    const QString high = amountText(card, sign * card.gainHigh);
    if (card.gainLow == card.gainHigh)
        return card.gainHigh == 0 ? amountText(card, card.now) : high; // there was room for what was asked for
    return card.gainLow <= 0 ? AdviceCards::tr("up to %1").arg(high)
                             : AdviceCards::tr("%1 to %2").arg(amountText(card, sign * card.gainLow), high);
}

AdviceCards::AdviceCards(QWidget *parent)
    : Chart(tr("Advice, highest gain first"), parent)
{
    setObjectName(QStringLiteral("adviceCards"));
}

void AdviceCards::setCards(std::vector<AdviceCard> cards, const core::ReportTable *table)
{
    m_cards = table != nullptr ? std::move(cards) : std::vector<AdviceCard>();
    m_texts.clear();
    m_maxNs = 1;
    m_maxBytes = 1;
    m_current = -1;
    for (const AdviceCard &card : m_cards) {
        m_texts.push_back({cell(*table, card.row, "title"), cell(*table, card.row, "where"), cell(*table, card.row, "evidence"),
            cell(*table, card.row, "change"), cell(*table, card.row, "basis"), cell(*table, card.row, "source")});
        std::int64_t &most = card.about == AdviceAbout::Memory ? m_maxBytes : m_maxNs;
        most = std::max(most, card.gainHigh);
    }
    partsChanged();
}

void AdviceCards::setReason(const QString &why)
{
    setEmptyText(why);
    describe();
}

void AdviceCards::setCurrent(int card)
{
    if (card == m_current)
        return;
    m_current = card;
    describe();
}

QRect AdviceCards::partRect(int part) const
{
    const int count = partCount();
    if (part < count)
        return m_placed[static_cast<std::size_t>(part)].all;
    const Placed &placed = m_placed[static_cast<std::size_t>((part - count) / kLinks)];
    return placed.links[static_cast<std::size_t>((part - count) % kLinks)];
}

QString AdviceCards::linkText(int link)
{
    return link == Show ? tr("Show") : link == Compare ? tr("Compare") : link == Lines ? tr("Source") : tr("Hide rule");
}

bool AdviceCards::hasLink(int card, int link) const
{
    const AdviceCard &shown = m_cards[static_cast<std::size_t>(card)];
    return link == Compare ? !std::holds_alternative<std::monostate>(shown.compared) : link != Lines || shown.launched.valid();
}

// Further targets: the links of each card.
int AdviceCards::hitAt(QPoint position) const
{
    for (int card = 0; card < partCount(); ++card) {
        const Placed &placed = m_placed[static_cast<std::size_t>(card)];
        if (!placed.all.contains(position))
            continue;
        for (int link = 0; link < kLinks; ++link)
            if (placed.links[static_cast<std::size_t>(link)].contains(position))
                return partCount() + kLinks * card + link;
        return card;
    }
    return -1;
}

void AdviceCards::pressPart(int hit)
{
    const int count = partCount();
    const int card = hit < count ? hit : (hit - count) / kLinks;
    const int link = hit < count ? -1 : (hit - count) % kLinks;
    if (link == Hide) {
        emit hideRequested(card);
        return;
    }
    setCurrent(card);
    emit chosen(card);
    if (link == Show)
        emit showRequested(card);
    else if (link == Compare)
        emit compareRequested(card);
    else if (link == Lines)
        emit sourceRequested(card);
}

void AdviceCards::openPart(int hit)
{
    if (hit < partCount())
        emit showRequested(hit);
}

std::optional<int> AdviceCards::partAfterKey(int key) const
{
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        return partInRow(key == Qt::Key_Up ? Qt::Key_Left : Qt::Key_Right, m_current, partCount());
    return Chart::partAfterKey(key);
}

void AdviceCards::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Delete && m_current >= 0)
        emit hideRequested(m_current);
    else if (event->text() == QStringLiteral("c") && m_current >= 0 && hasLink(m_current, Compare))
        emit compareRequested(m_current);
    else if (event->text() == QStringLiteral("s") && m_current >= 0 && hasLink(m_current, Lines))
        emit sourceRequested(m_current);
    else
        Chart::keyPressEvent(event);
}

TipText AdviceCards::tipOf(int hit) const
{
    if (hit >= partCount()) {
        const AdviceCard &card = m_cards[static_cast<std::size_t>((hit - partCount()) / kLinks)];
        const int link = (hit - partCount()) % kLinks;
        return sentenceTip(link == Show ? tr("Selects it and shows it in the timeline (Enter)")
                : link == Compare       ? tr("Compares the layer or pass where it shows with another (C)")
                : link == Lines         ? tr("Shows the line that launches it (S): %1").arg(qtext(card.line))
                                        : tr("Hides what this rule finds (Delete); can be undone"));
    }
    const AdviceCard &card = m_cards[static_cast<std::size_t>(hit)];
    const AdviceCardText &text = m_texts[static_cast<std::size_t>(hit)];
    TipText tip;
    tip.name = text.title;
    tip.where = text.where;
    tip.figures = {{tr("now"), amountText(card, card.now)}, {tr("after, at best"), amountText(card, card.after)},
        {card.bytes == core::AdviceBytes::Saved ? tr("gain") : tr("bytes that it is about"), gainText(card)},
        {tr("certainty"), certaintyText(card.certainty)}, {tr("evidence"), text.evidence}, {tr("basis"), text.basis},
        {tr("what to change"), text.change}};
    if (!text.source.isEmpty())
        tip.figures.emplace_back(tr("who has it"), text.source);
    return tip;
}

QString AdviceCards::captionOf(const AdviceExample &example) const
{
    const QString layer = example.layer != core::kNoLayer ? layerText(example.layer) : QString();
    if (!example.gaps.empty())
        return layer.isEmpty() ? tr("the longest gap") : tr("the longest gap · %1").arg(layer);
    return layer.isEmpty() ? tr("now above, after below") : tr("now above, after below · %1").arg(layer);
}

void AdviceCards::placePicture(int card, Placed &placed, int left, int width) const
{
    const AdviceCard &shown = m_cards[static_cast<std::size_t>(card)];
    const AdviceCardText &text = m_texts[static_cast<std::size_t>(card)];
    int y = placed.all.top() + 10_px;
    if (shown.example.lengthNs > 0) {
        placed.now = QRect(left, y, width, kNowPx);
        y += kNowPx + 3;
        const int below = shown.example.gaps.empty() ? kAfterPx : kGapMarkPx;
        placed.after = QRect(left, y, width, below);
        y += below + 3;
        placed.caption = QRect(left, y, width, kLinePx);
        y += kLinePx + 2;
    }
    const QFont font = Theme::captionFont();
    placed.basis = QRect(left, y, width, heightOf(tr("After: %1").arg(text.basis), font, width));
    y = placed.basis.bottom() + 3;
    if (!text.source.isEmpty())
        placed.source = QRect(left, y, width, heightOf(text.source, font, width));
    placed.all.setBottom(std::max({placed.all.bottom(), placed.basis.bottom() + 10_px, placed.source.bottom() + 10_px}));
}

void AdviceCards::place(int card, int top)
{
    Placed &placed = m_placed[static_cast<std::size_t>(card)];
    const AdviceCardText &text = m_texts[static_cast<std::size_t>(card)];
    const bool picture = width() >= kPictureFromPx;
    const int right = width() - kMarginPx - kFiguresPx;
    const int left = kMarginPx + kNumberPx;
    const int room = std::max<int>(120_px, right - left - kMarginPx);
    const int textPx = picture ? (room - 2 * kMarginPx) * 54 / 100 : room;
    int y = top + 8_px;
    const auto line = [&](const QString &words, const QFont &font) {
        const QRect rect(left, y, textPx, heightOf(words, font, textPx));
        y += rect.height() + 2;
        return rect;
    };
    placed.all = QRect(0, top, width(), 0);
    placed.title = line(text.title, Theme::strongFont());
    placed.where = line(text.where, Theme::bodyFont());
    placed.evidence = line(text.evidence, Theme::bodyFont());
    placed.change = line(text.change, Theme::bodyFont());
    placed.all.setBottom(y + 6_px);
    const int figuresTop = top + 8_px;
    placed.figures = QRect(right, figuresTop, kFiguresPx, kLinePx);
    placed.gain = QRect(right, figuresTop + kLinePx + 1, kFiguresPx, kLinePx);
    placed.scale = QRect(right, placed.gain.bottom() + 4_px, kFiguresPx, 7_px);
    const QFontMetrics metrics(Theme::bodyFont());
    // The certainty is at the right of the change where both fit, else below the scale.
    const AdviceCard &shown = m_cards[static_cast<std::size_t>(card)];
    const int certaintyPx = 20_px + metrics.horizontalAdvance(certaintyText(shown.certainty)) + 2;
    const bool beside = metrics.horizontalAdvance(changeText(shown)) + 12_px + certaintyPx <= kFiguresPx;
    placed.certainty = beside ? QRect(right + kFiguresPx - certaintyPx, figuresTop, certaintyPx, kLinePx)
                              : QRect(right, placed.scale.bottom() + 2_px, kFiguresPx, 18_px);
    const int linksTop = placed.scale.bottom() + (beside ? 4_px : 22_px);
    int x = right;
    int linkTop = linksTop;
    for (int link = 0; link < kLinks; ++link) {
        if (!hasLink(card, link))
            continue;
        const int px = metrics.horizontalAdvance(linkText(link));
        if (x > right && x + px > right + kFiguresPx) { // the next line
            x = right;
            linkTop += 20_px;
        }
        placed.links[static_cast<std::size_t>(link)] = QRect(x, linkTop, px, 20_px);
        x += px + 14_px;
    }
    placed.all.setBottom(std::max<int>(placed.all.bottom(), linkTop + 26_px));
    if (picture)
        placePicture(card, placed, left + textPx + 2 * kMarginPx, room - textPx - 2 * kMarginPx);
}

void AdviceCards::layOut()
{
    m_placed.assign(m_cards.size(), {});
    int y = 0;
    for (int card = 0; card < partCount(); ++card) {
        place(card, y);
        y = m_placed[static_cast<std::size_t>(card)].all.bottom() + 1;
    }
    const int height = partCount() > 0 ? y : int(90_px);
    if (height != m_height) {
        m_height = height;
        setMinimumHeight(height);
        updateGeometry();
    }
}

QSize AdviceCards::sizeHint() const
{
    return {640_px, m_height};
}

} // namespace lamella::ui
