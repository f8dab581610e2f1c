// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceBuilder.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>

namespace lamella::test {

using namespace core;

namespace {

struct Piece {
    std::int64_t device = 0;
    std::int64_t stream = 0;
    std::string_view name;
    std::int64_t start = 0;
    std::int64_t duration = 0;
};

std::int64_t number(std::string_view text)
{
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::vector<std::string_view> split(std::string_view text, char by)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t at = text.find(by);
        if (const std::string_view part = text.substr(0, at); !part.empty())
            parts.push_back(part);
        text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    }
    return parts;
}

std::vector<Piece> pieces(std::string_view text)
{
    std::vector<Piece> all;
    for (std::string_view track : split(text, ';')) {
        track.remove_prefix(std::min(track.find_first_not_of(' '), track.size()));
        const std::size_t colon = track.find(':');
        if (colon == std::string_view::npos)
            continue;
        const std::string_view label = track.substr(0, colon);
        const std::size_t slash = label.find('/');
        const std::int64_t device = slash == std::string_view::npos ? 0 : number(label);
        const std::int64_t stream = number(slash == std::string_view::npos ? label : label.substr(slash + 1));
        for (const std::string_view kernel : split(track.substr(colon + 1), ' ')) {
            const std::size_t at = kernel.find('@');
            const std::size_t plus = kernel.find('+', at);
            all.push_back({device, stream, kernel.substr(0, at), number(kernel.substr(at + 1)), number(kernel.substr(plus + 1))});
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const Piece &a, const Piece &b) { return a.start < b.start; });
    return all;
}

} // namespace

std::shared_ptr<TraceDocument> documentFromText(std::string_view text, std::int64_t zeroNs)
{
    auto document = std::make_shared<TraceDocument>();
    const std::vector<Piece> all = pieces(text);
    std::set<std::pair<std::int64_t, std::int64_t>> streams;
    for (const Piece &p : all)
        streams.emplace(p.device, p.stream);
    std::map<std::int64_t, DeviceId> deviceIds;
    std::map<std::pair<std::int64_t, std::int64_t>, StreamId> streamIds;
    for (const auto &[device, stream] : streams) {
        if (deviceIds.try_emplace(device, static_cast<std::uint32_t>(document->devices.size())).second)
            document->devices.push_back({device, {}});
        streamIds.emplace(std::pair(device, stream), static_cast<std::uint32_t>(document->streams.size()));
        document->streams.push_back({deviceIds.at(device), stream, {}});
    }
    KernelTable &kernels = document->kernels;
    document->bounds = {zeroNs, zeroNs, zeroNs, zeroNs, all.empty()};
    for (const Piece &p : all) {
        kernels.event.push_back(EventId(kernels.size()));
        kernels.start.push_back(p.start);
        kernels.duration.push_back(p.duration);
        kernels.name.push_back(document->strings.intern(p.name));
        kernels.stream.push_back(streamIds.at({p.device, p.stream}));
        kernels.kind.push_back(KernelKind::Kernel);
        kernels.shape.push_back({});
        kernels.correlation.push_back(0);
        kernels.launch.emplace_back();
        document->bounds.exactEnd = std::max(document->bounds.exactEnd, p.start + p.duration);
    }
    document->bounds.perfettoEnd = document->bounds.exactEnd;
    document->metadata.format = "Chrome JSON (object)";
    document->source.path = "built.json";
    return document;
}

Segmentation segmentationFromPlaces(const TraceDocument &document, const KernelPlaces &places)
{
    Segmentation s;
    const std::uint32_t kernels = document.kernels.size();
    std::map<StreamId, std::uint32_t> load;
    for (std::uint32_t k = 0; k < kernels; ++k)
        ++load[document.kernels.stream[k]];
    for (std::uint32_t d = 0; d < document.devices.size(); ++d) {
        DeviceSegmentation device;
        device.device = DeviceId(d);
        for (const auto &[stream, count] : load)
            if (document.streams[stream.value].device.value == d
                && (!device.mainStream.valid() || count > load[device.mainStream]))
                device.mainStream = stream;
        s.devices.push_back(device);
    }
    s.mainDevice = document.devices.empty() ? DeviceId() : DeviceId(0);
    for (std::uint32_t k = 0; k < kernels; ++k) {
        const auto [pass, layer] = k < places.size() ? places[k] : std::pair(kNoPass, kNoLayer);
        s.passOf.push_back(pass);
        s.layerOf.push_back(layer);
        const std::uint32_t d = document.deviceOf(KernelId(k)).value;
        s.side.push_back(document.kernels.stream[k] == s.devices[d].mainStream ? 0 : 1);
    }
    for (DeviceSegmentation &device : s.devices) {
        std::map<int, std::map<int, LayerSpan>> spans;
        std::map<int, TimeRange> ranges;
        for (std::uint32_t k = 0; k < kernels; ++k) {
            if (document.deviceOf(KernelId(k)) != device.device || s.passOf[k] == kNoPass)
                continue;
            const TimeRange range{{document.kernels.start[k]}, {document.kernels.end(k)}};
            TimeRange &whole = ranges.try_emplace(s.passOf[k], range).first->second;
            whole = whole.united(range);
            if (s.layerOf[k] < 0)
                continue;
            auto [it, isNew] = spans[s.passOf[k]].try_emplace(s.layerOf[k], LayerSpan{s.passOf[k], s.layerOf[k], -1, range, 0});
            it->second.range = it->second.range.united(range);
            ++it->second.kernels;
        }
        for (const auto &[number, range] : ranges) {
            Pass pass;
            pass.number = number;
            pass.range = range;
            pass.firstLayer = static_cast<std::uint32_t>(device.layers.size());
            pass.complete = true;
            for (const auto &[layer, span] : spans[number])
                device.layers.push_back(span);
            pass.layers = static_cast<int>(device.layers.size() - pass.firstLayer);
            device.modelLayers = std::max(device.modelLayers, pass.layers);
            device.passes.push_back(pass);
        }
        device.selectedPass = device.passes.empty() ? kNoPass : device.passes.front().number;
        device.selectedWhy = "the first one";
    }
    return s;
}

const ProfileSet &testProfiles()
{
    static const ProfileSet set = [] {
        ProfileSet s;
        const std::pair<const char *, Category> rules[] = {{"gemm", Category::Gemm}, {"attn", Category::Attention},
            {"nccl", Category::Communication}, {"norm", Category::Norm}, {"moe", Category::Moe}, {"rope", Category::Rope},
            {"copy", Category::Memory}};
        for (const auto &[text, category] : rules)
            s.universalRules.push_back({NamePattern::parse(text).value(), category});
        return s;
    }();
    return set;
}

BuiltTrace::BuiltTrace(std::string_view text, const KernelPlaces &places, std::int64_t zeroNs)
    : document(documentFromText(text, zeroNs))
    , segmentation(std::make_shared<Segmentation>(segmentationFromPlaces(*document, places)))
    , names(std::make_shared<KernelNames>(*document, testProfiles(), nullptr))
    , index(std::make_shared<KernelIndex>(*document, *segmentation))
{
}

} // namespace lamella::test
