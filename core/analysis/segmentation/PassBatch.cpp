// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassBatch.h"

#include "core/analysis/segmentation/PassNumbering.h"
#include "core/analysis/segmentation/PassStages.h"
#include "core/base/Message.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace lamella::core {

namespace {

constexpr std::int64_t kMaxCounted = 1'000'000'000;

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Number right after one of the words, where the word does not go on from another one ("toks=" but not "ntoks=" of "bs").
std::int64_t numberAfterAny(std::string_view text, std::initializer_list<std::string_view> words)
{
    for (const std::string_view word : words) {
        for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
            const bool begins = at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
            std::size_t i = at + word.size();
            while (i < text.size() && (text[i] == '=' || text[i] == ':' || text[i] == ' '))
                ++i;
            if (!begins || i >= text.size() || !isDigit(text[i]))
                continue;
            std::int64_t value = 0;
            while (i < text.size() && isDigit(text[i]) && value < kMaxCounted)
                value = value * 10 + (text[i++] - '0');
            return value;
        }
    }
    return 0;
}

// "context_2(300)": the tokens in brackets behind the requests. 0 where there are none or something else is there too.
std::int64_t numberInBrackets(std::string_view text, std::string_view word)
{
    const std::size_t at = text.find(word);
    std::size_t i = at == std::string_view::npos ? text.size() : at + word.size();
    while (i < text.size() && isDigit(text[i]))
        ++i;
    if (i >= text.size() || text[i] != '(')
        return 0;
    std::int64_t value = 0;
    for (++i; i < text.size() && isDigit(text[i]) && value < kMaxCounted; ++i)
        value = value * 10 + (text[i] - '0');
    return i < text.size() && text[i] == ')' ? value : 0;
}

Message noteOf(const BatchCounts &counts)
{
    Message note;
    if (counts.requests > 0)
        note = msg(counts.requests == 1 ? "%1 request" : "%1 requests", counts.requests);
    if (counts.tokens > 0)
        note.append("%1, %2", msg(counts.tokens == 1 ? "%1 token" : "%1 tokens", counts.tokens));
    return note;
}

BatchCounts fromSteps(const TraceDocument &document, const PassLayout &layout, const StepAnnotations &steps)
{
    if (steps.step.empty())
        return {};
    for (const LayerLayout &layer : layout.layers) {
        const std::int32_t step = steps.step[layer.span.begin];
        if (step < 0)
            continue;
        const BatchCounts counts = batchFromStepName(document.text(steps.names[static_cast<std::size_t>(step)]));
        if (counts.requests > 0 || counts.tokens > 0)
            return counts;
    }
    return {};
}

} // namespace

BatchCounts batchFromStepName(std::string_view name)
{
    const std::string lower = lowerCasedText(name);
    BatchCounts counts;
    counts.requests = numberAfterAny(lower, {"bs", "batch_size", "batch size", "num_reqs", "num_seqs", "requests", "reqs"});
    counts.tokens = numberAfterAny(lower, {"toks", "num_tokens", "tokens", "ntok"});
    const std::int64_t context = numberAfterAny(lower, {"context_"});
    const std::int64_t generation = numberAfterAny(lower, {"generation_"});
    if (counts.requests == 0)
        counts.requests = context + generation;
    if (counts.requests == 0) // how many of them are prompts is told, how long they are is not
        counts.requests = numberAfterAny(lower, {"new_"}) + numberAfterAny(lower, {"cached_"});
    if (counts.tokens == 0)
        counts.tokens = numberAfterAny(lower, {"execute_"});
    if (counts.tokens == 0)
        counts.tokens = numberInBrackets(lower, "context_") + numberInBrackets(lower, "generation_");
    // One new token a request, unless speculative: then the step says its tokens itself.
    if (counts.tokens == 0 && stageFromStepName(name) == Stage::Decode && lower.find("verify") == std::string::npos)
        counts.tokens = counts.requests;
    return counts;
}

void countBatches(const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts,
    const StepAnnotations &steps, DeviceSegmentation &device)
{
    const std::vector<std::uint32_t> grids = tokensByGrid(document, sequence, layouts);
    const std::set<std::uint32_t> different(grids.begin(), grids.end());
    const std::vector<std::uint32_t> shapes = tokensByShape(document, sequence, layouts);
    for (std::size_t p = 0; p < layouts.size() && p < device.passes.size(); ++p) {
        Pass &pass = device.passes[p];
        BatchCounts counts = fromSteps(document, layouts[p], steps);
        if (counts.tokens == 0)
            counts.tokens = shapes[p];
        // A request has a token at least: a grid below that is not one block a token.
        if (counts.tokens == 0 && different.size() >= 2 && grids[p] > 0 && grids[p] >= counts.requests)
            counts.tokens = grids[p];
        pass.requests = counts.requests;
        pass.tokens = counts.tokens;
        if (counts.requests > 0 || counts.tokens > 0)
            pass.note.append("%1; %2", noteOf(counts));
    }
}

} // namespace lamella::core
