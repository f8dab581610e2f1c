// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceText.h"

#include "core/import/pftrace/PftraceArgs.h"
#include "core/import/pftrace/TextParts.h"

#include <simdjson.h>

#include <cmath>
#include <protozero/exception.hpp>
#include <string>

namespace lamella::core::pftrace {

namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;
constexpr std::size_t kMaxEvent = std::size_t{16} << 20; // bytes after which an event's texts are left out

// Whole numbers as such.
void appendCount(JsonOut &out, double value)
{
    constexpr double kExact = 9'007'199'254'740'992; // 2^53
    if (value == std::trunc(value) && std::abs(value) < kExact)
        out.appendNumber(static_cast<std::int64_t>(value));
    else
        appendReal(out, value);
}

} // namespace

void PftraceText::start(std::size_t block, std::string_view bytes)
{
    m_block = block;
    m_bytes = bytes;
    m_records = {};
    if (block > 0) {
        const EventBlock &events = m_index.blocks()[block - 1];
        m_records = events.records;
        m_mark = events.firstMark;
        m_count = events.firstCount;
    }
    m_next = 0;
    m_base = 0;
    m_out.clear();
}

std::size_t PftraceText::sizeOfBlock() const
{
    return m_block == 0 ? m_index.lanes().declarations().size() : m_records.size();
}

bool PftraceText::next()
{
    m_take = nullptr;
    m_base += m_out.size();
    m_out.clear();
    const std::size_t end = sizeOfBlock();
    while (m_next < end && m_out.size() < kPiece)
        write(m_next++);
    return m_out.size() > 0;
}

std::size_t PftraceText::make(std::uint64_t most, const EventBlocks::Take &take)
{
    m_take = &take;
    const std::size_t end = sizeOfBlock();
    while (m_next < end && m_base <= most) {
        write(m_next++);
        m_base += m_out.size();
        m_out.clear();
    }
    return m_base;
}

void PftraceText::write(std::size_t at)
{
    const std::size_t before = m_out.size();
    if (m_block == 0) {
        m_out.append(part::kSeparator);
        m_places.event = m_out.size();
        m_out.append(m_index.lanes().declarations()[at]);
        return handOn(nullptr);
    }
    try {
        write(m_records[at]);
    } catch (const protozero::exception &) {
        m_out.resize(before);
        ++m_losses.damaged;
    }
}

void PftraceText::write(const EventRecord &record)
{
    const std::int64_t duration = record.mark ? m_index.duration(m_mark++) : PftraceIndex::kOpen;
    const double count = record.counter ? m_index.count(m_count++) : 0;
    if (record.dropped)
        return;
    if (record.stage)
        return writeStage(record);
    if (record.counter)
        return writeCounter(record, count);
    if (!record.end || duration == PftraceIndex::kOpen)
        writeTrackEvent(record, duration);
    else
        m_losses.endArgs += record.args ? 1 : 0;
}

// `{"ph": "X", "pid": 7, "tid": 3, "ts": 1.000`
void PftraceText::begin(const Lane &lane, char phase, std::int64_t time)
{
    m_out.startPart(kMaxEvent);
    m_args.clear();
    m_places = {};
    m_out.append(part::kSeparator);
    m_places.event = m_out.size();
    m_places.phase = phase;
    m_places.lane = &lane;
    m_out.append(part::kPhase);
    m_out.set(m_places.event + part::kPhaseAt, phase);
    m_out.append(lane.members());
    m_out.append(part::kTimestamp);
    m_places.timestamp.begin = m_out.size();
    appendMicroseconds(m_out, time);
    m_places.timestamp.end = m_out.size();
}

void PftraceText::appendDuration(std::int64_t ns)
{
    m_out.append(part::kDuration);
    m_places.duration.begin = m_out.size();
    appendMicroseconds(m_out, ns);
    m_places.duration.end = m_out.size();
}

template <typename Text> void PftraceText::appendName(const Text &name)
{
    m_out.append(part::kName);
    const std::size_t quote = m_out.size();
    appendQuoted(m_out, name);
    m_places.name = {quote + 1, m_out.size() - 1};
}

void PftraceText::appendCategories(const Sequence &sequence)
{
    if (m_event.categoryIids.size() == 1 && m_event.categories.empty()) // as nearly always
        return appendCategory(sequence.categories.interned(m_event.categoryIids.front()));
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
    appendCategory({all, false});
}

void PftraceText::appendCategory(const InternedText &category)
{
    if (category.text.empty())
        return;
    m_out.append(part::kCategory);
    const std::size_t quote = m_out.size();
    appendQuoted(m_out, category);
    m_places.category = {quote + 1, m_out.size() - 1};
}

// Writes a member of args: `"key": value`, with a comma before all but the first.
template <typename Write> void PftraceText::arg(const Write &write)
{
    const std::size_t quote = m_out.size() + (m_out.back() == '{' ? 0 : part::kBetween.size());
    const std::size_t value = write();
    m_args.push_back({quote + 1, {value, m_out.size()}});
}

template <typename Write> void PftraceText::arg(std::string_view key, const Write &write)
{
    arg([&] {
        appendKey(m_out, key);
        const std::size_t value = m_out.size();
        write();
        return value;
    });
}

// False if the event has to be written.
bool PftraceText::handOnUsual(const EventRecord &record, std::int64_t duration)
{
    const bool closed = duration != PftraceIndex::kOpen;
    const UnwrittenEvent::Times times{closed ? 'X'
            : !record.mark                   ? 'i'
            : record.end                     ? 'E'
                                             : 'B',
        record.time, closed ? std::optional(duration) : std::nullopt};
    if (!m_unwritten.make(messageOf(record), m_index.state(record), m_index.lanes()[record.lane], times, 0))
        return false;
    handOnUnwritten();
    if (record.flows && !record.end) {
        m_event.read(messageOf(record));
        writeFlows(record);
    }
    return true;
}

void PftraceText::writeTrackEvent(const EventRecord &record, std::int64_t duration)
{
    if (m_take != nullptr && record.usual && handOnUsual(record, duration))
        return;
    m_event.read(messageOf(record));
    m_losses.cut += m_event.cutAnnotations;
    const Lane &lane = m_index.lanes()[record.lane];
    const Sequence &sequence = m_index.state(record);
    const bool whole = m_event.whole();
    const bool closed = whole || duration != PftraceIndex::kOpen;
    if (whole)
        duration = *m_event.legacyDurationNs;
    const UnwrittenEvent::Times times{closed ? 'X'
            : m_event.begins()               ? 'B'
            : m_event.ends()                 ? 'E'
                                             : 'i',
        record.time, closed ? std::optional(duration) : std::nullopt};
    const std::uint64_t correlation = addedCorrelation(sequence);
    if (m_take != nullptr && !record.usual && m_unwritten.make(messageOf(record), sequence, lane, times, correlation)) {
        handOnUnwritten();
        return record.end ? void() : writeFlows(record);
    }
    begin(lane, times.phase, record.time);
    if (closed)
        appendDuration(duration);
    if (m_event.isInstant())
        m_out.append(part::kInstant);
    if (m_event.name.empty())
        appendName(sequence.names.interned(m_event.nameIid));
    else
        appendName(m_event.name);
    appendCategories(sequence);
    m_out.append(part::kArgs);
    for (const std::string_view annotation : m_event.annotations)
        arg([&] { return appendAnnotation(m_out, annotation, sequence); });
    if (correlation != 0)
        arg(part::kCorrelation, [&] { m_out.appendNumber(correlation); });
    m_out.append(part::kArgsEnd);
    finish();
    if (!record.end)
        writeFlows(record);
}

// Correlation id of the event unless an argument states it, else 0.
std::uint64_t PftraceText::addedCorrelation(const Sequence &sequence) const
{
    const std::uint64_t correlation = m_event.correlation.value_or(PftraceIndex::launchOf(m_event, sequence));
    return correlation == 0 || annotatedNumber(m_event, sequence, part::kCorrelation) ? 0 : correlation;
}

void PftraceText::appendDimensions(std::string_view key, const std::optional<Dimensions> &size)
{
    if (!size)
        return;
    arg(key, [&] {
        for (std::size_t i = 0; i < size->size(); ++i) {
            m_out.append(i == 0 ? "[" : part::kBetween);
            m_out.appendNumber((*size)[i]);
        }
        m_out.append(']');
    });
}

void PftraceText::writeCounter(const EventRecord &record, double count)
{
    const Lane &lane = m_index.lanes()[record.lane];
    std::string_view name = lane.name;
    if (name.empty()) {
        m_event.read(messageOf(record));
        name = m_event.name.empty() ? m_index.state(record).names.of(m_event.nameIid) : m_event.name;
    }
    begin(lane, 'C', record.time);
    appendName(name.empty() ? std::string_view("counter") : name);
    m_out.append(part::kArgs);
    arg("value", [&] { appendCount(m_out, count); });
    m_out.append(part::kArgsEnd);
    finish();
}

void PftraceText::writeFlows(const EventRecord &record)
{
    std::size_t mention = record.mention;
    for (const TrackEvent::Flow &flow : m_event.flows) {
        const char role = m_index.flowRole(mention++);
        if (role == 0)
            continue;
        begin(m_index.lanes()[record.lane], role, record.time);
        m_out.append(", \"id\": ");
        m_places.id.begin = m_out.size();
        m_out.appendNumber(flow.id);
        m_places.id.end = m_out.size();
        m_out.append(", \"cat\": \"ac2g\"");
        m_places.category = {m_out.size() - 5, m_out.size() - 1};
        appendName(std::string_view("ac2g"));
        m_out.append(role == 'f' ? R"(, "bp": "e"})" : "}");
        finish();
    }
}

void PftraceText::writeStage(const EventRecord &record)
{
    const Lane &lane = m_index.lanes()[record.lane];
    const Sequence &sequence = m_index.state(record);
    m_stage.read(messageOf(record), sequence, m_index.specs());
    if (m_stageCategory.empty() || m_stage.stage != m_stageName
        || m_stage.compute != m_stageCompute) { // mostly those of the event before
        m_stageName = m_stage.stage;
        m_stageCompute = m_stage.compute;
        m_stageCategory = m_stage.category();
    }
    const UnwrittenEvent::Times times{m_stage.durationNs ? 'X' : 'i', record.time, m_stage.durationNs};
    const auto launch = [&](unsigned stated) {
        return (stated & kStatesCorrelation) != 0 ? 0 : m_index.launchOf(m_stage.eventId, record.time);
    };
    if (m_take != nullptr && m_unwritten.make(m_stage, sequence, lane, times, m_stageCategory)
        && m_unwritten.addCorrelation(launch(m_unwritten.stated()))) {
        m_losses.cut += m_stage.cut;
        return handOnUnwritten();
    }
    unsigned stated = 0;
    for (const std::string_view message : m_stage.extra)
        stated |= statedArgs(extraValueOf(message));
    m_losses.cut += m_stage.cut;
    begin(lane, times.phase, record.time);
    if (m_stage.durationNs)
        appendDuration(*m_stage.durationNs);
    appendName(m_stage.name.empty() ? m_stage.stage : m_stage.name);
    appendCategory({m_stageCategory, false});
    m_out.append(part::kArgs);
    writeStageArgs(sequence, stated, launch(stated));
    m_out.append(part::kArgsEnd);
    finish();
}

void PftraceText::writeStageArgs(const Sequence &sequence, unsigned stated, std::uint64_t launch)
{
    if ((stated & kStatesDevice) == 0)
        arg(part::kDevice, [&] { m_out.appendNumber(m_stage.gpu); });
    if ((stated & kStatesStream) == 0)
        arg(part::kStream, [&] { m_out.append(m_places.lane->at(m_places.lane->thread)); });
    for (const std::string_view message : m_stage.extra) {
        const ExtraValue extra = extraValueOf(message);
        arg(nameOfExtra(extra.name), [&] { appendTextValue(m_out, extra.value); });
    }
    if (launch != 0)
        arg(part::kCorrelation, [&] { m_out.appendNumber(launch); });
    appendDimensions(part::kGrid, m_stage.grid);
    appendDimensions(part::kBlock, m_stage.block);
    for (const std::string_view launchArg : m_stage.launchArgs)
        arg([&] { return appendLaunchArg(m_out, launchArg, sequence); });
}

// The event is complete.
void PftraceText::finish()
{
    m_losses.cut += m_out.cut();
    if (m_take == nullptr)
        return;
    if (!m_out.ascii() && !simdjson::validate_utf8(m_out.data() + m_places.event, m_out.size() - m_places.event))
        return handOn(nullptr);
    const EventFields event = eventFields();
    handOn(&event);
}

void PftraceText::handOn(const EventFields *fields)
{
    if (m_take != nullptr)
        (*m_take)({fields, m_out.view().substr(m_places.event), m_out.size() - m_places.event, m_base + m_places.event});
}

void PftraceText::handOnUnwritten()
{
    m_base += part::kSeparator.size();
    (*m_take)({&m_unwritten.fields(), {}, m_unwritten.length(), m_base + m_out.size()});
    m_base += m_unwritten.length();
}

EventFields PftraceText::eventFields() const
{
    EventFields event;
    event.phase = m_places.phase;
    event.timestamp = at(m_places.timestamp);
    event.duration = at(m_places.duration);
    event.name = at(m_places.name);
    event.category = at(m_places.category);
    event.id = at(m_places.id);
    event.process = fields::textOf(m_places.lane->at(m_places.lane->process));
    event.thread = fields::textOf(m_places.lane->at(m_places.lane->thread));
    for (const ArgPlace &place : m_args)
        fields::readKnownArg(fields::Key(m_out.data() + place.key), at(place.value), event);
    return event;
}

} // namespace lamella::core::pftrace
