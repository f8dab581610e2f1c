// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/ColumnArgs.h"

#include "core/import/pftrace/PftraceArgs.h"

#include <algorithm>

namespace lamella::core::pftrace {

namespace {

struct SparseName {
    SparseKey key;
    std::string_view name;
    ArgKind kind = ArgKind::Number;
};

// As PyTorch names them in JSON. A key without a row is not written.
constexpr SparseName kSparseNames[] = {
    {SparseKey::Correlation, "correlation"},
    {SparseKey::ExternalId, "External id"},
    {SparseKey::InputDims, "Input Dims", ArgKind::Text},
    {SparseKey::InputTypes, "Input type", ArgKind::Text},
    {SparseKey::Bytes, "bytes"},
    {SparseKey::Sequence, "Sequence number"},
    {SparseKey::CollectiveGroup, "Process Group Name", ArgKind::Text},
    {SparseKey::CollectiveSequence, "Seq"},
    {SparseKey::CollectiveElements, "In msg nelems"},
    {SparseKey::RunId, "run_id", ArgKind::Text},
    {SparseKey::CollectiveOutElements, "Out msg nelems"},
    {SparseKey::CollectiveName, "Collective name", ArgKind::Text},
    {SparseKey::CollectiveType, "dtype", ArgKind::Text},
    {SparseKey::CollectiveRanks, "Process Group Ranks", ArgKind::Text},
    {SparseKey::CollectiveGroupSize, "Group size"},
    {SparseKey::ConcreteInputs, "Concrete Inputs", ArgKind::Text},
    {SparseKey::Flops, "kernel_flop"},
    {SparseKey::InputStrides, "Input Strides", ArgKind::Text},
};

constexpr std::array<std::string_view, 4> kKinds{"kernel", "memcpy", "memset", "graph"}; // by KernelKind

std::array<ColumnArgSpec, kColumnArgs> makeSpecs()
{
    std::array<ColumnArgSpec, kColumnArgs> specs{};
    const auto set = [&specs](ColumnArg arg, std::string_view name, ArgKind kind) {
        specs[static_cast<std::size_t>(arg)] = {name, kind};
    };
    set(ColumnArg::Kind, "kind", ArgKind::Word);
    set(ColumnArg::Device, "device", ArgKind::Number);
    set(ColumnArg::Stream, "stream", ArgKind::Number);
    set(ColumnArg::Grid, "grid", ArgKind::Triple);
    set(ColumnArg::Block, "block", ArgKind::Triple);
    set(ColumnArg::Connection, "connection", ArgKind::Number);
    set(ColumnArg::Phase, "ph", ArgKind::Word);
    set(ColumnArg::Scope, "tf_op", ArgKind::Text);
    set(ColumnArg::LongName, "long_name", ArgKind::Text);
    set(ColumnArg::HloCategory, "hlo_category", ArgKind::Text);
    set(ColumnArg::Source, "source", ArgKind::Text);
    set(ColumnArg::Module, "hlo_module", ArgKind::Text);
    set(ColumnArg::ModelFlops, "model_flops", ArgKind::Number);
    set(ColumnArg::BytesAccessed, "bytes_accessed", ArgKind::Number);
    set(ColumnArg::MemoryBytes, "Bytes", ArgKind::Number);
    set(ColumnArg::MemoryAddress, "Addr", ArgKind::Number);
    set(ColumnArg::MemoryDevice, "Device Id", ArgKind::Number);
    set(ColumnArg::MemoryAllocated, "Total Allocated", ArgKind::Number);
    set(ColumnArg::MemoryReserved, "Total Reserved", ArgKind::Number);
    for (const SparseName &sparse : kSparseNames)
        set(sparseArg(sparse.key), sparse.name, sparse.kind);
    return specs;
}

} // namespace

const std::array<ColumnArgSpec, kColumnArgs> &columnArgSpecs()
{
    static const auto specs = makeSpecs();
    return specs;
}

std::optional<ColumnArg> columnArgFromName(std::string_view name)
{
    const auto &specs = columnArgSpecs();
    const auto found = std::find_if(specs.begin(), specs.end(), [name](const ColumnArgSpec &spec) { return spec.name == name; });
    if (name.empty() || found == specs.end())
        return std::nullopt;
    return static_cast<ColumnArg>(found - specs.begin());
}

std::string_view kernelKindName(KernelKind kind)
{
    return kKinds[static_cast<std::size_t>(kind)];
}

std::optional<KernelKind> kernelKindFromName(std::string_view name)
{
    const auto found = std::find(kKinds.begin(), kKinds.end(), name);
    if (found == kKinds.end())
        return std::nullopt;
    return static_cast<KernelKind>(found - kKinds.begin());
}

void ColumnArgs::addText(ColumnArg arg, StringId text)
{
    if (text.value != 0)
        add(arg, text.value);
}

const std::vector<ColumnArgValue> &ColumnArgs::of(const EventChunk &chunk, std::uint32_t row, KernelId kernel)
{
    if (m_chunk != &chunk) {
        m_chunk = &chunk;
        m_keys.clear();
        for (std::size_t key = 0; key < kSparseKeys; ++key)
            if (chunk.sparse[key].rows.size() > 0)
                m_keys.push_back(static_cast<SparseKey>(key));
    }
    m_values.clear();
    const char phase = chunk.phase[row];
    static constexpr std::string_view kPhases = "BbTIRn";
    if (const std::size_t at = phase == 0 ? std::string_view::npos : kPhases.find(phase); at != std::string_view::npos)
        m_values.push_back({ColumnArg::Phase, 0, kPhases.substr(at, 1), {}});
    bool correlated = false;
    for (const SparseKey key : m_keys) {
        const std::optional<std::int64_t> value = chunk.sparseValue(key, row);
        if (!value)
            continue;
        correlated = correlated || key == SparseKey::Correlation;
        if (key == SparseKey::Operation)
            addOperation(OperationId{static_cast<std::uint32_t>(*value)});
        else if (!columnArgSpecs()[static_cast<std::size_t>(sparseArg(key))].name.empty())
            add(sparseArg(key), *value);
    }
    if (kernel.valid())
        addWork(kernel, correlated);
    else if (m_memory != nullptr)
        addMemory(EventId{chunk.firstEvent + row}, chunk.start[row]);
    return m_values;
}

// Rows of equal times are in the order of their events.
void ColumnArgs::addMemory(EventId event, std::int64_t time)
{
    const auto [first, last] = std::equal_range(m_memory->time.begin(), m_memory->time.end(), time);
    const auto end = m_memory->event.begin() + (last - m_memory->time.begin());
    const auto found = std::lower_bound(m_memory->event.begin() + (first - m_memory->time.begin()), end, event);
    if (found == end || *found != event)
        return;
    const auto row = static_cast<std::uint32_t>(found - m_memory->event.begin());
    const std::int64_t bytes = m_memory->bytes[row];
    add(ColumnArg::MemoryBytes, m_memory->action[row] == MemoryAction::Free ? -bytes : bytes);
    add(ColumnArg::MemoryAddress, static_cast<std::int64_t>(m_memory->address[row]));
    add(ColumnArg::MemoryDevice, m_memory->device[row]);
    if (const std::int64_t total = m_memory->allocatedAt(row); total != MemoryLog::kNone)
        add(ColumnArg::MemoryAllocated, total);
    if (const std::int64_t total = m_memory->reservedAt(row); total != MemoryLog::kNone)
        add(ColumnArg::MemoryReserved, total);
}

void ColumnArgs::addWork(KernelId kernel, bool correlated)
{
    const KernelTable &kernels = m_document.kernels;
    const Stream &stream = m_document.streams[kernels.stream[kernel.value].value];
    m_values.push_back({ColumnArg::Kind, 0, kernelKindName(kernels.kind[kernel.value]), {}});
    add(ColumnArg::Device, m_document.devices[stream.device.value].number);
    if (stream.recorded())
        add(ColumnArg::Stream, stream.number);
    if (const ShapeId shape = kernels.shape[kernel.value]; shape.valid()) {
        m_values.push_back({ColumnArg::Grid, 0, {}, kernels.shapes[shape.value].grid});
        m_values.push_back({ColumnArg::Block, 0, {}, kernels.shapes[shape.value].block});
    }
    if (const std::int64_t id = kernels.correlation[kernel.value]; id != 0 && !correlated)
        add(ColumnArg::Connection, id);
}

void ColumnArgs::addOperation(OperationId id)
{
    if (id.value >= m_document.operations.size())
        return;
    const Operation &operation = m_document.operations[id.value];
    addText(ColumnArg::Scope, operation.scope);
    addText(ColumnArg::LongName, operation.longName);
    addText(ColumnArg::HloCategory, operation.category);
    addText(ColumnArg::Source, operation.source);
    addText(ColumnArg::Module, operation.module);
    if (operation.flops >= 0)
        add(ColumnArg::ModelFlops, operation.flops);
    if (operation.bytes >= 0)
        add(ColumnArg::BytesAccessed, operation.bytes);
}

std::vector<std::pair<std::string, std::string>> columnArgsAsJson(const TraceDocument &document, EventId event)
{
    const auto chunks = document.events.chunks();
    const auto after = std::upper_bound(chunks.begin(), chunks.end(), event.value,
        [](std::uint32_t wanted, const EventChunk &chunk) { return wanted < chunk.firstEvent; });
    const EventChunk &chunk = *(after - 1);
    const std::uint32_t row = event.value - chunk.firstEvent;
    KernelId kernel;
    const KernelTable &kernels = document.kernels;
    const auto first = std::lower_bound(kernels.start.begin(), kernels.start.end(), chunk.start[row]);
    for (auto k = static_cast<std::uint32_t>(first - kernels.start.begin());
         k < kernels.size() && kernels.start[k] == chunk.start[row] && !kernel.valid(); ++k)
        kernel = kernels.event[k] == event ? KernelId{k} : KernelId{};
    std::vector<std::pair<std::string, std::string>> all;
    ColumnArgs args(document, document.memory.get());
    for (const ColumnArgValue &value : args.of(chunk, row, kernel)) {
        const ColumnArgSpec &spec = columnArgSpecs()[static_cast<std::size_t>(value.arg)];
        std::string text;
        if (spec.kind == ArgKind::Number)
            text = std::to_string(value.number);
        else if (spec.kind == ArgKind::Triple)
            text = "[" + std::to_string(value.triple[0]) + ", " + std::to_string(value.triple[1]) + ", "
                + std::to_string(value.triple[2]) + "]";
        else
            text = quotedJson(
                spec.kind == ArgKind::Word ? value.word : document.text(StringId{static_cast<std::uint32_t>(value.number)}));
        all.emplace_back(spec.name, std::move(text));
    }
    return all;
}

} // namespace lamella::core::pftrace
