// SPDX-License-Identifier: GPL-3.0-or-later
// Aligns the kernels of two layers stream by stream, then merges the rows in the order of A's start.
#pragma once

#include "core/analysis/diff/SequenceDiff.h"
#include "core/analysis/diff/StreamRoles.h"
#include "core/analysis/diff/TraceDiff.h"

#include <span>
#include <vector>

namespace lamella::core {

// Reuses its working memory between layers; one instance per thread.
class LayerAligner {
public:
    LayerAligner(const TraceDocument &a, const TraceDocument &b, const DiffSymbols &symbols)
        : m_a(a)
        , m_b(b)
        , m_symbols(symbols)
    {
    }
    // Appends one row per kernel or pair; both lists in start order. Returns whether the alignment is proven to be the cheapest.
    bool align(std::span<const KernelId> a, std::span<const KernelId> b, const StreamRoles &roles, std::vector<KernelPair> &rows);

private:
    struct Row {
        KernelPair pair;
        std::int64_t order = 0; // start relative to the layer
        bool gone = false; // its kernel was paired on another stream
    };
    void alignRole(std::span<const KernelId> a, std::span<const KernelId> b, std::int64_t zeroA, std::int64_t zeroB);
    void pairAcrossStreams();
    void pairLoneNeighbours(std::size_t first);
    [[nodiscard]] const DiffSymbol &symbolA(KernelId kernel) const { return m_symbols.a(m_a.kernels.name[kernel.value]); }
    [[nodiscard]] const DiffSymbol &symbolB(KernelId kernel) const { return m_symbols.b(m_b.kernels.name[kernel.value]); }

    const TraceDocument &m_a;
    const TraceDocument &m_b;
    const DiffSymbols &m_symbols;
    SequenceDiff m_diff;
    std::vector<DiffSymbol> m_symbolsA;
    std::vector<DiffSymbol> m_symbolsB;
    std::vector<KernelId> m_kernelsA;
    std::vector<KernelId> m_kernelsB;
    std::vector<Row> m_rows;
    std::vector<std::size_t> m_firstOfRole;
};

} // namespace lamella::core
