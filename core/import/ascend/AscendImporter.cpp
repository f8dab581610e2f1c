// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/AscendImporter.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/import/CleanText.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/DocumentBuilder.h"
#include "core/import/DocumentSource.h"
#include "core/import/JsonText.h"
#include "core/import/OpenByteSource.h"
#include "core/import/ascend/AscendFolder.h"
#include "core/import/ascend/AscendTimeline.h"
#include "core/import/ascend/KernelDetails.h"
#include "core/import/ascend/TrimmedCell.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::int64_t kSlackNs = 1000; // the two copies of a collective may be rounded to different microseconds
constexpr std::uint64_t kRowsBetweenPolls = 1024;

struct Collective {
    EventId event;
    std::int64_t device = 0;
    std::optional<std::int64_t> stream;
    StringId work;
    StringId name;
    std::int64_t start = 0;
    std::int64_t duration = 0;
    const AscendTimeline::Work *launch = nullptr;
};

// Reads rows and counts damaged ones for a single diagnostic.
class DamagedRows {
public:
    DamagedRows(const KernelDetailsColumns &columns, std::size_t cells)
        : m_columns(columns)
        , m_cells(cells)
    {
    }
    // Parses the current row of `rows`; none if it is damaged, which is counted.
    [[nodiscard]] std::optional<KernelDetailsRow> read(const CsvRows &rows);
    void report(ImportDiagnostics &diagnostics) const;

private:
    // By the end of the file.
    [[nodiscard]] bool isCutOff(const CsvRows &rows) const
    {
        return rows.endsInsideQuotes() || (rows.endsWithFile() && rows.cells().size() < m_cells);
    }
    [[nodiscard]] bool sound(const CsvRows &rows) const;

    const KernelDetailsColumns &m_columns;
    std::size_t m_cells; // of the header
    std::uint64_t m_count = 0;
    std::uint64_t m_timed = 0; // rows of m_count with a readable duration
    std::int64_t m_ns = 0;
    std::int64_t m_firstOffset = -1;
    std::string m_first;
    std::int64_t m_cutOffset = -1; // of the row that the end of the file cuts off
};

// False if the row is truncated at the end of the file or has more cells than columns, because its values may then be in the
// wrong columns.
bool DamagedRows::sound(const CsvRows &rows) const
{
    const std::vector<std::string> &cells = rows.cells();
    if (isCutOff(rows))
        return false;
    return std::all_of(cells.begin() + static_cast<std::ptrdiff_t>(std::min(m_cells, cells.size())), cells.end(),
        [](const std::string &cell) { return trimmedCell(cell).empty(); });
}

std::optional<KernelDetailsRow> DamagedRows::read(const CsvRows &rows)
{
    if (sound(rows)) {
        if (std::optional<KernelDetailsRow> row = m_columns.row(rows.cells()))
            return row;
    }
    if (isCutOff(rows))
        m_cutOffset = static_cast<std::int64_t>(rows.offset());
    if (m_count++ == 0) {
        m_firstOffset = static_cast<std::int64_t>(rows.offset());
        m_first = rows.text().substr(0, 240);
    }
    if (const std::optional<std::int64_t> ns = m_columns.duration(rows.cells())) {
        ++m_timed;
        m_ns = addSaturated(m_ns, *ns);
    }
    return std::nullopt;
}

void DamagedRows::report(ImportDiagnostics &diagnostics) const
{
    if (m_count == 0)
        return;
    const std::string time = m_timed == 0
        ? std::string("no duration can be read")
        : formatDuration(m_ns) + " in the " + std::to_string(m_timed) + " whose duration can be read";
    diagnostics.add(diagnostics::kDamagedRow, m_firstOffset,
        cleanSample(std::to_string(m_count) + (m_count == 1 ? " row, " : " rows, ") + time + ": " + m_first), m_count);
    if (m_cutOffset >= 0)
        diagnostics.add(diagnostics::kTruncatedTable, m_cutOffset);
}

class Reading {
public:
    // timeline: null if there is none beside the table.
    Reading(DocumentBuilder &builder, std::optional<int> rank, const AscendTimeline *timeline)
        : m_builder(builder)
        , m_rank(rank)
        , m_timeline(timeline)
        , m_kernel(builder.intern("kernel"))
        , m_collective(builder.intern("communication"))
    {
    }

    // place: position of the row's text in the file.
    void add(const KernelDetailsRow &row, std::int64_t place, std::uint32_t length);
    void finish();

private:
    TrackId track(std::int64_t device, std::int64_t stream);
    void addWork(
        EventId event, std::int64_t device, std::int64_t stream, const LaunchShape &shape, const AscendTimeline::Work *launch);
    // True if there is a copy of the collective on a real stream, listed in `numbered`.
    [[nodiscard]] bool hasTwin(const Collective &row, const std::vector<Collective> &numbered) const;

    DocumentBuilder &m_builder;
    std::optional<int> m_rank;
    const AscendTimeline *m_timeline;
    std::uint64_t m_joined = 0; // rows that are also in the timeline
    StringId m_kernel;
    StringId m_collective;
    std::vector<Collective> m_collectives;
};

TrackId Reading::track(std::int64_t device, std::int64_t stream)
{
    const TrackId id = m_builder.track("NPU " + std::to_string(device),
        stream == Stream::kNotRecorded ? std::string("Communication") : "Stream " + std::to_string(stream));
    m_builder.at(id).sortIndex = stream;
    return id;
}

void Reading::addWork(
    EventId event, std::int64_t device, std::int64_t stream, const LaunchShape &shape, const AscendTimeline::Work *launch)
{
    RecordedWork work;
    if (launch != nullptr) {
        work.launch = launch->call;
        work.correlation = launch->connection;
    }
    work.event = event;
    work.device = device;
    work.stream = stream;
    work.track = track(device, stream);
    work.shape = shape;
    m_builder.addWork(work);
}

void Reading::add(const KernelDetailsRow &row, std::int64_t place, std::uint32_t length)
{
    m_builder.nameDevice(row.device, "Ascend NPU");
    const bool collective = row.isCommunication();
    const StringId work = internClean(m_builder, row.workName());
    std::int64_t duration = row.duration;
    if (row.digitsLost)
        m_builder.document().diagnostics.add(diagnostics::kTimesLostDigits, place, row.name);
    if (duration < 0) {
        m_builder.document().diagnostics.add(diagnostics::kNegativeDuration);
        duration = 0;
    }
    const AscendTimeline::Work *launch = m_timeline == nullptr ? nullptr : m_timeline->find(row.start, row.stream);
    m_joined += launch != nullptr ? 1 : 0;
    // At the lowest profiling level the table has no streams.
    const std::optional<std::int64_t> known = !row.streamRecorded && launch != nullptr ? launch->stream : row.stream;
    const std::int64_t stream = known.value_or(Stream::kNotRecorded);
    const EventId event =
        m_builder.add({row.start, duration, work, collective ? m_collective : m_kernel, track(row.device, stream), 'X'});
    m_builder.setPlace(place, length);
    if (!row.inputShapes.empty())
        m_builder.setValue(SparseKey::InputDims, static_cast<std::int64_t>(internClean(m_builder, row.inputShapes).value));
    if (!row.inputTypes.empty())
        m_builder.setValue(SparseKey::InputTypes, static_cast<std::int64_t>(internClean(m_builder, row.inputTypes).value));
    if (collective) {
        m_builder.memory().hold(2 * sizeof(Collective)); // twice: they are also listed per stream
        m_collectives.push_back({event, row.device, known, work, internClean(m_builder, row.name), row.start, duration, launch});
        return;
    }
    LaunchShape shape;
    if (row.blocks > 0 && row.blocks <= UINT32_MAX)
        shape.grid = {static_cast<std::uint32_t>(row.blocks), 1, 1};
    addWork(event, row.device, stream, shape, launch);
}

bool Reading::hasTwin(const Collective &row, const std::vector<Collective> &numbered) const
{
    const auto from = std::lower_bound(numbered.begin(), numbered.end(), row.start - kSlackNs,
        [](const Collective &c, std::int64_t start) { return c.start < start; });
    for (auto it = from; it != numbered.end() && it->start <= row.start + kSlackNs; ++it) {
        const std::int64_t slack = std::max(kSlackNs, std::max(it->duration, row.duration) / 100);
        if (it->device == row.device && it->work == row.work && it->name == row.name
            && std::abs(it->duration - row.duration) <= slack)
            return true;
    }
    return false;
}

void Reading::finish()
{
    std::vector<Collective> numbered;
    std::copy_if(m_collectives.begin(), m_collectives.end(), std::back_inserter(numbered),
        [](const Collective &c) { return c.stream.has_value(); });
    std::sort(numbered.begin(), numbered.end(), [](const Collective &a, const Collective &b) { return a.start < b.start; });
    for (const Collective &row : m_collectives) {
        if (row.stream || !hasTwin(row, numbered))
            addWork(row.event, row.device, row.stream.value_or(Stream::kNotRecorded), {}, row.launch);
        else
            m_builder.document().diagnostics.add(diagnostics::kDuplicatedCollective, -1, m_builder.document().text(row.name));
    }
    m_builder.document().metadata.format = "Ascend kernel table (CSV)";
    m_builder.document().metadata.producer = "Ascend Profiler";
    m_builder.document().metadata.rank = m_rank;
    if (m_timeline != nullptr)
        m_builder.document().diagnostics.add(diagnostics::kTimelineJoined, -1,
            std::to_string(m_timeline->hostSpans()) + " spans of the host; " + std::to_string(m_joined)
                + " rows of the table are in it");
}

// The timeline in the same folder, if there is one that can be read; what hinders it is a diagnostic. Errors: Cancelled.
Result<std::optional<AscendTimeline>> timelineBeside(
    const std::string &path, const ImportOptions &options, const JobControl &control, ImportDiagnostics &diagnostics)
{
    const std::string beside = AscendTimeline::beside(path);
    if (beside.empty())
        return std::optional<AscendTimeline>();
    Result<AscendTimeline> timeline = AscendTimeline::read(beside, options, control);
    if (timeline)
        return std::optional(std::move(*timeline));
    if (timeline.error().code == ErrorCode::Cancelled)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    diagnostics.add(diagnostics::kTimelineNotRead, -1, timeline.error().detail.english());
    return std::optional<AscendTimeline>();
}

} // namespace

bool AscendImporter::sniff(const std::string &, std::string_view head) const
{
    if (head.starts_with("\xEF\xBB\xBF"))
        head.remove_prefix(3);
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    return line.find("Start Time(us)") != std::string_view::npos && line.find("Duration(us)") != std::string_view::npos
        && line.find(',') != std::string_view::npos;
}

Result<std::shared_ptr<const TraceDocument>> AscendImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, options.limits);
    if (!source)
        return source.error();
    CsvRows rows(**source, options.limits.maxEventBytes);
    const bool header = rows.next();
    const std::size_t headerCells = rows.cells().size();
    const std::optional<KernelDetailsColumns> columns = header ? KernelDetailsColumns::find(rows.cells()) : std::nullopt;
    if (!rows.error())
        return rows.error().error();
    if (!columns)
        return Error{ErrorCode::NotATrace,
            "not an Ascend kernel table: its first line names no Name, Start Time(us) and Duration(us)", path, 0};
    DocumentBuilder builder(options.limits);
    ImportDiagnostics &diagnostics = builder.document().diagnostics;
    Result<std::optional<AscendTimeline>> beside = timelineBeside(path, options, control, diagnostics);
    if (!beside)
        return beside.error();
    std::optional<AscendTimeline> &timeline = *beside;
    builder.memory().boundByFile((*source)->stamp().bytes + (timeline ? timeline->fileBytes() : 0));
    if (timeline)
        timeline->addHost(builder);
    if (builder.full())
        return builder.limitError(path);
    DamagedRows damaged(*columns, headerCells);
    Reading reading(builder, ascendRank(path), timeline ? &*timeline : nullptr);
    std::uint64_t end = 0;
    for (std::uint64_t count = 0; rows.next(); ++count) {
        end = rows.offset() + rows.text().size();
        if (builder.full())
            return builder.limitError(path);
        if (count % kRowsBetweenPolls == 0) {
            if (control.stopRequested())
                return Error{ErrorCode::Cancelled, "cancelled", path};
            control.report((*source)->diskBytesRead(), (*source)->stamp().bytes);
        }
        const auto offset = static_cast<std::int64_t>(rows.offset());
        const std::optional<KernelDetailsRow> row = damaged.read(rows);
        if (rows.strayQuote())
            diagnostics.add(diagnostics::kStrayQuote, offset, cleanSample(rows.text()));
        if (row)
            reading.add(*row, offset, static_cast<std::uint32_t>(std::min<std::size_t>(rows.text().size(), UINT32_MAX)));
    }
    if (!rows.error())
        return rows.error().error();
    if (rows.rowTooLong())
        diagnostics.add(diagnostics::kEventTooLarge, static_cast<std::int64_t>(end));
    damaged.report(diagnostics);
    reading.finish();
    if (builder.memory().exceeded())
        return builder.limitError(path);
    describeSource(builder.document(), path, **source, (*source)->compressed() ? end : (*source)->stamp().bytes);
    noteSourceDamage(**source, end, diagnostics);
    std::shared_ptr<const TraceDocument> document = builder.finish(control);
    if (!document)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(document->source.fileBytes, document->source.fileBytes);
    return document;
}

} // namespace lamella::core
