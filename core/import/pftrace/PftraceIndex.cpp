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
constexpr std::uint64_t kFirstThread = std::uint64_t{0xFFFF'FFFF}
    << 32; // ids for threads without a track; those of tracks are random
constexpr std::uint32_t kMaxMarks = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kBytesOfEntry = 64; // in a hash map
constexpr std::size_t kBytesOfTrack = 160;
constexpr std::uint64_t kStateBytesBetweenPolls = std::uint64_t{16} << 20;

} // namespace

Result<bool> PftraceIndex::read(ByteSource &trace, const std::string &path, unsigned workers, AtBundle atBundle)
{
    PacketCutter cutter(trace, m_memory, path, m_control);
    const auto cut = [&](IndexBlock &block) {
        const Result<bool> more = cutter.next(block);
        block.diskBytesRead = trace.diskBytesRead();
        return more;
    };
    const auto reportAndTake = [&](IndexBlock &block) {
        m_control.report(block.diskBytesRead / 2, trace.stamp().bytes); // they are read a second time
        const bool goOn = take(block, atBundle);
        cutter.giveBack(block);
        return goOn;
    };
    OrderedBlocks<IndexBlock> blocks({cut, [](IndexBlock &block) { block.parse(); }, reportAndTake});
    const Result<bool> complete = blocks.run(workersWanted(std::min(workers, kMaxWorkers)));
    if (!complete)
        return complete.error();
    if (m_memory.exceeded())
        return m_memory.limitError(path);
    if (!*complete)
        return m_control.stopRequested() ? Result<bool>(Error{ErrorCode::Cancelled, "cancelled", path}) : Result<bool>(false);
    if (const auto damagedAt = cutter.damagedAt())
        m_states.endAt(*damagedAt);
    m_bytes = cutter.bytes();
    pairUnordered();
    findRoles();
    m_lanes = Lanes(m_numbers, m_tracks, m_memory);
    if (m_memory.exceeded())
        return m_memory.limitError(path);
    return true;
}

// False: stop.
bool PftraceIndex::take(const IndexBlock &block, AtBundle atBundle)
{
    EventBlock &taken = m_blocks.emplace_back();
    taken.bytes = block.bytes.size();
    taken.firstMark = static_cast<std::uint32_t>(m_durations.size());
    taken.firstCount = static_cast<std::uint32_t>(m_counts.size());
    taken.records.reserve(block.packets().size());
    m_blockBytes = block.bytes.data();
    for (const IndexBlock::Packet &one : block.packets()) {
        const Packet packet = m_states.take(one.fields);
        if (atBundle == AtBundle::Stop && m_states.bundles())
            return false;
        read(packet, one.event, block.flows(one.event));
        if (one.fields.declares && m_states.bytes() >= m_heldStates + kStateBytesBetweenPolls)
            countMemory();
        if (m_memory.exceeded())
            return false;
    }
    m_recordBytes += taken.records.capacity() * sizeof(EventRecord);
    countMemory();
    return !m_control.stopRequested() && !m_memory.exceeded();
}

void PftraceIndex::countMemory()
{
    m_heldStates = m_states.bytes();
    const std::uint64_t uses = heldBytes();
    if (uses > m_held)
        m_memory.hold(uses - m_held);
    m_held = std::max(m_held, uses);
}

void PftraceIndex::release(std::size_t block)
{
    std::vector<EventRecord> &records = m_blocks[block].records;
    const std::uint64_t bytes = records.capacity() * sizeof(EventRecord);
    std::vector<EventRecord>().swap(records); // as assigning {} would keep the memory
    m_memory.release(bytes);
    m_released += bytes;
    if (++m_releasedBlocks == m_blocks.size()) {
        std::vector<std::int64_t>().swap(m_durations);
        std::vector<double>().swap(m_counts);
        std::vector<char>().swap(m_roles);
    }
}

// A damaged description of a track takes no event beside it away.
void PftraceIndex::readTrack(std::string_view descriptor)
{
    try {
        TrackDescriptor track = readTrackDescriptor(descriptor);
        for (std::string_view *const text : {&track.facts.name, &track.facts.threadName, &track.facts.processName})
            *text = m_states.keep(*text);
        m_tracks.add(track);
    } catch (const protozero::exception &) {
        ++m_losses.damaged;
    }
}

void PftraceIndex::read(const Packet &packet, const EventHead &head, std::span<const TrackEvent::Flow> flows)
{
    if (packet.descriptor.data() != nullptr)
        readTrack(packet.descriptor);
    if (packet.trackEvent.data() == nullptr && packet.renderStage.data() == nullptr)
        return;
    if (!packet.time) {
        ++m_losses.withoutTime;
        return;
    }
    std::vector<EventRecord> &records = m_blocks.back().records;
    const std::size_t before = records.size();
    try {
        if (packet.trackEvent.data() != nullptr)
            addEvent(packet, head, flows);
        if (packet.renderStage.data() != nullptr)
            addStage(packet);
    } catch (const protozero::exception &) {
        std::for_each(records.begin() + static_cast<std::ptrdiff_t>(before), records.end(),
            [](EventRecord &record) { record.dropped = true; });
        ++m_losses.damaged;
    }
}

// With the slices that are open, at worst, and what is made of the mentions at the end.
std::uint64_t PftraceIndex::heldBytes() const
{
    return m_recordBytes + m_blocks.capacity() * sizeof(EventBlock)
        + m_durations.capacity() * (sizeof(std::int64_t) + sizeof(decltype(OpenSlices::begins)::value_type))
        + m_mentions.capacity() * (sizeof(FlowMention) + 1) + m_counts.capacity() * sizeof(double)
        + (m_launches.size() + m_totals.size()) * kBytesOfEntry
        + (m_tracks.size() + m_numbers.size() + m_threads.size()) * kBytesOfTrack + m_states.bytes();
}

EventRecord &PftraceIndex::addRecord(const Packet &packet, std::string_view message)
{
    EventRecord &record = m_blocks.back().records.emplace_back();
    record.time = *packet.time;
    record.at = static_cast<std::uint32_t>(message.data() - m_blockBytes);
    record.bytes = static_cast<std::uint32_t>(message.size());
    record.state = packet.sequence->number;
    record.sequenceId = static_cast<std::uint16_t>(packet.sequenceId);
    return record;
}

void PftraceIndex::addEvent(const Packet &packet, const EventHead &head, std::span<const TrackEvent::Flow> flows)
{
    const Sequence &sequence = *packet.sequence;
    const std::uint64_t track = head.tracked ? head.track : sequence.track;
    if (head.usual && (track != 0 || !sequence.thread.tid))
        return addWritten(packet, head, flows, track);
    m_event.readHead(packet.trackEvent);
    if (!m_event.submitted.empty()) {
        m_event.read(packet.trackEvent); // an annotation may state the launch
        addLaunches(m_event, sequence, *packet.time);
    }
    if (m_event.isWritten())
        addWritten(packet, EventHead(m_event), m_event.flows, trackOf(packet));
    else if (m_event.type != kCounter)
        ++m_losses.otherPhases;
    m_losses.cut += m_event.cut;
    addCounts(packet);
}

void PftraceIndex::addWritten(
    const Packet &packet, const EventHead &head, std::span<const TrackEvent::Flow> flows, std::uint64_t track)
{
    EventRecord &record = addRecord(packet, packet.trackEvent);
    record.mention = static_cast<std::uint32_t>(m_mentions.size());
    record.lane = m_numbers.ofTrack(track);
    const bool slice = head.begins || head.ends;
    const bool mark = slice && m_durations.size() < kMaxMarks;
    record.mark = mark; // bits of one word: one after another
    record.end = head.ends;
    record.args = head.annotated || !flows.empty();
    record.flows = !flows.empty();
    record.usual = head.usual && mark == slice;
    if (!head.ends)
        addMentions(record.time, flows);
    if (mark)
        addMark(record);
    const bool nameless = !head.named && head.nameId != 0 && packet.sequence->names.of(head.nameId).data() == nullptr;
    m_losses.nameless += nameless ? 1 : 0;
}

// Of the event. One that states none may be of a thread that is described without a track.
std::uint64_t PftraceIndex::trackOf(const Packet &packet)
{
    const std::uint64_t stated = m_event.track.value_or(packet.sequence->track);
    const SequenceThread &own = packet.sequence->thread;
    const bool elsewhere = m_event.legacyPid || m_event.legacyTid;
    if (!elsewhere && (stated != 0 || !own.tid))
        return stated;
    TrackFacts facts;
    facts.isThread = true;
    facts.pid = m_event.legacyPid ? m_event.legacyPid : own.pid;
    facts.tid = m_event.legacyTid ? m_event.legacyTid : own.tid;
    if (const TrackFacts *const track = m_tracks.find(stated); track != nullptr && elsewhere) {
        facts.pid = facts.pid ? facts.pid : track->pid;
        facts.tid = facts.tid ? facts.tid : track->tid;
    }
    if (!elsewhere) {
        facts.threadName = own.name;
        facts.processName = own.processName;
    }
    const auto [known, added] =
        m_threads.try_emplace({facts.pid.value_or(0), facts.tid.value_or(0)}, kFirstThread + m_threads.size());
    if (added || !elsewhere)
        m_tracks.add({known->second, facts});
    return known->second;
}

// An end of a slice, and a counter, has no event of its own that could have an arrow.
void PftraceIndex::addMentions(std::int64_t time, std::span<const TrackEvent::Flow> flows)
{
    if (flows.empty() || m_mentions.size() >= kMaxMarks - flows.size())
        return;
    for (const TrackEvent::Flow &flow : flows)
        m_mentions.push_back({flow.id, time, m_withFlows, flow.ends, static_cast<std::uint32_t>(m_mentions.size())});
    ++m_withFlows;
}

// The value of a counter, and those of others that any event may have with it.
void PftraceIndex::addCounts(const Packet &packet)
{
    if (m_event.type == kCounter) {
        if (m_event.count)
            addCount(packet, m_event.track.value_or(packet.sequence->track), *m_event.count);
        else
            ++m_losses.damaged;
    }
    const auto addAll = [&](const std::vector<double> &values, const std::vector<std::uint64_t> &own,
                            const std::vector<std::uint64_t> &usual) {
        const std::vector<std::uint64_t> &tracks = own.empty() ? usual : own;
        for (std::size_t i = 0; i < values.size() && i < tracks.size(); ++i)
            addCount(packet, tracks[i], values[i]);
        m_losses.nameless += values.size() > tracks.size() ? 1 : 0;
    };
    addAll(m_event.extraCounts, m_event.extraTracks, packet.sequence->countTracks);
    addAll(m_event.extraReals, m_event.extraRealTracks, packet.sequence->realTracks);
}

void PftraceIndex::addCount(const Packet &packet, std::uint64_t track, double value)
{
    const TrackFacts *const facts = m_tracks.find(track);
    if (facts != nullptr && facts->multiplier != 0)
        value *= static_cast<double>(facts->multiplier);
    if (facts != nullptr && facts->incremental) {
        Total &total = m_totals[track];
        if (total.starts != packet.sequence->starts)
            total = {packet.sequence->starts, 0};
        value = total.value += value;
    }
    EventRecord &record = addRecord(packet, packet.trackEvent);
    record.counter = true;
    record.lane = m_numbers.ofTrack(track);
    m_counts.push_back(value);
}

void PftraceIndex::addStage(const Packet &packet)
{
    m_stage.readHead(packet.renderStage, *packet.sequence, m_specs);
    if (m_stage.listsSpecs) {
        addSpecs(packet.renderStage, m_specs, m_states);
        m_stage.readHead(packet.renderStage, *packet.sequence, m_specs);
    }
    if (!m_stage.isEvent())
        return; // only lists queues and stages
    EventRecord &record = addRecord(packet, packet.renderStage);
    m_losses.nameless += m_stage.lacksNames ? 1 : 0;
    record.lane = m_numbers.ofQueue(m_stage);
    record.stage = true;
}

void PftraceIndex::findRoles()
{
    m_roles.assign(m_mentions.size(), 0);
    std::sort(m_mentions.begin(), m_mentions.end(), [](const FlowMention &a, const FlowMention &b) {
        return std::tie(a.flow, a.time, a.number) < std::tie(b.flow, b.time, b.number);
    });
    for (auto first = m_mentions.begin(); first != m_mentions.end();) {
        const std::uint64_t flow = first->flow;
        auto end = std::find_if(first, m_mentions.end(), [flow](const FlowMention &m) { return m.flow != flow || m.ends; });
        if (end != m_mentions.end() && end->flow == flow)
            ++end; // its id may begin another flow behind
        const std::uint32_t begins = first->event;
        const std::uint32_t ends = std::prev(end)->event;
        for (; first != end; ++first)
            if (begins != ends)
                m_roles[first->number] = first->event == begins ? 's' : first->event == ends ? 'f' : 't';
    }
    std::vector<FlowMention>().swap(m_mentions);
}

void PftraceIndex::addLaunches(const TrackEvent &event, const Sequence &sequence, std::int64_t time)
{
    const std::uint64_t correlation = launchOf(event, sequence);
    for (const std::uint64_t stage : event.submitted)
        m_launches.insert_or_assign({stage, time}, correlation);
}

std::uint64_t PftraceIndex::launchOf(std::uint64_t renderStage, std::int64_t time) const
{
    const auto after = m_launches.upper_bound({renderStage, time});
    if (after != m_launches.begin() && std::prev(after)->first.first == renderStage)
        return std::prev(after)->second;
    return after != m_launches.end() && after->first.first == renderStage ? after->second : 0;
}

std::uint64_t PftraceIndex::launchOf(const TrackEvent &event, const Sequence &sequence)
{
    if (event.submitted.empty())
        return 0;
    if (const auto stated = event.correlation ? event.correlation : annotatedNumber(event, sequence, "correlation"))
        return *stated;
    return kSyntheticCorrelation + event.submitted.front();
}

// Slices of a track nest, and an end closes the slice that began last.
void PftraceIndex::addMark(const EventRecord &record)
{
    const auto number = static_cast<std::uint32_t>(m_durations.size());
    m_durations.push_back(kOpen);
    if (record.lane >= m_open.size())
        m_open.resize(m_numbers.size());
    OpenSlices &open = m_open[record.lane];
    ++open.marks;
    open.ordered = open.ordered && record.time >= open.last;
    open.last = record.time;
    if (!open.ordered) {
        open.begins.clear(); // see pairUnordered()
    } else if (!record.end) {
        open.begins.emplace_back(number, record.time);
    } else if (!open.begins.empty()) {
        const auto [begin, time] = open.begins.back();
        m_durations[begin] = subtractSaturated(record.time, time);
        m_durations[number] = 0;
        open.begins.pop_back();
    }
}

// Track by track, the marks of each in file order.
void PftraceIndex::pairUnordered()
{
    std::vector<std::size_t> ends; // of the marks of each lane in `sorted`, as far as they are there
    std::size_t all = 0;
    for (const OpenSlices &open : m_open) {
        ends.push_back(all);
        all += open.ordered ? 0 : open.marks;
    }
    const std::uint64_t bytes = all * sizeof(Mark);
    m_memory.hold(bytes);
    if (all > 0 && !m_memory.exceeded()) {
        std::vector<Mark> sorted(all);
        sortUnordered(sorted, ends);
        std::size_t first = 0;
        for (const std::size_t end : ends) {
            pairTrack(std::span(sorted).subspan(first, end - first));
            first = end;
        }
    }
    std::vector<OpenSlices>().swap(m_open);
    m_memory.release(bytes);
}

void PftraceIndex::sortUnordered(std::vector<Mark> &sorted, std::vector<std::size_t> &ends)
{
    std::uint32_t number = 0;
    for (const EventBlock &block : m_blocks) {
        for (const EventRecord &record : block.records) {
            if (!record.mark)
                continue;
            if (!m_open[record.lane].ordered) {
                m_durations[number] = kOpen;
                sorted[ends[record.lane]++] = {record.time, number, record.sequenceId, record.end};
            }
            ++number;
        }
    }
}

// The begins in front, and the ends right behind.
PftraceIndex::Marks PftraceIndex::firstRun(Marks marks)
{
    const auto ends = std::find_if(marks.begin(), marks.end(), isEnd);
    return {marks.begin(), std::find_if_not(ends, marks.end(), isEnd)};
}

bool PftraceIndex::writtenAtEnd(Marks marks)
{
    const auto earlier = [](const Mark &a, const Mark &b) { return a.time < b.time; };
    while (!marks.empty()) {
        const Marks run = firstRun(marks);
        if (!std::is_sorted(run.begin(), run.end(), earlier))
            return true;
        marks = marks.subspan(run.size());
    }
    return false;
}

// Recorders that write while the program runs do so in order of time in each sequence, and file order decides at equal times, as
// in Perfetto. Of a track in another order, the sequences that were written when the recording ended are paired run by run.
void PftraceIndex::pairTrack(std::span<Mark> marks)
{
    const auto ofOneBefore = [](const Mark &a, const Mark &b) { return a.sequence < b.sequence; };
    if (!std::is_sorted(marks.begin(), marks.end(), ofOneBefore)) // mostly all are of one
        std::stable_sort(marks.begin(), marks.end(), ofOneBefore);
    std::vector<Mark> live;
    for (auto first = marks.begin(); first != marks.end();) {
        const auto last =
            std::find_if(first, marks.end(), [id = first->sequence](const Mark &mark) { return mark.sequence != id; });
        const Marks own(first, last);
        if (writtenAtEnd(own))
            pairRuns(own);
        else
            live.insert(live.end(), first, last);
        first = last;
    }
    std::sort(live.begin(), live.end(),
        [](const Mark &a, const Mark &b) { return std::tie(a.time, a.number) < std::tie(b.time, b.number); });
    pairNested(live);
}

void PftraceIndex::pairNested(Marks marks)
{
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
// many ends right behind, none before its begin, is paired one by one; what remains, as if an end at the time of a begin belonged
// to what began before.
void PftraceIndex::pairRuns(Marks marks)
{
    std::vector<Mark> left;
    while (!marks.empty()) {
        const Marks run = firstRun(marks);
        const auto count = static_cast<std::size_t>(std::find_if(run.begin(), run.end(), isEnd) - run.begin());
        bool paired = run.size() == 2 * count;
        for (std::size_t i = 0; i < count && paired; ++i)
            paired = run[count + i].time >= run[i].time;
        for (std::size_t i = 0; i < count && paired; ++i) {
            m_durations[run[i].number] = subtractSaturated(run[count + i].time, run[i].time);
            m_durations[run[count + i].number] = 0;
        }
        if (!paired)
            left.insert(left.end(), run.begin(), run.end());
        marks = marks.subspan(run.size());
    }
    std::stable_sort(left.begin(), left.end(),
        [](const Mark &a, const Mark &b) { return std::tuple(a.time, !a.end) < std::tuple(b.time, !b.end); });
    pairNested(left);
}

} // namespace lamella::core::pftrace
