// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of advice as cards below one another: where, evidence and change; the example now and after; now, after and gain on
// one scale, with the certainty. Its parts are the cards. Its height follows its width; AdviceCardsPainting.cpp draws it.
#pragma once

#include "widgets/advice/AdvicePicture.h"
#include "widgets/charts/Chart.h"

#include <QString>

#include <array>
#include <vector>

class QFontMetrics;

namespace lamella::ui {

// A card in the language of the window.
struct AdviceCardText {
    QString title;
    QString where;
    QString evidence;
    QString change;
    QString basis;
    QString source; // empty: the rule names none
};

class AdviceCards : public Chart {
    Q_OBJECT
public:
    explicit AdviceCards(QWidget *parent = nullptr);

    // The cards of this picture that are shown, in this order.
    void setCards(std::vector<AdviceCard> cards, const core::ReportTable *table);
    void setReason(const QString &why); // in place of cards
    void setCurrent(int card); // -1: none
    [[nodiscard]] const std::vector<AdviceCard> &cards() const { return m_cards; }
    [[nodiscard]] const AdviceCardText &text(int card) const { return m_texts[static_cast<std::size_t>(card)]; }

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_cards.size()); }
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int selectedPart() const override { return m_current; }
    [[nodiscard]] int hitAt(QPoint position) const override;
    void pressPart(int hit) override;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void chosen(int card); // by a click or a key
    void showRequested(int card); // its link, a double click or Enter
    void compareRequested(int card); // its link
    void sourceRequested(int card); // its link
    void hideRequested(int card); // its link, or Delete

protected:
    [[nodiscard]] TipText tipOf(int hit) const override;
    void openPart(int hit) override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum Link { Show, Compare, Lines, Hide };
    static constexpr int kLinks = 4;
    struct Placed { // of a card
        QRect all;
        QRect title, where, evidence, change;
        QRect now, after, caption, basis, source;
        QRect figures, gain, scale, certainty;
        std::array<QRect, kLinks> links; // empty: this finding does not have it
    };
    [[nodiscard]] static QString linkText(int link);
    [[nodiscard]] bool hasLink(int card, int link) const;
    void place(int card, int top);
    [[nodiscard]] static QString changeText(const AdviceCard &card); // "1.05 ms → 170.7 µs"
    void placePicture(int card, Placed &placed, int left, int width) const;
    void paintCard(QPainter &painter, int card) const;
    void paintExample(QPainter &painter, const AdviceExample &example, const Placed &placed) const;
    void paintBars(QPainter &painter, const std::vector<AdviceBar> &bars, const QRect &rect, std::int64_t lengthNs) const;
    void paintFigures(QPainter &painter, int card) const;
    [[nodiscard]] QString captionOf(const AdviceExample &example) const;

    std::vector<AdviceCard> m_cards;
    std::vector<AdviceCardText> m_texts;
    std::vector<Placed> m_placed;
    std::int64_t m_maxNs = 1; // highest gain
    std::int64_t m_maxBytes = 1; // of those about memory
    int m_current = -1;
    int m_height = 0;
};

[[nodiscard]] QString certaintyText(const std::string &certainty); // "certain", "likely", "to check"
[[nodiscard]] QString amountText(const AdviceCard &card, std::int64_t amount); // "720.0 µs"; about memory "1.20 GB"
[[nodiscard]] QString gainText(const AdviceCard &card); // "−720.0 µs to −848.1 µs"; without a sign where nothing is saved

} // namespace lamella::ui
