// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of evidence for pass boundaries: each gives the strength of the evidence at every place between two neighbouring cores. A
// kind is a function in this folder and a row of the table in PassEvidence.cpp.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

// The places between neighbouring cores, and the frequency of each kernel name there: shared by all pass evidence.

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
    std::vector<std::vector<Row>> m_rows; // by code
};

inline constexpr double kStrongMark = 3.0;
inline constexpr double kMiddleMark = 2.0;
inline constexpr double kWeakMark = 1.0;

enum class MarkLevel : std::uint8_t { Against, None, Weak, Middle, Strong };
inline constexpr std::size_t kMarkLevels = 5;
inline constexpr std::size_t kMarkKinds = 11; // rows of the table
using Levels = std::array<double, kMarkLevels>; // a number for each MarkLevel

struct PassEvidence {
    std::string_view name;
    // Adds to weights[place]; negative where a boundary is unlikely. weights.size() == places.size().
    void (*weigh)(const PlaceIndex &places, std::vector<double> &weights);
    bool namesEnds; // it says what begins or ends; the other kinds only stand out
    TokenSet tokens; // kernels that show the kind before the first and after the last core too
    Levels atBoundary; // how often each level of the kind stands at a boundary
    Levels inside; // and inside of a pass
    double weightInside; // places that `inside` counts as, against those of the trace
};
[[nodiscard]] std::span<const PassEvidence> passEvidences();

// Head and tail of a pass run kernels that no layer does: lm_head, step preparation.
void weighRareKernels(const PlaceIndex &places, std::vector<double> &weights);
// A diffusion step begins with the sinusoids of its time, a vision tower with a convolution.
void weighInputs(const PlaceIndex &places, std::vector<double> &weights);
// Between passes the host decides what comes next, and the stream waits.
void weighIdleGaps(const PlaceIndex &places, std::vector<double> &weights);

// By place: an embedding before which nothing ended (neither lm_head nor sampling nor a copy to the host) and after which layers
// attend more often than before: the decoder of an encoder-decoder model may begin there, inside of a pass. If a trace names no
// ends, no place is marked.
[[nodiscard]] std::vector<char> openEmbeddings(const PlaceIndex &places);

} // namespace lamella::core
