// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPU work a table is about: the words of the command line resolved against one trace.
#pragma once

#include "core/analysis/KernelIndex.h"
#include "core/analysis/Segmentation.h"
#include "core/base/Result.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

struct ScopeRequest {
    std::string pass = "auto"; // auto | all | trace | steady | N | N-M
    std::string layer = "all"; // all | N | N-M | head | tail, or with layerLists several of N and N-M: 2,3,38-42
    std::string device; // number as recorded, "all", or empty
    std::string stream; // number as recorded, empty = all
    std::string stage; // empty = all
    bool allDevices = false; // what an empty `device` means; else the main device
    bool allPasses = false; // what "auto" means; else the selected pass
    bool layerLists = false; // for tables whose numbers are of single layers or kernels: walls and gaps need neighbours
};

struct PassRef {
    DeviceId device;
    const Pass *pass = nullptr; // lives in the segmentation
};

// Layers first..last (as numbers, or both kHeadLayer or kTailLayer), or some of them.
struct LayerRange {
    int first = 0;
    int last = 0;
    std::vector<std::pair<int, int>> only = {}; // parts of a list, each first to last; empty = all
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
    std::vector<PassRef> passes; // by device, then number; also with wholeTrace (then all that there are)
    bool wholeTrace = false; // kernels outside of passes too
    bool automatic = false; // "auto" chose; `why` says how
    std::string why;
    std::optional<LayerRange> layers;
    std::optional<std::vector<bool>> streams; // row = StreamId; none = all

    [[nodiscard]] bool severalDevices() const { return devices.size() > 1; }
};

// Errors: BadRequest; the sentence says what there is to choose from.
Result<KernelScope> resolveScope(const TraceDocument &document, const Segmentation &segmentation, const ScopeRequest &request);

// Whether layer and stream of the kernel are asked for.
[[nodiscard]] bool inScope(
    const KernelScope &scope, const TraceDocument &document, const Segmentation &segmentation, KernelId kernel);
// All kernels of the scope in start order.
[[nodiscard]] std::vector<KernelId> kernelsOf(
    const KernelScope &scope, const TraceDocument &document, const Segmentation &segmentation, const KernelIndex &index);

} // namespace lamella::core
