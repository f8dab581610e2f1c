// SPDX-License-Identifier: GPL-3.0-or-later
// The hardware of the devices of a trace, and its peaks.
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

// The properties of the device in the trace. Source of the fields: deviceProperties as Kineto writes them
// (libkineto/src/CudaDeviceProperties.cpp).
[[nodiscard]] DeviceFacts deviceFacts(const TraceDocument &document, DeviceId device);

// Row = DeviceId. `asked` (name or file, empty = none) takes precedence, else the rates that a profiler recorded, else the data
// sheet of the recognised device. Errors: those of hardwareFor.
[[nodiscard]] Result<std::vector<DevicePeaks>> devicePeaks(const TraceDocument &document, const std::string &asked);

} // namespace lamella::core
