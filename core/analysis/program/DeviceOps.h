// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that ran on the devices, with the time that belongs to nothing inside of it. The operations of XLA come with those
// that hold others (loops, calls), which KernelTable leaves out; of every other producer an operation is a kernel.
#pragma once

#include "core/analysis/program/OpKinds.h"
#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

// Operations of one name that say the same about themselves.
struct OpClass {
    StringId name;
    OperationId operation; // invalid = nothing recorded beside the name
    OpTraits traits;
    bool nests = false; // on a line where one operation inside another is part of it; kernels of a stream only overlap
    bool async = false; // beside the line of operations: data in flight, the device may do other things
};

struct DeviceOp {
    static constexpr std::uint32_t kNoRun = 0xFFFFFFFFu;
    EventId event;
    std::uint32_t opClass = 0; // row of DeviceOps::classes
    StreamId stream;
    std::uint32_t run = kNoRun; // row of ProgramRuns::runs
    std::int64_t start = 0; // ns on the clock of the file
    std::int64_t duration = 0;
    std::int64_t exclusive = 0; // duration less that of the operations directly inside of it
    [[nodiscard]] std::int64_t end() const { return start + duration; }
};

struct DeviceOps {
    std::vector<OpClass> classes;
    std::vector<DeviceOp> ops; // by device, then start, then longest first
    std::vector<std::uint32_t> firstOfDevice; // row = DeviceId, one more at the end
    bool compiled = false; // operations of a compiler (XLA)
    std::uint64_t partialOverlaps = 0; // on one line, and not one inside the other: neither loses time to the other

    [[nodiscard]] std::span<const DeviceOp> of(DeviceId device) const;
    [[nodiscard]] std::span<DeviceOp> of(DeviceId device);
    [[nodiscard]] const OpClass &classOf(const DeviceOp &op) const { return classes[op.opClass]; }
};

// Incomplete, and not to be used, once a stop was requested.
[[nodiscard]] DeviceOps deviceOps(const TraceDocument &document, const KernelNames &names, const JobControl &control = {});

} // namespace lamella::core
