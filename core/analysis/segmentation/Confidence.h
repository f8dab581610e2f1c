// SPDX-License-Identifier: GPL-3.0-or-later
// The probability that nearly all kernels are in their pass and layer: checks with a sentence each, whose bounded log-odds add
// up. Calibrated on traces of random structures (tests/bench/bench_structures.cpp prints the reliability table).
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/base/Message.h"

#include <cmath>
#include <utility>
#include <vector>

namespace lamella::core {

// The weights of all doubts about layers: of a trace (Confidence.cpp), of a pass (PassConfidence.cpp), and of training
// (TrainingChecks.cpp).

// What each doubt adds to the log-odds that the layers are right, where its value is 1; values are 0 to 1. The weights follow
// from logistic regression over the families for fitting of tests/support/StructureTrace.cpp (30 seeds, whole, cut and sliced,
// without and with config). What such traces hardly show (annotations, steps, other streams, every other boundary,
// stray kernels, micro-batches that take turns) is set by hand, as are the base and checks that say nothing (no whole pass, a single one,
// no edge, another count), which lower it even where such traces are right.
// No weight of a doubt is above 0.
inline constexpr double kPartPasses = -4; // share of the passes inside of the capture that are not whole
inline constexpr double kNoWholePass = -0.2; // none lies inside of the capture
inline constexpr double kNoneOfSeveral = -2.5; // nor is any of several whole: how their layers correspond is a guess
inline constexpr double kOneWholePass = -0.2; // nothing to compare it with
inline constexpr double kNoHead = -1.35; // share of the passes before whose layers nothing names their input
inline constexpr double kNoTail = -0.7; // share behind whose layers nothing names a result
inline constexpr double kUnlike = -1.2; // difference between layers of one type
inline constexpr double kShifted = -4; // layers that begin elsewhere than others of their type
inline constexpr double kOversize = -5.9; // of the largest layer
inline constexpr double kSeveralInOne = -4; // share of layers with more than two feed-forward blocks
inline constexpr double kTwoInOne = -2; // it holds as much as two
inline constexpr double kOutside = -2; // GPU time outside of the layers
inline constexpr double kLeftover = -5; // GPU time between passes
inline constexpr double kCompared = -1.4; // layer boundaries found by comparison
inline constexpr double kPlacedAnyhow = -4; // work between two passes that may as well be divided elsewhere
inline constexpr double kCounted = -1.6; // pass boundaries that nothing but counting speaks for
inline constexpr double kEveryOther = -2.5; // half of them, while evidence speaks for the other half
inline constexpr double kNoMixer = -2.2; // no attention in the layers, though their kernels are named
inline constexpr double kUnnamed = -5.6; // no rule names the kernels of the layers
inline constexpr double kBackward = -3.5; // backward work inside of forward passes
inline constexpr double kStepsDiffer = -2.7; // annotated steps that do not hold one pass
inline constexpr double kTooMany = -4.0; // more layers than any known model
inline constexpr double kConfigAgrees = 0.3;
inline constexpr double kConfigDiffers = -4.5;
inline constexpr double kOtherModel = -4; // experts in the config alone, or in the kernels alone
inline constexpr double kAnnotated = 1;
inline constexpr double kByUser = 2;
inline constexpr double kPathDoubt = -1.2; // probability of other passes than these, by the model of PassSplitter.h
inline constexpr double kCountDoubt = -0.3; // probability of another number of layers
inline constexpr double kMixersElsewhere = -8.5; // attention on other streams of the device
inline constexpr double kSpread = -5; // several streams make one sequence
inline constexpr double kLargeHead = -3; // kernels before the first layer and behind the last one, beyond four layers of them
inline constexpr double kNoEdge = -1.1; // no pass shows where its first layer begins or its last one ends
inline constexpr double kNormSide = -3; // layers of an encoder, of which nothing shows whether their norms open or close them
inline constexpr double kInnerMark = -3.2; // the capture shows no end of a pass, but something between its layers that may be one
inline constexpr double kStray = -3; // kernels of layers outside of all layers, where the capture shows no end of a pass
inline constexpr double kHalves = -1.6; // halves of which each may be a layer, where nothing tells
inline constexpr double kTurns = -4; // two micro-batches, of which one may be half a layer ahead
inline constexpr double kOtherBlocks = -2.6; // inside of a pass, blocks of one kind are followed by blocks of quite another one

// Of training, set by hand.
inline constexpr double kOfTraining = -0.3; // stages have to be right too
inline constexpr double kStagesByNames = -1.0; // share of the kernels whose stage nothing tells but names and their repetition
inline constexpr double kContradicted = -12; // share of what records tell of stages that names contradict
inline constexpr double kBackwardAlone = -2.5; // no forward pass shows what a layer is
inline constexpr double kUnpaired = -3; // not as many forward as backward passes
inline constexpr double kNoLayers = -4.7; // half or more of the forward and backward kernels are of passes in which none is found
inline constexpr double kUnevenLayers = -12; // share of layers that hold more or fewer kernels than in other passes
inline constexpr double kUnlikeNeighbours = -4; // layers that are unlike all of the four before them
inline constexpr double kCallsDisagree = -3; // share of the backward kernels that calls and names place in different layers

inline constexpr double kManyProducts = 16; // before the first layer of a pass or behind the last one, and as three layers have

inline constexpr double kLowConfidence = 0.6; // below it the cut should not be trusted without a look

// The checks so far, and what their doubts add up to.
struct Judgement {
    std::vector<SegmentationCheck> &checks;
    double logOdds = 5.28; // that the layers are right; without any doubt
    bool noWholePass = false;
    bool noEdge = false;
    void weigh(double weight, double value) { logOdds += weight * value; }
    void say(bool ok, Message sentence) { checks.push_back({ok, std::move(sentence)}); }
    // A doubt, and what it is about if it is told: small ones are not.
    void doubt(double weight, double value, bool told, Message sentence)
    {
        weigh(weight, value);
        if (told)
            say(false, std::move(sentence));
    }
    // One without degrees.
    void doubt(double weight, bool there, Message sentence) { doubt(weight, there ? 1 : 0, there, std::move(sentence)); }
    [[nodiscard]] double probability() const { return 1 / (1 + std::exp(-logOdds)); }
};

// Checks of inference and of training.
// Interior passes must be whole; the first and the last may be cut by the capture. told: the number of layers does not rest on
// whole passes.
void wholePasses(const DeviceSegmentation &device, bool told, Judgement &judged);
void compareWithConfig(int config, int shown, double weightOfOther, Judgement &judged);
void sayPipelineStage(int config, int shown, Judgement &judged);

struct ConfidenceInput {
    const KernelTable &kernels;
    const KernelNames &names;
    const MainSequence &sequence;
    const std::vector<PassLayout> &layouts; // row = row of the passes; one at least
    const DeviceSegmentation &device;
    const ModelConfig *config = nullptr;
    const StepAnnotations &steps;
    const PassRuns &runs;
    const std::vector<std::int32_t> &passOf;
    const std::vector<std::uint32_t> &work; // KernelId values of the device, ascending
    Evidence evidence = Evidence::None;
    bool named = true; // layers are based on kernels whose meaning is known, or on annotations
    int shownLayers = 0; // that the kernels show without the count of config or user, where that is another one; else 0
};

// Whether some pass shows one of these before its first layer, or one of those after its last one.
[[nodiscard]] bool showsEdge(const ConfidenceInput &input, TokenSet before, TokenSet behind);
// Fills checks and returns 0..1.
[[nodiscard]] double judge(const ConfidenceInput &input, std::vector<SegmentationCheck> &checks);

// Sets Pass::confidence and Pass::confidenceWhy. ofTrace: the result of judge(), which bounds the confidence of every pass.
void judgePasses(const ConfidenceInput &input, double ofTrace, DeviceSegmentation &device);
// The same if there are no layouts (stages of training): by completeness and layer count alone.
void judgePassesByCount(double ofTrace, DeviceSegmentation &device);

} // namespace lamella::core
