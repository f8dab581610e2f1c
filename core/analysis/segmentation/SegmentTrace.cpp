// SPDX-License-Identifier: GPL-3.0-or-later
// segmentTrace: all devices of a trace, one by one.
#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/base/Saturate.h"
#include "core/base/WorkerThreads.h"
#include "core/profile/NameText.h"

#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxNames = 4096; // searched for kernels that identify a profile, most frequent first

// Lower-cased, most frequent first: the kernels that identify a profile occur in every layer or pass.
std::vector<std::string> frequentNames(const TraceDocument &document, const KernelNames &names)
{
    std::vector<std::uint32_t> count(document.strings.size(), 0);
    std::vector<StringId> distinct;
    for (const StringId id : document.kernels.name) {
        if (count[id.value]++ == 0)
            distinct.push_back(id);
    }
    if (distinct.size() > kMaxNames) {
        std::nth_element(distinct.begin(), distinct.begin() + kMaxNames, distinct.end(),
            [&](StringId a, StringId b) { return count[a.value] != count[b.value] ? count[a.value] > count[b.value] : a < b; });
        distinct.resize(kMaxNames);
    }
    std::vector<std::string> texts;
    texts.reserve(distinct.size());
    for (const StringId id : distinct)
        texts.push_back(lowerCasedText(names[id].full));
    return texts;
}

// The profile with most of its identifying kernels in the trace; one is enough, none means no profile.
const ModelProfile *profileByKernels(const ProfileSet &profiles, const std::vector<std::string> &names)
{
    const ModelProfile *best = nullptr;
    std::size_t bestHits = 0;
    for (const ModelProfile &profile : profiles.profiles) {
        const auto hits = static_cast<std::size_t>(std::ranges::count_if(profile.kernels, [&](const NamePattern &p) {
            return std::ranges::any_of(names, [&](const std::string &n) { return p.matches(n); });
        }));
        if (hits > bestHits) {
            bestHits = hits;
            best = &profile;
        }
    }
    return best;
}

const ModelProfile *profileInUse(const SegmentationOptions &options, const std::vector<std::string> &names)
{
    if (options.profile != nullptr || options.profiles == nullptr)
        return options.profile;
    if (options.config != nullptr) {
        if (const ModelProfile *byConfig = options.profiles->match(*options.config))
            return byConfig;
    }
    return profileByKernels(*options.profiles, names);
}

DeviceId busiestDevice(const TraceDocument &document)
{
    std::vector<std::int64_t> time(document.devices.size(), 0);
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        std::int64_t &sum = time[document.deviceOf(KernelId{k}).value];
        sum = addSaturated(sum, document.kernels.duration[k]);
    }
    if (document.kernels.size() == 0 || time.empty())
        return {};
    return DeviceId{static_cast<std::uint32_t>(std::max_element(time.begin(), time.end()) - time.begin())};
}

Result<void> checkAnchor(const TraceDocument &document, const KernelNames &names, const SegmentationOptions &options)
{
    if (!options.anchor)
        return {};
    const Result<NamePattern> pattern = NamePattern::parse(*options.anchor);
    if (!pattern)
        return pattern.error();
    std::vector<char> seen(document.strings.size(), 0);
    for (const StringId id : document.kernels.name) {
        if (seen[id.value] == 0 && pattern->matches(lowerCasedText(names[id].full)))
            return {};
        seen[id.value] = 1;
    }
    return Error{ErrorCode::BadRequest,
        msg("no kernel name matches the anchor '%1'; the table 'anchors' lists kernels that could mark layers", *options.anchor),
        {}, -1};
}

Message whyNoGpuWork(const TraceDocument &document)
{
    if (document.diagnostics.count("summary_only") > 0)
        return "the file has summary tables and no times of single kernels";
    if (stopsEarly(document))
        return "the file stops in the middle of its events, and the part before has no GPU work";
    if (const std::uint64_t lost = document.diagnostics.count("bad_timestamp"); lost > 0)
        return msg(
            "no GPU work is left: the times of %1 events are not usable (table diagnostics), or GPU activities were not recorded",
            lost);
    return "the trace has no GPU work: record with GPU activities switched on";
}

// The reason of a device whose work shows none: copies alone are left where the times of the kernels are not usable.
Message whyNoLayers(const TraceDocument &document, Message why)
{
    const std::uint64_t lost = document.diagnostics.count("bad_timestamp");
    const auto &kinds = document.kernels.kind;
    if (lost == 0 || std::find(kinds.begin(), kinds.end(), KernelKind::Kernel) != kinds.end())
        return why;
    return msg("no kernel is left, only copies: the times of %1 events are not usable (table diagnostics)", lost);
}

// GPU work that the file holds twice, with the same stream, name and times: it is cut once, and its doubles follow it.
struct Doubles {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs; // a kernel, and the one that it doubles

    // kept: kernels before this one, in start order.
    bool take(const KernelTable &kernels, const std::vector<std::uint32_t> &kept, std::uint32_t k)
    {
        if (kernels.duration[k] <= 0)
            return false;
        constexpr std::size_t kLookedAt = 16; // that start at the same time, on as many streams
        const std::size_t first = kept.size() - std::min(kept.size(), kLookedAt);
        for (std::size_t i = kept.size(); i-- > first && kernels.start[kept[i]] == kernels.start[k];) {
            const std::uint32_t other = kept[i];
            if (kernels.stream[other] == kernels.stream[k] && kernels.name[other] == kernels.name[k]
                && kernels.duration[other] == kernels.duration[k]) {
                pairs.emplace_back(k, other);
                return true;
            }
        }
        return false;
    }
    void assign(Segmentation &segmentation) const
    {
        for (const auto &[kernel, of] : pairs) {
            segmentation.passOf[kernel] = segmentation.passOf[of];
            segmentation.layerOf[kernel] = segmentation.layerOf[of];
            segmentation.side[kernel] = segmentation.side[of];
        }
    }
};

// KernelId values by device, in start order.
std::vector<std::vector<std::uint32_t>> workOfDevices(const TraceDocument &document, Doubles &doubles)
{
    std::vector<std::vector<std::uint32_t>> work(document.devices.size());
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        std::vector<std::uint32_t> &ofDevice = work[document.deviceOf(KernelId{k}).value];
        if (!doubles.take(document.kernels, ofDevice, k))
            ofDevice.push_back(k);
    }
    return work;
}

Error cancelled(const TraceDocument &document)
{
    return {ErrorCode::Cancelled, "cancelled", document.source.path, -1};
}

} // namespace

Result<Segmentation> segmentTrace(
    const TraceDocument &document, const KernelNames &names, const SegmentationOptions &options, const JobControl &control)
{
    Segmentation segmentation;
    segmentation.passOf.assign(document.kernels.size(), kNoPass);
    segmentation.layerOf.assign(document.kernels.size(), kNoLayer);
    segmentation.side.assign(document.kernels.size(), 0);
    segmentation.devices.resize(document.devices.size());
    segmentation.mainDevice = busiestDevice(document);
    segmentation.profileName = "generic";
    if (!segmentation.mainDevice.valid()) {
        segmentation.whyNone = whyNoGpuWork(document);
        return segmentation;
    }
    if (control.stopRequested())
        return cancelled(document);
    if (const Result<void> anchor = checkAnchor(document, names, options); !anchor)
        return anchor.error();
    const ModelProfile *profile = profileInUse(options, frequentNames(document, names));
    if (profile != nullptr)
        segmentation.profileName = profile->name;
    if (control.stopRequested())
        return cancelled(document);
    // All events are looked at for annotations while the kernels are put in order.
    std::optional<CallCatalogue> calls;
    std::jthread beside = startInBackground([&] { calls.emplace(document, control); });
    const KernelTokens tokens(document, names, control);
    Doubles doubles;
    const std::vector<std::vector<std::uint32_t>> work = workOfDevices(document, doubles);
    if (control.stopRequested())
        return cancelled(document);
    MainSequence ofMain = mainSequence(document, tokens, segmentation.mainDevice, work[segmentation.mainDevice.value]);
    if (beside.joinable())
        beside.join();
    if (!calls)
        calls.emplace(document, control);
    const DeviceContext context{document, names, tokens, *calls, options, profile, control};
    std::vector<SegmentationCheck> userChecks; // of every device, before the others: what the user did comes first
    for (std::uint32_t d = 0; d < document.devices.size(); ++d) {
        const bool main = DeviceId{d} == segmentation.mainDevice;
        DeviceResult result = segmentDevice(context, DeviceId{d}, work[d],
            main ? std::exchange(ofMain, {}) : mainSequence(document, tokens, DeviceId{d}, work[d]), segmentation);
        if (control.stopRequested()) // what a stop left half done is nobody's result
            return cancelled(document);
        if (main) {
            segmentation.evidence = result.evidence;
            segmentation.anchorText = result.anchorText;
            segmentation.anchors = std::move(result.anchors);
            segmentation.checks = std::move(result.checks);
            segmentation.confidence = result.confidence;
            segmentation.whyNone = result.whyNone.empty() ? Message() : whyNoLayers(document, std::move(result.whyNone));
        }
        segmentation.devices[d] = std::move(result.device);
        userChecks.insert(userChecks.end(), result.userChecks.begin(), result.userChecks.end());
    }
    doubles.assign(segmentation);
    reportBoundariesWithoutDevice(document, options.boundaries, segmentation.devices, userChecks);
    segmentation.checks.insert(segmentation.checks.begin(), userChecks.begin(), userChecks.end());
    return segmentation;
}

} // namespace lamella::core
