// SPDX-License-Identifier: GPL-3.0-or-later
// The segmentation of the main sequence: passes with head, layers and tail as positions.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassSplitter.h"
#include "core/analysis/segmentation/SequenceAlignment.h"
#include "core/base/JobControl.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace lamella::core {

struct LayerLayout {
    Span span;
    Span core{}; // relative to the sequence; empty for bridged layers
    bool bridged = false; // core missing, found by its norm
    bool cut = false; // the capture begins or ends inside
    bool realigned = false; // boundary found by comparing with other layers, not by its own norm
    int exactNumber = -1; // by annotation
};

struct PassLayout {
    Span span{}; // head, layers and tail
    std::vector<LayerLayout> layers{}; // one at least
    bool truncatedAtFront = false; // the capture begins inside this pass
    bool counted = false; // boundary by counting layers alone
    double endDoubt = 0; // probability that this pass ends, and the next one begins, elsewhere in the work between them
    [[nodiscard]] Span head() const { return {span.begin, layers.front().span.begin}; }
    [[nodiscard]] Span inner() const { return {layers.front().span.begin, layers.back().span.end}; } // its layers
    [[nodiscard]] Span tail() const { return {layers.back().span.end, span.end}; }
    [[nodiscard]] Span middleLayer() const { return layers[layers.size() / 2].span; }
    [[nodiscard]] int layerCount() const { return static_cast<int>(layers.size()); }
    [[nodiscard]] int foundByComparison() const // layers
    {
        return static_cast<int>(std::ranges::count_if(layers, [](const LayerLayout &l) { return l.bridged || l.realigned; }));
    }
};

enum class CoreRole { Mixer, Within, Begins, Ends };

struct LayoutInput {
    const TraceDocument &document;
    const MainSequence &sequence;
    const std::vector<LayerCore> &cores;
    const std::vector<PassRun> &runs;
    const StepOfKernel &steps;
    int modelLayers = 0;
    std::size_t usualOpenings = 0;
    CoreRole role = CoreRole::Mixer;
    std::uint32_t leadIn = 0; // kernels before a beginning anchor that belong to its layer
    const JobControl *control = nullptr; // checked once per pass; none = never stopped
    std::span<const char> apart = {}; // by position: certainly in no layer; may be empty
    bool countOpen = false; // nothing tells modelLayers but what the capture holds of one or two passes
    bool byRepetition = false; // layers begin where kernels repeat, whatever their norms say
    std::optional<std::uint32_t> usualCore = std::nullopt; // with byRepetition: a core of which leadIn is known
    // By content of the work between two cores: how much of it belongs to the layer before, where that is known too.
    std::unordered_map<std::uint64_t, std::uint32_t> ends = {};
    bool frontMayBeCut = true; // the sequence begins where the capture does
    bool backMayBeCut = true; // it ends where the capture does
    [[nodiscard]] bool stopRequested() const { return control != nullptr && control->stopRequested(); }
};

// After a stop request only the passes so far; the result must then not be used.
[[nodiscard]] std::vector<PassLayout> layoutPasses(const LayoutInput &input);

// Adds the pass that the capture shows only up to the core of its first layer: after the tail of the last pass, which has the
// length of the tails of other passes of its length, there is the work with which a pass begins.
void addBegunPass(const MainSequence &sequence, std::vector<PassLayout> &passes);
// And the pass that it shows from behind the core of its last layer on: before the work with which the second pass begins, there is
// the work with which another one ends.
void addEndedPass(const MainSequence &sequence, std::vector<PassLayout> &passes);

// Fills PassLayout::span from the layers outwards: the work between the last layer of one pass and the first of the next is the
// tail of the one, the head of the other, or nobody's where it is far from both.
void assignHeadsAndTails(const LayoutInput &input, std::vector<PassLayout> &passes);

// Whether the kernel is plain arithmetic: with a gate and the addition of its result a layer ends; the input of the first layer may
// end with the same.
[[nodiscard]] bool isArithmetic(const LayoutInput &input, std::uint32_t i);

struct LayerBegin { // of a core's layer
    std::optional<std::uint32_t> begin; // unset if it follows only from neighbours
    bool realigned = false;
    bool fixed = false; // not to be compared with others
};

// Where no norms are known, or layers do not begin with them, the first layer of each pass shows where they do. begins: by core.
// True if the first layers of passes have their begin then too.
[[nodiscard]] bool openByRepetition(const LayoutInput &input, std::vector<LayerBegin> &begins);

// Blocks in which those of another network begin: several blocks of one content before it, and several of another one, quite
// unlike them, behind it. Something in it ends the one network or begins the other, or both do work that the other does not: the
// double and the single blocks of a diffusion model, which are one network, have nothing between them and do the same work.
[[nodiscard]] std::vector<std::size_t> changesOfKind(const MainSequence &sequence, const std::vector<Span> &blocks);

} // namespace lamella::core
