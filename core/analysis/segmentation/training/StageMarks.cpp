// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/StageMarks.h"

#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr double kOwnThread = 0.9; // share of a thread's launches inside autograd calls that makes it autograd's
constexpr double kForwardThread = 0.8; // share of forward and optimizer names that shows another thread for them
constexpr double kBackwardNames = 0.3; // recomputation puts forward names on autograd's thread too
constexpr std::uint32_t kMinHints = 4;
constexpr std::uint32_t kPoll = 1U << 16; // events between two looks at the stop request

struct Marker {
    enum Kind : std::uint8_t { Forward, Backward, Optimizer, Autograd, Step, kKinds, Nothing, Unseen };

    const TraceDocument &document;
    const MainSequence &sequence;
    const JobControl &control;
    std::array<std::vector<AnnotatedCall>, kKinds> byKind = {};
    std::vector<TrackId> launchedBy = {}; // by position
    std::vector<char> duringBackward = {}; // by position: launched while a range called backward is open
    StageMarks marks = {};

    StageMarks run(const std::vector<StageHint> &hints)
    {
        collect();
        place();
        markThreads(hints);
        markScopes();
        marks.marked = sequence.size() - static_cast<std::uint32_t>(std::ranges::count(marks.mark, StageMark::None));
        return std::move(marks);
    }

    [[nodiscard]] Kind kindOf(StringId name, StringId category) const
    {
        const std::string_view text = document.text(name);
        if (profilerStep(text) >= 0)
            return Kind::Step;
        const std::string lower = lowerCasedText(text);
        const std::string lowerCategory = lowerCasedText(document.text(category));
        const StageHint hint = hintOfCall(lower, lowerCategory);
        return isAutogradCall(lower, lowerCategory) ? Autograd
            : hint == StageHint::Forward            ? Forward
            : hint == StageHint::Backward           ? Backward
            : hint == StageHint::Optimizer          ? Optimizer
                                                    : Nothing;
    }

    void collect()
    {
        struct Known {
            StringId category;
            Kind kind = Kind::Unseen;
        };
        std::vector<Known> kinds(document.strings.size()); // by name, of its last category
        for (const EventChunk &chunk : document.events.chunks()) {
            for (std::uint32_t r = 0; r < chunk.size(); ++r) {
                if (r % kPoll == 0 && control.stopRequested())
                    return;
                const StringId name = chunk.name[r];
                if (chunk.duration[r] < 0 || name.value >= kinds.size() || !chunk.track[r].valid()
                    || chunk.start[r] == EventTable::kNoTime)
                    continue;
                Known &known = kinds[name.value];
                const StringId category = chunk.category[r];
                if (known.kind == Kind::Unseen || known.category != category)
                    known = {category, kindOf(name, category)};
                if (known.kind != Kind::Nothing)
                    byKind[known.kind].push_back(
                        {chunk.start[r], addSaturated(chunk.start[r], chunk.duration[r]), chunk.track[r], 0, name});
            }
        }
        for (std::vector<AnnotatedCall> &calls : byKind)
            joinOverlapping(calls);
        marks.autogradCalls = !byKind[Autograd].empty();
        marks.optimizerCalls = !byKind[Optimizer].empty();
        marks.backwardRanges = !byKind[Backward].empty();
        for (const AnnotatedCall &step : byKind[Step])
            marks.stepNumbers.push_back(profilerStep(document.text(step.name)));
    }

    // Marks by launch; by the annotations of the stream where the launch is not recorded.
    void place()
    {
        marks.mark.assign(sequence.size(), StageMark::None);
        marks.step.assign(sequence.size(), -1);
        launchedBy.assign(sequence.size(), TrackId{});
        duringBackward.assign(sequence.size(), 0);
        std::vector<AnnotatedCall> ofAllThreads = byKind[Backward];
        for (AnnotatedCall &call : ofAllThreads)
            call.track = TrackId{};
        joinOverlapping(ofAllThreads);
        CallCursor backwardTime(ofAllThreads);
        std::vector<CallCursor> calls(byKind.begin(), byKind.end());
        for (std::uint32_t i = 0; i < sequence.size(); ++i) {
            if (i % kPoll == 0 && control.stopRequested())
                return;
            const std::uint32_t k = sequence.kernel[i];
            const EventId launch = document.kernels.launch[k];
            TrackId track = document.streams[document.kernels.stream[k].value].track;
            std::int64_t time = document.kernels.start[k];
            if (launch.valid() && launch.value < document.events.size()) {
                const EventRow row = document.events.row(launch);
                track = launchedBy[i] = row.track;
                time = row.start;
                duringBackward[i] = backwardTime(TrackId{}, time) >= 0 ? 1 : 0;
            }
            // Recomputation is a forward inside of backward; an optimizer inside of backward runs from its hooks.
            const auto inside = [&](Kind kind) { return calls[kind](track, time) >= 0; };
            marks.mark[i] = inside(Backward) || inside(Autograd) ? StageMark::Backward
                : inside(Optimizer)                              ? StageMark::Optimizer
                : inside(Forward)                                ? StageMark::Forward
                                                                 : StageMark::None;
            marks.step[i] = calls[Step](track, time);
        }
    }

    // Launches of autograd's thread are backward work, recomputation included; those of other threads are not, where autograd's
    // is known.
    void markThreads(const std::vector<StageHint> &hints)
    {
        struct Thread {
            std::uint32_t launches = 0;
            std::uint32_t inBackward = 0;
            std::uint32_t duringBackward = 0; // of another thread too
            std::uint32_t hintedBackward = 0;
            std::uint32_t hintedElse = 0;
            bool autograd = false;
        };
        std::unordered_map<TrackId, Thread> threads;
        for (std::uint32_t i = 0; i < sequence.size(); ++i) {
            if (!launchedBy[i].valid())
                continue;
            Thread &thread = threads[launchedBy[i]];
            ++thread.launches;
            thread.inBackward += marks.mark[i] == StageMark::Backward ? 1 : 0;
            thread.duringBackward += duringBackward[i] != 0 ? 1 : 0;
            thread.hintedBackward += hints[i] == StageHint::Backward ? 1 : 0;
            thread.hintedElse +=
                hints[i] == StageHint::Optimizer || hints[i] == StageHint::Forward || hints[i] == StageHint::Loss ? 1 : 0;
        }
        bool others = false; // forward work is launched by another thread than backward work
        for (auto &[track, thread] : threads) {
            const double all = thread.launches;
            const double hinted = thread.hintedBackward + thread.hintedElse;
            thread.autograd = marks.autogradCalls
                ? thread.inBackward >= kOwnThread * all
                : thread.hintedBackward >= kMinHints && thread.hintedBackward >= kBackwardNames * hinted;
            // A range called backward waits on one thread for what another one launches.
            const bool waitedFor = thread.duringBackward >= kOwnThread * all && thread.inBackward <= (1 - kOwnThread) * all;
            thread.autograd = thread.autograd || (waitedFor && threads.size() > 1);
            others = others || (waitedFor && threads.size() > 1)
                || (!thread.autograd && hinted > 0 && thread.hintedElse >= kForwardThread * hinted);
        }
        if (!others && !marks.autogradCalls)
            return;
        for (std::uint32_t i = 0; i < sequence.size(); ++i) {
            if (!launchedBy[i].valid())
                continue;
            const bool autograd = threads.at(launchedBy[i]).autograd;
            marks.autogradThread = marks.autogradThread || autograd;
            // A range called backward may hold the optimizer's step too: no backward work is launched here.
            const bool optimizer = !autograd && marks.mark[i] == StageMark::Backward && hints[i] == StageHint::Optimizer;
            if (marks.mark[i] == StageMark::None || optimizer || (autograd && marks.mark[i] == StageMark::Forward))
                marks.mark[i] = autograd ? StageMark::Backward : StageMark::Ordinary;
        }
        if (!marks.autogradThread)
            std::ranges::replace(marks.mark, StageMark::Ordinary, StageMark::None);
        prepareOptimizer();
    }

    // What comes right before the optimizer's call without a product, attention or lookup is no forward pass: gradients are
    // clipped.
    void prepareOptimizer()
    {
        bool prepares = false;
        for (std::uint32_t i = sequence.size(); i-- > 0;) {
            StageMark &mark = marks.mark[i];
            const bool works = mark == StageMark::Backward || mark == StageMark::Forward
                || sequence.has(i, kTokenGemm | kTokenMixer | kTokenEmbedding);
            prepares = mark == StageMark::Optimizer || (prepares && !works);
            mark = prepares && mark == StageMark::Ordinary ? StageMark::Optimizer : mark;
        }
    }

    // Operations of a compiled step are launched together: only their scopes tell them apart.
    void markScopes()
    {
        if (document.operations.empty())
            return;
        const std::vector<StageHint> scopes = scopeHints(document, sequence);
        marks.gradientScopes = std::ranges::find(scopes, StageHint::Backward) != scopes.end();
        for (std::size_t i = 0; marks.gradientScopes && i < scopes.size(); ++i)
            marks.mark[i] = scopes[i] != StageHint::None ? static_cast<StageMark>(scopes[i]) : marks.mark[i];
    }
};

} // namespace

Message StageMarks::text() const
{
    Message text;
    const auto append = [&](bool found, const char *what) {
        if (found)
            text.append("%1, %2", what);
    };
    append(autogradCalls, "autograd calls");
    append(autogradThread && !autogradCalls, "autograd's thread");
    append(optimizerCalls, "optimizer calls");
    append(gradientScopes, "scopes of gradients");
    return text.empty() ? Message("annotated stages") : text;
}

StageMarks stageMarks(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<StageHint> &hints, const JobControl &control)
{
    return Marker{document, sequence, control}.run(hints);
}

} // namespace lamella::core
