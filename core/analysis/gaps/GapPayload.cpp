// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/GapPayload.h"

#include "core/analysis/program/HloText.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

constexpr int kMaxFollowing = 8;
constexpr std::uint32_t kMaxLookedAt = 4096; // on all streams
constexpr std::array<std::string_view, 7> kMarkers{
    "iota", "constant", "bitcast", "get-tuple-element", "parameter", "tuple", "after-all"};

} // namespace

bool isMarkerOperation(std::string_view name)
{
    const std::string_view canonical = canonicalOpName(name);
    return canonical.starts_with("copy-start") || canonical.starts_with("copy-done")
        || std::find(kMarkers.begin(), kMarkers.end(), canonical) != kMarkers.end();
}

KernelId payloadOf(const TraceDocument &document, KernelId after, std::int64_t minGapNs)
{
    const KernelTable &kernels = document.kernels;
    if (!isMarkerOperation(document.text(kernels.name[after.value])))
        return after;
    std::int64_t end = kernels.end(after.value);
    int following = 0;
    const std::uint32_t last = kernels.size() - after.value > kMaxLookedAt ? after.value + kMaxLookedAt : kernels.size();
    for (std::uint32_t k = after.value + 1; k < last && following < kMaxFollowing; ++k) {
        if (kernels.stream[k] != kernels.stream[after.value])
            continue;
        if (kernels.start[k] - end >= std::max<std::int64_t>(1, minGapNs))
            break;
        if (!isMarkerOperation(document.text(kernels.name[k])))
            return KernelId(k);
        end = std::max(end, kernels.end(k));
        ++following;
    }
    return after;
}

} // namespace lamella::core
