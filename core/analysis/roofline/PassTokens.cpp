// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/PassTokens.h"

#include <algorithm>
#include <charconv>

namespace lamella::core {

namespace {

// The number behind the word, which is taken off the text; nothing where they are not at its start.
std::optional<double> taken(std::string_view &text, std::string_view word)
{
    if (!text.starts_with(word))
        return std::nullopt;
    std::uint64_t value = 0;
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + word.size(), end, value);
    if (error != std::errc())
        return std::nullopt;
    text = std::string_view(rest, static_cast<std::size_t>(end - rest));
    return static_cast<double>(value);
}

std::optional<AttentionSums> sumsAfter(std::string_view name, std::string_view word)
{
    const std::size_t at = name.find(word);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view text = name.substr(at);
    const auto requests = taken(text, word);
    const auto q = taken(text, "(sq");
    const auto kv = taken(text, "sk");
    const auto qq = taken(text, "sqsq");
    const auto qkv = taken(text, "sqsk");
    if (!requests || !q || !kv || !qq || !qkv)
        return std::nullopt;
    return AttentionSums{*requests, *q, *kv, *qq, *qkv};
}

struct Step {
    std::int64_t start = 0;
    std::int64_t end = 0;
    AttentionTokens tokens;
};

// Annotations that tell the lengths, in start order.
std::vector<Step> stepsOf(const TraceDocument &document)
{
    std::vector<std::uint8_t> tells(document.strings.size(), 0);
    bool any = false;
    for (std::uint32_t id = 0; id < tells.size(); ++id) {
        const std::string_view text = document.text(StringId(id));
        tells[id] = text.size() < 512 && text.find("(sq") != std::string_view::npos && attentionFromStepName(text) ? 1 : 0;
        any = any || tells[id] != 0;
    }
    std::vector<Step> steps;
    if (!any)
        return steps;
    for (const EventChunk &chunk : document.events.chunks())
        for (std::uint32_t row = 0; row < chunk.size(); ++row)
            if (chunk.name[row].value < tells.size() && tells[chunk.name[row].value] != 0 && chunk.duration[row] >= 0
                && chunk.start[row] != EventTable::kNoTime)
                steps.push_back({chunk.start[row], chunk.start[row] + chunk.duration[row],
                    *attentionFromStepName(document.text(chunk.name[row]))});
    std::stable_sort(steps.begin(), steps.end(), [](const Step &a, const Step &b) { return a.start < b.start; });
    return steps;
}

// The last step that began before the time and was not over.
const Step *stepAt(const std::vector<Step> &steps, std::int64_t time)
{
    auto after = std::upper_bound(steps.begin(), steps.end(), time, [](std::int64_t t, const Step &s) { return t < s.start; });
    constexpr int kNested = 8; // annotations of one step that enclose each other
    for (int i = 0; i < kNested && after != steps.begin(); ++i)
        if ((--after)->end >= time)
            return &*after;
    return nullptr;
}

// Steps are annotated where their work is launched, and by some profilers where it runs.
const Step *stepOf(const AnalysisInput &input, const std::vector<Step> &steps, std::span<const KernelId> kernels)
{
    const TraceDocument &document = input.document;
    const Step *fallback = nullptr;
    for (const KernelId kernel : kernels) {
        if (input.segmentation.layerOf[kernel.value] < 0)
            continue;
        const EventId launch = document.kernels.launch[kernel.value];
        if (launch.value < document.events.size()) {
            if (const Step *step = stepAt(steps, document.events.row(launch).start))
                return step;
        } else if (!fallback) {
            fallback = stepAt(steps, document.kernels.start[kernel.value]);
        }
    }
    return fallback;
}

// What counts and --context tell of a pass without annotated lengths.
AttentionTokens fromCounts(const Pass &pass, double tokens, double context, bool &assumed)
{
    const double requests = std::max<double>(1, static_cast<double>(pass.requests));
    switch (pass.stage) {
    case Stage::Decode: // one new token a request, unless speculative
        if (context <= 0)
            return {};
        return equalRequests(pass.requests > 0 ? requests : tokens, pass.requests > 0 ? tokens / requests : 1, context, false);
    case Stage::Prefill:
    case Stage::Forward:
        assumed = true;
        return equalRequests(requests, tokens / requests, std::max(context, tokens / requests), true);
    default:
        return {};
    }
}

} // namespace

std::optional<AttentionTokens> attentionFromStepName(std::string_view name)
{
    const auto context = sumsAfter(name, "context_");
    const auto generation = sumsAfter(name, "generation_");
    if (!context && !generation)
        return std::nullopt;
    return AttentionTokens{context.value_or(AttentionSums{}), generation.value_or(AttentionSums{})};
}

std::vector<std::vector<PassTokens>> passTokens(const AnalysisInput &input, std::int64_t tokens, std::int64_t context)
{
    const std::vector<Step> steps = stepsOf(input.document);
    std::vector<std::vector<PassTokens>> all;
    for (const DeviceSegmentation &device : input.segmentation.devices) {
        std::vector<PassTokens> &passes = all.emplace_back();
        for (const Pass &pass : device.passes) {
            PassTokens &found = passes.emplace_back();
            const Step *step = steps.empty() ? nullptr : stepOf(input, steps, input.index.ofPass(device.device, pass.number));
            if (step)
                found.attention = step->tokens;
            const double queries = found.attention.context.q + found.attention.generation.q;
            found.rows = std::max(static_cast<double>(pass.tokens), queries);
            found.usesTokens = found.rows <= 0;
            if (found.usesTokens)
                found.rows = static_cast<double>(tokens);
            found.usesContext = !step && found.rows > 0;
            if (found.usesContext)
                found.attention = fromCounts(pass, found.rows, static_cast<double>(context), found.assumed);
        }
    }
    return all;
}

} // namespace lamella::core
