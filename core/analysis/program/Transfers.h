// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives and copies, and how much of them is hidden behind computation. A transfer split by the compiler into start and done
// counts as one: it is in flight from the begin of the start to the end of the done.
#pragma once

#include "core/analysis/program/CollectiveRecords.h"
#include "core/analysis/program/DeviceOps.h"
#include "core/analysis/program/OpKinds.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// Transfers of one device and kind and, for collectives, one group and element type.
struct TransferSum {
    DeviceId device;
    CollectiveKind kind = CollectiveKind::None; // None: copies
    std::string group; // as recorded; empty = not recorded
    std::int64_t groupSize = 0; // processes; 0 = not recorded
    std::string type; // "bf16"; empty = not recorded
    std::uint64_t count = 0; // a start and its done count as one
    std::uint64_t split = 0; // of `count`: split into start and done
    std::uint64_t unpaired = 0; // starts without a done and dones without a start
    std::int64_t sumNs = 0; // sum of the times from begin to end
    std::int64_t busyNs = 0; // union of those times
    std::int64_t exposedNs = 0; // part of busy without computation on the device
    std::int64_t waitNs = 0; // in operations that wait for a transfer to end
    std::int64_t maxNs = 0;
    std::uint64_t sized = 0; // transfers of known size
    std::int64_t bytes = 0; // total size of those (CollectiveFacts)
    std::int64_t timedBytes = 0; // of those that take time
    std::int64_t bytesNs = 0; // sum of their times from begin to end
    SizeGap gap = SizeGap::Known; // of the first transfer without a size
    EventId longest;
    [[nodiscard]] std::int64_t hiddenNs() const { return busyNs - exposedNs; }
    [[nodiscard]] std::optional<double> bytesPerSecond() const; // algbw; nothing without known sizes
    [[nodiscard]] std::optional<double> busBytesPerSecond() const; // busbw; nothing without a known busFactor()
};

// By device, then longest busy time, then kind, group and type; copies last. Incomplete after a stop request.
[[nodiscard]] std::vector<TransferSum> transferSums(const TraceDocument &document, const DeviceOps &ops,
    const CollectiveRecords &records, const std::vector<DeviceId> &devices, const JobControl &control = {});

} // namespace lamella::core
