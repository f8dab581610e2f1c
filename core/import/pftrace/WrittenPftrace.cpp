// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/WrittenPftrace.h"

#include "core/base/Saturate.h"
#include "core/base/TimeBound.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/DocumentBuilder.h"
#include "core/import/DocumentSource.h"
#include "core/import/JsonText.h"
#include "core/import/OpenByteSource.h"
#include "core/import/WholeSource.h"
#include "core/import/pftrace/ColumnArgs.h"
#include "core/import/pftrace/FieldReader.h"
#include "core/import/pftrace/PftraceEvent.h"
#include "core/import/pftrace/PftraceIndex.h"
#include "core/import/pftrace/WrittenFields.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <protozero/exception.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core {

namespace pftrace {

namespace {

constexpr std::size_t kMarkWithin = 64; // bytes of the file
constexpr std::uint64_t kPacketsBetweenPolls = 4096;
constexpr std::size_t kMaxTracks = std::size_t{1} << 24;
constexpr std::size_t kMaxArgNames = 4096; // remembered
constexpr std::size_t kMaxTexts = std::size_t{1} << 20; // remembered

// The JSON of the first packet; empty if it is damaged.
std::string_view factsOf(std::string_view bytes)
{
    try {
        FieldReader trace(bytes.data(), bytes.size());
        if (!trace.next(kTracePacket))
            return {};
        FieldReader packet = trace.get_message();
        if (!packet.next(kChromeEvents))
            return {};
        FieldReader events = packet.get_message();
        if (!events.next(kChromeMetadata))
            return {};
        FieldReader metadata = events.get_message();
        std::string_view text;
        while (metadata.next(kMetadataText))
            text = metadata.get_view();
        return text;
    } catch (const protozero::exception &) {
        return {};
    }
}

// The value of an annotation, without its name.
struct Annotation {
    std::string_view name;
    std::int64_t number = 0;
    std::string_view text;
    std::array<std::uint32_t, 3> triple{};
};

std::int64_t numberOf(FieldReader fields)
{
    while (fields.next()) {
        if (fields.tag() == kAnnotationInt || fields.tag() == kAnnotationUint)
            return fields.get_int64();
        fields.skip();
    }
    return 0;
}

Annotation annotationOf(std::string_view bytes, const Sequence &sequence)
{
    Annotation annotation;
    std::size_t item = 0;
    FieldReader fields(bytes.data(), bytes.size());
    while (fields.next()) {
        switch (fields.tag()) {
        case kAnnotationNameIid:
            annotation.name = sequence.annotationNames.of(fields.get_uint64());
            break;
        case kAnnotationInt:
            annotation.number = fields.get_int64();
            break;
        case kAnnotationString:
            annotation.text = fields.get_view();
            break;
        case kAnnotationStringIid:
            annotation.text = sequence.strings.of(fields.get_uint64());
            break;
        case kAnnotationArray: {
            const std::int64_t number = numberOf(fields.get_message());
            if (item < annotation.triple.size() && number >= 0 && number <= std::numeric_limits<std::uint32_t>::max())
                annotation.triple[item] = static_cast<std::uint32_t>(number);
            ++item;
            break;
        }
        default:
            fields.skip();
        }
    }
    return annotation;
}

class Reading {
public:
    Reading(std::string_view bytes, DocumentBuilder &builder, const JobControl &control)
        : m_bytes(bytes)
        , m_walk(bytes)
        , m_builder(builder)
        , m_control(control)
    {
    }
    // False if the facts are damaged.
    bool readFacts(std::string_view json);
    // False if stopped or at a limit.
    bool readEvents(std::uint64_t fileBytes);
    void report();

private:
    struct Work {
        RecordedWork work;
        std::uint32_t launch = 0; // number of the launch; 0 = none
    };
    struct Facts { // of one event, from its annotations
        std::optional<KernelKind> kind;
        RecordedWork work;
        char phase = 0;
        std::optional<Operation> operation;
        std::vector<std::pair<SparseKey, std::int64_t>> values; // ascending keys
    };

    void readTracks(const simdjson::dom::array &rows);
    void readDevices(const simdjson::dom::array &rows);
    void add(const Packet &packet);
    void take(const Annotation &annotation, ColumnArg arg);
    Operation &operation() { return m_facts.operation ? *m_facts.operation : m_facts.operation.emplace(); }
    StringId clean(std::string_view text);
    StringId cleaned(std::string_view text);
    [[nodiscard]] std::optional<ColumnArg> argOf(std::string_view name);

    // Begins of a track that have no end yet.
    struct OpenSlices {
        std::vector<std::pair<EventId, std::int64_t>> begins; // with their time
        std::int64_t last = std::numeric_limits<std::int64_t>::min(); // time of the begin or end before
    };
    void begin(std::uint64_t track, std::int64_t time, EventId event);
    void end(std::uint64_t track, std::int64_t time);
    OpenSlices &openSlices(std::uint64_t track, std::int64_t time);
    void pairUnordered();
    bool addWork();

    std::string_view m_bytes;
    PacketWalk m_walk;
    DocumentBuilder &m_builder;
    const JobControl &m_control;
    std::vector<TrackId> m_tracks; // by row in the file
    TrackEvent m_event;
    Facts m_facts;
    // By where they stand in the bytes: their length, and what they are.
    std::unordered_map<const char *, std::pair<std::size_t, StringId>> m_texts;
    std::unordered_map<const char *, std::pair<std::size_t, std::optional<ColumnArg>>> m_args;
    std::vector<Work> m_work;
    std::unordered_map<std::uint32_t, EventId> m_launches; // by number
    std::int64_t m_shift = 0; // of the times in the file
    std::unordered_map<std::uint64_t, OpenSlices> m_open; // by track
    std::uint64_t m_lastTrack = 0;
    OpenSlices *m_lastOpen = nullptr;
    std::vector<EventId> m_marks; // of the n-th begin or end of a slice in the file: the event of a begin
    bool m_ordered = true; // times of each track never decrease, as this program writes them
    std::uint64_t m_damaged = 0;
    std::uint64_t m_unknown = 0; // tracks
};

std::string_view textIn(const simdjson::dom::element &element)
{
    std::string_view text;
    return element.get(text) == simdjson::SUCCESS ? text : std::string_view{};
}

std::int64_t numberIn(const simdjson::dom::element &element)
{
    std::int64_t number = 0;
    return element.get(number) == simdjson::SUCCESS ? number : 0;
}

double realIn(const simdjson::dom::element &element)
{
    double number = 0;
    return element.get(number) == simdjson::SUCCESS ? number : 0;
}

// The columns of one row; false if there are fewer.
template <std::size_t N> bool cellsOf(const simdjson::dom::element &row, std::array<simdjson::dom::element, N> &cells)
{
    simdjson::dom::array list;
    if (row.get(list) != simdjson::SUCCESS || list.size() < N)
        return false;
    std::size_t at = 0;
    for (const simdjson::dom::element cell : list)
        if (at < N)
            cells[at++] = cell;
    return true;
}

void Reading::readTracks(const simdjson::dom::array &rows)
{
    for (const simdjson::dom::element row : rows) {
        std::array<simdjson::dom::element, 6> cells;
        if (!cellsOf(row, cells) || m_tracks.size() >= kMaxTracks) {
            ++m_damaged;
            continue;
        }
        const TrackId id = m_builder.track(textIn(cells[0]), textIn(cells[1]));
        Track &track = m_builder.at(id);
        track.processName = textIn(cells[2]);
        track.threadName = textIn(cells[3]);
        track.sortIndex = numberIn(cells[4]);
        const std::int64_t kind = numberIn(cells[5]);
        track.kind = kind == 0 ? TrackKind::Cpu : kind == 1 ? TrackKind::GpuStream : TrackKind::Other;
        m_tracks.push_back(id);
    }
}

void Reading::readDevices(const simdjson::dom::array &rows)
{
    for (const simdjson::dom::element row : rows) {
        std::array<simdjson::dom::element, 4> cells;
        if (!cellsOf(row, cells)) {
            ++m_damaged;
            continue;
        }
        const std::int64_t number = numberIn(cells[0]);
        m_builder.nameDevice(number, std::string(textIn(cells[1])));
        m_builder.setPeaks(number, realIn(cells[2]), realIn(cells[3]));
    }
}

bool Reading::readFacts(std::string_view json)
{
    simdjson::dom::parser parser;
    simdjson::dom::object facts;
    if (parser.parse(simdjson::padded_string(json)).get(facts) != simdjson::SUCCESS)
        return false;
    TraceMetadata &metadata = m_builder.document().metadata;
    simdjson::dom::array rows;
    if (facts["tracks"].get(rows) == simdjson::SUCCESS)
        readTracks(rows);
    if (facts["devices"].get(rows) == simdjson::SUCCESS)
        readDevices(rows);
    if (facts["other"].get(rows) == simdjson::SUCCESS) {
        for (const simdjson::dom::element row : rows)
            if (std::array<simdjson::dom::element, 2> cells; cellsOf(row, cells))
                metadata.other.emplace_back(textIn(cells[0]), textIn(cells[1]));
    }
    const auto text = [&facts](const char *key) {
        std::string_view value;
        return facts[key].get(value) == simdjson::SUCCESS ? std::string(value) : std::string{};
    };
    const auto number = [&facts](const char *key) {
        std::int64_t value = 0;
        return facts[key].get(value) == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
    };
    m_shift = number("shift_ns").value_or(0);
    if (!isWithinBound(m_shift) || m_shift < 0)
        m_shift = 0;
    if (const auto zero = number("zero_ns"); zero && isWithinBound(*zero)) {
        TraceBounds &bounds = m_builder.document().bounds;
        bounds.exactBegin = bounds.exactEnd = *zero;
        bounds.perfettoBegin = addSaturated(*zero, m_shift);
        bounds.empty = false;
    }
    const std::string format = text("format");
    metadata.format = std::string(kWrittenFormat) + (format.empty() ? ")" : " from " + format + ")");
    metadata.producer = text("producer");
    metadata.baseTimeNs = number("base_time_ns");
    const auto small = [&number](const char *key) -> std::optional<int> {
        const auto value = number(key);
        return value && *value >= 0 && *value <= 1'000'000 ? std::optional(static_cast<int>(*value)) : std::nullopt;
    };
    metadata.rank = small("rank");
    metadata.worldSize = small("world_size");
    return true;
}

// A text that the file has once is looked up by where it stands.
StringId Reading::clean(std::string_view text)
{
    const auto known = m_texts.find(text.data());
    if (known != m_texts.end() && known->second.first == text.size())
        return known->second.second;
    const StringId id = cleaned(text);
    if (m_texts.size() < kMaxTexts)
        m_texts[text.data()] = {text.size(), id};
    return id;
}

StringId Reading::cleaned(std::string_view text)
{
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 127; });
    return m_builder.intern(plain ? text : std::string_view(cleanSample(text, text.size() * 3)));
}

std::optional<ColumnArg> Reading::argOf(std::string_view name)
{
    const auto known = m_args.find(name.data());
    if (known != m_args.end() && known->second.first == name.size())
        return known->second.second;
    const std::optional<ColumnArg> arg = columnArgFromName(name);
    if (m_args.size() < kMaxArgNames)
        m_args[name.data()] = {name.size(), arg};
    return arg;
}

void Reading::take(const Annotation &annotation, ColumnArg arg)
{
    switch (arg) {
    case ColumnArg::Kind:
        m_facts.kind = kernelKindFromName(annotation.text);
        return;
    case ColumnArg::Device:
        m_facts.work.device = annotation.number;
        return;
    case ColumnArg::Stream:
        m_facts.work.stream = annotation.number;
        return;
    case ColumnArg::Grid:
        m_facts.work.shape.grid = annotation.triple;
        return;
    case ColumnArg::Block:
        m_facts.work.shape.block = annotation.triple;
        return;
    case ColumnArg::Connection:
        m_facts.work.correlation = annotation.number;
        return;
    case ColumnArg::Phase:
        m_facts.phase = annotation.text.empty() ? '\0' : annotation.text.front();
        return;
    case ColumnArg::Scope:
        operation().scope = clean(annotation.text);
        return;
    case ColumnArg::LongName:
        operation().longName = clean(annotation.text);
        return;
    case ColumnArg::HloCategory:
        operation().category = clean(annotation.text);
        return;
    case ColumnArg::Source:
        operation().source = clean(annotation.text);
        return;
    case ColumnArg::Module:
        operation().module = clean(annotation.text);
        return;
    case ColumnArg::ModelFlops:
        operation().flops = annotation.number;
        return;
    case ColumnArg::BytesAccessed:
        operation().bytes = annotation.number;
        return;
    case ColumnArg::FirstSparse:
        break;
    }
    const auto row = static_cast<std::size_t>(arg);
    const auto key = static_cast<SparseKey>(row - static_cast<std::size_t>(ColumnArg::FirstSparse));
    const bool isText = columnArgSpecs()[row].kind == ArgKind::Text;
    if (key == SparseKey::Correlation)
        m_facts.work.correlation = annotation.number;
    m_facts.values.emplace_back(key, isText ? std::int64_t{clean(annotation.text).value} : annotation.number);
}

void Reading::add(const Packet &packet)
{
    m_event.read(packet.trackEvent);
    const bool begins = m_event.begins();
    if (begins || m_event.ends()) {
        if (m_marks.size() == m_marks.capacity())
            m_builder.memory().hold(std::max<std::size_t>(m_marks.size(), 1) * sizeof(EventId)); // that it grows by
        m_marks.emplace_back();
    }
    if (!m_event.track)
        return;
    const TrackUse use = trackUse(*m_event.track);
    const std::uint32_t row = trackRow(*m_event.track);
    if (use == TrackUse::Analysis)
        return;
    if (m_event.ends())
        return end(*m_event.track, *packet.time);
    const bool counter = m_event.type == kCounter;
    if (counter && trackLane(*m_event.track) % kSeriesPerCounter != 0)
        return; // a further series of the event before
    if (row >= m_tracks.size() || (use != TrackUse::Recorded && use != TrackUse::Counter)) {
        ++m_unknown;
        return;
    }
    const Sequence &sequence = *packet.sequence;
    m_facts = {};
    m_facts.work.stream = Stream::kNotRecorded; // unless it is told
    for (const std::string_view bytes : m_event.annotations) {
        const Annotation annotation = annotationOf(bytes, sequence);
        if (const auto arg = argOf(annotation.name))
            take(annotation, *arg);
    }
    const std::string_view name = m_event.name.empty() ? sequence.names.of(m_event.nameIid) : m_event.name;
    const std::string_view category =
        m_event.categoryIids.empty() ? std::string_view{} : sequence.categories.of(m_event.categoryIids.front());
    const char usual = counter ? 'C' : m_event.begins() ? 'X' : 'i';
    const EventId event = m_builder.add({*packet.time - m_shift, PftraceIndex::kOpen, clean(name), clean(category), m_tracks[row],
        m_facts.phase != 0 ? m_facts.phase : usual});
    if (begins)
        begin(*m_event.track, *packet.time, event);
    for (const auto &[key, value] : m_facts.values)
        m_builder.setValue(key, value);
    if (m_facts.operation)
        m_builder.setValue(SparseKey::Operation, m_builder.operation(*m_facts.operation).value);
    const auto launch = m_event.flows.empty() ? 0u : static_cast<std::uint32_t>(m_event.flows.front().id >> 32);
    if (m_facts.kind && begins) {
        m_facts.work.event = event;
        m_facts.work.track = m_tracks[row];
        m_facts.work.kind = *m_facts.kind;
        m_builder.memory().hold(sizeof(Work));
        m_work.push_back({m_facts.work, launch});
    } else if (launch != 0) {
        m_launches.emplace(launch, event);
    }
}

bool Reading::readEvents(std::uint64_t fileBytes)
{
    Packet packet;
    std::uint64_t states = 0;
    for (std::uint64_t packets = 0; m_walk.next(packet); ++packets) {
        if (const std::uint64_t bytes = m_walk.stateBytes(); bytes > states)
            m_builder.memory().hold(bytes - states);
        states = std::max(states, m_walk.stateBytes());
        if (packets % kPacketsBetweenPolls == 0) {
            if (m_control.stopRequested())
                return false;
            m_control.report(std::min<std::uint64_t>(m_walk.position(), fileBytes), fileBytes);
        }
        if (m_builder.full())
            return false;
        if (packet.trackEvent.data() == nullptr || !packet.time)
            continue;
        try {
            add(packet);
        } catch (const protozero::exception &) {
            ++m_damaged;
            m_ordered = false; // a begin may be missing, and its end would close the slice around it
        }
    }
    if (!m_ordered)
        pairUnordered();
    return !m_control.stopRequested() && addWork();
}

Reading::OpenSlices &Reading::openSlices(std::uint64_t track, std::int64_t time)
{
    if (m_lastOpen == nullptr || m_lastTrack != track) {
        const auto [found, added] = m_open.try_emplace(track);
        if (added)
            m_builder.memory().hold(sizeof(OpenSlices) + 48);
        m_lastOpen = &found->second;
        m_lastTrack = track;
    }
    m_ordered = m_ordered && time >= m_lastOpen->last;
    m_lastOpen->last = time;
    return *m_lastOpen;
}

void Reading::begin(std::uint64_t track, std::int64_t time, EventId event)
{
    m_marks.back() = event;
    openSlices(track, time).begins.emplace_back(event, time);
}

// Slices of a track nest: an end closes the slice that began last.
void Reading::end(std::uint64_t track, std::int64_t time)
{
    OpenSlices &open = openSlices(track, time);
    if (open.begins.empty())
        return;
    const auto [event, start] = open.begins.back();
    open.begins.pop_back();
    m_builder.setDuration(event, subtractSaturated(time, start));
}

// A file that something else has put together: as Perfetto sorts it.
void Reading::pairUnordered()
{
    const PftraceIndex index(m_bytes, m_builder.memory(), m_control, PftraceIndex::AtBundle::GoOn);
    for (std::size_t n = 0; n < m_marks.size(); ++n)
        if (m_marks[n].valid())
            m_builder.setDuration(m_marks[n], index.duration(n));
}

// What has no end is no work; it may be a launch.
bool Reading::addWork()
{
    for (const Work &work : m_work)
        if (work.launch != 0 && m_builder.durationOf(work.work.event) < 0)
            m_launches.emplace(work.launch, work.work.event);
    for (Work &work : m_work) {
        if (m_builder.durationOf(work.work.event) < 0)
            continue;
        if (const auto found = m_launches.find(work.launch); work.launch != 0 && found != m_launches.end())
            work.work.launch = found->second;
        m_builder.addWork(work.work);
    }
    return !m_builder.full();
}

void Reading::report()
{
    ImportDiagnostics &diagnostics = m_builder.document().diagnostics;
    const PacketFaults &faults = m_walk.faults();
    if (faults.damagedAt >= 0)
        diagnostics.add(diagnostics::kDamagedMessage, faults.damagedAt);
    if (const std::uint64_t damaged = faults.damaged + m_damaged + m_unknown; damaged > 0)
        diagnostics.add(diagnostics::kDamagedPacket, -1, {}, damaged);
}

} // namespace

} // namespace pftrace

bool isWrittenPftrace(std::string_view head)
{
    return head.starts_with('\x0A') && head.substr(0, pftrace::kMarkWithin).find(pftrace::kWrittenMark) != std::string_view::npos;
}

bool WrittenPftraceImporter::sniff(const std::string &, std::string_view head) const
{
    return isWrittenPftrace(head);
}

Result<std::shared_ptr<const TraceDocument>> WrittenPftraceImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, wholeSourceLimits(options.limits));
    if (!source)
        return source.error();
    DocumentBuilder builder(options.limits);
    builder.memory().boundByFile((*source)->stamp().bytes);
    const Error tooLarge{ErrorCode::Limit, "the trace is larger than this machine can address", path};
    const Result<std::string> bytes =
        readWhole(**source, std::numeric_limits<std::size_t>::max() / 2, tooLarge, builder.memory(), control);
    if (!bytes)
        return bytes.error();
    describeSource(builder.document(), path, **source, bytes->size());
    noteSourceDamage(**source, bytes->size(), builder.document().diagnostics);
    TraceSource &origin = builder.document().source;
    origin.protobuf = true;
    pftrace::Reading reading(*bytes, builder, control);
    if (builder.memory().exceeded())
        return builder.limitError(path);
    if (!reading.readFacts(pftrace::factsOf(*bytes)))
        return Error{ErrorCode::NotATrace,
            "a Perfetto trace that Lamella wrote, but its first packet is damaged; write or copy it again", path, 0};
    const bool complete = reading.readEvents(origin.fileBytes);
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", path};
    if (!complete)
        return builder.limitError(path);
    reading.report();
    std::shared_ptr<const TraceDocument> document = builder.finish(control);
    if (!document)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(origin.fileBytes, origin.fileBytes);
    return document;
}

} // namespace lamella::core
