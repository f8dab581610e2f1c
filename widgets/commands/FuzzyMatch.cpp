// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/FuzzyMatch.h"

#include <QStringList>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr qsizetype kMaxText = 200;
constexpr qsizetype kMaxPattern = 64;
constexpr int kNever = -1'000'000;

bool startsWord(const QString &text, qsizetype at)
{
    if (at == 0)
        return true;
    const QChar before = text[at - 1];
    return !before.isLetterOrNumber() || (before.isLower() && text[at].isUpper());
}

// best[j]: highest score with the pattern so far ending at letter j of the text. A letter scores 1, more at the beginning of a
// word or directly after the previous match; skipped letters in between cost a little.
std::optional<FuzzyMatch> inOrder(const QString &pattern, const QString &text)
{
    QString wanted = pattern.toCaseFolded().left(kMaxPattern);
    wanted.removeIf([](QChar letter) { return letter.isSpace(); });
    const QString given = text.left(kMaxText);
    const QString folded = given.toCaseFolded();
    if (wanted.isEmpty())
        return FuzzyMatch{};
    // Case folding can lengthen a text (ß), which would shift positions; then the text is used unfolded.
    const QString &where = folded.size() == given.size() ? folded : given;
    const auto rows = static_cast<std::size_t>(wanted.size());
    const auto columns = static_cast<std::size_t>(where.size());
    std::vector<std::vector<int>> best(rows, std::vector<int>(columns, kNever));
    std::vector<std::vector<int>> from(rows, std::vector<int>(columns, -1));
    for (std::size_t i = 0; i < rows; ++i) {
        int bestBefore = kNever; // over the letters before j - 1, including the cost of skipped letters
        int bestBeforeAt = -1;
        for (std::size_t j = 0; j < columns; ++j) {
            if (i > 0 && j > 1) {
                bestBefore -= 1;
                if (best[i - 1][j - 2] - 2 > bestBefore) {
                    bestBefore = best[i - 1][j - 2] - 2;
                    bestBeforeAt = static_cast<int>(j) - 2;
                }
            }
            if (where[static_cast<qsizetype>(j)] != wanted[static_cast<qsizetype>(i)])
                continue;
            const int own = startsWord(given, static_cast<qsizetype>(j)) ? 9 : 1;
            if (i == 0) {
                best[i][j] = own - std::min(static_cast<int>(j), 12) / 4;
                continue;
            }
            const int together = j > 0 ? best[i - 1][j - 1] + 6 : kNever;
            if (together >= bestBefore && together > kNever / 2) {
                best[i][j] = together + own;
                from[i][j] = static_cast<int>(j) - 1;
            } else if (bestBefore > kNever / 2) {
                best[i][j] = bestBefore + own;
                from[i][j] = bestBeforeAt;
            }
        }
    }
    const auto &last = best.back();
    const auto end = std::max_element(last.begin(), last.end());
    if (end == last.end() || *end <= kNever / 2)
        return std::nullopt;
    FuzzyMatch match{*end - static_cast<int>(columns) / 16, std::vector<int>(rows)}; // at equal scores, the shorter text wins
    int at = static_cast<int>(end - last.begin());
    for (std::size_t i = rows; i-- > 0;) {
        match.positions[i] = at;
        at = from[i][static_cast<std::size_t>(at)];
    }
    return match;
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString &pattern, const QString &text)
{
    if (auto match = inOrder(pattern, text))
        return match;
    const QStringList words = pattern.left(kMaxPattern).split(u' ', Qt::SkipEmptyParts);
    if (words.size() < 2)
        return std::nullopt;
    FuzzyMatch all;
    for (const QString &word : words) {
        qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive);
        while (at > 0 && !startsWord(text, at))
            at = text.indexOf(word, at + 1, Qt::CaseInsensitive);
        if (at < 0)
            return std::nullopt;
        all.score += inOrder(word, text).value_or(FuzzyMatch{}).score;
        for (qsizetype i = at; i < at + word.size(); ++i)
            all.positions.push_back(static_cast<int>(i));
    }
    std::sort(all.positions.begin(), all.positions.end());
    all.positions.erase(std::unique(all.positions.begin(), all.positions.end()), all.positions.end());
    return all;
}

} // namespace lamella::ui
