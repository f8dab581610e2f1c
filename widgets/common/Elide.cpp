// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Elide.h"

#include <algorithm>
#include <numeric>

namespace lamella::ui {

namespace {

constexpr QChar kDots(0x2026);
constexpr qsizetype kMinChars = 64;

QString firstOf(const QString &text, qsizetype count)
{
    return text.left(count > 0 && text[count - 1].isHighSurrogate() ? count - 1 : count);
}

QString lastOf(const QString &text, qsizetype count)
{
    const qsizetype from = text.size() - count;
    return text.mid(from < text.size() && text[from].isLowSurrogate() ? from + 1 : from);
}

} // namespace

QString shortened(const QString &text, Qt::TextElideMode mode, qsizetype max)
{
    if (text.size() <= max)
        return text;
    switch (mode) {
    case Qt::ElideLeft:
        return kDots + lastOf(text, max);
    case Qt::ElideMiddle:
        return firstOf(text, max / 2) + kDots + lastOf(text, max / 2);
    case Qt::ElideRight:
    case Qt::ElideNone:
        break;
    }
    return firstOf(text, max) + kDots;
}

QString elided(const QFontMetrics &metrics, const QString &text, Qt::TextElideMode mode, int width)
{
    // Assumes at least one pixel per character; narrower text is cut slightly too early.
    return metrics.elidedText(shortened(text, mode, std::max<qsizetype>(kMinChars, width)), mode, width);
}

Qt::TextElideMode elideModeOf(const QString &name)
{
    qsizetype tile = 1;
    while (tile + 1 < name.size()
        && !((name[tile] == u'x' || name[tile] == QChar(0x00D7)) && name[tile - 1].isDigit() && name[tile + 1].isDigit()))
        ++tile;
    const bool hasTile = tile + 1 < name.size();
    while (hasTile && tile > 0 && name[tile - 1].isDigit())
        --tile;
    // Fusions of one kind differ in their number: fusion.12, fusion.13.
    const qsizetype dot = name.lastIndexOf(u'.');
    const bool numbered =
        dot > 0 && dot + 1 < name.size() && std::all_of(name.begin() + dot + 1, name.end(), [](QChar c) { return c.isDigit(); });
    return (hasTile && tile > name.size() / 2) || numbered || name.contains(u'/') ? Qt::ElideMiddle : Qt::ElideRight;
}

std::vector<qsizetype> sharedBeginnings(const QStringList &texts)
{
    std::vector<qsizetype> order(static_cast<std::size_t>(texts.size()));
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&texts](qsizetype a, qsizetype b) { return texts[a] < texts[b]; });
    std::vector<qsizetype> shared(order.size());
    qsizetype of = -1; // the last text that differs
    const auto compare = [&](qsizetype a, qsizetype b) {
        const qsizetype most = std::min({texts[a].size(), texts[b].size(), kMaxShownChars});
        qsizetype same = 0;
        while (same < most && texts[a][same] == texts[b][same])
            ++same;
        for (const qsizetype each : {a, b})
            shared[static_cast<std::size_t>(each)] = std::max(shared[static_cast<std::size_t>(each)], same);
    };
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (texts[order[i]] != texts[order[i - 1]]) {
            compare(order[i - 1], order[i]);
            of = order[i - 1];
        } else {
            shared[static_cast<std::size_t>(order[i])] = shared[static_cast<std::size_t>(order[i - 1])];
            if (of >= 0)
                compare(of, order[i]);
        }
    }
    for (std::size_t i = order.size(); i-- > 1;) // equal texts share the same
        if (texts[order[i]] == texts[order[i - 1]])
            shared[static_cast<std::size_t>(order[i - 1])] = shared[static_cast<std::size_t>(order[i])] =
                std::max(shared[static_cast<std::size_t>(order[i - 1])], shared[static_cast<std::size_t>(order[i])]);
    return shared;
}

QString elidedApart(const QFontMetrics &metrics, const QString &text, qsizetype shared, Qt::TextElideMode mode, int width)
{
    constexpr qsizetype kHead = 3; // of what they share, so that it is seen what kind of name it is
    constexpr qsizetype kBefore = 2; // letters before the difference
    const QString usual = elided(metrics, text, mode, width);
    // Not the separators before a number: "c…ne ·.3" and "c…rt ·.3" of copy-done and copy-start.
    qsizetype from = std::min(shared, text.size());
    while (from > 0 && (text[from - 1] == u' ' || text[from - 1] == u'.' || text[from - 1] == QChar(0x00B7)))
        --from;
    from -= kBefore;
    if (usual == text || from <= kHead || usual.indexOf(kDots) > shared)
        return usual;
    if (text.contains(u'/')) { // of a path the end
        const QString end = elided(metrics, text, Qt::ElideLeft, width);
        if (end.size() > text.size() - from)
            return end;
    }
    qsizetype word = std::min(shared, text.size()); // the one that differs is whole where it has room
    while (word > kHead && text[word - 1].isLetterOrNumber())
        --word;
    if (word < from && metrics.horizontalAdvance(firstOf(text, 1) + kDots + text.mid(word, kMaxShownChars)) < width)
        from = word;
    const QString rest = kDots + text.mid(from, kMaxShownChars);
    const qsizetype least = metrics.horizontalAdvance(firstOf(text, 1) + rest) < width ? 1 : kHead; // the difference comes first
    qsizetype head = std::min(from, qsizetype{kMinChars});
    while (head > least && metrics.horizontalAdvance(firstOf(text, head) + rest) > width)
        --head;
    QString apart = elided(metrics, firstOf(text, head) + rest, Qt::ElideRight, width);
    while (head > least && apart != firstOf(text, head) + rest) // the advance is rounded
        apart = elided(metrics, firstOf(text, --head) + rest, Qt::ElideRight, width);
    return apart;
}

QString elidedPath(const QFontMetrics &metrics, const QString &path, int width)
{
    QString rest = path.right(std::max<qsizetype>(kMinChars, width)); // at least one pixel per character
    qsizetype slash = rest.size() < path.size() ? rest.indexOf(u'/') : -1;
    while (true) {
        if (slash >= 0)
            rest.remove(0, slash + 1);
        if (metrics.horizontalAdvance(rest) <= width)
            return rest;
        slash = rest.indexOf(u'/');
        if (slash < 0)
            return metrics.elidedText(rest, Qt::ElideLeft, width);
    }
}

} // namespace lamella::ui
