// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/TensorShapes.h"
#include "core/analysis/segmentation/PassNumbering.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace lamella::core {

namespace {

constexpr std::uint32_t kPrefillTokens = 512; // at least so many, and
constexpr std::uint32_t kTokenFactor = 4; // so many times those of the smallest pass
constexpr double kApart = 2.5; // time per layer of prefill against decode, at least

double layerTime(const Pass &pass)
{
    return static_cast<double>(pass.range.length().value) / std::max(1, pass.layers);
}

// The norm that opens most layers; its grid is compared between passes, never with that of another kernel.
StringId usualNorm(const MainSequence &sequence, const std::vector<PassLayout> &layouts)
{
    std::map<StringId, std::uint32_t> count;
    for (const PassLayout &layout : layouts) {
        for (const LayerLayout &layer : layout.layers) {
            if (layer.span.size() > 0 && sequence.has(layer.span.begin, kTokenNorm))
                ++count[sequence.symbol[layer.span.begin]];
        }
    }
    return mostFrequentKey(count);
}

// A number of the norm that opens the layers of each pass, 0 = not recorded; 0 too where it differs between the layers of a pass,
// for then it counts something else than tokens. `numberOf`: of a kernel; none = the other layers tell.
template <class NumberOf>
std::vector<std::uint32_t> numbersOfNorm(const MainSequence &sequence, const std::vector<PassLayout> &layouts, NumberOf numberOf)
{
    const StringId norm = usualNorm(sequence, layouts);
    std::vector<std::uint32_t> numbers;
    for (const PassLayout &layout : layouts) {
        std::set<std::uint32_t> found;
        for (const LayerLayout &layer : layout.layers) {
            if (layer.span.size() == 0 || sequence.symbol[layer.span.begin] != norm)
                continue;
            if (const std::optional<std::uint32_t> number = numberOf(sequence.kernel[layer.span.begin]))
                found.insert(*number);
        }
        numbers.push_back(found.size() == 1 ? *found.begin() : 0);
    }
    return numbers;
}

bool open(const Pass &pass)
{
    return pass.stage == Stage::Unknown && pass.layers > 0;
}

// A grid that is the same in every pass counts something else (a persistent kernel's blocks) and tells nothing.
void byTokens(const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts,
    DeviceSegmentation &device)
{
    const std::vector<std::uint32_t> exact = tokensByShape(document, sequence, layouts);
    const bool recorded = std::any_of(exact.begin(), exact.end(), [](std::uint32_t n) { return n > 0; });
    const std::vector<std::uint32_t> tokens = recorded ? exact : tokensByGrid(document, sequence, layouts);
    std::uint32_t fewest = 0;
    std::uint32_t most = 0;
    for (std::size_t p = 0; p < device.passes.size(); ++p) {
        if (device.passes[p].stage == Stage::Draft)
            continue;
        most = std::max(most, tokens[p]);
        if (tokens[p] > 0 && (fewest == 0 || tokens[p] < fewest))
            fewest = tokens[p];
    }
    // One token a sequence is what decode computes.
    for (std::size_t p = 0; p < device.passes.size(); ++p)
        if (exact[p] == 1 && open(device.passes[p]))
            device.passes[p].stage = Stage::Decode;
    if (fewest == 0 || most < kPrefillTokens || most / kTokenFactor < fewest)
        return;
    for (std::size_t p = 0; p < device.passes.size(); ++p) {
        if (tokens[p] > 0 && open(device.passes[p]))
            device.passes[p].stage =
                tokens[p] >= kPrefillTokens && tokens[p] / kTokenFactor >= fewest ? Stage::Prefill : Stage::Decode;
    }
}

// Whether its time per layer can be compared: of one that the capture cuts in its first layer, most is its head.
bool timed(const Pass &pass)
{
    return open(pass) && (pass.complete || pass.layers > 1);
}

// Time per layer from which a pass is a prefill, against passes whose stage is known.
std::optional<double> limitByKnownDecode(const DeviceSegmentation &device)
{
    std::vector<double> decode;
    for (const Pass &p : device.passes) {
        if (p.stage == Stage::Decode && p.layers > 0)
            decode.push_back(layerTime(p));
    }
    return decode.empty() ? std::nullopt : std::optional(kApart * middleValue(std::move(decode)));
}

// By two groups of lengths, far apart, most passes in the short one. The first pass may only be cold and decides nothing.
std::optional<double> limitByTwoGroups(const DeviceSegmentation &device)
{
    std::vector<double> times;
    for (const Pass &p : device.passes) {
        if (timed(p) && p.number > 0)
            times.push_back(layerTime(p));
    }
    if (times.size() < 4)
        return std::nullopt;
    std::sort(times.begin(), times.end());
    std::size_t split = 0;
    double widest = 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
        const double ratio = times[i] / std::max(times[i - 1], 1.0);
        split = ratio > widest ? i : split;
        widest = std::max(widest, ratio);
    }
    return widest < kApart || 2 * split < times.size() ? std::nullopt : std::optional(times[split]);
}

} // namespace

std::vector<std::uint32_t> tokensByGrid(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts)
{
    return numbersOfNorm(sequence, layouts, [&](std::uint32_t kernel) {
        const ShapeId shape = document.kernels.shape[kernel];
        return shape.valid() ? std::optional(document.kernels.shapes[shape.value].grid[0]) : std::nullopt;
    });
}

std::vector<std::uint32_t> tokensByShape(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts)
{
    return numbersOfNorm(sequence, layouts, [&](std::uint32_t kernel) {
        // Rows that cannot be read in one layer are not those of the others either.
        const EventId event = kernel < document.kernels.event.size() ? document.kernels.event[kernel] : EventId();
        const auto dims =
            event.value < document.events.size() ? document.events.sparse(event, SparseKey::InputDims) : std::nullopt;
        const TensorShapes shapes =
            dims ? tensorShapes(document.text(StringId(static_cast<std::uint32_t>(*dims)))) : TensorShapes{};
        const std::int64_t rows = shapes.empty() ? 0 : rowsOfShape(shapes.front());
        return std::optional(rows > 0 && rows <= INT32_MAX ? static_cast<std::uint32_t>(rows) : 0U);
    });
}

void fillUnknownStages(const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts,
    DeviceSegmentation &device)
{
    byTokens(document, sequence, layouts, device);
    std::optional<double> limit = limitByKnownDecode(device);
    limit = limit ? limit : limitByTwoGroups(device);
    for (Pass &p : device.passes) {
        if (limit && timed(p))
            p.stage = layerTime(p) >= *limit ? Stage::Prefill : Stage::Decode;
    }
}

} // namespace lamella::core
