// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/DigitGrid.h"

#include "widgets/common/LineText.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

namespace lamella::ui {

namespace {

struct Digits {
    std::array<qreal, 10> advance{};
    qreal widest = 0;
    bool equal = true;
};

const Digits &digitsOf(const QFont &font)
{
    static std::deque<std::pair<QFont, Digits>> known; // few fonts; not locked: painting only happens on one thread
    const auto found = std::find_if(known.begin(), known.end(), [&font](const auto &one) { return one.first == font; });
    if (found != known.end())
        return found->second;
    Digits digits;
    const QFontMetricsF metrics(font);
    for (std::size_t i = 0; i < digits.advance.size(); ++i) {
        digits.advance[i] = metrics.horizontalAdvance(QChar(static_cast<char16_t>(u'0' + i)));
        digits.widest = std::max(digits.widest, digits.advance[i]);
    }
    constexpr qreal kSame = 0.01;
    digits.equal = std::all_of(digits.advance.begin(), digits.advance.end(), [&](qreal a) { return digits.widest - a < kSame; });
    return known.emplace_back(font, digits).second;
}

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

// Calls visit with each piece (a digit, or a run of other characters), its offset and its advance.
template <class Visit> qreal layOut(const QString &text, const QFontMetricsF &metrics, const Digits &digits, Visit visit)
{
    qreal x = 0;
    for (qsizetype i = 0; i < text.size();) {
        qsizetype end = i + 1;
        if (isDigit(text[i])) {
            const auto digit = static_cast<std::size_t>(text[i].unicode() - u'0');
            visit(text.mid(i, 1), x + (digits.widest - digits.advance[digit]) / 2);
            x += digits.widest;
        } else {
            while (end < text.size() && !isDigit(text[end]))
                ++end;
            const QString run = text.mid(i, end - i);
            visit(run, x);
            x += metrics.horizontalAdvance(run);
        }
        i = end;
    }
    return x;
}

} // namespace

qreal digitGridWidth(const QString &text, const QFont &font)
{
    const Digits &digits = digitsOf(font);
    return digits.equal ? lineAdvance(font, text) : layOut(text, QFontMetricsF(font), digits, [](const QString &, qreal) {});
}

void drawDigitGrid(QPainter &painter, const QRectF &rect, const QString &text, const QFont &font, bool right)
{
    painter.setFont(font);
    painter.setLayoutDirection(Qt::LeftToRight); // numbers and units are read left to right in every language
    const Digits &digits = digitsOf(font);
    if (digits.equal) {
        drawLine(painter, rect, right ? Qt::AlignRight : Qt::AlignLeft, text);
        return;
    }
    const QFontMetricsF metrics(font);
    const qreal left = right ? rect.right() - digitGridWidth(text, font) : rect.left();
    const qreal baseline = rect.top() + (rect.height() - metrics.height()) / 2 + metrics.ascent();
    layOut(text, metrics, digits, [&](const QString &piece, qreal x) { painter.drawText(QPointF(left + x, baseline), piece); });
}

} // namespace lamella::ui
