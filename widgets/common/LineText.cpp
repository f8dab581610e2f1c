// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/LineText.h"

#include "widgets/common/Elide.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <QPaintEngine>
#include <QTextLayout>

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace lamella::ui {

namespace {

constexpr qsizetype kMaxLines = 1000; // of a font, in each of two generations
constexpr std::size_t kMaxFonts = 12; // sizes and weights of the window
constexpr qsizetype kMaxLetters = 400; // longer ones are rare

struct Elided {
    Qt::TextElideMode mode = Qt::ElideNone;
    int width = 0;
    qsizetype shared = 0;
    QString text;
};

struct Line {
    qreal advance = -1; // below zero: not measured
    std::unique_ptr<QTextLayout> laid; // null: not drawn yet
    std::vector<Elided> elided; // for the widths of the columns that it stands in
};
using Lines = QHash<QString, std::shared_ptr<Line>>;

class FontLines {
public:
    explicit FontLines(QFont font)
        : m_font(std::move(font))
    {
    }
    [[nodiscard]] const QFont &font() const { return m_font; }

    // What was not used since the generation before the present one is forgotten.
    Line &of(const QString &text)
    {
        if (const auto found = m_lines.constFind(text); found != m_lines.constEnd())
            return **found;
        if (m_lines.size() >= kMaxLines)
            m_before = std::exchange(m_lines, {});
        std::shared_ptr<Line> line = m_before.take(text);
        if (!line)
            line = std::make_shared<Line>();
        return **m_lines.insert(text, std::move(line));
    }

private:
    QFont m_font;
    Lines m_lines;
    Lines m_before;
};

std::deque<FontLines> &allLines()
{
    static std::deque<FontLines> all;
    return all;
}

FontLines &linesOf(const QFont &font)
{
    std::deque<FontLines> &all = allLines();
    const auto found = std::find_if(all.begin(), all.end(), [&font](const FontLines &one) { return one.font() == font; });
    if (found != all.end())
        return *found;
    if (all.empty()) // fonts end with the application
        qAddPostRoutine([] { allLines().clear(); });
    if (all.size() >= kMaxFonts) // another size of text was chosen
        all.clear();
    return all.emplace_back(font);
}

void lay(Line &line, const QFont &font, const QString &text)
{
    line.laid = std::make_unique<QTextLayout>(text, font);
    line.laid->setCacheEnabled(true);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(Qt::LeftToRight);
    line.laid->setTextOption(option);
    line.laid->beginLayout();
    line.laid->createLine().setLineWidth(1 << 24);
    line.laid->endLayout();
}

// Pixels of the screen, whose fonts are those that are kept; and one line of text, from left to right.
bool isKept(const QPainter &painter, const QString &text)
{
    return painter.paintEngine() != nullptr && painter.paintEngine()->type() == QPaintEngine::Raster
        && painter.layoutDirection() != Qt::RightToLeft && text.size() <= kMaxLetters
        && std::none_of(text.begin(), text.end(),
            [](QChar c) { return c < u' ' || c == QChar::LineSeparator || c == QChar::ParagraphSeparator; });
}

} // namespace

qreal lineAdvance(const QFont &font, const QString &text)
{
    if (text.size() > kMaxLetters)
        return QFontMetricsF(font).horizontalAdvance(text);
    Line &line = linesOf(font).of(text);
    if (line.advance < 0)
        line.advance = QFontMetricsF(font).horizontalAdvance(text);
    return line.advance;
}

int lineWidth(const QFont &font, const QString &text)
{
    return qRound(lineAdvance(font, text));
}

QString elidedLine(const QFont &font, const QString &text, Qt::TextElideMode mode, int width, qsizetype shared)
{
    constexpr std::size_t kMaxWidths = 8;
    const auto make = [&] {
        const QFontMetrics metrics(font);
        return shared > 0 ? elidedApart(metrics, text, shared, mode, width) : elided(metrics, text, mode, width);
    };
    if (text.size() > kMaxLetters)
        return make();
    std::vector<Elided> &known = linesOf(font).of(text).elided;
    const auto found = std::find_if(known.begin(), known.end(),
        [&](const Elided &one) { return one.mode == mode && one.width == width && one.shared == shared; });
    if (found != known.end())
        return found->text;
    if (known.size() >= kMaxWidths) // of a column whose width is dragged
        known.clear();
    return known.emplace_back(Elided{mode, width, shared, make()}).text;
}

QString wrappable(const QFont &font, const QString &text, int width)
{
    constexpr QChar kMayBreak(0x200B);
    const QFontMetrics metrics(font);
    QStringList words = text.left(kMaxShownChars).split(u' ');
    for (QString &word : words) {
        if (lineWidth(font, word) <= width)
            continue;
        QString parts;
        QString part;
        for (const QChar c : std::as_const(word)) {
            if (!c.isLowSurrogate() && metrics.horizontalAdvance(part + c) > width)
                parts += std::exchange(part, {}) + kMayBreak;
            part += c;
            if (!c.isLetterOrNumber() && !c.isSurrogate() && !c.isMark())
                parts += std::exchange(part, {}) + kMayBreak;
        }
        word = parts + part;
    }
    return words.join(u' ');
}

void drawLine(QPainter &painter, const QRectF &rect, Qt::Alignment side, const QString &text)
{
    if (text.isEmpty())
        return;
    if (isKept(painter, text)) {
        Line &line = linesOf(painter.font()).of(text);
        if (!line.laid)
            lay(line, painter.font(), text);
        const QTextLine laid = line.laid->lineAt(0);
        const qreal height = laid.ascent() + laid.descent();
        const qreal spare = rect.width() - laid.horizontalAdvance();
        const qreal left = side.testFlag(Qt::AlignRight) ? spare : side.testFlag(Qt::AlignHCenter) ? spare / 2 : 0;
        const QPointF at(rect.left() + left, rect.top() + (rect.height() - height) / 2);
        if (rect.contains(QRectF(at, QSizeF(laid.horizontalAdvance(), height)))) { // else it is cut at the edges
            laid.draw(&painter, at);
            return;
        }
    }
    painter.drawText(rect, static_cast<int>(side) | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

} // namespace lamella::ui
