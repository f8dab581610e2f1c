// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives and copies with what of them is hidden behind computation. A transfer that the compiler split into start and done
// is one transfer: it is in flight from the begin of the one to the end of the other.
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

// Of one device, one kind and, of collectives, one group and one type of elements.
struct TransferSum {
    DeviceId device;
    CollectiveKind kind = CollectiveKind::None; // None: copies
    std::string group; // as recorded; empty = not recorded
    std::int64_t groupSize = 0; // processes; 0 = not recorded
    std::string type; // "bf16"; empty = not recorded
    std::uint64_t count = 0; // transfers, a pair being one
    std::uint64_t split = 0; // of those: start and done
    std::uint64_t unpaired = 0; // starts without a done, and the other way round
    std::int64_t sumNs = 0; // from begin to end, added up
    std::int64_t busyNs = 0; // the same, counted once where several are in flight
    std::int64_t exposedNs = 0; // of busy: nothing computes on the device
    std::int64_t waitNs = 0; // in operations that wait for the end of one
    std::int64_t maxNs = 0;
    std::uint64_t sized = 0; // transfers whose size is known
    std::int64_t bytes = 0; // of those (CollectiveFacts)
    std::int64_t bytesNs = 0; // from begin to end of those, counted one by one
    SizeGap gap = SizeGap::Known; // of the first one without a size
    EventId longest;
    [[nodiscard]] std::int64_t hiddenNs() const { return busyNs - exposedNs; }
    [[nodiscard]] std::optional<double> bytesPerSecond() const; // algbw; nothing where none has a size
    [[nodiscard]] std::optional<double> busBytesPerSecond() const; // busbw: nothing where busFactor() knows none
};

// By device, then longest busy time, then kind, group and type. Copies last. After a stop: of what was looked at.
[[nodiscard]] std::vector<TransferSum> transferSums(const TraceDocument &document, const DeviceOps &ops,
    const CollectiveRecords &records, const std::vector<DeviceId> &devices, const JobControl &control = {});

} // namespace lamella::core
