// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/analysis/segmentation/training/TrainingPasses.h"
#include "core/base/Saturate.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <map>
#include <unordered_map>

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

class Linker {
public:
    Linker(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::int32_t> &forwardLayer,
        const JobControl &control)
        : m_document(document)
        , m_sequence(sequence)
        , m_forwardLayer(forwardLayer)
        , m_control(control)
        , m_layers(sequence.size(), kNotLinked)
    {
    }

    std::vector<std::int32_t> run(const std::vector<StageRun> &runs, const CallGroup *modules)
    {
        collectLaunches(runs);
        if (m_forward.empty() || m_backward.empty())
            return std::move(m_layers);
        collectCalls();
        for (const auto &[track, launches] : m_backward) {
            if (!m_control.stopRequested())
                link(track, launches, modules);
        }
        return std::move(m_layers);
    }

private:
    void collectLaunches(const std::vector<StageRun> &runs)
    {
        for (const StageRun &run : runs) {
            for (std::uint32_t i = run.span.begin; i < run.span.end; ++i) {
                const EventId launch = m_document.kernels.launch[m_sequence.kernel[i]];
                if (run.stage == Stage::Optimizer || !launch.valid() || launch.value >= m_document.events.size())
                    continue;
                const EventRow row = m_document.events.row(launch);
                if (run.stage == Stage::Backward || m_forwardLayer[i] != kNotLinked)
                    (run.stage == Stage::Backward ? m_backward : m_forward)[row.track].push_back({row.start, i});
            }
        }
        for (auto *threads : {&m_forward, &m_backward})
            for (auto &[track, launches] : *threads)
                std::ranges::stable_sort(launches, {}, &Launch::time);
    }

    // Forward ops give their sequence number the layer of the kernel they launch, or of the next one on their thread.
    void collectCalls()
    {
        std::unordered_map<StringId, bool> autograd;
        for (const EventChunk &chunk : m_document.events.chunks()) {
            if (m_control.stopRequested())
                return;
            const SparseColumn &numbers = chunk.sparse[static_cast<std::size_t>(SparseKey::Sequence)];
            for (std::size_t n = 0; n < numbers.rows.size(); ++n) {
                const std::uint32_t r = numbers.rows[n];
                if (chunk.duration[r] < 0 || chunk.start[r] == EventTable::kNoTime)
                    continue;
                const auto [it, fresh] = autograd.try_emplace(chunk.name[r], false);
                if (fresh)
                    it->second = isAutogradCall(
                        lowerCasedText(m_document.text(chunk.name[r])), lowerCasedText(m_document.text(chunk.category[r])));
                if (it->second) {
                    m_calls[chunk.track[r]].push_back(
                        {chunk.start[r], addSaturated(chunk.start[r], chunk.duration[r]), numbers.values[n]});
                    continue;
                }
                const auto launches = m_forward.find(chunk.track[r]);
                if (launches == m_forward.end())
                    continue;
                const auto next = std::ranges::lower_bound(launches->second, chunk.start[r], {}, &Launch::time);
                if (next != launches->second.end())
                    m_layerOf.try_emplace(numbers.values[n], m_forwardLayer[next->position]);
            }
        }
        for (auto &[track, calls] : m_calls)
            std::sort(calls.begin(), calls.end(), [](const NumberedCall &a, const NumberedCall &b) {
                return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
            });
    }

    // The outermost call whose number is known: inside of it a checkpoint runs forward and backward of its own numbers.
    void link(TrackId track, const std::vector<Launch> &launches, const CallGroup *modules)
    {
        const auto calls = m_calls.find(track);
        std::vector<NumberedCall> open;
        std::size_t next = 0;
        const std::vector<AnnotatedCall> none;
        CallCursor module(modules == nullptr ? none : modules->calls);
        for (const Launch &launch : launches) {
            if (const int call = module(track, launch.time); call >= 0) {
                m_layers[launch.position] = modules->calls[static_cast<std::size_t>(call)].number;
                continue;
            }
            if (calls == m_calls.end())
                continue;
            for (; next < calls->second.size() && calls->second[next].begin <= launch.time; ++next) {
                while (!open.empty() && open.back().end < calls->second[next].begin)
                    open.pop_back();
                open.push_back(calls->second[next]);
            }
            while (!open.empty() && open.back().end < launch.time)
                open.pop_back();
            for (const NumberedCall &call : open) {
                const auto layer = m_layerOf.find(call.sequence);
                m_layers[launch.position] = layer == m_layerOf.end() ? kNoForward : layer->second;
                if (layer != m_layerOf.end())
                    break;
            }
        }
    }

    const TraceDocument &m_document;
    const MainSequence &m_sequence;
    const std::vector<std::int32_t> &m_forwardLayer;
    const JobControl &m_control;
    std::map<TrackId, std::vector<Launch>> m_forward; // by thread, in time order
    std::map<TrackId, std::vector<Launch>> m_backward;
    std::map<TrackId, std::vector<NumberedCall>> m_calls;
    std::unordered_map<std::int64_t, std::int32_t> m_layerOf; // by sequence number
    std::vector<std::int32_t> m_layers;
};

} // namespace

std::vector<std::int32_t> autogradLinks(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageRun> &runs, const std::vector<std::int32_t> &forwardLayer, const CallGroup *modules,
    const JobControl &control)
{
    return Linker(document, sequence, forwardLayer, control).run(runs, modules);
}

} // namespace lamella::core
