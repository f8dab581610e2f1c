// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceText.h"

#include "core/import/pftrace/PftraceArgs.h"

#include <array>
#include <protozero/exception.hpp>

namespace lamella::core::pftrace {

namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;

void appendDimensions(std::string &out, std::string_view key, const std::array<std::uint32_t, 3> &size)
{
    appendKey(out, key);
    for (std::size_t i = 0; i < size.size(); ++i) {
        out += i == 0 ? "[" : ", ";
        appendNumber(out, size[i]);
    }
    out += ']';
}

// The names that PyTorch gives these arguments in JSON. In Perfetto's format their values are text, and the page expects numbers
// under the short names.
std::string_view jsonName(std::string_view extra)
{
    return extra == "device id" ? "device" : extra == "stream id" ? "stream" : extra == "context id" ? "context" : extra;
}

} // namespace

PftraceText::PftraceText(std::string_view bytes, const PftraceIndex &index)
    : m_index(index)
    , m_walk(bytes)
    , m_lanes(index)
{
}

bool PftraceText::more(std::string &out)
{
    if (m_ended)
        return false;
    if (!m_begun)
        out += kTextOpening;
    m_begun = true;
    const std::size_t enough = out.size() + kPiece;
    Packet packet;
    while (out.size() < enough) {
        if (!m_walk.next(packet)) {
            out += "\n]}\n";
            m_ended = true;
            return true;
        }
        const std::size_t before = out.size();
        const bool first = m_first;
        try {
            addPacket(packet, out);
        } catch (const protozero::exception &) {
            out.resize(before);
            m_first = first;
            for (Lane *lane : m_declared)
                lane->declared = false;
            ++m_faults.damaged;
        }
        m_declared.clear();
    }
    return true;
}

void PftraceText::addPacket(const Packet &packet, std::string &out)
{
    if (packet.trackEvent.data() == nullptr && packet.renderStage.data() == nullptr)
        return;
    if (!packet.time) {
        ++m_faults.withoutTime;
        return;
    }
    if (packet.trackEvent.data() != nullptr)
        addTrackEvent(packet, out);
    if (packet.renderStage.data() != nullptr)
        addRenderStage(packet, out);
}

// `{"ph": "X", "pid": 7, "tid": 3, "ts": 1.000`, after what is to be said of the lane.
void PftraceText::begin(Lane &lane, char phase, std::int64_t time, std::string &out)
{
    if (!m_first)
        out += ",\n";
    m_first = false;
    if (!lane.declared) {
        out += lane.declaration;
        lane.declared = true;
        m_declared.push_back(&lane);
    }
    out += "{\"ph\": \"";
    out += phase;
    out += "\", ";
    out += lane.members;
    out += ", \"ts\": ";
    appendMicroseconds(out, time);
}

void PftraceText::appendCategories(const Sequence &sequence, std::string &out) const
{
    if (m_event.categoryIids.size() == 1 && m_event.categories.empty()) { // as nearly always
        if (const std::string_view only = sequence.categories.of(m_event.categoryIids.front()); !only.empty()) {
            out += ", \"cat\": ";
            appendQuoted(out, only);
        }
        return;
    }
    std::string all;
    const auto add = [&all](std::string_view category) {
        if (!all.empty() && !category.empty())
            all += ',';
        all += category;
    };
    for (const std::uint64_t id : m_event.categoryIids)
        add(sequence.categories.of(id));
    for (const std::string_view category : m_event.categories)
        add(category);
    if (all.empty())
        return;
    out += ", \"cat\": ";
    appendQuoted(out, all);
}

void PftraceText::addTrackEvent(const Packet &packet, std::string &out)
{
    m_event.read(packet.trackEvent);
    const Sequence &sequence = *packet.sequence;
    const std::size_t firstMention = m_mentions;
    m_mentions += m_event.flows.size();
    const std::int64_t duration = m_event.begins() || m_event.ends() ? m_index.duration(m_slices++) : PftraceIndex::kOpen;
    if (m_event.ends() && duration != PftraceIndex::kOpen) {
        m_faults.endArgs += m_event.annotations.empty() ? 0 : 1;
        return;
    }
    Lane &lane = m_lanes.ofTrack(m_event.track.value_or(sequence.track), 0);
    const std::string_view name = m_event.name.empty() ? sequence.names.of(m_event.nameIid) : m_event.name;
    if (m_event.type == kCounter)
        return addCounter(lane, *packet.time, name, out);
    const char legacy = m_event.legacyPhase;
    const bool whole = m_event.type == 0 && legacy == 'X' && m_event.legacyDurationNs;
    const bool instant = m_event.type == kInstant || (m_event.type == 0 && (legacy == 'i' || legacy == 'I'));
    if (!m_event.begins() && !m_event.ends() && !whole && !instant) {
        ++m_faults.otherPhases;
        return;
    }
    const std::int64_t length = whole ? *m_event.legacyDurationNs : duration;
    const bool closed = whole || (m_event.begins() && duration != PftraceIndex::kOpen);
    begin(lane, closed ? 'X' : m_event.begins() ? 'B' : m_event.ends() ? 'E' : 'i', *packet.time, out);
    if (closed) {
        out += ", \"dur\": ";
        appendMicroseconds(out, length);
    }
    out += instant ? ", \"s\": \"t\", \"name\": " : ", \"name\": ";
    appendQuoted(out, name);
    appendCategories(sequence, out);
    out += ", \"args\": {";
    for (const std::string_view annotation : m_event.annotations)
        appendAnnotation(out, annotation, sequence);
    const std::uint64_t launch = PftraceIndex::launchOf(m_event, sequence);
    const std::uint64_t correlation = m_event.correlation.value_or(launch);
    if (correlation != 0 && !annotatedNumber(m_event, sequence, "correlation")) {
        appendKey(out, "correlation");
        appendNumber(out, correlation);
    }
    out += "}}";
    addFlows(lane, *packet.time, firstMention, out);
}

void PftraceText::addCounter(Lane &lane, std::int64_t time, std::string_view name, std::string &out)
{
    if (!m_event.counter && !m_event.counterReal)
        return;
    const TrackFacts *const track = m_index.track(m_event.track.value_or(0));
    begin(lane, 'C', time, out);
    out += ", \"name\": ";
    appendQuoted(out, track != nullptr && !track->name.empty() ? track->name : name.empty() ? "counter" : name);
    out += ", \"args\": {\"value\": ";
    if (m_event.counter)
        appendNumber(out, *m_event.counter);
    else
        appendReal(out, *m_event.counterReal);
    out += "}}";
}

void PftraceText::addFlows(Lane &lane, std::int64_t time, std::size_t firstMention, std::string &out)
{
    for (const std::uint64_t flow : m_event.flows) {
        const char role = m_index.flowRole(firstMention++);
        if (role == 0)
            continue;
        begin(lane, role, time, out);
        out += ", \"id\": ";
        appendNumber(out, flow);
        out += role == 'f' ? R"(, "cat": "ac2g", "name": "ac2g", "bp": "e"})" : R"(, "cat": "ac2g", "name": "ac2g"})";
    }
}

void PftraceText::addRenderStage(const Packet &packet, std::string &out)
{
    m_stage.read(packet.renderStage, *packet.sequence, m_specs);
    if (m_stage.eventId == 0 && !m_stage.durationNs && m_stage.queue.empty() && m_stage.stage.empty())
        return; // only lists queues and stages
    Lane &lane = m_lanes.ofQueue(m_stage);
    begin(lane, m_stage.durationNs ? 'X' : 'i', *packet.time, out);
    if (m_stage.durationNs) {
        out += ", \"dur\": ";
        appendMicroseconds(out, *m_stage.durationNs);
    }
    out += ", \"name\": ";
    appendQuoted(out, m_stage.name.empty() ? m_stage.stage : m_stage.name);
    out += ", \"cat\": ";
    appendQuoted(out, m_stage.category());
    out += ", \"args\": {";
    if (m_stage.extraOf("device id").empty()) {
        appendKey(out, "device");
        appendNumber(out, m_stage.gpu);
    }
    if (m_stage.extraOf("stream id").empty()) {
        appendKey(out, "stream");
        out += std::string_view(lane.members).substr(lane.members.rfind(' ') + 1);
    }
    for (const auto &[name, value] : m_stage.extra) {
        appendKey(out, jsonName(name));
        appendTextValue(out, value);
    }
    if (const std::uint64_t launch = m_index.launchOf(m_stage.eventId); launch != 0 && m_stage.extraOf("correlation").empty()) {
        appendKey(out, "correlation");
        appendNumber(out, launch);
    }
    if (m_stage.grid)
        appendDimensions(out, "grid", *m_stage.grid);
    if (m_stage.block)
        appendDimensions(out, "block", *m_stage.block);
    for (const std::string_view arg : m_stage.launchArgs)
        appendLaunchArg(out, arg, *packet.sequence);
    out += "}}";
}

} // namespace lamella::core::pftrace
