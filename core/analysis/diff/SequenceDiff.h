// SPDX-License-Identifier: GPL-3.0-or-later
// Least-cost alignment of two sequences of kernels.
//
// Cost of a pair: 0 for the same kernel, 1 for a variant (other tile or template numbers), 3 for another kernel of the same
// category; an unpaired kernel costs 2. Kernels of different categories are not paired, because that would cost as much as
// leaving both unpaired. The costs are a metric, so pairing a common prefix or suffix with itself is always optimal.
//
// Method: strip the common prefix and suffix, then use dynamic programming within a band around the diagonal, doubling the band
// until the cost proves that no path outside it is better (Ukkonen 1985); cost about length × differences. If that needs more
// cells than allowed, split the sequences at kernels that occur once in both, in order (patience diff), and what is still too
// long into equal shares. The result is then not proven to be the cheapest alignment, and `proven` is false.
//
// Swapping the sequences mirrors the result, because the two are always processed in a canonical order.
#pragma once

#include "core/analysis/diff/DiffNames.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

inline constexpr int kVariantCost = 1;
inline constexpr int kGapCost = 2;
inline constexpr int kReplacedCost = 3;

// kGapCost * 2 for kernels that cannot be paired.
[[nodiscard]] int pairingCost(const DiffSymbol &a, const DiffSymbol &b);

struct IndexPair {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::uint32_t a = kNone;
    std::uint32_t b = kNone;
    auto operator<=>(const IndexPair &) const = default;
    [[nodiscard]] bool paired() const { return a != kNone && b != kNone; }
};

// Reuses its working memory between calls; one instance per thread.
class SequenceDiff {
public:
    static constexpr std::size_t kCells = 4'000'000; // about 2000 x 2000 kernels with nothing in common; 10 ms
    explicit SequenceDiff(std::size_t cells = kCells)
        : m_cells(cells)
    {
    }
    // Returns every index of both exactly once, in order; between two pairs, those of `a` come first.
    const std::vector<IndexPair> &align(std::span<const DiffSymbol> a, std::span<const DiffSymbol> b);
    [[nodiscard]] bool proven() const { return m_proven; }
    [[nodiscard]] std::int64_t cost() const { return m_cost; }

private:
    struct Piece {
        std::uint32_t beginA = 0;
        std::uint32_t endA = 0;
        std::uint32_t beginB = 0;
        std::uint32_t endB = 0;
        [[nodiscard]] std::size_t a() const { return endA - beginA; }
        [[nodiscard]] std::size_t b() const { return endB - beginB; }
    };
    // The rows are the shorter side of a piece, so that the band has about rows x width cells.
    struct Grid {
        std::span<const DiffSymbol> rows;
        std::span<const DiffSymbol> columns;
        std::size_t below = 0; // diagonals in the band on either side of that of the first corner
        std::size_t above = 0;
        [[nodiscard]] std::size_t width() const { return below + above + 1; }
    };
    void alignPiece(Piece piece, int depth);
    [[nodiscard]] Grid gridOf(const Piece &piece) const;
    bool alignBanded(const Piece &piece, std::size_t cells);
    std::int64_t fillBand(const Grid &grid);
    void walkBack(const Piece &piece, const Grid &grid);
    bool alignAtAnchors(const Piece &piece, int depth);
    void alignInShares(const Piece &piece, std::size_t cells);
    [[nodiscard]] std::vector<IndexPair> commonOnce(const Piece &piece) const;
    void addGaps(const Piece &piece);

    std::size_t m_cells;
    std::span<const DiffSymbol> m_a; // the first in canonical order, see align()
    std::span<const DiffSymbol> m_b;
    std::vector<IndexPair> m_pairs;
    std::vector<std::uint8_t> m_from; // direction of each cell of the band
    std::vector<std::int32_t> m_row;
    std::vector<IndexPair> m_back;
    bool m_proven = true;
    std::int64_t m_cost = 0;
};

} // namespace lamella::core
