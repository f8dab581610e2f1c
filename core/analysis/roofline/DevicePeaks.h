// SPDX-License-Identifier: GPL-3.0-or-later
// Which hardware the devices of a trace are, and so what they can do at most.
#pragma once

#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/Hardware.h"

#include <string>
#include <vector>

namespace lamella::core {

struct DevicePeaks {
    Hardware hardware; // without rates where unknown
    bool known = false;
    Message why; // how it was recognised, or why it was not and what would identify it
};

// What the trace records of the device. Source of the fields: deviceProperties as Kineto writes them
// (libkineto/src/CudaDeviceProperties.cpp).
[[nodiscard]] DeviceFacts deviceFacts(const TraceDocument &document, DeviceId device);

// Row = DeviceId. `asked` (name or file, empty = none) counts, else the rates that a profiler recorded, else the data sheet of
// the recognised device. Errors: those of hardwareFor.
[[nodiscard]] Result<std::vector<DevicePeaks>> devicePeaks(const TraceDocument &document, const std::string &asked);

} // namespace lamella::core
