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
#include "core/import/memory/MemoryEvents.h"
#include "core/import/pftrace/ColumnArgs.h"
#include "core/import/pftrace/FieldReader.h"
#include "core/import/pftrace/PftraceIndex.h"
#include "core/import/pftrace/WrittenBlocks.h"
#include "core/import/pftrace/WrittenFields.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <protozero/exception.hpp>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core {

namespace pftrace {

namespace {

constexpr std::size_t kMarkWithin = 64; // bytes of the file
constexpr std::size_t kMaxTracks = std::size_t{1} << 24;
constexpr std::uint64_t kBytesOfMemoryRow = 110; // while columns grow

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

class Reading {
public:
    // `pairs`: the ends of slices, for a file that is not in order; else null.
    Reading(DocumentBuilder &builder, const PftraceIndex *pairs)
        : m_builder(builder)
        , m_pairs(pairs)
    {
    }
    // False if the facts are damaged.
    bool readFacts(std::string_view json);
    // False at a limit, or if slices cannot be paired in this order.
    bool take(const WrittenBlock &block);
    // False at a limit.
    bool addWork();
    void addMemory();
    void report(std::optional<std::uint64_t> damagedAt);

private:
    struct Work { // compressed RecordedWork
        EventId event;
        std::uint32_t launch = 0; // number of the launch; 0 = none
        std::uint32_t place = 0; // row of m_places
        std::uint32_t shape = 0; // row of m_shapes
        std::int64_t correlation = 0;
    };
    using Place = std::tuple<KernelKind, std::int64_t, std::int64_t, TrackId>; // with device and stream
    struct Facts { // of one event, from its annotations
        std::optional<KernelKind> kind;
        RecordedWork work;
        char phase = 0;
        std::optional<Operation> operation;
        std::vector<std::pair<SparseKey, std::int64_t>> values; // ascending keys
        MemoryEvent memory;
    };
    template <typename Value> struct Rows { // each once
        std::vector<Value> rows;
        std::map<Value, std::uint32_t> known;
        std::uint32_t last = 0;

        std::uint32_t of(const Value &row, MemoryBudget &memory)
        {
            if (rows.empty() || rows[last] != row) { // mostly the one of the event before
                const auto [found, added] = known.try_emplace(row, static_cast<std::uint32_t>(rows.size()));
                if (added) {
                    rows.push_back(row);
                    memory.hold(2 * sizeof(Value) + 64);
                }
                last = found->second;
            }
            return last;
        }
    };

    void countStates();
    void readTracks(const simdjson::dom::array &rows);
    void readDevices(const simdjson::dom::array &rows);
    void add(const Packet &packet, const WrittenEvent &event, std::span<const WrittenArg> args);
    void addEvent(const Packet &packet, const WrittenEvent &event, std::span<const WrittenArg> args);
    void take(const WrittenArg &arg, ColumnArg column, const Sequence &sequence);
    [[nodiscard]] bool takeMemory(const WrittenArg &arg, ColumnArg column);
    Operation &operation() { return m_facts.operation ? *m_facts.operation : m_facts.operation.emplace(); }
    StringId clean(std::string_view text);
    StringId clean(const InternedText &text);
    StringId clean(const TextReference &text, const InternedTexts &interned);
    [[nodiscard]] static std::optional<ColumnArg> columnOf(const InternedText &name);

    // Begins of a track that have no end yet.
    struct OpenSlices {
        std::vector<std::pair<EventId, std::int64_t>> begins; // with their time
        std::int64_t last = std::numeric_limits<std::int64_t>::min(); // time of the begin or end before
    };
    void begin(std::uint64_t track, std::int64_t time, EventId event);
    void end(std::uint64_t track, std::int64_t time);
    OpenSlices &openSlices(std::uint64_t track, std::int64_t time);

    DocumentBuilder &m_builder;
    const PftraceIndex *m_pairs;
    PacketStates m_states;
    std::uint64_t m_stateBytes = 0; // counted
    std::vector<TrackId> m_tracks; // by row in the file
    Facts m_facts;
    std::deque<Work> m_work;
    Rows<Place> m_places;
    Rows<LaunchShape> m_shapes;
    std::deque<std::pair<std::uint32_t, EventId>> m_launches; // by number
    std::int64_t m_shift = 0; // of the times in the file
    std::unordered_map<std::uint64_t, OpenSlices> m_open; // by track
    std::uint64_t m_lastTrack = 0;
    OpenSlices *m_lastOpen = nullptr;
    std::size_t m_marks = 0; // begins and ends of slices so far
    bool m_ordered = true; // times of each track never decrease, as this program writes them
    std::uint64_t m_damaged = 0;
    std::uint64_t m_unknown = 0; // tracks
    std::optional<MemoryLog> m_memory; // of the events, if they are recorded
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
    if (const auto unread = number("unread_memory"); unread && *unread >= 0) {
        m_memory.emplace().source = MemorySource::Events;
        m_memory->unread = static_cast<std::uint64_t>(*unread);
    }
    metadata.rank = small("rank");
    metadata.worldSize = small("world_size");
    return true;
}

StringId Reading::clean(std::string_view text)
{
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 127; });
    return m_builder.intern(plain ? text : std::string_view(cleanSample(text, text.size() * 3)));
}

// Its note is the row of the text, from 1 up.
StringId Reading::clean(const InternedText &text)
{
    if (text.text.empty())
        return m_builder.intern({});
    if (text.note == 0)
        text.note = clean(text.text).value + 1;
    return StringId{text.note - 1};
}

StringId Reading::clean(const TextReference &text, const InternedTexts &interned)
{
    return text.text.data() == nullptr ? clean(interned.interned(text.id)) : clean(text.text);
}

// Its note is the argument, from 2 up; 1: none of ours.
std::optional<ColumnArg> Reading::columnOf(const InternedText &name)
{
    if (name.text.empty())
        return std::nullopt;
    if (name.note == 0) {
        const std::optional<ColumnArg> arg = columnArgFromName(name.text);
        name.note = arg ? static_cast<std::uint32_t>(*arg) + 2 : 1;
    }
    return name.note == 1 ? std::nullopt : std::optional(static_cast<ColumnArg>(name.note - 2));
}

void Reading::take(const WrittenArg &arg, ColumnArg column, const Sequence &sequence)
{
    const auto word = [&] { return arg.text.text.data() == nullptr ? sequence.strings.of(arg.text.id) : arg.text.text; };
    const auto text = [&] { return clean(arg.text, sequence.strings); };
    switch (column) {
    case ColumnArg::Kind:
        m_facts.kind = kernelKindFromName(word());
        return;
    case ColumnArg::Device:
        m_facts.work.device = arg.number;
        return;
    case ColumnArg::Stream:
        m_facts.work.stream = arg.number;
        return;
    case ColumnArg::Grid:
        m_facts.work.shape.grid = arg.triple;
        return;
    case ColumnArg::Block:
        m_facts.work.shape.block = arg.triple;
        return;
    case ColumnArg::Connection:
        m_facts.work.correlation = arg.number;
        return;
    case ColumnArg::Phase:
        m_facts.phase = word().empty() ? '\0' : word().front();
        return;
    case ColumnArg::Scope:
        operation().scope = text();
        return;
    case ColumnArg::LongName:
        operation().longName = text();
        return;
    case ColumnArg::HloCategory:
        operation().category = text();
        return;
    case ColumnArg::Source:
        operation().source = text();
        return;
    case ColumnArg::Module:
        operation().module = text();
        return;
    case ColumnArg::ModelFlops:
        operation().flops = arg.number;
        return;
    case ColumnArg::BytesAccessed:
        operation().bytes = arg.number;
        return;
    default:
        break;
    }
    if (takeMemory(arg, column))
        return;
    const auto row = static_cast<std::size_t>(column);
    const auto key = static_cast<SparseKey>(row - static_cast<std::size_t>(ColumnArg::FirstSparse));
    const bool isText = columnArgSpecs()[row].kind == ArgKind::Text;
    if (key == SparseKey::Correlation)
        m_facts.work.correlation = arg.number;
    m_facts.values.emplace_back(key, isText ? std::int64_t{text().value} : arg.number);
}

// False if the argument is of other events.
bool Reading::takeMemory(const WrittenArg &arg, ColumnArg column)
{
    MemoryEvent &memory = m_facts.memory;
    if (column == ColumnArg::MemoryBytes)
        memory.bytes = arg.number;
    else if (column == ColumnArg::MemoryAddress)
        memory.address = static_cast<std::uint64_t>(arg.number);
    else if (column == ColumnArg::MemoryDevice)
        memory.device = memoryDevice(arg.number);
    else if (column == ColumnArg::MemoryAllocated)
        memory.allocated = arg.number;
    else if (column == ColumnArg::MemoryReserved)
        memory.reserved = arg.number;
    else
        return false;
    return true;
}

void Reading::add(const Packet &packet, const WrittenEvent &event, std::span<const WrittenArg> args)
{
    m_marks += event.isMark() ? 1 : 0;
    if (event.damaged) {
        ++m_damaged;
        m_ordered = false; // a begin may be missing, and its end would close the slice around it
        return;
    }
    if (event.isOfDocument())
        return addEvent(packet, event, args);
    if (event.kind == WrittenEvent::Kind::End && event.tracked && trackUse(event.track) != TrackUse::Analysis)
        end(event.track, *packet.time);
}

void Reading::addEvent(const Packet &packet, const WrittenEvent &written, std::span<const WrittenArg> args)
{
    const TrackUse use = trackUse(written.track);
    const std::uint32_t row = trackRow(written.track);
    if (row >= m_tracks.size() || (use != TrackUse::Recorded && use != TrackUse::Counter)) {
        ++m_unknown;
        return;
    }
    if (written.argsDamaged) {
        ++m_damaged;
        m_ordered = false;
        return;
    }
    const Sequence &sequence = *packet.sequence;
    m_facts.kind.reset();
    m_facts.work = {};
    m_facts.work.stream = Stream::kNotRecorded; // unless it is told
    m_facts.phase = 0;
    m_facts.operation.reset();
    m_facts.values.clear();
    m_facts.memory = {};
    for (const WrittenArg &arg : args)
        if (const auto column = arg.named ? columnOf(sequence.annotationNames.interned(arg.nameId)) : std::nullopt)
            take(arg, *column, sequence);
    const StringId name = clean(written.name, sequence.names);
    const StringId category =
        written.categorized ? clean(sequence.categories.interned(written.categoryId)) : m_builder.intern({});
    const bool begins = written.kind == WrittenEvent::Kind::Begin;
    const char usual = written.kind == WrittenEvent::Kind::Counter ? 'C' : begins ? 'X' : 'i';
    const EventId event = m_builder.add(
        {*packet.time - m_shift, PftraceIndex::kOpen, name, category, m_tracks[row], m_facts.phase != 0 ? m_facts.phase : usual});
    if (begins)
        begin(written.track, *packet.time, event);
    for (const auto &[key, value] : m_facts.values)
        m_builder.setValue(key, value);
    if (m_facts.operation)
        m_builder.setValue(SparseKey::Operation, m_builder.operation(*m_facts.operation).value);
    if (m_memory && m_facts.memory.bytes) {
        m_builder.memory().hold(kBytesOfMemoryRow);
        addMemoryEvent(*m_memory, m_facts.memory, m_builder.document().text(name), event, m_tracks[row], *packet.time - m_shift);
    }
    if (m_facts.kind && begins) {
        const RecordedWork &work = m_facts.work;
        MemoryBudget &memory = m_builder.memory();
        memory.hold(sizeof(Work));
        m_work.push_back({event, written.launch, m_places.of({*m_facts.kind, work.device, work.stream, m_tracks[row]}, memory),
            m_shapes.of(work.shape, memory), work.correlation});
    } else if (written.launch != 0) {
        m_launches.emplace_back(written.launch, event);
    }
}

bool Reading::take(const WrittenBlock &block)
{
    for (const WrittenBlock::Packet &one : block.packets()) {
        const Packet packet = m_states.take(one.fields);
        if (one.fields.declares)
            countStates();
        if (m_builder.full())
            return false;
        if (packet.trackEvent.data() != nullptr && packet.time)
            add(packet, one.event, block.args(one.event));
    }
    countStates();
    return m_ordered || m_pairs != nullptr;
}

void Reading::countStates()
{
    if (const std::uint64_t bytes = m_states.bytes(); bytes > m_stateBytes)
        m_builder.memory().hold(bytes - std::exchange(m_stateBytes, bytes));
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
    if (m_pairs != nullptr)
        return m_builder.setDuration(event, m_pairs->duration(m_marks - 1));
    auto &begins = openSlices(track, time).begins;
    const std::size_t before = begins.capacity();
    begins.emplace_back(event, time);
    m_builder.memory().hold((begins.capacity() - before) * sizeof(begins.front()));
}

// Slices of a track nest: an end closes the slice that began last.
void Reading::end(std::uint64_t track, std::int64_t time)
{
    if (m_pairs != nullptr)
        return;
    OpenSlices &open = openSlices(track, time);
    if (open.begins.empty())
        return;
    const auto [event, start] = open.begins.back();
    open.begins.pop_back();
    m_builder.setDuration(event, subtractSaturated(time, start));
}

// What has no end is no work; it may be a launch.
bool Reading::addWork()
{
    for (const Work &work : m_work)
        if (work.launch != 0 && m_builder.durationOf(work.event) < 0)
            m_launches.emplace_back(work.launch, work.event);
    const auto byNumber = [](const auto &a, const auto &b) { return a.first < b.first; };
    if (!std::is_sorted(m_launches.begin(), m_launches.end(), byNumber))
        std::stable_sort(m_launches.begin(), m_launches.end(), byNumber);
    for (const Work &work : m_work) {
        if (m_builder.durationOf(work.event) < 0)
            continue;
        const auto &[kind, device, stream, track] = m_places.rows[work.place];
        RecordedWork recorded{work.event, device, stream, track, kind, m_shapes.rows[work.shape], 0, work.correlation, {}};
        const auto launch = std::lower_bound(m_launches.begin(), m_launches.end(), std::pair(work.launch, EventId()), byNumber);
        if (work.launch != 0 && launch != m_launches.end() && launch->first == work.launch)
            recorded.launch = launch->second;
        m_builder.addWork(recorded);
    }
    return !m_builder.full();
}

void Reading::addMemory()
{
    if (!m_memory)
        return;
    m_memory->sortByTime();
    m_builder.document().memory = std::make_shared<const MemoryLog>(std::move(*m_memory));
}

void Reading::report(std::optional<std::uint64_t> damagedAt)
{
    ImportDiagnostics &diagnostics = m_builder.document().diagnostics;
    if (damagedAt)
        diagnostics.add(diagnostics::kDamagedMessage, static_cast<std::int64_t>(*damagedAt));
    if (const std::uint64_t damaged = m_states.faults().damaged + m_damaged + m_unknown; damaged > 0)
        diagnostics.add(diagnostics::kDamagedPacket, -1, {}, damaged);
}

// Null if it is not in order, so that only its whole can tell which begins and ends belong together.
Result<std::shared_ptr<const TraceDocument>> readDocument(
    const std::string &path, const ImportOptions &options, const JobControl &control, bool ordered)
{
    DocumentBuilder builder(options.limits);
    PftraceIndex pairs(builder.memory(), control);
    Result<std::unique_ptr<ByteSource>> source = openByteSource(path, wholeSourceLimits(options.limits));
    if (source)
        builder.memory().boundByFile((*source)->stamp().bytes);
    if (source && !ordered) {
        const Result<bool> read = pairs.read(**source, path, options.workers, PftraceIndex::AtBundle::GoOn);
        if (!read)
            return read.error();
        const FileStamp first = (*source)->stamp();
        source = openByteSource(path, wholeSourceLimits(options.limits));
        if (source && (*source)->stamp() != first)
            return Error{ErrorCode::Io, "the file has changed since it was read; reload it", path};
    }
    if (!source)
        return source.error();
    const std::uint64_t fileBytes = (*source)->stamp().bytes;
    PacketCutter cutter(**source, builder.memory(), path, control);
    Reading reading(builder, ordered ? nullptr : &pairs);
    bool begun = false;
    OrderedBlocks<WrittenBlock> blocks(
        {[&](WrittenBlock &block) { return cutter.next(block); }, [](WrittenBlock &block) { block.parse(); },
            [&](WrittenBlock &block) {
                begun = begun || reading.readFacts(factsOf(block.bytes));
                control.report(std::min((*source)->diskBytesRead(), fileBytes), fileBytes);
                const bool goOn = begun && !control.stopRequested() && reading.take(block);
                cutter.giveBack(block);
                return goOn;
            }});
    const Result<bool> complete = blocks.run(workersWanted(std::min(options.workers, kMaxWorkers)));
    if (!complete)
        return complete.error();
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", path};
    if (builder.full())
        return builder.limitError(path);
    if (!begun)
        return Error{ErrorCode::NotATrace,
            "a Perfetto trace that Lamella wrote, but its first packet is damaged; write or copy it again", path, 0};
    if (!*complete)
        return std::shared_ptr<const TraceDocument>();
    if (!reading.addWork())
        return builder.limitError(path);
    reading.addMemory();
    reading.report(cutter.damagedAt());
    describeSource(builder.document(), path, **source, cutter.bytes());
    noteSourceDamage(**source, cutter.bytes(), builder.document().diagnostics);
    builder.document().source.protobuf = true;
    std::shared_ptr<const TraceDocument> document = builder.finish(control);
    if (!document)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(fileBytes, fileBytes);
    return document;
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
    Result<std::shared_ptr<const TraceDocument>> document = pftrace::readDocument(path, options, control, true);
    if (!document || *document)
        return document;
    return pftrace::readDocument(
        path, options, control, false); // something else has put the file together: pair as Perfetto does
}

} // namespace lamella::core
