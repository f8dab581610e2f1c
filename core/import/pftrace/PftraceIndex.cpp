// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceIndex.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <limits>
#include <protozero/exception.hpp>
#include <tuple>

namespace lamella::core::pftrace {

namespace {

constexpr std::uint64_t kSyntheticCorrelation = std::uint64_t{1} << 40; // above the ids of CUDA and HIP
constexpr std::uint32_t kMaxMarks = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kBytesOfFlow = 64; // in a hash map
constexpr std::size_t kBytesOfTrack = 160;
constexpr std::uint32_t kPacketsBetweenPolls = 4096;

} // namespace

PftraceIndex::PftraceIndex(std::string_view bytes, MemoryBudget &memory, const JobControl &control)
{
    PacketWalk walk(bytes);
    Packet packet;
    TrackEvent event;
    std::uint64_t held = 0;
    std::uint32_t packets = 0;
    while (!memory.exceeded() && walk.next(packet)) {
        if (++packets % kPacketsBetweenPolls == 0 && control.stopRequested())
            return;
        try {
            if (packet.descriptor.data() != nullptr) {
                const TrackDescriptor track = readTrackDescriptor(packet.descriptor);
                m_tracks[track.uuid] = track.facts;
            }
            if (packet.trackEvent.data() != nullptr && packet.time) {
                event.read(packet.trackEvent);
                add(packet, event);
            }
        } catch (const protozero::exception &) {
            continue; // counted where the text is made
        }
        const std::uint64_t uses = m_marks.capacity() * (sizeof(Mark) + sizeof(std::int64_t))
            + (m_flows.size() + m_launches.size()) * kBytesOfFlow + m_tracks.size() * kBytesOfTrack;
        if (uses > held)
            memory.hold(uses - held);
        held = std::max(held, uses);
    }
    m_faults = walk.faults();
    if (!control.stopRequested())
        pairSlices();
}

void PftraceIndex::add(const Packet &packet, const TrackEvent &event)
{
    const std::uint64_t track = event.track.value_or(packet.sequence->track);
    if ((event.begins() || event.ends()) && m_marks.size() < kMaxMarks)
        m_marks.push_back({track, *packet.time, static_cast<std::uint32_t>(m_marks.size()), event.ends()});
    if (!event.flows.empty()) {
        const std::pair<std::int64_t, std::size_t> at{*packet.time, m_withFlows++};
        for (const std::uint64_t flow : event.flows) {
            FlowEnds &ends = m_flows.try_emplace(flow, FlowEnds{at, at}).first->second;
            ends.first = std::min(ends.first, at);
            ends.last = std::max(ends.last, at);
        }
    }
    for (const std::uint64_t stage : event.submitted)
        m_launches.emplace(stage, launchOf(event, *packet.sequence));
}

const TrackFacts *PftraceIndex::track(std::uint64_t uuid) const
{
    const auto found = m_tracks.find(uuid);
    return found == m_tracks.end() ? nullptr : &found->second;
}

char PftraceIndex::flowRole(std::uint64_t flow, std::size_t n) const
{
    const auto found = m_flows.find(flow);
    if (found == m_flows.end() || found->second.first.second == found->second.last.second)
        return 0;
    return found->second.first.second == n ? 's' : found->second.last.second == n ? 'f' : 't';
}

std::uint64_t PftraceIndex::launchOf(std::uint64_t renderStage) const
{
    const auto found = m_launches.find(renderStage);
    return found == m_launches.end() ? 0 : found->second;
}

std::uint64_t PftraceIndex::launchOf(const TrackEvent &event, const Sequence &sequence)
{
    if (event.submitted.empty())
        return 0;
    if (const auto stated = event.correlation ? event.correlation : annotatedNumber(event, sequence, "correlation"))
        return *stated;
    return kSyntheticCorrelation + event.submitted.front();
}

void PftraceIndex::pairSlices()
{
    m_durations.assign(m_marks.size(), kOpen);
    std::stable_sort(m_marks.begin(), m_marks.end(), [](const Mark &a, const Mark &b) { return a.track < b.track; });
    std::vector<Mark> own;
    for (auto first = m_marks.begin(); first != m_marks.end();) {
        const auto last = std::find_if(first, m_marks.end(), [&](const Mark &m) { return m.track != first->track; });
        own.assign(first, last);
        pairTrack(own);
        first = last;
    }
    m_marks = {};
}

// Slices of a track nest: an end closes the slice that began last. Recorders that write while the program runs do so in order of
// time, and then file order decides at equal times.
void PftraceIndex::pairTrack(std::vector<Mark> &marks)
{
    const auto earlier = [](const Mark &a, const Mark &b) { return a.time < b.time; };
    if (!std::is_sorted(marks.begin(), marks.end(), earlier)) {
        std::vector<Mark> left;
        pairRuns(marks, left);
        // An end at the time of a begin belongs to what began before.
        std::stable_sort(left.begin(), left.end(),
            [](const Mark &a, const Mark &b) { return std::tuple(a.time, !a.end) < std::tuple(b.time, !b.end); });
        marks = std::move(left);
    }
    std::vector<const Mark *> open;
    for (const Mark &mark : marks) {
        if (!mark.end) {
            open.push_back(&mark);
        } else if (!open.empty()) {
            m_durations[open.back()->number] = subtractSaturated(mark.time, open.back()->time);
            m_durations[mark.number] = 0;
            open.pop_back();
        }
    }
}

// A recorder that writes at its end writes all begins of a kind, then their ends in the same order. Such a run of begins with as
// many ends right behind, none before its begin, is paired one by one; what remains goes to `left`.
void PftraceIndex::pairRuns(const std::vector<Mark> &marks, std::vector<Mark> &left)
{
    std::size_t at = 0;
    while (at < marks.size()) {
        std::size_t ends = at;
        while (ends < marks.size() && !marks[ends].end)
            ++ends;
        std::size_t next = ends;
        while (next < marks.size() && marks[next].end)
            ++next;
        const std::size_t count = ends - at;
        bool paired = count > 1 && next - ends == count;
        for (std::size_t i = 0; i < count && paired; ++i)
            paired = marks[ends + i].time >= marks[at + i].time;
        for (std::size_t i = 0; i < count && paired; ++i) {
            m_durations[marks[at + i].number] = subtractSaturated(marks[ends + i].time, marks[at + i].time);
            m_durations[marks[ends + i].number] = 0;
        }
        if (!paired)
            left.insert(
                left.end(), marks.begin() + static_cast<std::ptrdiff_t>(at), marks.begin() + static_cast<std::ptrdiff_t>(next));
        at = next;
    }
}

} // namespace lamella::core::pftrace
