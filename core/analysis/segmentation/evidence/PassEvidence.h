// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of evidence for pass boundaries: each gives the strength of the evidence at every place between two neighbouring cores. A
// kind is a function in this folder and a row of the table in PassEvidence.cpp.
#pragma once

#include "core/analysis/segmentation/evidence/PlaceIndex.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

inline constexpr double kStrongMark = 3.0;
inline constexpr double kMiddleMark = 2.0;
inline constexpr double kWeakMark = 1.0;

enum class MarkLevel : std::uint8_t { Against, None, Weak, Middle, Strong };
inline constexpr std::size_t kMarkLevels = 5;
inline constexpr std::size_t kMarkKinds = 10; // rows of the table
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
// Between passes the host decides what comes next, and the stream waits.
void weighIdleGaps(const PlaceIndex &places, std::vector<double> &weights);

// By place: an embedding before which nothing ended (neither lm_head nor sampling nor a copy to the host) and after which layers
// attend more often than before: the decoder of an encoder-decoder model may begin there, inside of a pass. If a trace names no
// ends, no place is marked.
[[nodiscard]] std::vector<char> openEmbeddings(const PlaceIndex &places);

} // namespace lamella::core
