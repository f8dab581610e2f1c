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
    : m_walk(bytes)
{
    Packet packet;
    std::uint64_t held = 0;
    std::uint32_t packets = 0;
    while (!m_stopped && m_walk.next(packet)) {
        m_stopped = atBundle == AtBundle::Stop && m_walk.bundles();
        read(packet);
        if (++packets % kPacketsBetweenPolls != 0)
            continue;
        const std::uint64_t uses = heldBytes();
        if (uses > held)
            memory.hold(uses - held);
        held = std::max(held, uses);
        if (control.stopRequested() || memory.exceeded())
            return;
    }
    m_stopped = atBundle == AtBundle::Stop && m_walk.bundles(); // one behind the last event
    if (m_stopped)
        memory.release(held);
    if (m_stopped || control.stopRequested() || memory.exceeded())
        return;
    pairSlices();
    findRoles();
    m_lanes = Lanes(m_numbers, m_tracks);
}

// A damaged description of a track takes no event beside it away.
void PftraceIndex::readTrack(std::string_view descriptor)
{
    try {
        const TrackDescriptor track = readTrackDescriptor(descriptor);
        m_tracks[track.uuid] = track.facts;
    } catch (const protozero::exception &) {
        ++m_losses.damaged;
    }
}

void PftraceIndex::read(const Packet &packet)
{
    if (packet.descriptor.data() != nullptr)
        readTrack(packet.descriptor);
    if (packet.trackEvent.data() == nullptr && packet.renderStage.data() == nullptr)
        return;
    if (!packet.time) {
        ++m_losses.withoutTime;
        return;
    }
    bool added = false;
    try {
        if (packet.trackEvent.data() != nullptr)
            added = addEvent(packet);
        if (packet.renderStage.data() != nullptr)
            addStage(packet);
    } catch (const protozero::exception &) {
        if (added)
            m_blocks.back().pop_back();
        ++m_losses.damaged;
    }
}

// With what is made of the marks and mentions at the end.
std::uint64_t PftraceIndex::heldBytes() const
{
    return m_blocks.size() * kRecordsOfBlock * sizeof(EventRecord)
        + m_marks.capacity() * (sizeof(TrackMark) + sizeof(Mark) + sizeof(std::int64_t))
        + m_mentions.capacity() * (sizeof(FlowMention) + 1) + m_launches.size() * kBytesOfEntry
        + (m_tracks.size() + m_numbers.size()) * kBytesOfTrack + m_walk.stateBytes();
}

void PftraceIndex::add(const EventRecord &record)
{
    if (m_blocks.empty() || m_blocks.back().size() == kRecordsOfBlock)
        m_blocks.emplace_back().reserve(kRecordsOfBlock);
    m_blocks.back().push_back(record);
}

// True if it is one of those to write.
bool PftraceIndex::addEvent(const Packet &packet)
{
    m_event.read(packet.trackEvent);
    EventRecord record{*packet.time, packet.trackEvent, packet.sequence};
    record.mention = static_cast<std::uint32_t>(m_mentions.size());
    record.slice = static_cast<std::uint32_t>(m_marks.size());
    for (const std::uint64_t stage : m_event.submitted)
        m_launches.emplace(stage, launchOf(m_event, *packet.sequence));
    if (!m_event.flows.empty() && m_mentions.size() < kMaxMarks - m_event.flows.size()) {
        for (const std::uint64_t flow : m_event.flows)
            m_mentions.push_back({flow, record.time, m_withFlows, static_cast<std::uint32_t>(m_mentions.size())});
        ++m_withFlows;
    }
    if (!m_event.isWritten()) {
        m_losses.otherPhases += m_event.type == kCounter ? 0 : 1;
        return false;
    }
    record.lane = m_numbers.ofTrack(m_event.track.value_or(packet.sequence->track));
    record.end = m_event.ends();
    record.args = !m_event.annotations.empty();
    if ((record.end || m_event.begins()) && m_marks.size() < kMaxMarks)
        m_marks.push_back({record.time, record.lane, record.end});
    add(record);
    return true;
}

void PftraceIndex::addStage(const Packet &packet)
{
    m_stage.readHead(packet.renderStage, *packet.sequence, m_specs);
    if (m_stage.listsSpecs) {
        addSpecs(packet.renderStage, m_specs);
        m_stage.readHead(packet.renderStage, *packet.sequence, m_specs);
    }
    if (!m_stage.isEvent())
        return; // only lists queues and stages
    EventRecord record{*packet.time, packet.renderStage, packet.sequence};
    record.lane = m_numbers.ofQueue(m_stage);
    record.stage = true;
    add(record);
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
    std::vector<std::size_t> ends(m_numbers.size()); // of the marks of each lane in `sorted`
    for (const TrackMark &mark : m_marks)
        ++ends[mark.lane];
    std::size_t before = 0;
    for (std::size_t &end : ends)
        before += std::exchange(end, before);
    std::vector<Mark> sorted(m_marks.size());
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        sorted[ends[m_marks[i].lane]++] = {m_marks[i].time, static_cast<std::uint32_t>(i), m_marks[i].end};
    m_marks = {};
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
