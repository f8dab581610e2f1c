// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/analysis/segmentation/training/TrainingPasses.h"
#include "core/base/Saturate.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

struct Launch {
    std::int64_t time = 0;
    std::uint32_t position = 0;
};

struct NumberedCall {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t sequence = 0;
};

using Launches = std::map<TrackId, std::vector<Launch>>; // by thread, in time order

// Of forward work only that of passes with layers.
Launches launchesOf(const TraceDocument &document, const MainSequence &sequence, const std::vector<StageRun> &runs, Stage stage,
    const std::vector<std::int32_t> &forwardLayer)
{
    Launches threads;
    for (const StageRun &run : runs) {
        for (std::uint32_t i = run.span.begin; run.stage == stage && i < run.span.end; ++i) {
            const EventId launch = document.kernels.launch[sequence.kernel[i]];
            if (!launch.valid() || launch.value >= document.events.size())
                continue;
            const EventRow row = document.events.row(launch);
            if (stage == Stage::Backward || forwardLayer[i] != kNotLinked)
                threads[row.track].push_back({row.start, i});
        }
    }
    for (auto &[track, launches] : threads)
        std::ranges::stable_sort(launches, {}, &Launch::time);
    return threads;
}

struct NumberedCalls {
    std::map<TrackId, std::vector<NumberedCall>> autograd; // by thread, outer calls before those inside
    std::unordered_map<std::int64_t, std::int32_t> layerOf; // by sequence number
};

// Forward ops give their sequence number the layer of the kernel they launch, or of the next one on their thread.
NumberedCalls numberedCalls(const TraceDocument &document, const Launches &forward, const std::vector<std::int32_t> &forwardLayer,
    const JobControl &control)
{
    NumberedCalls calls;
    std::unordered_map<StringId, bool> autograd;
    for (const EventChunk &chunk : document.events.chunks()) {
        if (control.stopRequested())
            return {};
        const SparseColumn &numbers = chunk.sparse[static_cast<std::size_t>(SparseKey::Sequence)];
        for (std::size_t n = 0; n < numbers.rows.size(); ++n) {
            const std::uint32_t r = numbers.rows[n];
            if (chunk.duration[r] < 0 || chunk.start[r] == EventTable::kNoTime)
                continue;
            const auto [it, fresh] = autograd.try_emplace(chunk.name[r], false);
            if (fresh)
                it->second = isAutogradCall(
                    lowerCasedText(document.text(chunk.name[r])), lowerCasedText(document.text(chunk.category[r])));
            if (it->second) {
                calls.autograd[chunk.track[r]].push_back(
                    {chunk.start[r], addSaturated(chunk.start[r], chunk.duration[r]), numbers.values[n]});
            } else if (const auto launches = forward.find(chunk.track[r]); launches != forward.end()) {
                const auto next = std::ranges::lower_bound(launches->second, chunk.start[r], {}, &Launch::time);
                if (next != launches->second.end())
                    calls.layerOf.try_emplace(numbers.values[n], forwardLayer[next->position]);
            }
        }
    }
    for (auto &[track, ofThread] : calls.autograd)
        std::ranges::sort(ofThread, {}, [](const NumberedCall &call) { return std::pair(call.begin, -call.end); });
    return calls;
}

} // namespace

std::vector<std::int32_t> autogradLinks(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageRun> &runs, const std::vector<std::int32_t> &forwardLayer, const CallGroup *modules,
    const JobControl &control)
{
    std::vector<std::int32_t> layers(sequence.size(), kNotLinked);
    const Launches forward = launchesOf(document, sequence, runs, Stage::Forward, forwardLayer);
    if (forward.empty())
        return layers;
    NumberedCalls calls = numberedCalls(document, forward, forwardLayer, control);
    const std::vector<AnnotatedCall> none;
    for (const auto &[track, launches] : launchesOf(document, sequence, runs, Stage::Backward, forwardLayer)) {
        CallCursor module(modules == nullptr ? none : modules->calls);
        const std::vector<NumberedCall> &ofThread = calls.autograd[track];
        std::vector<NumberedCall> open;
        std::size_t next = 0;
        const auto close = [&open](std::int64_t time) {
            while (!open.empty() && open.back().end < time)
                open.pop_back();
        };
        for (const Launch &launch : launches) {
            if (const int call = module(track, launch.time); call >= 0) {
                layers[launch.position] = modules->calls[static_cast<std::size_t>(call)].number;
                continue;
            }
            for (; next < ofThread.size() && ofThread[next].begin <= launch.time; ++next) {
                close(ofThread[next].begin);
                open.push_back(ofThread[next]);
            }
            close(launch.time);
            if (open.empty())
                continue;
            // The outermost call whose number is known: inside of it a checkpoint runs forward and backward of its own numbers.
            const auto known =
                std::ranges::find_if(open, [&](const NumberedCall &call) { return calls.layerOf.contains(call.sequence); });
            layers[launch.position] = known == open.end() ? kNoForward : calls.layerOf.at(known->sequence);
        }
    }
    return layers;
}

} // namespace lamella::core
