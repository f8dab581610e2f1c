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

class Marker {
public:
    Marker(const TraceDocument &document, const MainSequence &sequence, const JobControl &control)
        : m_document(document)
        , m_sequence(sequence)
        , m_control(control)
    {
    }
    StageMarks run(const std::vector<StageHint> &hints)
    {
        collect();
        place();
        markThreads(hints);
        markScopes();
        m_marks.marked = m_sequence.size() - static_cast<std::uint32_t>(std::ranges::count(m_marks.mark, StageMark::None));
        return std::move(m_marks);
    }

private:
    // The first four are the hints of the same stages.
    enum Kind : std::uint8_t {
        Nothing = static_cast<std::uint8_t>(StageHint::None),
        Forward = static_cast<std::uint8_t>(StageHint::Forward),
        Backward = static_cast<std::uint8_t>(StageHint::Backward),
        Optimizer = static_cast<std::uint8_t>(StageHint::Optimizer),
        Autograd,
        Step,
        kKinds,
        Unseen
    };

    [[nodiscard]] Kind kindOf(StringId name, StringId category) const
    {
        const std::string_view text = m_document.text(name);
        if (profilerStep(text) >= 0)
            return Kind::Step;
        const std::string lower = lowerCasedText(text);
        const std::string lowerCategory = lowerCasedText(m_document.text(category));
        return isAutogradCall(lower, lowerCategory) ? Kind::Autograd : static_cast<Kind>(hintOfCall(lower, lowerCategory));
    }

    void collect()
    {
        struct Known {
            StringId category;
            Kind kind = Kind::Unseen;
        };
        std::vector<Known> kinds(m_document.strings.size()); // by name, of its last category
        for (const EventChunk &chunk : m_document.events.chunks()) {
            for (std::uint32_t r = 0; r < chunk.size(); ++r) {
                if (r % kPoll == 0 && m_control.stopRequested())
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
                    m_calls[known.kind].push_back(
                        {chunk.start[r], addSaturated(chunk.start[r], chunk.duration[r]), chunk.track[r], 0, name});
            }
        }
        for (std::vector<AnnotatedCall> &calls : m_calls)
            joinOverlapping(calls);
        m_marks.autogradCalls = !m_calls[Autograd].empty();
        m_marks.optimizerCalls = !m_calls[Optimizer].empty();
        m_marks.backwardRanges = !m_calls[Backward].empty();
        for (const AnnotatedCall &step : m_calls[Step])
            m_marks.stepNumbers.push_back(profilerStep(m_document.text(step.name)));
    }

    // Marks by launch; by the annotations of the stream where the launch is not recorded.
    void place()
    {
        m_marks.mark.assign(m_sequence.size(), StageMark::None);
        m_marks.step.assign(m_sequence.size(), -1);
        m_launchedBy.assign(m_sequence.size(), TrackId{});
        m_duringBackward.assign(m_sequence.size(), 0);
        std::vector<AnnotatedCall> ofAllThreads = m_calls[Backward];
        for (AnnotatedCall &call : ofAllThreads)
            call.track = TrackId{};
        joinOverlapping(ofAllThreads);
        CallCursor backwardTime(ofAllThreads);
        std::vector<CallCursor> calls(m_calls.begin(), m_calls.end());
        for (std::uint32_t i = 0; i < m_sequence.size(); ++i) {
            if (i % kPoll == 0 && m_control.stopRequested())
                return;
            const std::uint32_t k = m_sequence.kernel[i];
            const EventId launch = m_document.kernels.launch[k];
            TrackId track = m_document.streams[m_document.kernels.stream[k].value].track;
            std::int64_t time = m_document.kernels.start[k];
            if (launch.valid() && launch.value < m_document.events.size()) {
                const EventRow row = m_document.events.row(launch);
                track = m_launchedBy[i] = row.track;
                time = row.start;
                m_duringBackward[i] = backwardTime(TrackId{}, time) >= 0 ? 1 : 0;
            }
            // Recomputation is a forward inside of backward; an optimizer inside of backward runs from its hooks.
            const auto inside = [&](Kind kind) { return calls[kind](track, time) >= 0; };
            m_marks.mark[i] = inside(Backward) || inside(Autograd) ? StageMark::Backward
                : inside(Optimizer)                                ? StageMark::Optimizer
                : inside(Forward)                                  ? StageMark::Forward
                                                                   : StageMark::None;
            m_marks.step[i] = calls[Step](track, time);
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
        for (std::uint32_t i = 0; i < m_sequence.size(); ++i) {
            if (!m_launchedBy[i].valid())
                continue;
            Thread &thread = threads[m_launchedBy[i]];
            ++thread.launches;
            thread.inBackward += m_marks.mark[i] == StageMark::Backward ? 1 : 0;
            thread.duringBackward += m_duringBackward[i] != 0 ? 1 : 0;
            thread.hintedBackward += hints[i] == StageHint::Backward ? 1 : 0;
            thread.hintedElse +=
                hints[i] == StageHint::Optimizer || hints[i] == StageHint::Forward || hints[i] == StageHint::Loss ? 1 : 0;
        }
        bool others = false; // forward work is launched by another thread than backward work
        for (auto &[track, thread] : threads) {
            const double all = thread.launches;
            const double hinted = thread.hintedBackward + thread.hintedElse;
            thread.autograd = m_marks.autogradCalls
                ? thread.inBackward >= kOwnThread * all
                : thread.hintedBackward >= kMinHints && thread.hintedBackward >= kBackwardNames * hinted;
            // A range called backward waits on one thread for what another one launches.
            const bool waitedFor = thread.duringBackward >= kOwnThread * all && thread.inBackward <= (1 - kOwnThread) * all;
            thread.autograd = thread.autograd || (waitedFor && threads.size() > 1);
            others = others || (waitedFor && threads.size() > 1)
                || (!thread.autograd && hinted > 0 && thread.hintedElse >= kForwardThread * hinted);
        }
        if (!others && !m_marks.autogradCalls)
            return;
        for (std::uint32_t i = 0; i < m_sequence.size(); ++i) {
            if (!m_launchedBy[i].valid())
                continue;
            const bool autograd = threads.at(m_launchedBy[i]).autograd;
            m_marks.autogradThread = m_marks.autogradThread || autograd;
            // A range called backward may hold the optimizer's step too: no backward work is launched here.
            const bool optimizer = !autograd && m_marks.mark[i] == StageMark::Backward && hints[i] == StageHint::Optimizer;
            if (m_marks.mark[i] == StageMark::None || optimizer || (autograd && m_marks.mark[i] == StageMark::Forward))
                m_marks.mark[i] = autograd ? StageMark::Backward : StageMark::Ordinary;
        }
        if (m_marks.autogradThread)
            return;
        std::ranges::replace(m_marks.mark, StageMark::Ordinary, StageMark::None);
    }

    // Operations of a compiled step are launched together: only their scopes tell them apart.
    void markScopes()
    {
        if (m_document.operations.empty())
            return;
        const std::vector<StageHint> scopes = scopeHints(m_document, m_sequence);
        m_marks.gradientScopes = std::ranges::find(scopes, StageHint::Backward) != scopes.end();
        for (std::size_t i = 0; m_marks.gradientScopes && i < scopes.size(); ++i)
            m_marks.mark[i] = scopes[i] != StageHint::None ? static_cast<StageMark>(scopes[i]) : m_marks.mark[i];
    }

    const TraceDocument &m_document;
    const MainSequence &m_sequence;
    const JobControl &m_control;
    std::array<std::vector<AnnotatedCall>, kKinds> m_calls;
    std::vector<TrackId> m_launchedBy; // by position
    std::vector<char> m_duringBackward; // by position: launched while a range called backward is open
    StageMarks m_marks;
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
    return Marker(document, sequence, control).run(hints);
}

} // namespace lamella::core
