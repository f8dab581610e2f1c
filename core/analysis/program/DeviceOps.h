// SPDX-License-Identifier: GPL-3.0-or-later
// All operations on the devices, with their exclusive time. XLA operations include those that contain others (loops, calls),
// which KernelTable omits; for other producers an operation is a kernel.
#pragma once

#include "core/analysis/program/OpKinds.h"
#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

// Operations with the same name and the same recorded properties.
struct OpClass {
    StringId name;
    OperationId operation; // invalid = only the name is recorded
    OpTraits traits;
    bool nests = false; // on a line where operations nest; kernels of a stream only overlap
    bool async = false; // beside the line of operations: a transfer in flight, while the device may do other work
};

struct DeviceOp {
    static constexpr std::uint32_t kNoRun = 0xFFFFFFFFu;
    EventId event;
    std::uint32_t opClass = 0; // row of DeviceOps::classes
    StreamId stream;
    std::uint32_t run = kNoRun; // row of ProgramRuns::runs
    std::int64_t start = 0; // ns on the clock of the file
    std::int64_t duration = 0;
    std::int64_t exclusive = 0; // duration minus that of directly nested operations
    [[nodiscard]] std::int64_t end() const { return start + duration; }
};

struct DeviceOps {
    std::vector<OpClass> classes;
    std::vector<DeviceOp> ops; // by device, then start, then longest first
    std::vector<std::uint32_t> firstOfDevice; // row = DeviceId, plus the end
    bool compiled = false; // operations of a compiler (XLA)
    std::uint64_t partialOverlaps = 0; // operations of one line that overlap without nesting; neither loses exclusive time

    [[nodiscard]] std::span<const DeviceOp> of(DeviceId device) const;
    [[nodiscard]] std::span<DeviceOp> of(DeviceId device);
    [[nodiscard]] const OpClass &classOf(const DeviceOp &op) const { return classes[op.opClass]; }
};

// Incomplete and unusable after a stop request.
[[nodiscard]] DeviceOps deviceOps(const TraceDocument &document, const KernelNames &names, const JobControl &control = {});

} // namespace lamella::core
