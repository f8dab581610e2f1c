// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives and copies with what of them is hidden behind computation. A transfer that the compiler split into start and done
// is one transfer: it is in flight from the begin of the one to the end of the other.
#pragma once

#include "core/analysis/program/DeviceOps.h"
#include "core/analysis/program/OpKinds.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

struct TransferSum {
    DeviceId device;
    CollectiveKind kind = CollectiveKind::None; // None: copies
    std::uint64_t count = 0; // transfers, a pair being one
    std::uint64_t split = 0; // of those: start and done
    std::uint64_t unpaired = 0; // starts without a done, and the other way round
    std::int64_t sumNs = 0; // from begin to end, added up
    std::int64_t busyNs = 0; // the same, counted once where several are in flight
    std::int64_t exposedNs = 0; // of busy: nothing computes on the device
    std::int64_t waitNs = 0; // in operations that wait for the end of one
    std::int64_t maxNs = 0;
    std::int64_t bytes = 0; // of those whose shapes or stats say it: what one device gives out
    std::int64_t bytesNs = 0; // from begin to end of those, counted one by one
    std::string groups; // most frequent replica_groups; empty = not recorded
    EventId longest;
    [[nodiscard]] std::int64_t hiddenNs() const { return busyNs - exposedNs; }
    [[nodiscard]] std::optional<double> bytesPerSecond() const;
};

// By device, then longest busy time, then kind. Copies last. After a stop: of what was looked at.
[[nodiscard]] std::vector<TransferSum> transferSums(
    const TraceDocument &document, const DeviceOps &ops, const std::vector<DeviceId> &devices, const JobControl &control = {});

} // namespace lamella::core
