// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/SequenceDiff.h"

#include <algorithm>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint8_t kDiagonal = 0;
constexpr std::uint8_t kLeaveRow = 1;
constexpr std::uint8_t kLeaveColumn = 2;
constexpr std::int32_t kFar = INT32_MAX / 2;
constexpr std::size_t kFirstBand = 16;
constexpr std::size_t kSmallPiece = 65536; // cells that any piece may use, however small its share of the limit
constexpr int kDeepest = 16;

bool sameKernel(const DiffSymbol &a, const DiffSymbol &b)
{
    return a.identity == b.identity;
}

// A canonical order of two sequences, independent of which is passed first: the shorter one first, then by kernels.
bool comesFirst(std::span<const DiffSymbol> a, std::span<const DiffSymbol> b)
{
    if (a.size() != b.size())
        return a.size() < b.size();
    return !std::lexicographical_compare(
        b.begin(), b.end(), a.begin(), a.end(), [](const DiffSymbol &x, const DiffSymbol &y) { return x.identity < y.identity; });
}

} // namespace

int pairingCost(const DiffSymbol &a, const DiffSymbol &b)
{
    if (a.identity == b.identity)
        return 0;
    if (a.family == b.family)
        return kVariantCost;
    return a.category == b.category ? kReplacedCost : 2 * kGapCost;
}

const std::vector<IndexPair> &SequenceDiff::align(std::span<const DiffSymbol> a, std::span<const DiffSymbol> b)
{
    const bool swapped = !comesFirst(a, b);
    m_a = swapped ? b : a;
    m_b = swapped ? a : b;
    m_pairs.clear();
    m_proven = true;
    alignPiece({0, static_cast<std::uint32_t>(m_a.size()), 0, static_cast<std::uint32_t>(m_b.size())}, 0);
    m_cost = 0;
    for (IndexPair &pair : m_pairs) {
        m_cost += pair.paired() ? pairingCost(m_a[pair.a], m_b[pair.b]) : kGapCost;
        if (swapped)
            std::swap(pair.a, pair.b);
    }
    // Between two pairs, kernels of `a` alone come before those of `b` alone.
    for (auto run = m_pairs.begin(); run != m_pairs.end();) {
        const auto end = std::find_if(run, m_pairs.end(), [](const IndexPair &p) { return p.paired(); });
        std::stable_partition(run, end, [](const IndexPair &p) { return p.b == IndexPair::kNone; });
        run = end == m_pairs.end() ? end : end + 1;
    }
    return m_pairs;
}

void SequenceDiff::addGaps(const Piece &piece)
{
    for (std::uint32_t i = piece.beginA; i < piece.endA; ++i)
        m_pairs.push_back({i, IndexPair::kNone});
    for (std::uint32_t i = piece.beginB; i < piece.endB; ++i)
        m_pairs.push_back({IndexPair::kNone, i});
}

void SequenceDiff::alignPiece(Piece piece, int depth)
{
    while (piece.a() > 0 && piece.b() > 0 && sameKernel(m_a[piece.beginA], m_b[piece.beginB]))
        m_pairs.push_back({piece.beginA++, piece.beginB++});
    std::uint32_t common = 0;
    while (piece.a() > 0 && piece.b() > 0 && sameKernel(m_a[piece.endA - 1], m_b[piece.endB - 1])) {
        --piece.endA;
        --piece.endB;
        ++common;
    }
    if (piece.a() == 0 || piece.b() == 0) {
        addGaps(piece);
    } else {
        const double share = static_cast<double>(piece.a() + piece.b()) / static_cast<double>(m_a.size() + m_b.size())
            * static_cast<double>(m_cells);
        const std::size_t cells = std::max(std::min(kSmallPiece, m_cells), static_cast<std::size_t>(share));
        if (!alignBanded(piece, cells) && (depth >= kDeepest || !alignAtAnchors(piece, depth)))
            alignInShares(piece, cells);
    }
    for (std::uint32_t i = 0; i < common; ++i)
        m_pairs.push_back({piece.endA + i, piece.endB + i});
}

SequenceDiff::Grid SequenceDiff::gridOf(const Piece &piece) const
{
    const auto a = m_a.subspan(piece.beginA, piece.a());
    const auto b = m_b.subspan(piece.beginB, piece.b());
    return a.size() <= b.size() ? Grid{a, b, a.size(), b.size()} : Grid{b, a, b.size(), a.size()};
}

bool SequenceDiff::alignBanded(const Piece &piece, std::size_t cells)
{
    const Grid whole = gridOf(piece);
    const std::size_t slant = whole.columns.size() - whole.rows.size();
    for (std::size_t band = kFirstBand;; band *= 2) {
        Grid grid = whole;
        grid.below = std::min(whole.below, band);
        grid.above = std::min(whole.above, band + slant);
        if (grid.width() > cells / (grid.rows.size() + 1))
            return false;
        const std::int64_t cost = fillBand(grid);
        const bool everything = grid.below == whole.below && grid.above == whole.above;
        // A path outside the band leaves the corner's diagonal by band + 1 gaps and returns by as many plus the slant.
        if (everything || cost <= kGapCost * static_cast<std::int64_t>(slant + 2 * (band + 1))) {
            walkBack(piece, grid);
            return true;
        }
    }
}

std::int64_t SequenceDiff::fillBand(const Grid &grid)
{
    const std::size_t n = grid.rows.size();
    const auto m = static_cast<std::int64_t>(grid.columns.size());
    const std::size_t width = grid.width();
    m_from.resize((n + 1) * width);
    m_row.assign(width + 1, kFar); // one more as right neighbour of the last diagonal
    for (std::size_t k = grid.below; k < width; ++k) {
        m_row[k] = static_cast<std::int32_t>(k - grid.below) * kGapCost;
        m_from[k] = kLeaveColumn;
    }
    for (std::size_t i = 1; i <= n; ++i) {
        const DiffSymbol &symbol = grid.rows[i - 1];
        std::uint8_t *from = m_from.data() + i * width;
        std::int32_t left = kFar;
        for (std::size_t k = 0; k < width; ++k) {
            const std::int64_t j = static_cast<std::int64_t>(i + k) - static_cast<std::int64_t>(grid.below);
            if (j < 0 || j > m) {
                m_row[k] = kFar;
                left = kFar;
                continue;
            }
            std::int32_t best = m_row[k + 1] + kGapCost;
            from[k] = kLeaveRow;
            if (j > 0) {
                const int pairing = pairingCost(symbol, grid.columns[static_cast<std::size_t>(j) - 1]);
                if (pairing < 2 * kGapCost && m_row[k] + pairing <= best) {
                    best = m_row[k] + pairing;
                    from[k] = kDiagonal;
                }
                if (left + kGapCost < best) {
                    best = left + kGapCost;
                    from[k] = kLeaveColumn;
                }
            }
            m_row[k] = best;
            left = best;
        }
    }
    return m_row[static_cast<std::size_t>(m) + grid.below - n];
}

void SequenceDiff::walkBack(const Piece &piece, const Grid &grid)
{
    const bool rowsAreA = piece.a() <= piece.b();
    std::size_t i = grid.rows.size();
    std::size_t j = grid.columns.size();
    m_back.clear();
    while (i > 0 || j > 0) {
        const std::uint8_t from = m_from[i * grid.width() + (j + grid.below - i)];
        IndexPair pair;
        if (from != kLeaveColumn)
            (rowsAreA ? pair.a : pair.b) = (rowsAreA ? piece.beginA : piece.beginB) + static_cast<std::uint32_t>(--i);
        if (from != kLeaveRow)
            (rowsAreA ? pair.b : pair.a) = (rowsAreA ? piece.beginB : piece.beginA) + static_cast<std::uint32_t>(--j);
        m_back.push_back(pair);
    }
    m_pairs.insert(m_pairs.end(), m_back.rbegin(), m_back.rend());
}

// Kernels that occur once in each part and are in the same order in both (the longest such list).
std::vector<IndexPair> SequenceDiff::commonOnce(const Piece &piece) const
{
    struct Seen {
        std::uint32_t countA = 0;
        std::uint32_t countB = 0;
        IndexPair at;
    };
    std::unordered_map<std::uint32_t, Seen> seen;
    for (std::uint32_t i = piece.beginA; i < piece.endA; ++i) {
        Seen &s = seen[m_a[i].identity];
        ++s.countA;
        s.at.a = i;
    }
    for (std::uint32_t i = piece.beginB; i < piece.endB; ++i) {
        const auto found = seen.find(m_b[i].identity);
        if (found == seen.end())
            continue;
        ++found->second.countB;
        found->second.at.b = i;
    }
    std::vector<IndexPair> once;
    for (const auto &[unused, s] : seen)
        if (s.countA == 1 && s.countB == 1)
            once.push_back(s.at);
    std::sort(once.begin(), once.end());
    // Longest increasing subsequence of the positions in b.
    std::vector<std::uint32_t> last; // last[l] = index of the smallest end of a list of length l + 1
    std::vector<std::uint32_t> before(once.size(), IndexPair::kNone);
    for (std::uint32_t i = 0; i < once.size(); ++i) {
        const auto at = std::lower_bound(
            last.begin(), last.end(), once[i].b, [&once](std::uint32_t l, std::uint32_t b) { return once[l].b < b; });
        before[i] = at == last.begin() ? IndexPair::kNone : *(at - 1);
        if (at == last.end())
            last.push_back(i);
        else
            *at = i;
    }
    std::vector<IndexPair> anchors;
    for (std::uint32_t i = last.empty() ? IndexPair::kNone : last.back(); i != IndexPair::kNone; i = before[i])
        anchors.push_back(once[i]);
    std::reverse(anchors.begin(), anchors.end());
    return anchors;
}

bool SequenceDiff::alignAtAnchors(const Piece &piece, int depth)
{
    const std::vector<IndexPair> anchors = commonOnce(piece);
    if (anchors.empty())
        return false;
    m_proven = false;
    Piece part = piece;
    for (const IndexPair &anchor : anchors) {
        part.endA = anchor.a;
        part.endB = anchor.b;
        alignPiece(part, depth + 1);
        m_pairs.push_back(anchor);
        part.beginA = anchor.a + 1;
        part.beginB = anchor.b + 1;
    }
    part.endA = piece.endA;
    part.endB = piece.endB;
    alignPiece(part, depth + 1);
    return true;
}

void SequenceDiff::alignInShares(const Piece &piece, std::size_t cells)
{
    m_proven = false;
    const Grid whole = gridOf(piece);
    const auto parts = static_cast<std::size_t>(static_cast<double>(whole.rows.size() + 1) * static_cast<double>(whole.width())
                           / static_cast<double>(cells))
        + 1;
    const auto partBegin = [parts](std::uint32_t begin, std::size_t size, std::size_t part) {
        return begin + static_cast<std::uint32_t>(size * part / parts);
    };
    for (std::size_t p = 0; p < parts; ++p) {
        const Piece part{partBegin(piece.beginA, piece.a(), p), partBegin(piece.beginA, piece.a(), p + 1),
            partBegin(piece.beginB, piece.b(), p), partBegin(piece.beginB, piece.b(), p + 1)};
        if (part.a() == 0 || part.b() == 0) {
            addGaps(part);
            continue;
        }
        const Grid grid = gridOf(part);
        fillBand(grid);
        walkBack(part, grid);
    }
}

} // namespace lamella::core
