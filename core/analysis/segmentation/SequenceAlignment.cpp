// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/SequenceAlignment.h"

#include <limits>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr float kGap = 1.0F;
constexpr std::size_t kMaxTemplates = 12; // tried for one boundary
constexpr double kFitsWell = 1.5; // edits
constexpr Alignment kWorst{0, std::numeric_limits<double>::max()};

// A kernel of the same role in place of another (plain norm for add+norm, another GEMM tile) is a smaller edit than a foreign
// one.
float substitution(const SymbolSpan &a, std::size_t i, const SymbolSpan &b, std::size_t j)
{
    if (a.symbol[i] == b.symbol[j])
        return 0.0F;
    constexpr TokenSet roles = kTokenMixer | kTokenFfn | kTokenNorm | kTokenGemm | kTokenComm;
    return (a.token[i] & b.token[j] & roles) != 0 ? 0.4F : 1.1F;
}

struct Matrix {
    std::size_t rows = 0; // observed + 1
    std::size_t columns = 0; // template + 1
    std::vector<float> cost;
    [[nodiscard]] float &at(std::size_t i, std::size_t j) { return cost[i * columns + j]; }
    [[nodiscard]] double whole() const { return cost.back(); } // of both sequences to their ends
};

// freeFront: observed symbols before the template cost nothing.
Matrix fill(const SymbolSpan &observed, const SymbolSpan &wanted, bool freeFront)
{
    Matrix m;
    m.rows = observed.size() + 1;
    m.columns = wanted.size() + 1;
    m.cost.assign(m.rows * m.columns, 0.0F);
    for (std::size_t j = 1; j < m.columns; ++j)
        m.at(0, j) = static_cast<float>(j) * kGap;
    for (std::size_t i = 1; i < m.rows; ++i) {
        m.at(i, 0) = freeFront ? 0.0F : static_cast<float>(i) * kGap;
        for (std::size_t j = 1; j < m.columns; ++j) {
            const float replace = m.at(i - 1, j - 1) + substitution(observed, i - 1, wanted, j - 1);
            m.at(i, j) = std::min({replace, m.at(i - 1, j) + kGap, m.at(i, j - 1) + kGap});
        }
    }
    return m;
}

// Walks back from (i, j) and gives the smallest observed position that is paired with a template position >= from.
std::size_t firstPaired(Matrix &m, const SymbolSpan &observed, const SymbolSpan &wanted, std::size_t from)
{
    std::size_t i = m.rows - 1;
    std::size_t j = m.columns - 1;
    std::size_t first = observed.size();
    while (i > 0 && j > from) {
        const float here = m.at(i, j);
        if (here >= m.at(i - 1, j - 1) + substitution(observed, i - 1, wanted, j - 1) - 1e-4F) {
            --i;
            --j;
            first = i;
        } else if (here >= m.at(i - 1, j) + kGap - 1e-4F) {
            --i;
        } else {
            --j;
        }
    }
    return first;
}

} // namespace

Alignment alignSuffix(SymbolSpan observed, SymbolSpan layerTemplate)
{
    const SymbolSpan wanted = layerTemplate.last(kMaxAligned);
    const SymbolSpan seen = observed.last(kMaxAligned + wanted.size());
    const std::size_t skipped = observed.size() - seen.size();
    Matrix m = fill(seen, wanted, true);
    return {skipped + firstPaired(m, seen, wanted, 0), m.whole()};
}

Alignment alignPrefix(SymbolSpan observed, SymbolSpan layerTemplate)
{
    const SymbolSpan wanted = layerTemplate.first(kMaxAligned);
    const SymbolSpan seen = observed.first(kMaxAligned + wanted.size());
    Matrix m = fill(seen, wanted, false);
    std::size_t best = 0;
    float bestCost = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < m.rows; ++i) {
        const float c = m.at(i, m.columns - 1);
        if (c < bestCost) {
            bestCost = c;
            best = i;
        }
    }
    return {best, bestCost};
}

Alignment alignJoint(SymbolSpan observed, SymbolSpan left, SymbolSpan right)
{
    std::vector<StringId> symbols(left.symbol.begin(), left.symbol.end());
    symbols.insert(symbols.end(), right.symbol.begin(), right.symbol.end());
    std::vector<TokenSet> tokens(left.token.begin(), left.token.end());
    tokens.insert(tokens.end(), right.token.begin(), right.token.end());
    const SymbolSpan wanted{symbols, tokens};
    if (observed.size() > 2 * kMaxAligned || wanted.size() > 2 * kMaxAligned)
        return {observed.size(), kWorst.cost};
    Matrix m = fill(observed, wanted, false);
    return {firstPaired(m, observed, wanted, left.size()), m.whole()};
}

double similarity(SymbolSpan a, SymbolSpan b)
{
    const SymbolSpan x = a.first(kMaxAligned);
    const SymbolSpan y = b.first(kMaxAligned);
    const auto longer = static_cast<double>(std::max(x.size(), y.size()));
    return longer == 0 ? 1 : std::max(0.0, 1.0 - fill(x, y, false).whole() / longer);
}

std::vector<Span> frequentTemplates(const MainSequence &sequence, const std::vector<Span> &spans)
{
    struct Kind {
        Span first;
        std::uint32_t count = 0;
    };
    std::unordered_map<std::uint64_t, Kind> kinds; // by content
    for (const Span &span : spans) {
        if (span.size() > 0 && span.size() <= kMaxAligned)
            ++kinds.try_emplace(contentHash(sequence, span), Kind{span}).first->second.count;
    }
    std::vector<Kind> sorted;
    for (const auto &[hash, kind] : kinds)
        sorted.push_back(kind);
    std::sort(sorted.begin(), sorted.end(),
        [](const Kind &a, const Kind &b) { return a.count != b.count ? a.count > b.count : a.first.begin < b.first.begin; });
    std::vector<Span> frequent;
    for (std::size_t i = 0; i < std::min(kMaxTemplates, sorted.size()); ++i)
        frequent.push_back(sorted[i].first);
    return frequent;
}

Alignment bestMatch(const MainSequence &sequence, Span room, const std::vector<Span> &own, const std::vector<Span> &frequent,
    Alignment (*align)(SymbolSpan, SymbolSpan))
{
    Alignment best = kWorst;
    for (const std::vector<Span> *templates : {&own, &frequent}) {
        if (templates == &frequent && best.cost <= kFitsWell)
            break;
        for (const Span &t : *templates) {
            const Alignment a = align(symbols(sequence, room), symbols(sequence, t));
            if (a.cost < best.cost)
                best = a;
        }
    }
    best.boundary += room.begin;
    return best;
}

Alignment bestJoint(const MainSequence &sequence, Span block, const std::vector<Span> &after, const std::vector<Span> &before)
{
    Alignment best = kWorst;
    for (const Span &a : after) {
        for (const Span &b : before) {
            const Alignment joint = alignJoint(symbols(sequence, block), symbols(sequence, a), symbols(sequence, b));
            if (joint.cost < best.cost)
                best = joint;
        }
    }
    best.boundary += block.begin;
    return best;
}

} // namespace lamella::core
