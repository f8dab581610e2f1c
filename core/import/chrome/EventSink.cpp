// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/EventSink.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"
#include "core/import/XlaKernelDetails.h"

#include <algorithm>
#include <cstring>

namespace lamella::core {

namespace {

bool isShownPhase(char phase)
{
    return phase != 0 && std::strchr("XBEbeniIRCMstfT", phase) != nullptr;
}

bool carriesId(char phase)
{
    return phase != 0 && std::strchr("stfbenCSTpFNDO", phase) != nullptr;
}

// Whether one of the numbers of a list is 0.
bool hasZero(std::string_view list)
{
    const auto isDigit = [list](std::size_t at) { return at < list.size() && list[at] >= '0' && list[at] <= '9'; };
    for (std::size_t at = list.find('0'); at != std::string_view::npos; at = list.find('0', at + 1))
        if (!isDigit(at - 1) && !isDigit(at + 1))
            return true;
    return false;
}

} // namespace

void EventSink::begin(std::uint64_t textOffset)
{
    m_columns.clear();
    m_block = ParsedBlock{};
    ++m_blockNumber;
    m_block.chunk.textOffset = static_cast<std::int64_t>(textOffset);
}

void EventSink::complain(const DiagnosticKind &kind, const ColumnRow &row, std::string_view sample)
{
    m_block.diagnostics.add(kind, m_block.chunk.textOffset + row.offset, cleanSample(sample));
}

void EventSink::add(const EventFields &event, std::uint32_t offset, std::uint32_t length)
{
    ColumnRow row;
    row.offset = offset;
    row.length = length;
    row.phase = event.phase;
    row.name = event.keptName ? m_vocabulary.names.internKept(event.name) : m_vocabulary.names.intern(event.name);
    row.category = event.keptCategory ? m_vocabulary.names.internKept(event.category) : m_vocabulary.names.intern(event.category);
    row.track = row.phase == 'M' ? TrackId::kNone : m_vocabulary.track(event.process, event.thread, event.lane);
    const EventCategory &category = m_vocabulary.category(row.category);
    addTimes(event, category, row);
    addSparse(event, row.phase);
    if (event.collective && (category.gpuWork || !event.collective->name.empty()))
        addCollective(*event.collective);
    const bool timed = row.start != EventTable::kNoTime;
    switch (row.phase) {
    case 'X':
        if (timed && row.duration >= 0)
            addSpan(event, category, row);
        break;
    case 'B':
    case 'b':
        if (timed)
            addSpan(event, category, row); // its duration is set when its end is matched
        [[fallthrough]];
    case 'E':
    case 'e':
        if (timed)
            m_block.pairs.push_back(m_columns.rows());
        break;
    case 'M':
        addMeta(event, row.name);
        break;
    case 0:
        complain(diagnostics::kMissingPhase, row, event.name);
        break;
    default:
        if (!isShownPhase(row.phase))
            complain(diagnostics::kUnknownPhase, row, std::string_view(&row.phase, 1));
        break;
    }
    if (timed)
        countBounds(event, category, row);
    m_columns.push(row);
}

void EventSink::addPerfettoTime(SparseKey key, std::string_view token, std::int64_t exactNs)
{
    const std::optional<std::int64_t> parsed = perfettoParsedNs(token);
    if (!parsed || *parsed == perfettoNs(exactNs))
        return;
    m_columns.pushSparse(key, *parsed);
    (key == SparseKey::PerfettoStart ? m_perfetto.startNs : m_perfetto.durationNs) = parsed;
}

void EventSink::addTimes(const EventFields &event, const EventCategory &category, ColumnRow &row)
{
    m_perfetto = {};
    if (event.timesKnown) {
        row.start = event.startNs;
        m_perfetto.startNs = event.startNs; // Perfetto takes such times as they are
        if (row.phase == 'X')
            m_perfetto.durationNs = row.duration = event.durationNs;
        return;
    }
    const ParsedNs start = parseMicroseconds(event.timestamp);
    row.start = start.status == NumberStatus::Ok ? start.ns : EventTable::kNoTime;
    if (start.status != NumberStatus::Ok)
        complainOfTime(event, row, start.status);
    else if (start.slow)
        addPerfettoTime(SparseKey::PerfettoStart, event.timestamp, start.ns);
    if (row.phase == 'X' || (row.phase == 'T' && category.threadState)) {
        const ParsedNs duration = parseMicroseconds(event.duration);
        row.duration = duration.status == NumberStatus::Ok && duration.ns >= 0
                && (start.status != NumberStatus::Ok || endsWithinBound(start.ns, duration.ns))
            ? duration.ns
            : checkedDuration(event, row, duration);
        if ((start.ps != 0 || duration.ps != 0) && row.duration > 0)
            m_block.subNs.push_back({m_columns.rows(), start.ps, duration.ps});
        if (duration.slow && row.duration >= 0)
            addPerfettoTime(SparseKey::PerfettoDuration, event.duration, duration.ns);
    }
}

void EventSink::complainOfTime(const EventFields &event, const ColumnRow &row, NumberStatus status)
{
    if (row.phase == 'M' || row.phase == 0)
        return; // metadata needs no time; an event without phase has its own diagnostic
    if (event.timestamp.empty())
        complain(diagnostics::kMissingTimestamp, row, event.name);
    else
        complain(
            diagnostics::kBadTimestamp, row, status == NumberStatus::Overflow ? event.timestamp : event.timestamp.substr(0, 60));
}

std::int64_t EventSink::checkedDuration(const EventFields &event, const ColumnRow &row, ParsedNs parsed)
{
    if (event.duration.empty() || event.duration == "null") {
        complain(diagnostics::kMissingDuration, row, event.name);
        return -1;
    }
    if (parsed.status != NumberStatus::Ok || parsed.ns > 0) { // not a number, or ends beyond the bound
        complain(diagnostics::kBadDuration, row, event.duration);
        return -1;
    }
    complain(diagnostics::kNegativeDuration, row, event.duration);
    return 0;
}

void EventSink::addSparse(const EventFields &event, char phase)
{
    if (event.correlation.value_or(0) != 0)
        m_columns.pushSparse(SparseKey::Correlation, *event.correlation);
    if (event.externalId)
        m_columns.pushSparse(SparseKey::ExternalId, *event.externalId);
    if (!event.id.empty() && carriesId(phase)) {
        if (event.id.front() == '"') {
            m_block.flowTexts.push_back(m_columns.sparseRows(SparseKey::FlowId));
            m_columns.pushSparse(SparseKey::FlowId, m_vocabulary.names.intern(fields::textOf(event.id)));
        } else if (const std::optional<std::int64_t> id = parseInteger(event.id)) {
            m_columns.pushSparse(SparseKey::FlowId, *id);
        }
    }
    addRawText(SparseKey::InputDims, event.inputDims);
    addRawText(SparseKey::InputTypes, event.inputTypes);
    addRawText(SparseKey::ConcreteInputs, event.concreteInputs);
    if (hasZero(event.inputStrides.json))
        addRawText(SparseKey::InputStrides, event.inputStrides);
    if (event.bytes)
        m_columns.pushSparse(SparseKey::Bytes, *event.bytes);
    if (event.flops)
        m_columns.pushSparse(SparseKey::Flops, *event.flops);
    if (event.sequence)
        m_columns.pushSparse(SparseKey::Sequence, *event.sequence);
    if (!event.runId.empty())
        m_columns.pushSparse(SparseKey::RunId, m_vocabulary.rawTexts.intern(event.runId));
    if (event.operation && event.operation->recorded())
        addOperation(event);
}

void EventSink::addOperation(const EventFields &event)
{
    const OperationFields &fields = *event.operation;
    NameInterner &texts = m_vocabulary.operationTexts;
    LocalOperation operation;
    // For work on a GPU, "tf_op" is only "XlaModule:" and "name" has the path.
    operation.scope = texts.intern(fields.scope.empty() || fields.scope == "XlaModule:" ? event.metaName : fields.scope);
    operation.longName = texts.intern(fields.longName);
    operation.category = texts.intern(fields.category);
    operation.source = texts.intern(fields.source);
    operation.module = texts.intern(fields.module);
    const std::optional<std::int64_t> flops = fields.modelFlops ? fields.modelFlops : fields.flops;
    operation.flops = std::max<std::int64_t>(flops.value_or(-1), -1);
    operation.bytes = std::max<std::int64_t>(fields.bytes.value_or(-1), -1);
    m_columns.pushSparse(SparseKey::Operation, m_vocabulary.operation(operation));
}

void EventSink::addCollective(const CollectiveFields &fields)
{
    const auto text = [this](SparseKey key, std::string_view value) {
        if (!value.empty())
            m_columns.pushSparse(key, m_vocabulary.rawTexts.intern(value));
    };
    const auto number = [this](SparseKey key, const std::optional<std::int64_t> &value) {
        if (value)
            m_columns.pushSparse(key, *value);
    };
    text(SparseKey::CollectiveGroup, fields.group);
    text(SparseKey::CollectiveName, fields.name);
    text(SparseKey::CollectiveType, fields.type);
    text(SparseKey::CollectiveRanks, fields.ranks);
    number(SparseKey::CollectiveSequence, fields.sequence);
    number(SparseKey::CollectiveElements, fields.elements);
    number(SparseKey::CollectiveOutElements, fields.outElements);
    number(SparseKey::CollectiveGroupSize, fields.groupSize);
}

void EventSink::addSpan(const EventFields &event, const EventCategory &category, const ColumnRow &row)
{
    if (category.gpuWork)
        addKernel(event, *category.gpuWork, row);
    else if (category.launch && event.correlation.value_or(0) != 0)
        m_block.launches.push_back(m_columns.rows());
    else if (event.operation && !event.operation->kernelDetails.empty())
        addSpanShape(event.operation->kernelDetails);
}

void EventSink::addSpanShape(std::string_view kernelDetails)
{
    const LaunchShape shape = shapeOfKernelDetails(kernelDetails);
    if (!shape.recorded())
        return;
    m_block.spanShapes.push_back({m_columns.rows(), m_vocabulary.shape(shape)});
    noteUse(m_block.spanShapes.back().shape, m_shapeUsed, m_block.shapes);
}

void EventSink::addKernel(const EventFields &event, KernelKind kind, const ColumnRow &row)
{
    KernelRecord kernel;
    kernel.row = m_columns.rows();
    kernel.lane = m_vocabulary.lane({row.track, event.device, event.stream});
    noteUse(kernel.lane, m_laneUsed, m_block.lanes);
    if (event.shape.recorded()) {
        kernel.shape = m_vocabulary.shape(event.shape);
        noteUse(kernel.shape, m_shapeUsed, m_block.shapes);
    }
    kernel.kind = kind;
    kernel.correlation = event.correlation.value_or(0);
    m_block.kernels.push_back(kernel);
    if (m_keepKernelNames) {
        if (row.name >= m_previewed.size())
            m_previewed.resize(row.name + 1024);
        if (!m_previewed[row.name]) {
            m_previewed[row.name] = true;
            m_block.kernelNames.emplace_back(row.name, std::string(event.name));
        }
    }
}

void EventSink::addMeta(const EventFields &event, std::uint32_t name)
{
    const std::string_view what = m_vocabulary.names.view(name);
    MetaRecord meta;
    meta.row = m_columns.rows();
    meta.textAt = static_cast<std::uint32_t>(m_block.metaTexts.size());
    meta.processBytes = static_cast<std::uint32_t>(event.process.size());
    meta.threadBytes = static_cast<std::uint32_t>(event.thread.size());
    m_block.metaTexts.append(event.process).append(event.thread);
    if (what == "process_name" || what == "thread_name") {
        meta.kind = what == "process_name" ? MetaKind::ProcessName : MetaKind::ThreadName;
        meta.nameBytes = static_cast<std::uint32_t>(event.metaName.size());
        m_block.metaTexts.append(event.metaName);
    } else if (what == "thread_sort_index") {
        meta.kind = MetaKind::ThreadSortIndex;
        meta.number = event.sortIndex.value_or(0);
    }
    m_block.metas.push_back(meta);
}

void EventSink::addBounds(std::int64_t start, std::int64_t duration)
{
    if (m_perfetto.startNs || m_perfetto.durationNs)
        m_block.bounds.add(start, duration, m_perfetto);
    else
        m_block.bounds.add(start, duration);
}

// Which events Perfetto imports: help/measures.md. Ends of B, E, b and e are added when they are matched.
void EventSink::countBounds(const EventFields &event, const EventCategory &category, const ColumnRow &row)
{
    switch (row.phase) {
    case 'X':
        if (row.duration >= 0)
            addBounds(row.start, row.duration);
        break;
    case 'B':
        addBounds(row.start, 0);
        break;
    case 'b':
    case 'n':
        if (!event.process.empty() && !event.id.empty())
            addBounds(row.start, 0);
        break;
    case 'i':
    case 'I':
    case 'R':
        if (event.scope != "p" || !event.process.empty())
            addBounds(row.start, 0);
        break;
    case 'C':
        if (event.hasNumericArg)
            addBounds(row.start, 0);
        break;
    case 'T':
        if (category.threadState)
            addBounds(row.start, row.duration);
        break;
    default:
        break;
    }
}

void EventSink::see(IdSpace space, std::uint32_t id)
{
    if (space != IdSpace::Track && id == 0)
        return;
    if (m_vocabulary.markSeen(space, id))
        m_block.firstSeen.push_back({space, id});
}

// Row by row, so that the order does not depend on block boundaries.
void EventSink::listFirstSeen(const EventChunk &chunk)
{
    std::array<std::size_t, kSparseKeys> cursor{};
    std::size_t flowText = 0;
    std::size_t meta = 0;
    const std::vector<SparseKey> rawTextKeys = rawTextKeysOf(chunk);
    const auto value = [&](SparseKey key, std::uint32_t row) -> std::optional<std::size_t> {
        const SparseColumn &column = chunk.sparse[static_cast<std::size_t>(key)];
        std::size_t &at = cursor[static_cast<std::size_t>(key)];
        if (at < column.rows.size() && column.rows[at] == row)
            return at++;
        return std::nullopt;
    };
    const auto text = [&](SparseKey key, std::size_t at) {
        return static_cast<std::uint32_t>(chunk.sparse[static_cast<std::size_t>(key)].values[at]);
    };
    for (std::uint32_t row = 0; row < chunk.size(); ++row) {
        see(IdSpace::Name, chunk.name[row].value);
        see(IdSpace::Name, chunk.category[row].value);
        if (chunk.phase[row] != 'M')
            see(IdSpace::Track, chunk.track[row].value);
        if (const auto at = value(SparseKey::FlowId, row);
            at && flowText < m_block.flowTexts.size() && m_block.flowTexts[flowText] == *at) {
            see(IdSpace::Name, text(SparseKey::FlowId, *at));
            ++flowText;
        }
        for (const SparseKey key : rawTextKeys)
            if (const auto at = value(key, row))
                see(IdSpace::RawText, text(key, *at));
        if (meta < m_block.metas.size() && m_block.metas[meta].row == row)
            m_block.firstSeen.push_back({IdSpace::Meta, static_cast<std::uint32_t>(meta++)});
    }
}

ParsedBlock EventSink::take()
{
    const std::int64_t textOffset = m_block.chunk.textOffset;
    m_block.chunk = m_columns.copyOut();
    m_block.chunk.textOffset = textOffset;
    if (m_vocabulary.anyUnseen() || !m_block.metas.empty())
        listFirstSeen(m_block.chunk);
    return std::move(m_block);
}

} // namespace lamella::core
