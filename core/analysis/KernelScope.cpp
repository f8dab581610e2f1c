// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/KernelScope.h"

#include "core/analysis/StagePasses.h"
#include "core/base/Message.h"

#include <algorithm>
#include <charconv>

namespace lamella::core {

namespace {

Error badRequest(Message sentence)
{
    return {ErrorCode::BadRequest, std::move(sentence), {}, -1};
}

std::optional<std::int64_t> numberFrom(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

// Parses "7" or "3-7"; rejects negative numbers and reversed ranges.
std::optional<std::pair<int, int>> rangeFrom(std::string_view text)
{
    const std::size_t dash = text.find('-');
    const auto first = numberFrom(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : numberFrom(text.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last > INT32_MAX)
        return std::nullopt;
    return std::pair{static_cast<int>(*first), static_cast<int>(*last)};
}

// Parses "2,3,38-42".
std::optional<LayerRange> layersFrom(std::string_view text, bool lists)
{
    LayerRange layers{INT32_MAX, 0};
    while (true) {
        const std::size_t comma = text.find(',');
        const auto part = rangeFrom(text.substr(0, comma));
        if (!part)
            return std::nullopt;
        layers.only.push_back(*part);
        layers.first = std::min(layers.first, part->first);
        layers.last = std::max(layers.last, part->second);
        if (comma == std::string_view::npos)
            break;
        text.remove_prefix(comma + 1);
    }
    if (layers.only.size() == 1)
        layers.only.clear();
    return layers.only.empty() || lists ? std::optional(std::move(layers)) : std::nullopt;
}

std::string listed(std::vector<std::int64_t> numbers)
{
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::string text;
    for (std::size_t i = 0; i < numbers.size() && i < 16; ++i)
        text += (i > 0 ? ", " : "") + std::to_string(numbers[i]);
    return numbers.size() > 16 ? text + ", ... (" + std::to_string(numbers.size()) + " in all)" : text;
}

class Resolver {
public:
    Resolver(const TraceDocument &document, const Segmentation &segmentation, const ScopeRequest &request)
        : m_document(document)
        , m_segmentation(segmentation)
        , m_request(request)
    {
    }

    Result<KernelScope> run()
    {
        for (Result<void> (Resolver::*step)() : {&Resolver::devices, &Resolver::streams, &Resolver::passes, &Resolver::layers})
            if (auto done = (this->*step)(); !done)
                return done.error();
        return std::move(m_scope);
    }

private:
    Result<void> devices();
    Result<void> streams();
    Result<void> passes();
    Result<void> layers();
    Result<void> passRange(std::int64_t first, std::int64_t last);
    void automaticPasses(std::optional<Stage> stage);
    [[nodiscard]] Message whatPasses() const;
    [[nodiscard]] std::span<const Pass> passesOf(DeviceId device) const;
    [[nodiscard]] std::vector<const Pass *> passesOf(DeviceId device, std::optional<Stage> stage) const;

    const TraceDocument &m_document;
    const Segmentation &m_segmentation;
    const ScopeRequest &m_request;
    KernelScope m_scope;
};

Result<void> Resolver::devices()
{
    const bool all = m_request.device == "all" || (m_request.device.empty() && m_request.allDevices);
    if (m_request.device.empty() && !all) {
        if (m_segmentation.mainDevice.valid())
            m_scope.devices.push_back(m_segmentation.mainDevice);
        return {};
    }
    const auto wanted = numberFrom(m_request.device);
    std::vector<std::int64_t> known;
    for (std::uint32_t d = 0; d < m_document.devices.size(); ++d) {
        known.push_back(m_document.devices[d].number);
        if (all || (wanted && *wanted == known.back()))
            m_scope.devices.emplace_back(d);
    }
    if (!all && m_scope.devices.empty())
        return badRequest(noSuchDevice(m_request.device, known));
    return {};
}

Result<void> Resolver::streams()
{
    if (m_request.stream.empty() || m_request.stream == "all")
        return {};
    const auto wanted = numberFrom(m_request.stream);
    std::vector<bool> devices(m_document.devices.size(), false);
    for (const DeviceId device : m_scope.devices)
        devices[device.value] = true;
    std::vector<bool> chosen(m_document.streams.size(), false);
    std::vector<std::int64_t> known;
    bool any = false;
    for (std::size_t s = 0; s < m_document.streams.size(); ++s) {
        const Stream &stream = m_document.streams[s];
        if (!devices[stream.device.value])
            continue;
        known.push_back(stream.number);
        chosen[s] = wanted && *wanted == stream.number;
        any = any || chosen[s];
    }
    if (!any)
        return badRequest(known.empty()
                ? msg("stream %1 is not on the chosen device; there is no GPU work", m_request.stream)
                : msg("stream %1 is not on the chosen device; it has %2", m_request.stream, listed(known)));
    m_scope.streams = std::move(chosen);
    return {};
}

std::span<const Pass> Resolver::passesOf(DeviceId device) const
{
    if (device.value >= m_segmentation.devices.size())
        return {};
    return m_segmentation.devices[device.value].passes;
}

std::vector<const Pass *> Resolver::passesOf(DeviceId device, std::optional<Stage> stage) const
{
    std::vector<const Pass *> found;
    for (const Pass &pass : passesOf(device))
        if (!stage || pass.stage == *stage)
            found.push_back(&pass);
    return found;
}

Message Resolver::whatPasses() const
{
    std::size_t max = 0;
    for (const DeviceId device : m_scope.devices)
        max = std::max(max, passesOf(device).size());
    if (max == 0)
        return m_segmentation.whyNone.empty() ? Message("no passes were found")
                                              : msg("no passes were found (%1)", m_segmentation.whyNone);
    return max == 1 ? Message("there is only pass 0") : msg("there are passes 0 to %1", max - 1);
}

Result<void> Resolver::passRange(std::int64_t first, std::int64_t last)
{
    for (const DeviceId device : m_scope.devices)
        for (const Pass &pass : passesOf(device))
            if (pass.number >= first && pass.number <= last)
                m_scope.passes.push_back({device, &pass});
    const bool reached = std::any_of(
        m_scope.passes.begin(), m_scope.passes.end(), [last](const PassRef &ref) { return ref.pass->number == last; });
    if (!reached)
        return badRequest(msg("pass %1 is not in this trace; %2", m_request.pass, whatPasses()));
    return {};
}

void Resolver::automaticPasses(std::optional<Stage> stage)
{
    m_scope.automatic = true;
    for (const DeviceId device : m_scope.devices) {
        if (device.value >= m_segmentation.devices.size())
            continue;
        const DeviceSegmentation &d = m_segmentation.devices[device.value];
        const Pass *chosen = m_segmentation.pass(device, d.selectedPass);
        Message why = d.selectedWhy;
        if (stage && (!chosen || chosen->stage != *stage)) {
            const StagePasses ofStage = stagePasses(d, *stage);
            chosen = representativePass(ofStage);
            why = ofStage.complete ? "median pass of its stage" : "the pass with most layers: no pass is complete";
        }
        if (!chosen)
            continue;
        m_scope.passes.push_back({device, chosen});
        if (why.empty())
            why = "chosen automatically";
        m_scope.why.append("%1; %2",
            m_scope.severalDevices()
                ? msg("pass %1 of device %2: %3", chosen->number, m_document.devices[device.value].number, why)
                : msg("pass %1: %2", chosen->number, why));
    }
}

Result<void> Resolver::passes()
{
    std::optional<Stage> stage;
    if (!m_request.stage.empty() && m_request.stage != "all") {
        stage = stageFromName(m_request.stage);
        if (!stage)
            return badRequest(
                msg("stage %1 is not known; use prefill, decode, mixed, draft, forward, backward, optimizer or unknown",
                    m_request.stage));
    }
    const std::string &wanted = m_request.pass;
    bool anyPass = false;
    for (const DeviceId device : m_scope.devices)
        anyPass = anyPass || !passesOf(device).empty();
    if (wanted == "trace" || (wanted == "auto" && !anyPass && !m_request.allPasses)) {
        m_scope.wholeTrace = !stage;
        if (wanted == "auto") {
            m_scope.automatic = true;
            m_scope.why = m_segmentation.whyNone.empty()
                ? Message("no passes were found, so this is the whole trace")
                : msg("no passes were found, so this is the whole trace (%1)", m_segmentation.whyNone);
        }
    }
    if (wanted == "trace" || wanted == "all" || m_scope.wholeTrace || (wanted == "auto" && m_request.allPasses)) {
        for (const DeviceId device : m_scope.devices)
            for (const Pass *pass : passesOf(device, stage))
                m_scope.passes.push_back({device, pass});
    } else if (wanted == "auto") {
        automaticPasses(stage);
    } else if (wanted == "steady") {
        for (const DeviceId device : m_scope.devices)
            for (const Pass *pass : passesOf(device, stage))
                if (pass->state == PassState::Steady)
                    m_scope.passes.push_back({device, pass});
        if (m_scope.passes.empty())
            return badRequest(msg("no pass is steady; %1", whatPasses()));
    } else if (const auto range = rangeFrom(wanted)) {
        if (auto done = passRange(range->first, range->second); !done)
            return done;
        std::erase_if(m_scope.passes, [stage](const PassRef &ref) { return stage && ref.pass->stage != *stage; });
    } else {
        return badRequest(msg("pass %1 is not a pass; use auto, all, trace, steady, N or N-M (%2)", wanted, whatPasses()));
    }
    if (stage && m_scope.passes.empty())
        return badRequest(msg("no chosen pass is of stage %1; %2", m_request.stage, whatPasses()));
    return {};
}

Result<void> Resolver::layers()
{
    const std::string &wanted = m_request.layer;
    if (wanted.empty() || wanted == "all")
        return {};
    if (wanted == "head" || wanted == "tail") {
        const int layer = wanted == "head" ? kHeadLayer : kTailLayer;
        m_scope.layers = LayerRange{layer, layer, {}};
        return {};
    }
    int highest = -1;
    for (const PassRef &ref : m_scope.passes) {
        const DeviceSegmentation &d = m_segmentation.devices[ref.device.value];
        for (int i = 0; i < ref.pass->layers; ++i)
            highest = std::max(highest, d.layers[ref.pass->firstLayer + static_cast<std::uint32_t>(i)].layer);
    }
    const Message there = m_scope.passes.empty() ? whatPasses()
        : highest < 0                            ? Message("no layers were found in the chosen passes")
                                                 : msg("the chosen passes have layers 0 to %1, head and tail", highest);
    auto range = layersFrom(wanted, m_request.layerLists);
    if (!range)
        return badRequest(
            msg(m_request.layerLists ? "layer %1 is not a layer; use all, N, N-M, a list of those, head or tail (%2)"
                                     : "layer %1 is not a layer; use all, N, N-M, head or tail (%2)",
                wanted, there));
    if (range->last > highest)
        return badRequest(msg("layer %1 is not there; %2", wanted, there));
    m_scope.layers = std::move(range);
    return {};
}

} // namespace

Message noSuchDevice(const std::string &asked, const std::vector<std::int64_t> &known)
{
    return known.empty() ? msg("device %1 is not in this trace; it has no GPU work", asked)
                         : msg("device %1 is not in this trace; it has %2", asked, listed(known));
}

Result<KernelScope> resolveScope(const TraceDocument &document, const Segmentation &segmentation, const ScopeRequest &request)
{
    return Resolver(document, segmentation, request).run();
}

bool inScope(const KernelScope &scope, const TraceDocument &document, const Segmentation &segmentation, KernelId kernel)
{
    if (scope.streams && !(*scope.streams)[document.kernels.stream[kernel.value].value])
        return false;
    return !scope.layers || scope.layers->holds(segmentation.layerOf[kernel.value]);
}

std::vector<KernelId> kernelsOf(
    const KernelScope &scope, const TraceDocument &document, const Segmentation &segmentation, const KernelIndex &index)
{
    std::vector<KernelId> kernels;
    const auto take = [&](std::span<const KernelId> from) {
        for (const KernelId kernel : from)
            if (inScope(scope, document, segmentation, kernel))
                kernels.push_back(kernel);
    };
    if (scope.wholeTrace)
        for (const DeviceId device : scope.devices)
            take(inStartOrder(index, device));
    else
        for (const PassRef &ref : scope.passes)
            take(index.ofPass(ref.device, ref.pass->number));
    if (!std::is_sorted(kernels.begin(), kernels.end()))
        std::sort(kernels.begin(), kernels.end());
    return kernels;
}

} // namespace lamella::core
