// SPDX-License-Identifier: GPL-3.0-or-later
// The places between neighbouring cores, and the frequency of each kernel name there: shared by all pass evidence.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

// Annotation instance (step, batch) that each kernel was launched in, -1 = none; by position in the sequence.
using StepOfKernel = std::vector<std::int32_t>;

class PlaceIndex {
public:
    PlaceIndex(const TraceDocument &document, const MainSequence &sequence, const std::vector<LayerCore> &cores,
        const StepOfKernel &steps);

    // Place n lies between core n and core n + 1.
    [[nodiscard]] std::size_t size() const { return m_cores.empty() ? 0 : m_cores.size() - 1; }
    [[nodiscard]] Span operator[](std::size_t place) const { return {m_cores[place].span.end, m_cores[place + 1].span.begin}; }
    [[nodiscard]] const LayerCore &coreBefore(std::size_t place) const { return m_cores[place]; }
    [[nodiscard]] const LayerCore &coreAfter(std::size_t place) const { return m_cores[place + 1]; }
    [[nodiscard]] const MainSequence &sequence() const { return m_sequence; }
    [[nodiscard]] const KernelTable &kernels() const { return m_document.kernels; }
    [[nodiscard]] const StepOfKernel &steps() const { return m_steps; }

    // Share of the places that contain this kernel name.
    [[nodiscard]] double share(std::uint32_t position) const;
    // Number of consecutive places, including this one, that contain the kernel name; 0 if this one does not.
    [[nodiscard]] std::uint32_t rowLength(std::uint32_t position, std::size_t place) const;
    // Pass marks occur alone, or in short rows where one-layer drafts follow each other. A kernel that occurs in a long row of
    // neighbouring places belongs to the layers of one stage (a sort inside the experts of prefill) and marks nothing there.
    [[nodiscard]] bool inLongRow(std::uint32_t position, std::size_t place) const;
    // A mark that occurs in more than half of the places, by more than one place, marks nothing.
    [[nodiscard]] bool informative(std::uint32_t position, std::size_t place) const;

private:
    struct Row { // places [begin, end) in a row that contain a name
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    const TraceDocument &m_document;
    const MainSequence &m_sequence;
    std::span<const LayerCore> m_cores;
    const StepOfKernel &m_steps;
    std::vector<std::uint32_t> m_held; // by code of the name: places that contain it
    std::vector<std::uint32_t> m_rowBegin; // by code: first of its rows in m_rows; one more entry than codes
    std::vector<Row> m_rows;
};

} // namespace lamella::core
