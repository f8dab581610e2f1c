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
constexpr std::size_t kBytesOfEntry = 64; // in a hash map
constexpr std::size_t kBytesOfTrack = 160;
constexpr std::uint32_t kPacketsBetweenPolls = 4096;

} // namespace

PftraceIndex::PftraceIndex(std::string_view bytes, MemoryBudget &memory, const JobControl &control, AtBundle atBundle)
{
    PacketWalk walk(bytes);
    Packet packet;
    TrackEvent event;
    std::uint64_t held = 0;
    std::uint32_t packets = 0;
    std::uint64_t damaged = 0;
    while (!memory.exceeded() && !m_stopped && walk.next(packet)) {
        m_stopped = atBundle == AtBundle::Stop && walk.bundles();
        if (++packets % kPacketsBetweenPolls == 0 && control.stopRequested())
            return;
        damaged += readTrack(packet) ? 0 : 1;
        try {
            if (packet.trackEvent.data() != nullptr && packet.time) {
                event.read(packet.trackEvent);
                add(packet, event);
            }
        } catch (const protozero::exception &) {
            continue; // counted where the text is made
        }
        const std::uint64_t uses = heldBytes();
        if (uses > held)
            memory.hold(uses - held);
        held = std::max(held, uses);
    }
    m_stopped = atBundle == AtBundle::Stop && walk.bundles(); // one behind the last event
    m_faults = walk.faults();
    m_faults.damaged += damaged;
    if (m_stopped)
        memory.release(held);
    if (m_stopped || control.stopRequested() || memory.exceeded())
        return;
    pairSlices();
    findRoles();
}

// False on damage. An event beside it in the packet counts all the same, as where the text is made.
bool PftraceIndex::readTrack(const Packet &packet)
{
    if (packet.descriptor.data() == nullptr)
        return true;
    try {
        const TrackDescriptor track = readTrackDescriptor(packet.descriptor);
        m_tracks[track.uuid] = track.facts;
        return true;
    } catch (const protozero::exception &) {
        return false;
    }
}

// With what is made of the marks and mentions at the end.
std::uint64_t PftraceIndex::heldBytes() const
{
    return m_marks.capacity() * (sizeof(TrackMark) + sizeof(Mark) + sizeof(std::int64_t))
        + m_mentions.capacity() * (sizeof(FlowMention) + 1) + (m_numbers.size() + m_launches.size()) * kBytesOfEntry
        + m_tracks.size() * kBytesOfTrack;
}

std::uint32_t PftraceIndex::trackNumber(std::uint64_t uuid)
{
    if (m_numbers.empty() || uuid != m_lastTrack) {
        m_lastNumber = m_numbers.try_emplace(uuid, static_cast<std::uint32_t>(m_numbers.size())).first->second;
        m_lastTrack = uuid;
    }
    return m_lastNumber;
}

void PftraceIndex::add(const Packet &packet, const TrackEvent &event)
{
    const std::uint64_t track = event.track.value_or(packet.sequence->track);
    if ((event.begins() || event.ends()) && m_marks.size() < kMaxMarks)
        m_marks.push_back({*packet.time, trackNumber(track), event.ends()});
    if (!event.flows.empty() && m_mentions.size() < kMaxMarks - event.flows.size()) {
        for (const std::uint64_t flow : event.flows)
            m_mentions.push_back({flow, *packet.time, m_withFlows, static_cast<std::uint32_t>(m_mentions.size())});
        ++m_withFlows;
    }
    for (const std::uint64_t stage : event.submitted)
        m_launches.emplace(stage, launchOf(event, *packet.sequence));
}

const TrackFacts *PftraceIndex::track(std::uint64_t uuid) const
{
    const auto found = m_tracks.find(uuid);
    return found == m_tracks.end() ? nullptr : &found->second;
}

void PftraceIndex::findRoles()
{
    m_roles.assign(m_mentions.size(), 0);
    std::sort(m_mentions.begin(), m_mentions.end(), [](const FlowMention &a, const FlowMention &b) {
        return std::tie(a.flow, a.time, a.number) < std::tie(b.flow, b.time, b.number);
    });
    for (auto first = m_mentions.begin(); first != m_mentions.end();) {
        const auto end = std::find_if(first, m_mentions.end(), [&](const FlowMention &m) { return m.flow != first->flow; });
        const std::uint32_t begins = first->event;
        const std::uint32_t ends = std::prev(end)->event;
        for (; first != end; ++first)
            if (begins != ends)
                m_roles[first->number] = first->event == begins ? 's' : first->event == ends ? 'f' : 't';
    }
    m_mentions = {};
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

// Track by track, the marks of each in file order.
void PftraceIndex::pairSlices()
{
    m_durations.assign(m_marks.size(), kOpen);
    std::vector<std::size_t> ends(m_numbers.size()); // of the marks of each track in `sorted`
    for (const TrackMark &mark : m_marks)
        ++ends[mark.track];
    std::size_t before = 0;
    for (std::size_t &end : ends)
        before += std::exchange(end, before);
    std::vector<Mark> sorted(m_marks.size());
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        sorted[ends[m_marks[i].track]++] = {m_marks[i].time, static_cast<std::uint32_t>(i), m_marks[i].end};
    m_marks = {};
    m_numbers = {};
    std::vector<Mark> own;
    std::size_t first = 0;
    for (const std::size_t end : ends) {
        own.assign(sorted.begin() + static_cast<std::ptrdiff_t>(first), sorted.begin() + static_cast<std::ptrdiff_t>(end));
        pairTrack(own);
        first = end;
    }
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
