// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/Annotations.h"

#include "core/profile/NameText.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::string_view kModule = "nn.Module: ";
constexpr int kMaxLayerNumber = 2000;
constexpr double kLeftOut = 0.25; // kernels between annotated layers, of those inside
constexpr std::uint32_t kInnerGap = 3; // kernels between two annotations of one layer

struct Call {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    TrackId track;
    int number = 0; // layer number or step number
    StringId name;
};

// Calls of one kind, by track, sorted by begin; answers which call a moment on a track lies in.
class CallIndex {
public:
    explicit CallIndex(std::vector<Call> calls)
        : m_calls(std::move(calls))
    {
        std::sort(m_calls.begin(), m_calls.end(),
            [](const Call &a, const Call &b) { return a.track != b.track ? a.track < b.track : a.begin < b.begin; });
    }
    [[nodiscard]] int find(TrackId track, std::int64_t time) const
    {
        auto it = std::upper_bound(m_calls.begin(), m_calls.end(), std::pair(track, time), [](const auto &wanted, const Call &c) {
            return wanted.first != c.track ? wanted.first < c.track : wanted.second < c.begin;
        });
        if (it == m_calls.begin())
            return -1;
        --it;
        return it->track == track && time < it->end ? static_cast<int>(it - m_calls.begin()) : -1;
    }
    [[nodiscard]] const std::vector<Call> &calls() const { return m_calls; }

private:
    std::vector<Call> m_calls;
};

bool isAnnotation(std::string_view category)
{
    return category.find("annotation") != std::string_view::npos || category.find("nvtx") != std::string_view::npos
        || category.find("NVTX") != std::string_view::npos;
}

// Every call whose name `classify` puts into a group: group key -> calls.
template <class Classify> std::map<std::string, std::vector<Call>> collect(const TraceDocument &document, Classify classify)
{
    enum : char { Unknown, No, Yes };
    std::vector<char> verdict(document.strings.size(), Unknown);
    std::unordered_map<StringId, std::pair<std::string, int>> groups;
    std::map<std::string, std::vector<Call>> found;
    for (const EventChunk &chunk : document.events.chunks()) {
        for (std::uint32_t r = 0; r < chunk.size(); ++r) {
            if (chunk.duration[r] < 0)
                continue;
            const StringId name = chunk.name[r];
            if (verdict[name.value] == No)
                continue;
            if (verdict[name.value] == Unknown) {
                std::pair<std::string, int> group;
                const bool yes = classify(document.text(name), document.text(chunk.category[r]), group);
                verdict[name.value] = yes ? Yes : No;
                if (!yes)
                    continue;
                groups.emplace(name, std::move(group));
            }
            const auto &[key, number] = groups.at(name);
            found[key].push_back({chunk.start[r], chunk.start[r] + chunk.duration[r], chunk.track[r], number, name});
        }
    }
    return found;
}

// Kernels of one graph launch stand together on the stream.
bool sharesLaunch(const TraceDocument &document, const MainSequence &sequence, std::uint32_t i)
{
    const EventId launch = document.kernels.launch[sequence.kernel[i]];
    return (i > 0 && document.kernels.launch[sequence.kernel[i - 1]] == launch)
        || (i + 1 < sequence.size() && document.kernels.launch[sequence.kernel[i + 1]] == launch);
}

// Call index of each position of the sequence: by launch, or by GPU time where the calls stand on the stream's own track.
// skipGraphs: kernels of a graph launch stay without a call, for one launch stands for many layers.
std::vector<int> callOfKernel(
    const TraceDocument &document, const MainSequence &sequence, const CallIndex &index, bool skipGraphs)
{
    std::vector<int> calls(sequence.size(), -1);
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const std::uint32_t k = sequence.kernel[i];
        const EventId launch = document.kernels.launch[k];
        if (launch.valid() && !(skipGraphs && sharesLaunch(document, sequence, i))) {
            const EventRow row = document.events.row(launch);
            calls[i] = index.find(row.track, row.start);
        }
        if (calls[i] < 0)
            calls[i] = index.find(document.streams[document.kernels.stream[k].value].track, document.kernels.start[k]);
    }
    return calls;
}

std::vector<AnnotatedLayer> layersOf(const std::vector<int> &callOf, const CallIndex &index)
{
    std::vector<AnnotatedLayer> layers;
    std::vector<int> owner;
    std::set<int> closed;
    std::size_t mapped = 0;
    for (std::uint32_t i = 0; i < callOf.size(); ++i) {
        if (callOf[i] < 0)
            continue;
        ++mapped;
        const int number = index.calls()[static_cast<std::size_t>(callOf[i])].number;
        // Annotations inside a layer ("layers.7.attn") carry its number too.
        const bool sameLayer = !owner.empty() && layers.back().number == number && i - layers.back().span.end <= kInnerGap;
        if (!owner.empty() && (owner.back() == callOf[i] || sameLayer)) {
            layers.back().span.end = i + 1;
            continue;
        }
        if (!closed.insert(callOf[i]).second)
            return {}; // kernels of two calls are interleaved: launches do not tell layers here
        owner.push_back(callOf[i]);
        layers.push_back({{i, i + 1}, number});
    }
    if (layers.size() < 2 || mapped < 2 * layers.size())
        return {};
    // From one layer to the next hardly a kernel may be left out, or the calls hold only a part of each layer (attention between
    // graph pieces). Passes without annotation may lie between whole passes.
    std::uint32_t inside = 0;
    std::uint32_t between = 0;
    for (std::size_t l = 1; l < layers.size(); ++l) {
        if (layers[l].number != layers[l - 1].number + 1)
            continue;
        inside += layers[l - 1].span.size();
        between += layers[l].span.begin - layers[l - 1].span.end;
    }
    return static_cast<double>(between) <= kLeftOut * static_cast<double>(inside) ? layers : std::vector<AnnotatedLayer>{};
}

bool stepName(std::string_view name, std::string_view category, std::pair<std::string, int> &group)
{
    if (!isAnnotation(category))
        return false;
    std::string_view prefix;
    int number = 0;
    if (splitLayerName(name, prefix, number))
        return false;
    const std::string lower = lowerCasedText(name);
    bool step = false;
    for (const std::string_view word :
        {"step", "execute", "forward", "decode", "prefill", "extend", "generate", "iteration", "run_batch", "batch"})
        step = step || lower.find(word) != std::string::npos;
    if (!step)
        return false;
    // One group a kind of step: the words before the first number or bracket.
    group.first = lower.substr(0, lower.find_first_of("0123456789[(#"));
    group.second = 0;
    return true;
}

} // namespace

bool splitLayerName(std::string_view name, std::string_view &prefix, int &number)
{
    std::size_t digits = 0;
    if (name.starts_with(kModule)) {
        digits = name.find_last_not_of("0123456789") + 1;
        if (digits >= name.size() || digits < 2 || name[digits - 1] != '_')
            return false;
        prefix = name.substr(0, digits - 1);
    } else {
        const std::string lower = lowerCasedText(name);
        std::size_t at = lower.rfind("layer");
        if (at == std::string::npos)
            at = lower.rfind("block");
        if (at == std::string::npos)
            return false;
        digits = lower.find_first_of("0123456789", at);
        if (digits == std::string::npos || digits - at > 9)
            return false;
        prefix = name.substr(0, digits);
    }
    std::size_t end = digits;
    number = 0;
    while (end < name.size() && name[end] >= '0' && name[end] <= '9' && number <= kMaxLayerNumber)
        number = number * 10 + (name[end++] - '0');
    return number <= kMaxLayerNumber;
}

LayerAnnotations annotatedLayers(const TraceDocument &document, const MainSequence &sequence)
{
    const auto groups =
        collect(document, [](std::string_view name, std::string_view category, std::pair<std::string, int> &group) {
            if (!name.starts_with(kModule) && !isAnnotation(category))
                return false;
            std::string_view prefix;
            if (!splitLayerName(name, prefix, group.second))
                return false;
            group.first = prefix;
            return true;
        });
    // The outermost repeated module holds most time.
    std::vector<std::pair<std::int64_t, std::string>> byTime;
    for (const auto &[label, calls] : groups) {
        std::set<int> numbers;
        std::int64_t time = 0;
        for (const Call &c : calls) {
            numbers.insert(c.number);
            time += c.end - c.begin;
        }
        if (numbers.size() >= 2 && *numbers.rbegin() - *numbers.begin() + 1 == static_cast<int>(numbers.size()))
            byTime.emplace_back(time, label);
    }
    std::sort(byTime.rbegin(), byTime.rend());
    for (const auto &[time, label] : byTime) {
        const CallIndex index(groups.at(label));
        std::vector<AnnotatedLayer> layers = layersOf(callOfKernel(document, sequence, index, true), index);
        if (!layers.empty())
            return {std::move(layers), label};
    }
    return {};
}

std::vector<LayerCore> mergeAnnotated(std::vector<LayerCore> cores, const std::vector<AnnotatedLayer> &layers)
{
    std::vector<LayerCore> merged;
    std::size_t c = 0;
    for (const AnnotatedLayer &layer : layers) {
        while (c < cores.size() && cores[c].span.begin < layer.span.begin) {
            if (cores[c].span.end <= layer.span.begin)
                merged.push_back(cores[c]);
            ++c;
        }
        LayerCore exact{{layer.span.begin, layer.span.begin + 1}, layer.span, layer.number, false};
        bool mixed = false;
        while (c < cores.size() && cores[c].span.begin < layer.span.end) {
            exact.span.begin = mixed ? exact.span.begin : cores[c].span.begin;
            exact.span.end = std::min(cores[c].span.end, layer.span.end);
            mixed = true;
            ++c;
        }
        merged.push_back(exact);
    }
    merged.insert(merged.end(), cores.begin() + static_cast<std::ptrdiff_t>(c), cores.end());
    return merged;
}

StepAnnotations annotatedSteps(const TraceDocument &document, const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    const auto groups = collect(document, stepName);
    StepAnnotations best;
    for (const auto &[key, calls] : groups) {
        const CallIndex index(calls);
        const std::vector<int> callOf = callOfKernel(document, sequence, index, false);
        std::set<int> used;
        std::size_t covered = 0;
        for (const LayerCore &core : cores) {
            const int call = callOf[core.span.begin];
            if (call >= 0) {
                used.insert(call);
                ++covered;
            }
        }
        // A step holds whole passes: at least two layers each.
        if (used.empty() || covered < 2 * used.size()
            || used.size() <= std::set<StringId>(best.names.begin(), best.names.end()).size())
            continue;
        best.step.assign(callOf.begin(), callOf.end());
        best.names.clear();
        for (const Call &call : index.calls())
            best.names.push_back(call.name);
    }
    return best;
}

} // namespace lamella::core
