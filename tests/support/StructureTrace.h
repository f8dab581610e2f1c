// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of random structures, as documents without a file: for tables of how much of them the segmentation gets right, which
// need thousands. A family is a line of text that fixes some properties and leaves the others to chance; families used to fit
// constants are kept apart from those that test them and from those that check the confidence (see kStructureFamilies).
#pragma once

#include "core/analysis/Segmentation.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::test {

enum class FamilyUse : std::uint8_t { Fitting, Testing, Reliability };

struct StructureFamily {
    std::string_view name;
    FamilyUse use = FamilyUse::Testing;
    // "key=value" words; a value is one of several ("a|b"), a number or a range ("4-40"). Keys: see kDefaults in
    // StructureTrace.cpp.
    std::string_view properties;
};
[[nodiscard]] std::span<const StructureFamily> structureFamilies();
[[nodiscard]] std::string_view familyUseName(FamilyUse use);

// What is cut off the recording: nothing, parts of passes at both ends, or everything but a part of one pass.
enum class CaptureCut : std::uint8_t { Whole, BothEnds, Slice };

inline constexpr int kAnyLayer =
    -100; // as a layer: a part whose layers are counted on their own (a vision tower, a text encoder)

struct StructureTrace {
    std::shared_ptr<core::TraceDocument> document;
    core::ModelConfig config; // the true one; layers = 0 where a model has none to give
    // Per kernel:
    std::vector<int> pass; // kNoPass: belongs to nobody, or to whichever pass the analysis likes (layer kAnyLayer)
    std::vector<int> layer; // number, kHeadLayer, kTailLayer, kNoLayer or kAnyLayer
    bool layered = true; // false: the model has no layers, and none may be found
    bool layersKnown = true; // false: nothing but the config tells its layers from calls of one kernel, and none may be found
    bool repeats = true; // false: fewer than two layers are whole, so that nothing repeats, and to find none is right too
    // Whether the numbers of the layers can be known, without and with the config; if not (a slice, no whole pass), they are
    // right up to the number of the first one.
    bool offsetKnown = true;
    bool offsetKnownByConfig = true;
};

[[nodiscard]] StructureTrace structureTrace(const StructureFamily &family, std::uint64_t seed, CaptureCut cut);

// Share of the kernels in the right pass and layer. Passes are matched by the kernels that they share, not by number. withConfig:
// the config was given.
[[nodiscard]] double shareRight(const StructureTrace &trace, const core::Segmentation &found, bool withConfig);

} // namespace lamella::test
