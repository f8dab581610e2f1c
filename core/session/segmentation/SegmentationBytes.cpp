// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/segmentation/SegmentationBytes.h"

#include "core/base/Message.h"
#include "core/import/cache/CacheBytes.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::uint64_t kForm = 1; // increment when the format changes
constexpr int kMaxLayers = 1 << 24; // larger numbers are invalid

void write(CacheBytesWriter &to, const TimeRange &range)
{
    to.number(range.begin.value);
    to.number(range.end.value);
}

void write(CacheBytesWriter &to, const Pass &pass)
{
    to.number(pass.number);
    to.number(pass.stage);
    to.number(pass.state);
    to.number(pass.layers);
    to.number(pass.expectedLayers);
    to.number<std::uint8_t>(pass.complete ? 1 : 0);
    write(to, pass.range);
    to.number(pass.evidence);
    to.text(pass.note.encoded());
    to.number(pass.firstLayer);
    to.number(pass.kernels);
    to.number(pass.confidence);
    to.text(pass.confidenceWhy.encoded());
    to.number(pass.requests);
    to.number(pass.tokens);
}

void write(CacheBytesWriter &to, const LayerSpan &layer)
{
    to.number(layer.pass);
    to.number(layer.layer);
    to.number(layer.type);
    write(to, layer.range);
    to.number(layer.kernels);
}

void write(CacheBytesWriter &to, const DeviceSegmentation &device)
{
    to.number(device.device.value);
    to.number(device.mainStream.value);
    to.number<std::uint64_t>(device.passes.size());
    for (const Pass &pass : device.passes)
        write(to, pass);
    to.number<std::uint64_t>(device.layers.size());
    for (const LayerSpan &layer : device.layers)
        write(to, layer);
    to.number<std::uint64_t>(device.typeNames.size());
    for (const std::string &name : device.typeNames)
        to.text(name);
    to.number(device.modelLayers);
    to.number(device.selectedPass);
    to.text(device.selectedWhy.encoded());
    to.text(device.stateRule.encoded());
}

void write(CacheBytesWriter &to, const AnchorCandidate &anchor)
{
    to.text(anchor.anchor);
    to.number(anchor.role);
    to.number(anchor.count);
    to.number(anchor.blocksPerLayer);
    to.number(anchor.layers);
    to.number(anchor.passes);
    to.number(anchor.confidence);
    to.text(anchor.why.encoded());
    to.number<std::uint8_t>(anchor.chosen ? 1 : 0);
}

// Reads what write() wrote; sound() is false once a value is invalid.
class Reader {
public:
    Reader(std::string_view bytes, const TraceDocument &document)
        : m_from(bytes)
        , m_document(document)
    {
    }
    std::optional<Segmentation> run()
    {
        Segmentation segmentation;
        need(m_from.number<std::uint64_t>() == kForm);
        const std::size_t kernels = m_document.kernels.size();
        need(m_from.number<std::uint64_t>() == kernels);
        need(m_from.number<std::uint64_t>() == m_document.devices.size());
        if (!sound())
            return std::nullopt;
        for (std::uint32_t d = 0; d < m_document.devices.size() && sound(); ++d)
            segmentation.devices.push_back(device(d));
        for (std::size_t rest = m_from.count(kMinAnchor); rest > 0 && sound(); --rest)
            segmentation.anchors.push_back(anchor());
        segmentation.mainDevice = DeviceId{m_from.number<std::uint32_t>()};
        need(!segmentation.mainDevice.valid() || segmentation.mainDevice.value < m_document.devices.size());
        segmentation.evidence = enumerated(Evidence::Discovered);
        segmentation.anchorText = m_from.text();
        segmentation.profileName = m_from.text();
        segmentation.confidence = m_from.number<double>();
        for (std::size_t rest = m_from.count(kMinCheck); rest > 0 && sound(); --rest) {
            const bool ok = m_from.flag();
            segmentation.checks.push_back({ok, message()});
        }
        segmentation.whyNone = message();
        m_from.column(segmentation.passOf, kernels);
        m_from.column(segmentation.layerOf, kernels);
        m_from.column(segmentation.side, kernels);
        if (!m_from.atEnd() || !sound() || !soundKernels(segmentation))
            return std::nullopt;
        return segmentation;
    }

private:
    // Minimum size of an encoded pass.
    static constexpr std::size_t kMinPass = 80;
    static constexpr std::size_t kMinLayer = 32;
    static constexpr std::size_t kMinText = 8;
    static constexpr std::size_t kMinAnchor = 42;
    static constexpr std::size_t kMinCheck = 9;

    void need(bool holds) { m_sound = m_sound && holds; }
    [[nodiscard]] bool sound() const { return m_sound && m_from.ok(); }
    Message message()
    {
        const auto read = Message::decoded(m_from.text());
        need(read.has_value());
        return read.value_or(Message());
    }
    template <class Enum> Enum enumerated(Enum last)
    {
        const auto value = m_from.number<Enum>();
        need(value <= last);
        return value;
    }
    TimeRange range()
    {
        const auto begin = m_from.number<std::int64_t>();
        const auto end = m_from.number<std::int64_t>();
        return {{begin}, {end}};
    }
    int within(int min, std::size_t end) // a number in [least, end)
    {
        const int value = m_from.number<int>();
        need(value >= min && (value < 0 || static_cast<std::size_t>(value) < end));
        return value;
    }

    Pass pass(std::size_t number)
    {
        Pass read;
        read.number = m_from.number<int>();
        need(read.number >= 0 && static_cast<std::size_t>(read.number) == number);
        read.stage = enumerated(Stage::Optimizer);
        read.state = enumerated(PassState::Outlier);
        read.layers = within(0, kMaxLayers);
        read.expectedLayers = m_from.number<int>();
        read.complete = m_from.flag();
        read.range = range();
        read.evidence = enumerated(Evidence::Discovered);
        read.note = message();
        read.firstLayer = m_from.number<std::uint32_t>();
        read.kernels = m_from.number<std::uint32_t>();
        read.confidence = m_from.number<double>();
        read.confidenceWhy = message();
        read.requests = m_from.number<std::int64_t>();
        read.tokens = m_from.number<std::int64_t>();
        return read;
    }

    LayerSpan layer(std::size_t passes)
    {
        LayerSpan read;
        read.pass = within(0, passes);
        read.layer = within(kNoLayer, kMaxLayers);
        read.type = m_from.number<int>();
        read.range = range();
        read.kernels = m_from.number<std::uint32_t>();
        return read;
    }

    DeviceSegmentation device(std::uint32_t number)
    {
        DeviceSegmentation read;
        read.device = DeviceId{m_from.number<std::uint32_t>()};
        need(read.device.value == number);
        read.mainStream = StreamId{m_from.number<std::uint32_t>()};
        need(!read.mainStream.valid() || read.mainStream.value < m_document.streams.size());
        for (std::size_t rest = m_from.count(kMinPass); rest > 0 && sound(); --rest)
            read.passes.push_back(pass(read.passes.size()));
        for (std::size_t rest = m_from.count(kMinLayer); rest > 0 && sound(); --rest)
            read.layers.push_back(layer(read.passes.size()));
        for (std::size_t rest = m_from.count(kMinText); rest > 0 && sound(); --rest)
            read.typeNames.emplace_back(m_from.text());
        for (const Pass &pass : read.passes)
            need(std::uint64_t{pass.firstLayer} + static_cast<std::uint64_t>(pass.layers) <= read.layers.size());
        for (const LayerSpan &layer : read.layers)
            need(layer.type >= -1 && (layer.type < 0 || static_cast<std::size_t>(layer.type) < read.typeNames.size()));
        read.modelLayers = m_from.number<int>();
        read.selectedPass = within(kNoPass, read.passes.size());
        read.selectedWhy = message();
        read.stateRule = message();
        return read;
    }

    AnchorCandidate anchor()
    {
        AnchorCandidate read;
        read.anchor = m_from.text();
        read.role = enumerated(AnchorRole::Within);
        read.count = m_from.number<std::uint32_t>();
        read.blocksPerLayer = m_from.number<int>();
        read.layers = m_from.number<int>();
        read.passes = m_from.number<int>();
        read.confidence = m_from.number<double>();
        read.why = message();
        read.chosen = m_from.flag();
        return read;
    }

    [[nodiscard]] bool soundKernels(const Segmentation &segmentation) const
    {
        std::vector<int> passes; // by stream: number of passes of its device
        for (const Stream &stream : m_document.streams)
            passes.push_back(static_cast<int>(segmentation.devices[stream.device.value].passes.size()));
        bool holds = true;
        for (std::size_t k = 0; k < segmentation.passOf.size(); ++k) {
            const int pass = segmentation.passOf[k];
            const int layer = segmentation.layerOf[k];
            holds &= pass >= kNoPass && pass < passes[m_document.kernels.stream[k].value] && layer >= kNoLayer
                && layer < kMaxLayers && segmentation.side[k] <= 1;
        }
        return holds;
    }

    CacheReader m_from;
    const TraceDocument &m_document;
    bool m_sound = true;
};

} // namespace

std::string segmentationBytes(const Segmentation &segmentation)
{
    CacheBytesWriter to;
    to.number(kForm);
    to.number<std::uint64_t>(segmentation.passOf.size());
    to.number<std::uint64_t>(segmentation.devices.size());
    for (const DeviceSegmentation &device : segmentation.devices)
        write(to, device);
    to.number<std::uint64_t>(segmentation.anchors.size());
    for (const AnchorCandidate &anchor : segmentation.anchors)
        write(to, anchor);
    to.number(segmentation.mainDevice.value);
    to.number(segmentation.evidence);
    to.text(segmentation.anchorText);
    to.text(segmentation.profileName);
    to.number(segmentation.confidence);
    to.number<std::uint64_t>(segmentation.checks.size());
    for (const SegmentationCheck &check : segmentation.checks) {
        to.number<std::uint8_t>(check.ok ? 1 : 0);
        to.text(check.sentence.encoded());
    }
    to.text(segmentation.whyNone.encoded());
    to.column(segmentation.passOf);
    to.column(segmentation.layerOf);
    to.column(segmentation.side);
    return to.bytes();
}

std::optional<Segmentation> segmentationFromBytes(std::string_view bytes, const TraceDocument &document)
{
    return Reader(bytes, document).run();
}

} // namespace lamella::core
