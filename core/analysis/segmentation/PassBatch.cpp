// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassNumbering.h"

#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/base/ContainsAny.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <set>

namespace lamella::core {

namespace {

constexpr std::int64_t kMaxCounted = 1'000'000'000;

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// The digits at `at`, which moves behind them.
std::int64_t numberAt(std::string_view text, std::size_t &at)
{
    std::int64_t value = 0;
    for (; at < text.size() && isDigit(text[at]); ++at)
        value = std::min(kMaxCounted, value * 10 + (text[at] - '0'));
    return value;
}

struct Count {
    std::int64_t number = 0;
    std::int64_t inBrackets = 0; // "2(300)"; 0 where something else stands there too
};

// What stands right after one of the words, where the word does not go on from another one ("bs=" but not "obs="), nor is a limit
// ("max_tokens=").
std::optional<Count> countAfter(std::string_view text, std::initializer_list<std::string_view> words)
{
    for (const std::string_view word : words) {
        for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
            const std::string_view before = text.substr(0, at);
            const bool begins = before.empty()
                || (std::isalnum(static_cast<unsigned char>(before.back())) == 0
                    && !before.substr(0, before.size() - 1).ends_with("max"));
            std::size_t i = std::min(text.find_first_not_of("=: ", at + word.size()), text.size());
            if (!begins || i == text.size() || !isDigit(text[i]))
                continue;
            Count count{numberAt(text, i), 0};
            if (i < text.size() && text[i] == '(') {
                const std::int64_t inside = numberAt(text, ++i);
                count.inBrackets = i < text.size() && text[i] == ')' ? inside : 0;
            }
            return count;
        }
    }
    return std::nullopt;
}

// The number right before the words.
std::optional<std::int64_t> countBefore(std::string_view text, std::string_view words)
{
    const std::size_t end = std::min(text.find(words), text.size());
    std::size_t at = end;
    while (at > 0 && isDigit(text[at - 1]))
        --at;
    return end == text.size() || at == end ? std::nullopt : std::optional(numberAt(text, at));
}

// Requests and tokens of a step of TensorRT-LLM: "[Executor] _forward_step 12: 3 ctx reqs, 1200 ctx tokens, 5 gen reqs". Older
// versions do not say the tokens.
struct ExecutorStep {
    std::int64_t context = 0;
    std::int64_t generation = 0;
    std::optional<std::int64_t> contextTokens;
};
std::optional<ExecutorStep> executorStep(std::string_view lower)
{
    const auto context = countBefore(lower, " ctx reqs");
    const auto generation = countBefore(lower, " gen reqs");
    if (!context || !generation)
        return std::nullopt;
    return ExecutorStep{*context, *generation, countBefore(lower, " ctx tokens")};
}

Stage stageOfRequests(std::int64_t context, std::int64_t generation)
{
    return context == 0 ? Stage::Decode : generation > 0 ? Stage::Mixed : Stage::Prefill;
}

Message noteOf(const BatchCounts &counts)
{
    Message note;
    if (counts.requests > 0)
        note = msg(counts.requests == 1 ? "%1 request" : "%1 requests", formatCount(counts.requests));
    if (counts.tokens > 0)
        note.append("%1, %2", msg(counts.tokens == 1 ? "%1 token" : "%1 tokens", formatCount(counts.tokens)));
    return note;
}

BatchCounts fromSteps(const TraceDocument &document, const PassLayout &layout, const StepAnnotations &steps)
{
    for (const LayerLayout &layer : layout.layers) {
        const StringId step = steps.nameAt(layer.span.begin);
        const BatchCounts counts = step.valid() ? batchFromStepName(document.text(step)) : BatchCounts{};
        if (counts.requests > 0 || counts.tokens > 0)
            return counts;
    }
    return {};
}

} // namespace

Stage stageFromStepName(std::string_view name)
{
    if (useOfProgram(name) == ProgramUse::Training)
        return Stage::Unknown;
    const std::string lower = lowerCasedText(name);
    const std::optional<Count> context = countAfter(lower, {"context_"});
    const std::optional<Count> generation = countAfter(lower, {"generation_"});
    if (context && generation)
        return stageOfRequests(context->number, generation->number);
    if (const auto step = executorStep(lower); step && step->context + step->generation > 0)
        return stageOfRequests(step->context, step->generation);
    if (containsAny(lower, {"draft"}))
        return Stage::Draft;
    if (containsAny(lower, {"mixed"}))
        return Stage::Mixed;
    const bool decode = containsAny(lower, {"decode", "generation", "target_verify"});
    const bool lengthOfContext = containsAny(lower, {"decode"}); // "decode bs=8 (context=2048)"
    const bool prefill = containsAny(lower, {"prefill", "extend"}) || (containsAny(lower, {"context"}) && !lengthOfContext);
    if (prefill && decode)
        return Stage::Mixed;
    return prefill ? Stage::Prefill : decode ? Stage::Decode : Stage::Unknown;
}

BatchCounts batchFromStepName(std::string_view name)
{
    const std::string lower = lowerCasedText(name);
    if (const auto step = executorStep(lower)) {
        const std::int64_t prompts = step->context > 0 ? step->contextTokens.value_or(-1) : 0;
        return {step->context + step->generation, prompts < 0 ? 0 : prompts + step->generation};
    }
    const auto number = [&](std::initializer_list<std::string_view> words) {
        return countAfter(lower, words).value_or(Count{}).number;
    };
    const Count context = countAfter(lower, {"context_"}).value_or(Count{});
    const Count generation = countAfter(lower, {"generation_"}).value_or(Count{});
    BatchCounts counts;
    counts.requests = number({"bs", "batch_size", "batch size", "num_reqs", "num_seqs", "requests", "reqs"});
    counts.tokens = number({"toks", "num_tokens", "tokens", "ntok"});
    if (counts.requests == 0)
        counts.requests = context.number + generation.number;
    if (counts.requests == 0) // how many of them are prompts is told, how long they are is not
        counts.requests = number({"new_"}) + number({"cached_"});
    if (counts.tokens == 0)
        counts.tokens = number({"execute_"});
    const bool allTold = context.number == 0 || context.inBrackets > 0; // "context_3(-)": the prompts' tokens are not
    if (counts.tokens == 0 && allTold)
        counts.tokens = context.inBrackets + generation.inBrackets;
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
    for (std::size_t p = 0; p < layouts.size(); ++p) {
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
