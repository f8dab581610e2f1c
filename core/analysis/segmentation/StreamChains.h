// SPDX-License-Identifier: GPL-3.0-or-later
// Streams of one device that run their own passes at the same time: prefill beside decode, the two micro-batches of two-batch
// overlap. Each is segmented separately; as one sequence, their layers would interleave.
#pragma once

#include "core/analysis/segmentation/DeviceSegmenter.h"

namespace lamella::core {

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

} // namespace lamella::core
