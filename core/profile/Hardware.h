// SPDX-License-Identifier: GPL-3.0-or-later
// The peaks of a device, from data sheets: dense peak rates by element type, memory bandwidth, links (resources/hardware/*.json,
// help/roofline.md). Values are immutable; any thread may read them.
#pragma once

#include "core/base/Result.h"
#include "core/profile/ElementType.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct Hardware {
    std::string name; // "NVIDIA H100 SXM"
    std::vector<std::string> matches; // parts of recorded device names, any of which means this device
    std::string compute; // "9.0": compute capability or gfx generation as profilers record it; empty = not used
    int multiprocessors = 0; // 0 = not used
    double minMemoryBytes = 0; // bounds of the total memory that a profiler records
    double maxMemoryBytes = 0; // 0 = not used
    std::array<double, kElementTypes> flopsPerSecond{}; // dense, without sparsity; 0 = not stated
    double bytesPerSecond = 0; // of the main memory; 0 = not stated
    double linkBytesPerSecond = 0; // of all links to other devices, both directions; 0 = not stated
    std::string source; // origin of the figures

    // Peak of products of that type: of the type itself, else of the type that the hardware widens it to (fp8 on a device without
    // it is computed as bf16). 0 if neither is stated.
    [[nodiscard]] double peakOf(ElementType type) const;
};

// The properties of a device in a trace. Empty and 0 = not recorded.
struct DeviceFacts {
    std::string name;
    std::string compute; // "9.0"
    int multiprocessors = 0;
    double memoryBytes = 0;
};

// The data sheets that the program comes with, in the order of their files.
[[nodiscard]] const std::vector<Hardware> &builtinHardware();

// {"devices": [{"name", "match": […], "compute", "multiprocessors", "memory_gb": [min, max], "tflops": {"bf16": 989.4, …},
// "memory_gb_per_s", "links_gb_per_s", "source"}]}. Errors: Syntax with the offset; BadProfile if a field is missing or unknown.
Result<std::vector<Hardware>> parseHardware(std::string_view json, const std::string &path);

// The device of that name (case-insensitive): the whole name, or words of it; if several names contain them, the one that the
// facts identify. If the text ends in ".json" or contains a '/', the device of that file that the facts identify (or its only
// one). Errors: BadRequest with the names that fit, else with all; those of readSmallFile and parseHardware.
Result<Hardware> hardwareFor(const std::string &nameOrFile, const DeviceFacts &facts);

// By the recorded name, else by compute capability, multiprocessors and memory together; null if none or several match.
[[nodiscard]] const Hardware *recognisedHardware(const std::vector<Hardware> &known, const DeviceFacts &facts);

} // namespace lamella::core
