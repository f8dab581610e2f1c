// SPDX-License-Identifier: GPL-3.0-or-later
// Segments the work of one device: tries the kinds of evidence, the strongest first, and keeps the first that explains the trace.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/base/Message.h"
#include "core/profile/BoundaryEdit.h"

#include <span>
#include <string>
#include <vector>

namespace lamella::core {

struct DeviceContext {
    const TraceDocument &document;
    const KernelNames &names;
    const KernelTokens &tokens;
    const CallCatalogue &calls;
    const SegmentationOptions &options;
    const ModelProfile *profile = nullptr; // in use; may be null
    const JobControl &control;
    std::span<const int> shownAs{}; // of a chain: the number that is shown of each of its passes; see UserBoundaryInput
};

struct DeviceResult {
    DeviceSegmentation device;
    std::vector<AnchorCandidate> anchors;
    std::vector<SegmentationCheck> checks;
    std::vector<SegmentationCheck> userChecks; // about boundaries that the user set
    Evidence evidence = Evidence::None;
    std::string anchorText;
    double confidence = 0;
    bool showsEdge = true; // a position in some pass, from which its layers are counted
    Message whyNone;
};

// Writes the assignment of the device's kernels into segmentation (passOf, layerOf, side).
// work: KernelId values of the device, in start order. sequence: its mainSequence().
[[nodiscard]] DeviceResult segmentDevice(const DeviceContext &context, DeviceId device, const std::vector<std::uint32_t> &work,
    MainSequence sequence, Segmentation &segmentation);

// Training steps, tried before inference: forward, backward and optimizer as passes of their own. Fills result and the assignment
// of the device's kernels, and returns true; changes nothing and returns false if the device contains no backward work. work: as
// of segmentDevice().
[[nodiscard]] bool segmentTraining(const DeviceContext &context, const MainSequence &sequence,
    const std::vector<std::uint32_t> &work, DeviceResult &result, Segmentation &segmentation);

// The rows of the table `anchors`: kernels that could mark layers, each with a score and a sentence, best first. With passes: how
// regularly each kernel name occurs in the layers found. Without: the names that repeat at all.
[[nodiscard]] std::vector<AnchorCandidate> anchorCandidates(const KernelNames &names, const MainSequence &sequence,
    const std::vector<PassLayout> &layouts, const DeviceSegmentation &device);

// The unreadable parts of a file with a known position: the end of a file that stops early (the missing amount is unknown), and a
// damaged row of a table of device work.

// The file stops in the middle of its events, or of its table of device work.
[[nodiscard]] bool stopsEarly(const TraceDocument &document);

// Of a file that stops early the last pass of the device is not known to be whole, and neither are the passes that a damaged row
// may belong to: they are no complete ones, so that medians and the steady run leave them out, and where no other pass is
// complete the layers of the model are not known either, unless they were given. Before classifyStates().
void markLostEvents(const TraceDocument &document, const SegmentationOptions &options, DeviceSegmentation &device);

// The check for a file that stops early, and the remaining confidence: less if no pass of the device is complete.
[[nodiscard]] double judgeLostEvents(const TraceDocument &document, const DeviceSegmentation &device, double confidence,
    std::vector<SegmentationCheck> &checks);

// Streams of one device that run their own passes at the same time: prefill beside decode, the two micro-batches of two-batch
// overlap. Each is segmented separately; as one sequence, their layers would interleave.

// The work of each chain: its stream, and the other streams whose kernels start when a kernel of the chain has ended. One chain,
// all of the work, if no two streams contain whole layers and run at the same time. work: KernelId values of the device, in start
// order.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> streamChains(
    const DeviceContext &context, DeviceId device, const std::vector<std::uint32_t> &work);

struct ChainPass {
    std::size_t chain = 0;
    int pass = 0; // its number in the chain
    int before = 0; // layers that another micro-batch shows before its first one
};

struct JoinedChains {
    DeviceResult result;
    std::vector<ChainPass> passes; // row = row of result.device.passes; of micro-batches the first
};

// One result of those of the chains, the most important first, all of which contain passes. Passes of two chains that run at the
// same time one by one, with as many layers, are micro-batches of one pass; where none shows a begin or an end, their layers are
// joined by time. Others stay passes of their own, in time order.
[[nodiscard]] JoinedChains joinedChains(const DeviceContext &context, std::vector<DeviceResult> chains,
    const std::vector<std::vector<std::uint32_t>> &work, Segmentation &segmentation);

// Boundaries that the user moved, applied to the finished segmentation of one device. All of them are placed at once, so that
// their order is irrelevant for their limits; a boundary stops at its neighbours, and one that cannot be applied is reported,
// never dropped.

struct UserBoundaryInput {
    const TraceDocument &document;
    const MainSequence &sequence;
    std::span<const BoundaryEdit> edits; // of any device; of several for one boundary the last one counts
    std::span<const int> shownAs{}; // number by which edits name each pass, negative = none does; empty: its own
};

// Call before side streams are assigned: reads the positions of the boundaries from segmentation.passOf / layerOf of the main
// sequence, writes them back there and into passes, layers and layouts (row = row of device.passes; none where passes have none),
// marks the passes with Evidence::User, and adds a check for what was set and one for each edit that could not be set as asked.
void applyUserBoundaries(const UserBoundaryInput &input, std::vector<PassLayout> &layouts, DeviceSegmentation &device,
    Segmentation &segmentation, std::vector<SegmentationCheck> &checks);

// One check for each edit of a device that the trace does not have, or that has no passes.
void reportBoundariesWithoutDevice(const TraceDocument &document, std::span<const BoundaryEdit> edits,
    std::span<const DeviceSegmentation> devices, std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
