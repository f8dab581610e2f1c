// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPU work a table covers: the scope options of the command line, resolved for one trace.
#pragma once

#include "core/analysis/KernelIndex.h"
#include "core/analysis/Segmentation.h"
#include "core/base/Message.h"
#include "core/base/Result.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

struct ScopeRequest {
    std::string pass = "auto"; // auto | all | trace | steady | N | N-M
    std::string layer = "all"; // all | N | N-M | head | tail; with layerLists also lists: 2,3,38-42
    std::string device; // number as recorded, "all", or empty
    std::string stream; // number as recorded, empty = all
    std::string stage; // empty = all
    bool allDevices = false; // meaning of an empty `device`: all devices, else the main device
    bool allPasses = false; // meaning of "auto": all passes, else the selected pass
    bool layerLists = false; // for tables whose figures are per layer or kernel; walls and gaps need contiguous layers
};

struct PassRef {
    DeviceId device;
    const Pass *pass = nullptr; // owned by the segmentation
};

// Layers first..last (numbers, or both kHeadLayer or kTailLayer), or some of them.
struct LayerRange {
    int first = 0;
    int last = 0;
    std::vector<std::pair<int, int>> only = {}; // parts of a list, inclusive; empty = all
    [[nodiscard]] bool holds(int layer) const
    {
        if (layer < first || layer > last)
            return false;
        return only.empty() || std::any_of(only.begin(), only.end(), [layer](const std::pair<int, int> &part) {
            return layer >= part.first && layer <= part.second;
        });
    }
};

struct KernelScope {
    std::vector<DeviceId> devices;
    std::vector<PassRef> passes; // by device, then number; with wholeTrace, all passes
    bool wholeTrace = false; // includes kernels outside passes
    bool automatic = false; // chosen by "auto"; `why` gives the reason
    Message why;
    std::optional<LayerRange> layers;
    std::optional<std::vector<bool>> streams; // row = StreamId; none = all

    [[nodiscard]] bool severalDevices() const { return devices.size() > 1; }
};

// That the trace lacks this device, with the numbers of those that it has.
[[nodiscard]] Message noSuchDevice(const std::string &asked, const std::vector<std::int64_t> &known);

// Errors: BadRequest; the detail lists the available choices.
Result<KernelScope> resolveScope(const TraceDocument &document, const Segmentation &segmentation, const ScopeRequest &request);

// True if the kernel's layer and stream are in the scope.
[[nodiscard]] bool inScope(
    const KernelScope &scope, const TraceDocument &document, const Segmentation &segmentation, KernelId kernel);
// All kernels of the scope in start order.
[[nodiscard]] std::vector<KernelId> kernelsOf(
    const KernelScope &scope, const TraceDocument &document, const Segmentation &segmentation, const KernelIndex &index);

} // namespace lamella::core
