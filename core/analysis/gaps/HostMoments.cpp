// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/HostMoments.h"

#include "core/analysis/TrackSpans.h"
#include "core/analysis/gaps/HostCalls.h"
#include "core/analysis/ranges/RangeStatistics.h"
#include "core/profile/ModuleNames.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::uint32_t kBlockRows = 4096;
constexpr std::size_t kStacks = 3; // calls and operators, frames, annotations

std::size_t stackOf(HostEvent kind)
{
    return kind == HostEvent::Frame ? 1 : kind == HostEvent::Annotation ? 2 : 0;
}

class HostSweep {
public:
    HostSweep(
        const TraceDocument &document, std::span<const HostMoment> moments, const JobControl &control, const SourceRule &rule)
        : m_document(document)
        , m_moments(moments)
        , m_control(control)
        , m_rule(rule)
        , m_frames(document.strings.size())
        , m_byTrack(document.tracks.size())
        , m_asked(document.tracks.size(), 0)
        , m_spans{TrackSpans(document.tracks.size()), TrackSpans(document.tracks.size()), TrackSpans(document.tracks.size())}
    {
    }
    std::vector<HostState> run()
    {
        std::vector<HostState> states(m_moments.size());
        for (std::uint32_t i = 0; i < m_moments.size(); ++i) {
            if (m_moments[i].track.value >= m_byTrack.size())
                continue;
            m_byTrack[m_moments[i].track.value].push_back(i);
            m_asked[m_moments[i].track.value] = 1;
            m_first = std::min(m_first, m_moments[i].time);
            m_last = std::max(m_last, m_moments[i].time);
        }
        if (m_first > m_last)
            return states;
        collect();
        for (std::uint32_t t = 0; t < m_byTrack.size() && !m_control.stopRequested(); ++t) {
            std::vector<std::uint32_t> &asked = m_byTrack[t];
            const auto earlier = [this](std::uint32_t a, std::uint32_t b) { return m_moments[a].time < m_moments[b].time; };
            if (!std::is_sorted(asked.begin(), asked.end(), earlier))
                std::sort(asked.begin(), asked.end(), earlier);
            if (asked.empty())
                continue;
            for (std::size_t s = 0; s < kStacks; ++s)
                sweep(m_spans[s].sorted(TrackId(t)), asked, s, states);
        }
        for (HostState &state : states)
            state.work = workOf(state);
        return states;
    }

private:
    template <class Visit> void each(std::vector<bool> &blocks, Visit visit);
    template <class Visit> bool eachRow(const EventChunk &chunk, std::uint32_t row, HostEventKinds &kinds, Visit &visit) const;
    void collect();
    void sweep(std::span<const HostSpan> spans, const std::vector<std::uint32_t> &asked, std::size_t stack,
        std::vector<HostState> &states) const;
    void nameFrames(const std::vector<HostSpan> &open, HostState &state) const;
    [[nodiscard]] HostWork workOf(const HostState &state) const;

    // What the name of a frame says, found once.
    struct FrameName {
        bool seen = false;
        bool module = false;
        bool part = false; // attention, a feed-forward or a norm
        bool line = false;
        bool yours = false;
        bool library = false; // Python or a package, which works for the frame around it
        HostWork work = HostWork::Python;
    };
    const FrameName &frame(StringId name) const;

    const TraceDocument &m_document;
    std::span<const HostMoment> m_moments;
    const JobControl &m_control;
    const SourceRule &m_rule;
    mutable std::vector<FrameName> m_frames; // by StringId
    std::vector<std::vector<std::uint32_t>> m_byTrack;
    std::vector<std::uint8_t> m_asked; // by track: true if any moment is on it
    std::array<TrackSpans, kStacks> m_spans;
    std::int64_t m_first = INT64_MAX;
    std::int64_t m_last = INT64_MIN;
};

// Visits the spans of the requested tracks that overlap the requested time. Skips blocks of rows not set in `blocks`, and clears
// those in which visit() found nothing.
template <class Visit> void HostSweep::each(std::vector<bool> &blocks, Visit visit)
{
    HostEventKinds kinds(m_document);
    std::size_t block = 0;
    for (const EventChunk &chunk : m_document.events.chunks()) {
        if (m_control.stopRequested())
            return;
        for (std::uint32_t first = 0; first < chunk.size(); first += kBlockRows, ++block) {
            if (!blocks[block])
                continue;
            const std::uint32_t end = std::min(chunk.size(), first + kBlockRows);
            bool any = false;
            for (std::uint32_t row = first; row < end; ++row)
                any = eachRow(chunk, row, kinds, visit) || any;
            blocks[block] = any;
        }
    }
}

template <class Visit>
bool HostSweep::eachRow(const EventChunk &chunk, std::uint32_t row, HostEventKinds &kinds, Visit &visit) const
{
    const TrackId track = chunk.track[row];
    if (!track.valid() || m_asked[track.value] == 0 || chunk.duration[row] < 0 || chunk.start[row] > m_last
        || chunk.start[row] == EventTable::kNoTime)
        return false;
    std::int64_t end = 0;
    if (__builtin_add_overflow(chunk.start[row], chunk.duration[row], &end))
        end = INT64_MAX;
    const HostEvent kind = end < m_first ? HostEvent::None : kinds.of(chunk.category[row]);
    if (kind == HostEvent::None)
        return false;
    visit(stackOf(kind), track, HostSpan{chunk.start[row], end, EventId(chunk.firstEvent + row)});
    return true;
}

void HostSweep::collect()
{
    std::size_t count = 0;
    for (const EventChunk &chunk : m_document.events.chunks())
        count += (std::size_t{chunk.size()} + kBlockRows - 1) / kBlockRows;
    // With few moments, the second scan visits few blocks.
    std::vector<bool> blocks(count, true);
    each(blocks, [this](std::size_t stack, TrackId track, const HostSpan &) { m_spans[stack].count(track); });
    for (TrackSpans &spans : m_spans)
        spans.allocate();
    if (m_control.stopRequested())
        return;
    each(blocks, [this](std::size_t stack, TrackId track, const HostSpan &span) { m_spans[stack].add(track, span); });
}

void HostSweep::sweep(std::span<const HostSpan> spans, const std::vector<std::uint32_t> &asked, std::size_t stack,
    std::vector<HostState> &states) const
{
    std::vector<HostSpan> open;
    std::size_t next = 0;
    for (const std::uint32_t index : asked) {
        const std::int64_t time = m_moments[index].time;
        for (; next < spans.size() && spans[next].start <= time; ++next) {
            while (!open.empty() && isOver(open.back(), spans[next].start))
                open.pop_back();
            open.push_back(spans[next]);
        }
        while (!open.empty() && isOver(open.back(), time))
            open.pop_back();
        if (open.empty())
            continue;
        EventId &found = stack == 0 ? states[index].call : stack == 1 ? states[index].frame : states[index].annotation;
        found = open.back().event;
        if (stack == 1)
            nameFrames(open, states[index]);
    }
}

const HostSweep::FrameName &HostSweep::frame(StringId name) const
{
    FrameName &known = m_frames[name.value];
    if (!known.seen) {
        known.seen = true;
        const std::string_view text = m_document.text(name);
        known.module = text.starts_with("nn.Module: ");
        known.part = known.module && moduleKind(text) != ModuleKind::Other;
        known.line = text.find(".py(") != std::string_view::npos;
        known.yours = known.line && m_rule.isYours(text.substr(0, text.rfind('(', text.find("): "))));
        known.work = hostWorkOfFrame(text);
        known.library = !known.line || text.starts_with("torch/") || text.starts_with("contextlib.py");
    }
    return known;
}

// The innermost module and the innermost source lines among these frames, and what they do. A scheduler is at work only where
// nothing but a library works for it: it is around all that a server does.
void HostSweep::nameFrames(const std::vector<HostSpan> &open, HostState &state) const
{
    bool inner = true; // no frame but those of libraries so far
    for (auto span = open.rbegin(); span != open.rend(); ++span) {
        const FrameName &name = frame(m_document.events.row(span->event).name);
        if (!state.module.valid() && name.module)
            state.module = span->event;
        if (!state.part.valid() && name.part)
            state.part = span->event;
        if (!state.line.valid() && name.line)
            state.line = span->event;
        if (!state.yours.valid() && name.yours)
            state.yours = span->event;
        if (state.work == HostWork::Unknown && name.work != HostWork::Python && (inner || name.work != HostWork::Scheduler))
            state.work = name.work;
        inner = inner && name.library;
        const bool done = state.part.valid() && state.line.valid() && state.yours.valid();
        if (done && !inner && state.work != HostWork::Unknown)
            break;
    }
}

// Calls say more than the frames around them.
HostWork HostSweep::workOf(const HostState &state) const
{
    const auto nameOf = [this](EventId event) { return m_document.text(m_document.events.row(event).name); };
    const bool call = state.call.valid() && isCallCategory(m_document.text(m_document.events.row(state.call).category));
    const HostCall kind = call ? hostCallFromName(nameOf(state.call)) : HostCall::None;
    if (kind == HostCall::Synchronise)
        return HostWork::Sync;
    if (kind == HostCall::Copy)
        return HostWork::Copy;
    if (state.work != HostWork::Unknown)
        return state.work;
    if (state.annotation.valid())
        if (const HostWork work = hostWorkOfFrame(nameOf(state.annotation)); work != HostWork::Python)
            return work;
    return call               ? HostWork::Launch
        : state.call.valid()  ? HostWork::Operator
        : state.frame.valid() ? HostWork::Python
                              : HostWork::Unknown;
}

} // namespace

HostEvent HostEventKinds::of(StringId category)
{
    if (category.value >= m_known.size())
        return HostEvent::None;
    std::uint8_t &known = m_known[category.value];
    if (known == kUnasked) {
        const std::string_view text = m_document.text(category);
        const HostEvent kind = text == "cpu_op" || text == "Operator" ? HostEvent::Operator
            : text == "python_function"                               ? HostEvent::Frame
            : isRangeCategory(text)                                   ? HostEvent::Annotation
            : isCallCategory(text)                                    ? HostEvent::Call
                                                                      : HostEvent::None;
        known = static_cast<std::uint8_t>(kind);
    }
    return static_cast<HostEvent>(known);
}

std::string_view hostWorkName(HostWork work)
{
    constexpr std::array<std::string_view, kHostWorks> kNames{
        "unknown", "sync", "copy", "garbage-collection", "data-loader", "compile", "scheduler", "launch", "operator", "python"};
    return kNames[static_cast<std::size_t>(work)];
}

HostWork hostWorkOfFrame(std::string_view name)
{
    struct Mark {
        std::string_view text;
        HostWork work;
    };
    constexpr std::array kMarks{Mark{"<built-in function collect>", HostWork::GarbageCollection},
        Mark{"gc.collect", HostWork::GarbageCollection}, Mark{"Python GC", HostWork::GarbageCollection},
        Mark{"garbage_collect", HostWork::GarbageCollection}, Mark{"torch/utils/data/", HostWork::DataLoader},
        Mark{"enumerate(DataLoader)", HostWork::DataLoader}, Mark{"torch/_dynamo/convert_frame.py", HostWork::Compile},
        Mark{"torch/_inductor/compile_fx.py", HostWork::Compile}, Mark{"torch/_inductor/codecache.py", HostWork::Compile},
        Mark{"triton/compiler/compiler.py", HostWork::Compile}, Mark{"/scheduler.py(", HostWork::Scheduler},
        Mark{"/schedule_batch.py(", HostWork::Scheduler}, Mark{"/schedule_policy.py(", HostWork::Scheduler},
        Mark{"/core/sched/", HostWork::Scheduler}, Mark{"/scheduler/", HostWork::Scheduler}};
    for (const Mark &mark : kMarks)
        if (name.find(mark.text) != std::string_view::npos)
            return mark.work;
    return HostWork::Python;
}

std::vector<HostState> hostStates(
    const TraceDocument &document, std::span<const HostMoment> moments, const JobControl &control, const SourceRule &rule)
{
    return HostSweep(document, moments, control, rule).run();
}

} // namespace lamella::core
