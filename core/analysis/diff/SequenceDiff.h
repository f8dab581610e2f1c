// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernel of one sequence stands where in another: a least-cost alignment.
//
// Cost of a pair: 0 the same kernel, 1 a variant (other tile or template numbers), 3 another kernel of the same category; a
// kernel without partner costs 2. Kernels of different categories are not paired: leaving both alone costs the same as pairing
// them would. The costs are a metric, so a common beginning and end are never worse paired with themselves.
//
// Method: the common beginning and end are taken off, then dynamic programming within a band around the diagonal, doubled until
// the cost proves that no path outside can be better (Ukkonen 1985): about length × differences. Where that needs more than the
// cells allowed, the sequences are cut at kernels that occur once in both, in order (patience diff), and what is still too long
// into pieces of equal share; the result is then an alignment, though not proven to be the cheapest, and `proven` says so.
//
// Swapping the sequences gives the mirrored result: the work is always done in the same order of the two.
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

// kGapCost * 2 for kernels that are not paired.
[[nodiscard]] int pairingCost(const DiffSymbol &a, const DiffSymbol &b);

struct IndexPair {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::uint32_t a = kNone;
    std::uint32_t b = kNone;
    auto operator<=>(const IndexPair &) const = default;
    [[nodiscard]] bool paired() const { return a != kNone && b != kNone; }
};

// Keeps its working memory from call to call; one per thread.
class SequenceDiff {
public:
    static constexpr std::size_t kCells = 4'000'000; // about 2000 x 2000 kernels without anything in common; 10 ms
    explicit SequenceDiff(std::size_t cells = kCells)
        : m_cells(cells)
    {
    }
    // Every index of both occurs once, in order; between two pairs those of `a` come first.
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
    // The shorter part of a piece makes the rows, so that cells are about rows x columns.
    struct Grid {
        std::span<const DiffSymbol> rows;
        std::span<const DiffSymbol> columns;
        std::size_t below = 0; // diagonals kept on either side of that of the first corner
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
    std::span<const DiffSymbol> m_a; // the shorter one, see align()
    std::span<const DiffSymbol> m_b;
    std::vector<IndexPair> m_pairs;
    std::vector<std::uint8_t> m_from; // direction of each cell of the band
    std::vector<std::int32_t> m_row;
    std::vector<IndexPair> m_back;
    bool m_proven = true;
    std::int64_t m_cost = 0;
};

} // namespace lamella::core
