// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/RocprofJsonImporter.h"

#include "core/base/Message.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/DocumentSource.h"
#include "core/import/OpenByteSource.h"
#include "core/import/WholeSource.h"
#include "core/import/rocm/CutJson.h"
#include "core/import/rocm/RocmNames.h"
#include "core/import/rocm/RocprofRecords.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

namespace od = simdjson::ondemand;

constexpr std::string_view kTool = "\"rocprofiler-sdk-tool\"";
constexpr std::size_t kToolWithin = 4096; // bytes of the file
constexpr std::size_t kLargest = std::size_t{4'000} << 20; // of simdjson
constexpr std::uint64_t kRecordsBetweenPolls = 1024;
constexpr std::uint64_t kNodeBytes = 128;
constexpr std::int64_t kGpuAgent = 2; // rocprofiler_agent_type_t

// Reads members of an object in any order; missing ones keep their values.
struct Record {
    std::int64_t start = -1;
    std::int64_t end = -1;
    std::int64_t kind = -1;
    std::int64_t operation = -1;
    std::int64_t thread = 0;
    std::int64_t stream = -1;
    std::int64_t queue = 0;
    std::int64_t agent = 0;
    std::int64_t kernel = -1;
    std::int64_t to = 0;
    std::int64_t from = 0;
    std::int64_t bytes = -1;
    std::int64_t internal = 0; // correlation
    std::array<std::int64_t, 3> grid{};
    std::array<std::int64_t, 3> block{};
};

// Ids are unsigned; those beyond the signed range wrap and stay distinct.
std::int64_t integerOf(od::value value)
{
    std::uint64_t number = 0;
    if (value.get_uint64().get(number) == simdjson::SUCCESS)
        return static_cast<std::int64_t>(number);
    std::int64_t negative = 0;
    return value.get_int64().get(negative) == simdjson::SUCCESS ? negative : 0;
}

// -1, as of a missing one, if it is no whole number of ns.
std::int64_t timeOf(od::value value)
{
    std::int64_t time = -1;
    return value.get_int64().get(time) == simdjson::SUCCESS ? time : -1;
}

// 5, or {"handle": 5}
std::int64_t handleOf(od::value value)
{
    od::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS)
        return integerOf(value);
    std::int64_t handle = 0;
    for (auto field : object)
        if (std::string_view key; field.unescaped_key().get(key) == simdjson::SUCCESS && (key == "handle" || key == "internal"))
            handle = integerOf(field.value());
    return handle;
}

std::array<std::int64_t, 3> triple(od::value value)
{
    std::array<std::int64_t, 3> size{};
    od::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS)
        return size;
    for (auto field : object) {
        std::string_view key;
        if (field.unescaped_key().get(key) == simdjson::SUCCESS && key.size() == 1 && key[0] >= 'x' && key[0] <= 'z')
            size[static_cast<std::size_t>(key[0] - 'x')] = integerOf(field.value());
    }
    return size;
}

void readRecord(od::object object, Record &record)
{
    for (auto field : object) {
        std::string_view key;
        if (field.unescaped_key().get(key) != simdjson::SUCCESS)
            return;
        od::value value = field.value();
        if (key == "dispatch_info") {
            if (od::object info; value.get_object().get(info) == simdjson::SUCCESS)
                readRecord(info, record);
        } else if (key == "grid_size") {
            record.grid = triple(value);
        } else if (key == "workgroup_size") {
            record.block = triple(value);
        } else {
            if (key == "start_timestamp" || key == "end_timestamp") {
                (key == "end_timestamp" ? record.end : record.start) = timeOf(value);
                continue;
            }
            const std::pair<std::string_view, std::int64_t *> members[] = {{"kind", &record.kind},
                {"operation", &record.operation}, {"thread_id", &record.thread}, {"stream_id", &record.stream},
                {"queue_id", &record.queue}, {"agent_id", &record.agent}, {"kernel_id", &record.kernel},
                {"dst_agent_id", &record.to}, {"src_agent_id", &record.from}, {"bytes", &record.bytes},
                {"correlation_id", &record.internal}};
            for (const auto &[name, to] : members)
                if (key == name)
                    *to = handleOf(value);
        }
    }
}

// What the records of a process refer to.
struct Names {
    std::int64_t pid = 0;
    std::unordered_map<std::int64_t, std::string> kernels;
    std::vector<std::string> domains; // by kind
    std::vector<std::vector<std::string>> operations; // by kind and operation
    std::unordered_map<std::int64_t, std::string> markers; // by correlation
};

class Reading {
public:
    Reading(DocumentBuilder &builder, const JobControl &control)
        : m_builder(builder)
        , m_records(builder)
        , m_control(control)
    {
    }
    // The fault that ended it early, or SUCCESS; what was read before stays. Closes a text that ends too early.
    simdjson::error_code read(od::parser &parser, std::string &text);
    [[nodiscard]] bool complete() const { return m_complete; } // neither stopped nor at a limit

private:
    // They throw simdjson::simdjson_error on damage, and return false if stopped or at a limit.
    bool readAllNames(od::parser &parser, const std::string &text);
    bool readAllBuffers(od::parser &parser, const std::string &text);
    template <typename Walk> simdjson::error_code attempt(const Walk &walk);
    void readNames(od::object process);
    void readAgents(od::array agents);
    void readKernels(od::array symbols);
    void readStrings(od::object strings);
    bool readBuffers(od::object buffers);
    bool readTable(std::string_view table, od::array records);
    void add(std::string_view table, const Record &record);
    [[nodiscard]] std::string_view operationName(const Record &record) const;
    [[nodiscard]] std::string_view domainName(const Record &record) const;

    DocumentBuilder &m_builder;
    RocprofRecords m_records;
    const JobControl &m_control;
    std::deque<Names> m_processes;
    Names *m_names = nullptr; // of the process in hand
    bool m_complete = true;
};

void Reading::readAgents(od::array agents)
{
    std::int64_t gpus = 0;
    for (auto entry : agents) {
        std::int64_t handle = 0;
        std::int64_t type = 0;
        std::int64_t number = -1;
        std::string name;
        std::string product;
        for (auto field : entry.get_object()) {
            const std::string_view key = field.unescaped_key();
            std::string_view text;
            if (key == "id")
                handle = handleOf(field.value());
            else if (key == "type")
                type = integerOf(field.value());
            else if (key == "logical_node_type_id")
                number = integerOf(field.value());
            else if (key == "name" && field.value().get_string().get(text) == simdjson::SUCCESS)
                name = text;
            else if (key == "product_name" && field.value().get_string().get(text) == simdjson::SUCCESS)
                product = text;
        }
        if (type == kGpuAgent)
            m_records.addGpu(handle, number >= 0 ? number : gpus++, product.empty() ? name : product);
    }
}

void Reading::readKernels(od::array symbols)
{
    for (auto entry : symbols) {
        std::int64_t id = -1;
        std::string plain;
        std::string formatted;
        for (auto field : entry.get_object()) {
            const std::string_view key = field.unescaped_key();
            std::string_view text;
            if (key == "kernel_id")
                id = integerOf(field.value());
            else if (key == "formatted_kernel_name" && field.value().get_string().get(text) == simdjson::SUCCESS)
                formatted = text;
            else if (key == "kernel_name" && field.value().get_string().get(text) == simdjson::SUCCESS)
                plain = text;
        }
        m_builder.memory().hold(kNodeBytes + plain.size() + formatted.size());
        m_names->kernels[id] = formatted.empty() ? std::move(plain) : std::move(formatted);
    }
}

// "buffer_records": [{"kind": "HIP_RUNTIME_API", "operations": [...]}], "marker_api": [{"key": 5, "value": "text"}]
void Reading::readStrings(od::object strings)
{
    for (auto field : strings) {
        const std::string_view key = field.unescaped_key();
        if (key == "buffer_records") {
            for (auto entry : field.value().get_array()) {
                std::string domain;
                std::vector<std::string> operations;
                for (auto member : entry.get_object()) {
                    const std::string_view what = member.unescaped_key();
                    if (what == "kind")
                        domain = std::string(std::string_view(member.value().get_string()));
                    else if (what == "operations")
                        for (auto name : member.value().get_array())
                            operations.emplace_back(std::string_view(name.get_string()));
                }
                m_builder.memory().hold(kNodeBytes * (1 + operations.size()));
                m_names->domains.push_back(std::move(domain));
                m_names->operations.push_back(std::move(operations));
            }
        } else if (key == "marker_api") {
            od::array list;
            if (field.value().get_array().get(list) != simdjson::SUCCESS)
                continue;
            for (auto entry : list) {
                std::int64_t id = 0;
                std::string text;
                for (auto member : entry.get_object()) {
                    if (std::string_view(member.unescaped_key()) == "key")
                        id = integerOf(member.value());
                    else if (std::string_view value; member.value().get_string().get(value) == simdjson::SUCCESS)
                        text = value;
                }
                m_builder.memory().hold(kNodeBytes + text.size());
                m_names->markers[id] = std::move(text);
            }
        }
    }
}

void Reading::readNames(od::object process)
{
    for (auto field : process) {
        const std::string_view key = field.unescaped_key();
        if (key == "metadata") {
            for (auto member : field.value().get_object())
                if (std::string_view(member.unescaped_key()) == "pid")
                    m_names->pid = integerOf(member.value());
        } else if (key == "agents") {
            readAgents(field.value().get_array());
        } else if (key == "kernel_symbols") {
            readKernels(field.value().get_array());
        } else if (key == "strings") {
            readStrings(field.value().get_object());
        }
    }
}

std::string_view Reading::domainName(const Record &record) const
{
    return record.kind >= 0 && static_cast<std::uint64_t>(record.kind) < m_names->domains.size()
        ? std::string_view(m_names->domains[static_cast<std::size_t>(record.kind)])
        : std::string_view{};
}

std::string_view Reading::operationName(const Record &record) const
{
    if (record.kind < 0 || static_cast<std::uint64_t>(record.kind) >= m_names->operations.size())
        return {};
    const std::vector<std::string> &names = m_names->operations[static_cast<std::size_t>(record.kind)];
    return record.operation >= 0 && static_cast<std::uint64_t>(record.operation) < names.size()
        ? std::string_view(names[static_cast<std::size_t>(record.operation)])
        : std::string_view{};
}

void Reading::add(std::string_view table, const Record &record)
{
    RocprofWork work{record.start, record.end, record.agent, record.stream >= 0 ? record.stream : record.queue, {},
        KernelKind::Kernel, {}, -1, record.internal};
    if (table == "kernel_dispatch") {
        const auto name = m_names->kernels.find(record.kernel);
        work.name = name == m_names->kernels.end() ? std::string_view{} : std::string_view(name->second);
        for (std::size_t i = 0; i < 3; ++i) {
            work.shape.block[i] = rocm::workgroups(record.block[i], 1);
            work.shape.grid[i] = rocm::workgroups(record.grid[i], record.block[i]);
        }
        m_records.add(work);
    } else if (table == "memory_copy") {
        work.agent = m_records.isHost(record.to) ? record.from : record.to;
        work.kind = KernelKind::Memcpy;
        work.name = operationName(record);
        work.bytes = record.bytes;
        m_records.add(work);
    } else {
        const auto marker = m_names->markers.find(record.internal);
        const bool isMarker = rocm::isMarkerDomain(domainName(record)) && marker != m_names->markers.end();
        const std::string_view domain = domainName(record).empty() ? table : domainName(record);
        m_records.add(RocprofCall{record.start, record.end, m_names->pid, record.thread,
            isMarker ? std::string_view(marker->second) : operationName(record), domain, record.internal});
    }
}

bool Reading::readTable(std::string_view table, od::array records)
{
    std::uint64_t count = 0;
    for (auto entry : records) {
        if (m_builder.full() || (++count % kRecordsBetweenPolls == 0 && m_control.stopRequested()))
            return false;
        Record record;
        readRecord(entry.get_object(), record);
        if (record.start < 0 || record.end < 0)
            m_builder.document().diagnostics.add(diagnostics::kMissingTimestamp, -1, table);
        else
            add(table, record);
    }
    return true;
}

bool Reading::readBuffers(od::object buffers)
{
    static constexpr std::array<std::string_view, 9> kTables{"kernel_dispatch", "memory_copy", "hip_api", "hsa_api", "marker_api",
        "rccl_api", "memory_allocation", "scratch_memory", "rocdecode_api"};
    for (auto field : buffers) {
        const std::string table(std::string_view(field.unescaped_key()));
        od::array records;
        if (field.value().get_array().get(records) != simdjson::SUCCESS)
            continue;
        bool empty = true;
        if (std::find(kTables.begin(), kTables.end(), table) != kTables.end()) {
            if (!readTable(table, records))
                return false;
        } else if (records.is_empty().get(empty) == simdjson::SUCCESS && !empty) {
            m_builder.document().diagnostics.add(diagnostics::kTableNotShown, -1, table);
        }
    }
    return true;
}

bool Reading::readAllNames(od::parser &parser, const std::string &text)
{
    od::document document = parser.iterate(text.data(), text.size(), text.capacity());
    for (auto entry : document["rocprofiler-sdk-tool"].get_array()) {
        m_builder.memory().hold(kNodeBytes);
        if (m_builder.memory().exceeded() || m_control.stopRequested())
            return false;
        m_names = &m_processes.emplace_back();
        m_records.beginProcess(m_processes.size());
        readNames(entry.get_object());
    }
    return true;
}

bool Reading::readAllBuffers(od::parser &parser, const std::string &text)
{
    od::document document = parser.iterate(text.data(), text.size(), text.capacity());
    std::size_t process = 0;
    for (auto entry : document["rocprofiler-sdk-tool"].get_array()) {
        if (process == m_processes.size()) // damage can end the first walk earlier than this one
            m_processes.emplace_back();
        m_names = &m_processes[process++];
        m_records.beginProcess(process);
        for (auto field : entry.get_object()) {
            if (std::string_view(field.unescaped_key()) != "buffer_records")
                continue;
            if (!readBuffers(field.value().get_object()))
                return false;
        }
    }
    return true;
}

template <typename Walk> simdjson::error_code Reading::attempt(const Walk &walk)
{
    try {
        m_complete = walk();
        return simdjson::SUCCESS;
    } catch (const simdjson::simdjson_error &fault) {
        return fault.error();
    }
}

// Names usually come before the records, but need not: the document is walked twice. The first walk notices an early end.
simdjson::error_code Reading::read(od::parser &parser, std::string &text)
{
    const auto names = [&] { return readAllNames(parser, text); };
    simdjson::error_code fault = attempt(names);
    const auto end = static_cast<std::int64_t>(text.size());
    if (fault != simdjson::SUCCESS && fault != simdjson::MEMALLOC && closeCut(text, m_control)) {
        m_builder.document().diagnostics.add(diagnostics::kTruncatedArray, end);
        m_processes.clear();
        fault = attempt(names);
    }
    if (fault == simdjson::SUCCESS && m_complete)
        fault = attempt([&] { return readAllBuffers(parser, text); });
    return fault;
}

} // namespace

bool RocprofJsonImporter::sniff(const std::string &, std::string_view head) const
{
    const std::size_t first = head.find_first_not_of(" \n\r\t");
    return first != std::string_view::npos && head[first] == '{'
        && head.substr(0, kToolWithin).find(kTool) != std::string_view::npos;
}

Result<std::shared_ptr<const TraceDocument>> RocprofJsonImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, wholeSourceLimits(options.limits));
    if (!source)
        return source.error();
    DocumentBuilder builder(options.limits);
    builder.memory().boundByFile((*source)->stamp().bytes);
    const Error tooLarge{
        ErrorCode::Limit, "larger than 4 GB, which is too much JSON for one file; record with --output-format rocpd", path};
    Result<std::string> bytes = readWhole(**source, kLargest, tooLarge, builder.memory(), control);
    if (!bytes)
        return bytes.error();
    if (bytes->capacity() < bytes->size() + simdjson::SIMDJSON_PADDING) // readWhole() has mostly left room
        bytes->reserve(bytes->size() + simdjson::SIMDJSON_PADDING);
    builder.memory().hold(bytes->size()); // the index of the parser
    TraceDocument &document = builder.document();
    document.metadata.format = "rocprofv3 results (JSON)";
    document.metadata.producer = "ROCm rocprofv3";
    describeSource(document, path, **source, bytes->size());
    noteSourceDamage(**source, bytes->size(), document.diagnostics);
    Reading reading(builder, control);
    od::parser parser;
    const simdjson::error_code fault = reading.read(parser, *bytes);
    if (fault == simdjson::MEMALLOC) // the file is not damaged by that
        return Error{ErrorCode::Limit, "not enough memory for this trace; close other programs or cut the trace", path};
    if (fault != simdjson::SUCCESS)
        document.diagnostics.add(diagnostics::kDamagedJson, -1, simdjson::error_message(fault));
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", path};
    if (!reading.complete() || builder.memory().exceeded())
        return builder.limitError(path);
    std::shared_ptr<const TraceDocument> finished = builder.finish(control);
    if (!finished)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(finished->source.fileBytes, finished->source.fileBytes);
    return finished;
}

} // namespace lamella::core
