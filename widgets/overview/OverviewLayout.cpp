// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cells of the overview strip are, and the blanks in their lines.
#include "widgets/overview/OverviewCells.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

// Full-width punctuation, which stays with the text before it.
bool isWidePunctuation(QChar c)
{
    return (c.unicode() >= 0x3000 && c.unicode() <= 0x303F) || (c.unicode() >= 0xFF00 && c.unicode() <= 0xFF20);
}

bool isHan(QChar c)
{
    return c.script() == QChar::Script_Han;
}

bool isLatin(QChar c)
{
    return c.isLetterOrNumber() ? !isHan(c) : c == u'%' || c == u'×';
}

bool wantsBlank(QChar before, QChar after)
{
    return (isHan(before) && isLatin(after)) || (isLatin(before) && isHan(after));
}

bool forbidsBlank(QChar before, QChar after)
{
    return isWidePunctuation(before) || isWidePunctuation(after) || (isHan(before) && isHan(after));
}

constexpr TextPx kPaddingPx{12};
constexpr TextPx kBarPx{64};
constexpr TextPx kBarGapPx{7};
constexpr TextPx kIconPx{16};
constexpr TextPx kLinePx{16};
constexpr TextPx kCaptionTopPx{7};
constexpr TextPx kValueTopPx{25};
constexpr TextPx kMinSentencePx{180};
constexpr TextPx kMinWordsPx{100}; // no sentence at all in less
constexpr qsizetype kMinWordLetters = 8; // of a word that is shortened
constexpr TextPx kMaxCaptionPx{220}; // names of files may be long
constexpr TextPx kBareCaptionPx{60};

QFontMetrics metricsOf(OverviewRun::Look look)
{
    return QFontMetrics(look == OverviewRun::Look::Strong ? Theme::strongFont() : Theme::bodyFont());
}

// How much of a cell is said. Tight: of a reason that something is missing only that it is, and the link. Bare: only the
// beginning of a caption, which the tooltip has whole, where the line under it is shorter.
enum class Detail { Whole, Narrow, Tight, Bare };

bool isSaid(const OverviewCell &cell, std::size_t run, Detail detail)
{
    if (cell.line[run].second)
        return detail == Detail::Whole;
    return detail < Detail::Tight || !cell.line[run].detail;
}

int lineWidth(const OverviewCell &cell, Detail detail)
{
    int width = 0;
    for (std::size_t run = 0; run < cell.line.size(); ++run)
        if (isSaid(cell, run, detail))
            width += metricsOf(cell.line[run].look).horizontalAdvance(cell.line[run].text);
    return width;
}

// Bars that repeat a figure go first where there is too little room.
bool hasBar(const OverviewCell &cell, bool bars)
{
    return cell.share && (bars || cell.id == OverviewCell::Id::Read);
}

int naturalWidth(const OverviewCell &cell, Detail detail, bool bars)
{
    int width = lineWidth(cell, detail);
    if (hasBar(cell, bars))
        width += kBarPx + kBarGapPx;
    if (!cell.icon.isEmpty())
        width += kIconPx + 4;
    const int caption = QFontMetrics(Theme::captionFont()).horizontalAdvance(cell.caption);
    const bool bare = detail == Detail::Bare;
    return std::max(width, std::min<int>(caption, bare ? kBareCaptionPx : kMaxCaptionPx)) + (bare ? 1 : 2) * kPaddingPx;
}

void layOutLine(const OverviewCell &cell, Detail detail, bool bars, OverviewPlace &place)
{
    int x = place.rect.left() + place.insetPx;
    const int y = kValueTopPx;
    if (hasBar(cell, bars)) {
        place.bar = QRect(x, y + kLinePx / 2 - 3_px, kBarPx, 6_px);
        x += kBarPx + kBarGapPx;
    }
    if (!cell.icon.isEmpty()) {
        place.icon = QRect(x, y, kIconPx, kIconPx);
        x += kIconPx + 4;
    }
    for (std::size_t i = 0; i < cell.line.size(); ++i) {
        const OverviewRun &run = cell.line[i];
        if (!isSaid(cell, i, detail))
            continue;
        const int wide = metricsOf(run.look).horizontalAdvance(run.text);
        place.pieces.push_back({QRect(x, y, wide + 1, kLinePx), run.text, i});
        x += wide;
    }
}

// How much of a sentence is said. Beginning: what it is about and how much.
enum class Sentence { Whole, WithoutSecond, Beginning };

bool isLeftOut(const OverviewCell &cell, std::size_t run, Sentence form)
{
    const OverviewRun &own = cell.line[run];
    return (own.second && form != Sentence::Whole) || (own.detail && form == Sentence::Beginning);
}

// Words of all runs, over two lines; what does not fit is left out from the end, with an ellipsis. False if something was.
bool wrapSentence(const OverviewCell &cell, Sentence form, OverviewPlace &place)
{
    const int left = place.rect.left() + kPaddingPx;
    const int right = place.rect.right() - kPaddingPx;
    int x = left;
    int line = 0;
    const auto top = [&line] { return line == 0 ? 9_px : 26_px; };
    for (std::size_t i = 0; i < cell.line.size(); ++i) {
        const OverviewRun &run = cell.line[i];
        if (isLeftOut(cell, i, form))
            continue;
        const QFontMetrics metrics = metricsOf(run.look);
        qsizetype from = 0;
        while (from < run.text.size()) {
            qsizetype to = run.text.indexOf(u' ', from);
            to = to < 0 ? run.text.size() : to + 1;
            // Texts without blanks break anywhere.
            const QChar begin = run.text.at(from);
            const bool han = begin.script() == QChar::Script_Han || isWidePunctuation(begin);
            if (han)
                to = from + 1;
            QString word = run.text.mid(from, to - from);
            int wide = metrics.horizontalAdvance(word);
            const int needed = metrics.horizontalAdvance(word.endsWith(u' ') ? word.chopped(1) : word);
            const bool attached = begin == u'.' || begin == u',' || begin == u';' || isWidePunctuation(begin);
            if (x + needed > right && x > left && !attached && line == 0) {
                ++line;
                x = left;
            }
            if (x + needed > right && !attached) { // the last line, or a word wider than one
                const QString cut = metrics.elidedText(word.trimmed(), Qt::ElideMiddle, std::max(0, right - x));
                const bool some = cut.size() > kMinWordLetters;
                place.pieces.push_back({QRect(std::min(x, right - 12), top(), std::max(14, right - x), kLinePx),
                    some ? cut : QStringLiteral("…"), i});
                return false;
            }
            if (x == left && word.startsWith(u' '))
                word.remove(0, 1);
            wide = metrics.horizontalAdvance(word);
            if (!place.pieces.empty() && place.pieces.back().run == i && place.pieces.back().rect.top() == top()) {
                OverviewPlace::Piece &last = place.pieces.back();
                last.text += word;
                last.rect.setWidth(metrics.horizontalAdvance(last.text) + 1);
                x = last.rect.left() + last.rect.width() - 1;
            } else {
                place.pieces.push_back({QRect(x, top(), wide + 1, kLinePx), word, i});
                x += wide;
            }
            from = to;
        }
    }
    return true;
}

// The name of a kernel that is cut is still the way to it.
bool endsInLink(const OverviewCell &cell, const OverviewPlace &place)
{
    const OverviewPlace::Piece &last = place.pieces.back();
    return cell.line[last.run].look == OverviewRun::Look::Link && last.text.size() > kMinWordLetters;
}

// Gives the room that is left to captions that are cut; returns how much of it.
int widenCaptions(const std::vector<OverviewCell> &cells, bool bars, int room, std::vector<int> &widths)
{
    int given = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].id == OverviewCell::Id::Sentence)
            continue;
        const int more = std::clamp(naturalWidth(cells[i], Detail::Tight, bars) - widths[i], 0, std::max(0, room - given));
        widths[i] += more;
        given += more;
    }
    return given;
}

} // namespace

std::vector<OverviewPlace> layOutOverview(const std::vector<OverviewCell> &cells, QSize size, WidestCells &widest)
{
    Detail detail = size.width() < kOverviewNarrowPx ? Detail::Narrow : Detail::Whole;
    bool bars = true;
    const bool anySentence =
        std::any_of(cells.begin(), cells.end(), [](const OverviewCell &cell) { return cell.id == OverviewCell::Id::Sentence; });
    const int least = anySentence ? int(kMinSentencePx) : 0;
    std::vector<int> widths(cells.size());
    const auto measure = [&] {
        int sum = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].id == OverviewCell::Id::Sentence)
                continue;
            widths[i] = naturalWidth(cells[i], detail, bars);
            if (cells[i].id == OverviewCell::Id::Read || cells[i].id == OverviewCell::Id::File) {
                int &most = widest[{cells[i].id, static_cast<int>(detail)}];
                widths[i] = most = std::max(most, widths[i]);
            }
            sum += widths[i];
        }
        return sum;
    };
    int used = measure();
    if (detail == Detail::Whole && size.width() - used < least) {
        detail = Detail::Narrow;
        used = measure();
    }
    if (size.width() - used < least) {
        bars = false;
        used = measure();
    }
    for (const Detail less : {Detail::Tight, Detail::Bare}) {
        if (used <= size.width())
            break;
        detail = less;
        used = measure();
    }
    if (detail == Detail::Bare)
        used += widenCaptions(cells, bars, size.width() - used, widths);
    std::vector<OverviewPlace> places(cells.size());
    int x = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool sentence = cells[i].id == OverviewCell::Id::Sentence;
        const int width = sentence ? std::max(0, size.width() - used) : widths[i];
        places[i].rect = QRect(x, 0, width, size.height() - 1);
        places[i].insetPx = detail == Detail::Bare ? kPaddingPx / 2 : int(kPaddingPx);
        x += width;
        if (!sentence) {
            layOutLine(cells[i], detail, bars, places[i]);
            continue;
        }
        if (width < kMinWordsPx)
            continue;
        for (const Sentence form :
            {detail != Detail::Whole ? Sentence::WithoutSecond : Sentence::Whole, Sentence::WithoutSecond, Sentence::Beginning}) {
            places[i].pieces.clear();
            if (wrapSentence(cells[i], form, places[i]) || (form == Sentence::WithoutSecond && endsInLink(cells[i], places[i])))
                break; // rather without its second half than cut
        }
    }
    return places;
}

void spaceHan(std::vector<OverviewRun> &line)
{
    if (std::none_of(line.begin(), line.end(),
            [](const OverviewRun &run) { return std::any_of(run.text.begin(), run.text.end(), isHan); }))
        return;
    QChar before; // the last character that is no blank; null: none
    OverviewRun *of = nullptr; // its run
    bool blank = false; // one follows it
    for (OverviewRun &run : line) {
        QString spaced;
        for (const QChar c : std::as_const(run.text)) {
            if (c == u' ') {
                blank = true;
                continue;
            }
            // A link is told from the words beside it.
            const bool link = spaced.isEmpty() && of != nullptr && of != &run
                && (run.look == OverviewRun::Look::Link) != (of->look == OverviewRun::Look::Link);
            const bool apart = link && isHan(before) && isHan(c);
            const bool wanted = !before.isNull() && (wantsBlank(before, c) || (blank && (apart || !forbidsBlank(before, c))));
            if (wanted && spaced.isEmpty() && of != &run && of->look != OverviewRun::Look::Link)
                of->text += u' '; // not below the line of a link
            else if (wanted)
                spaced += u' ';
            spaced += c;
            before = c;
            of = &run;
            blank = false;
        }
        run.text = spaced;
    }
}

} // namespace lamella::ui
