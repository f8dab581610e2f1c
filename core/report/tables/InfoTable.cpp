// SPDX-License-Identifier: GPL-3.0-or-later
// info: what the trace is, what was found in it, and how much of it the segmentation explains. Every key is always present.
#include "core/analysis/Coverage.h"
#include "core/analysis/memory/MemoryData.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/model/TraceMemory.h"
#include "core/profile/ConfigBeside.h"
#include "core/report/tables/BottleneckTable.h"
#include "core/report/tables/DiagnosticCount.h"
#include "core/report/tables/ParallelFacts.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace lamella::core {

namespace {

constexpr std::size_t kDevicesListed = 16;
constexpr std::string_view kRenumberedDevice = "renumbered_device"; // a diagnostic

Message memoryNote(const TraceDocument &document);

struct InfoRow {
    std::string_view key;
    std::optional<std::string_view> value; // none: the note says why
    Message note;
};

std::vector<Column<InfoRow>> infoColumns()
{
    using namespace columns;
    return {text("key", "Key", "Stable name of the fact", &InfoRow::key),
        {{"value", "Value", CellKind::Text, "Raw value: nanoseconds, bytes, counts, shares of 1", -1},
            [](ReportTable &table, std::size_t c, const InfoRow &r) {
                if (r.value)
                    table.setText(c, *r.value);
                else
                    table.setMissing(c, r.note);
            }},
        text("note", "Note", "The formatted value, its source, or why it is missing", &InfoRow::note)};
}

class InfoRows {
public:
    InfoRows(RowTable<InfoRow> &table, const TableInput &input)
        : m_table(table)
        , m_input(input)
        , m_document(*input.document)
        , m_segmentation(*input.segmentation)
        , m_coverage(coverage(*input.document, *input.names, *input.segmentation))
    {
    }
    void file();
    void contents();
    void devices();
    void structure();
    void job();
    void architecture();
    void cost();
    void memory();
    void allocatorSettings();

private:
    void row(std::string_view key, std::string_view value, const Message &note = {}) { m_table.append({key, value, note}); }
    void missing(std::string_view key, const Message &reason) { m_table.append({key, std::nullopt, reason}); }
    void orMissing(std::string_view key, std::string_view value, const Message &reason, const Message &note = {});
    void count(std::string_view key, std::uint64_t value, const Message &note = {}) { row(key, std::to_string(value), note); }
    void share(std::string_view key, double value, const char *notePattern);
    [[nodiscard]] const DeviceSegmentation *mainDevice() const;
    [[nodiscard]] std::string stages() const;

    RowTable<InfoRow> &m_table;
    const TableInput &m_input;
    const TraceDocument &m_document;
    const Segmentation &m_segmentation;
    Coverage m_coverage;
};

void InfoRows::orMissing(std::string_view key, std::string_view value, const Message &reason, const Message &note)
{
    if (value.empty())
        missing(key, reason);
    else
        row(key, value, note);
}

// The pattern has a placeholder for the share.
void InfoRows::share(std::string_view key, double value, const char *notePattern)
{
    std::array<char, 32> text{};
    const int n = std::snprintf(text.data(), text.size(), "%.6f", value);
    std::string digits(text.data(), static_cast<std::size_t>(n));
    if (const std::size_t comma = digits.find(','); comma != std::string::npos)
        digits[comma] = '.'; // whatever the decimal point of the locale
    row(key, digits, msg(notePattern, formatShare(value)));
}

const DeviceSegmentation *InfoRows::mainDevice() const
{
    const DeviceId device = m_segmentation.mainDevice;
    return device.valid() && device.value < m_segmentation.devices.size() ? &m_segmentation.devices[device.value] : nullptr;
}

void InfoRows::file()
{
    row("file", m_document.source.path);
    orMissing("format", m_document.metadata.format, "not stated");
    orMissing("producer", m_document.metadata.producer, "the file does not say what wrote it");
    count("raw_bytes", m_document.source.rawBytes, formatBytes(static_cast<std::int64_t>(m_document.source.rawBytes)));
    count("events", m_document.events.size());
}

void InfoRows::contents()
{
    count("gpu_events", m_document.kernels.size(), "kernels, copies, sets and graph launches");
    count("kernels", m_coverage.kernels);
    devices();
    count("streams", m_document.streams.size());
    const TraceBounds &b = m_document.bounds;
    if (b.empty) {
        for (const char *key : {"zero_ns", "end_ns", "duration_ns"})
            missing(key, "no event with a time");
        return;
    }
    const char *const clock =
        m_input.document->metadata.format.starts_with("Chrome") ? "absolute, as Perfetto rounds it" : "on the clock of the file";
    row("zero_ns", std::to_string(b.perfettoBegin), clock);
    row("end_ns", std::to_string(b.perfettoEnd), clock);
    row("duration_ns", std::to_string(b.exactEnd - b.exactBegin), formatDuration(b.exactEnd - b.exactBegin));
}

void InfoRows::structure()
{
    const ModelConfig *config = m_input.config;
    const std::string near = config ? std::string() : configBeside(m_document.source.path);
    orMissing("model", config ? config->name : std::string(),
        near.empty() ? Message("no model config given (--config)")
                     : msg("no model config given (--config; there is one beside the trace: %1)", near),
        Message::name(config ? config->modelType : ""));
    orMissing("profile", m_segmentation.profileName, "none", m_input.profileWhy);
    const DeviceSegmentation *device = mainDevice();
    const bool found = device && !device->passes.empty();
    const Message why = m_segmentation.whyNone.empty() ? "no passes were found" : m_segmentation.whyNone;
    orMissing("anchor", m_segmentation.anchorText, found ? Message("the boundaries are not based on an anchor") : why);
    row("evidence", evidenceName(m_segmentation.evidence));
    const long thousandths = std::lround(shownConfidence(m_segmentation.confidence) * 1000);
    Message checks;
    for (const SegmentationCheck &check : m_segmentation.checks)
        checks.append("%1; %2", check.ok ? check.sentence : msg("NOT: %1", check.sentence));
    row("confidence", std::to_string(thousandths / 1000) + '.' + std::to_string(1000 + thousandths % 1000).substr(1), checks);
    const int layers = device && device->modelLayers > 0 ? device->modelLayers : config ? config->layers : 0;
    if (layers > 0)
        count("layers", static_cast<std::uint64_t>(layers), device && device->modelLayers > 0 ? "" : "by the model config");
    else
        missing("layers", found ? Message("no layers were found in the passes") : why);
    std::string perDevice;
    for (std::size_t d = 0; m_segmentation.devices.size() > 1 && d < m_segmentation.devices.size() && d < kDevicesListed; ++d)
        perDevice += (d > 0 ? ", " : "") + std::to_string(m_segmentation.devices[d].passes.size());
    const Message ofDevices = perDevice.empty() ? Message() : msg("by device: %1", perDevice);
    count("passes", found ? device->passes.size() : 0, found ? ofDevices : why);
    if (found && device->selectedPass != kNoPass)
        row("steady_pass", std::to_string(device->selectedPass), device->selectedWhy);
    else
        missing("steady_pass", found ? Message("there is no representative pass") : why);
    const BottleneckText bottleneck = selectedPassBottleneck(m_input);
    orMissing("bottleneck", bottleneck.target, found ? Message("there is no representative pass") : why, bottleneck.sentence);
}

std::string InfoRows::stages() const
{
    std::array<std::uint32_t, 8> counts{};
    if (const DeviceSegmentation *device = mainDevice())
        for (const Pass &pass : device->passes)
            ++counts[static_cast<std::size_t>(pass.stage)];
    std::string text;
    for (std::size_t s = 1; s < counts.size(); ++s)
        if (counts[s] > 0)
            text += (text.empty() ? "" : " + ") + std::string(stageName(static_cast<Stage>(s)));
    return text;
}

void InfoRows::job()
{
    if (m_coverage.gpuNs > 0)
        share("unnamed_share", m_coverage.unnamedShare(), "%1 of GPU time has no category");
    else
        missing("unnamed_share", "no GPU time");
    orMissing("gpu", gpuText(m_document), "the file names no device");
    const ParallelFacts facts = parallelFacts(m_document);
    orMissing("rank", facts.rank, "neither the file nor its name says", facts.rankSource);
    orMissing("parallel", facts.parallel, "neither the file nor its name says", facts.source);
    orMissing("serving_mode", stages(), "no pass has a known stage", "stages of the passes");
}

void InfoRows::architecture()
{
    if (m_input.config)
        for (const auto &[key, value] : m_input.config->summary)
            if (key != "model") // has its own row above; each key is listed once
                row(key, value, msg("model config"));
}

void InfoRows::cost()
{
    row("gpu_time_ns", std::to_string(m_coverage.gpuNs), msg("%1 summed over all GPU work", formatDuration(m_coverage.gpuNs)));
    if (m_coverage.gpuNs > 0)
        share("in_passes_share", m_coverage.inPassesShare(), "%1 of GPU time lies inside passes");
    else
        missing("in_passes_share", "no GPU time");
    if (m_coverage.gpuWork > 0)
        share("with_launch_share", m_coverage.launchShare(), "%1 of the GPU work has a recorded launch");
    else
        missing("with_launch_share", "no GPU work");
    count("file_bytes", m_document.source.fileBytes, formatBytes(static_cast<std::int64_t>(m_document.source.fileBytes)));
    count("memory_bytes", m_document.memoryBytes(), memoryNote(m_document));
    count("diagnostics", diagnosticCount(m_document, m_coverage),
        m_document.diagnostics.anyDataLoss() ? "part of the file is not shown: see the table diagnostics" : "");
}

// Those with GPU work; of a file about memory alone, those whose memory it records.
void InfoRows::devices()
{
    std::vector<std::int64_t> found;
    for (const Device &device : m_document.devices)
        found.push_back(device.number);
    if (const auto data =
            m_document.memory != nullptr && found.empty() && m_input.parts != nullptr ? m_input.parts->memory(m_input) : Error{})
        for (const auto &[device, use] : (*data)->use.devices)
            if (device >= 0)
                found.push_back(device);
    std::string numbers;
    for (std::size_t d = 0; d < found.size() && d < kDevicesListed; ++d)
        numbers += (d > 0 ? ", " : "") + std::to_string(found[d]);
    Message note = numbers.empty() ? Message() : msg("number %1", numbers);
    for (const Diagnostic &kind : m_document.diagnostics.sorted())
        if (kind.kind->id == kRenumberedDevice)
            note.append("%1; %2", msg("as recorded: %1", kind.sample));
    count("devices", found.size(), note);
}

// Of the device with the largest peak; of the host where it is the only one.
void InfoRows::memory()
{
    const auto data = m_input.parts != nullptr ? m_input.parts->memory(m_input) : Error{};
    const DeviceMemory *most = nullptr;
    std::int16_t number = 0;
    if (data)
        for (const auto &[device, use] : (*data)->use.devices)
            if ((device >= 0 || (*data)->use.devices.rbegin()->first < 0) && use.peak != MemoryLog::kNone
                && (most == nullptr || use.peak > most->peak)) {
                most = &use;
                number = device;
            }
    if (most == nullptr) {
        const Message why = data ? Message("no memory events are recorded; switch on profile_memory when recording") : data.error().detail;
        for (const char *key : {"memory_events", "allocated_peak_bytes", "reserved_peak_bytes"})
            missing(key, why);
        return;
    }
    count("memory_events", (*data)->log->size());
    const bool timed = most->peakRow != MemoryBlock::kOutside && (*data)->log->time[most->peakRow] != MemoryLog::kNone;
    const std::string bytes = formatBytes(most->peak);
    const std::string device = number < 0 ? "host" : std::to_string(number);
    row("allocated_peak_bytes", std::to_string(most->peak),
        timed ? msg("%1 on device %2, at %3", bytes, device, formatTime((*data)->log->time[most->peakRow] - m_input.zero()))
              : msg("%1 on device %2", bytes, device));
    if (most->reservedPeak == MemoryLog::kNone)
        missing("reserved_peak_bytes", "no totals of reserved memory are recorded");
    else
        row("reserved_peak_bytes", std::to_string(most->reservedPeak), formatBytes(most->reservedPeak));
}

void InfoRows::allocatorSettings()
{
    std::string text;
    if (m_document.memory != nullptr)
        for (const auto &[name, value] : m_document.memory->settings)
            text += (text.empty() ? "" : ", ") + name + "=" + value;
    const bool snapshot = m_document.memory != nullptr && m_document.memory->source == MemorySource::Snapshot;
    orMissing("allocator_settings", text, snapshot ? "the snapshot records none" : "only memory snapshots record them");
}

// "185 MB: 44.1 bytes an event, 45.0 a kernel"
Message memoryNote(const TraceDocument &document)
{
    const TraceMemory memory = traceMemory(document);
    const std::string bytes = formatBytes(static_cast<std::int64_t>(memory.bytes));
    if (memory.perEvent && memory.perKernel)
        return msg("%1: %2 bytes an event, %3 a kernel", bytes, *memory.perEvent, *memory.perKernel);
    if (memory.perEvent)
        return msg("%1: %2 bytes an event", bytes, *memory.perEvent);
    return memory.perKernel ? msg("%1, %2 a kernel", bytes, *memory.perKernel) : Message(bytes);
}

Result<ReportTable> infoTable(const TableInput &input)
{
    RowTable<InfoRow> table("info", "Trace", infoColumns());
    InfoRows rows(table, input);
    rows.file();
    rows.contents();
    rows.structure();
    rows.job();
    rows.architecture();
    rows.cost();
    rows.memory();
    rows.allocatorSettings();
    return table;
}

} // namespace

extern const TableSpec kInfoTable{
    .name = "info",
    .help = "what the trace is and what was found in it",
    .example = "trace.json.gz",
    .columns = headings<infoColumns>,
    .build = infoTable,
    .needs = TableNeeds::Segmentation,
    .allDevices = true,
    .allPasses = true,
};

} // namespace lamella::core
