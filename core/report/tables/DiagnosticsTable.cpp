// SPDX-License-Identifier: GPL-3.0-or-later
// diagnostics: what was odd in the file, and what the analysis could not account for.
#include "core/base/Format.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

namespace lamella::core {

namespace {

constexpr double kMaxOutside = 0.1; // of the GPU time; above: a notice
constexpr double kMaxUnnamed = 0.05;
constexpr std::int64_t kCoarseNs = 100; // many kernels take a few microseconds

void append(ReportTable &table, std::string_view id, Severity severity, std::uint64_t count, std::string_view sample,
    std::string_view meaning)
{
    table.appendRow();
    table.setText(0, id);
    table.setText(1, severityName(severity));
    table.setInteger(2, static_cast<std::int64_t>(count));
    table.setMissing(3, "not tied to one place in the file");
    table.setText(4, sample);
    table.setText(5, meaning);
}

void appendCoverage(ReportTable &table, const Coverage &c)
{
    const auto share = [](double value) { return formatShare(value) + " of the GPU time"; };
    if (const double outside = 1 - c.inPassesShare(); c.outsidePasses > 0)
        append(table, "time_outside_passes", outside > kMaxOutside ? Severity::Notice : Severity::Info, c.outsidePasses,
            share(outside),
            "GPU work lies in no pass: tables of passes and layers leave it out. `--pass trace` takes all of it; another anchor "
            "may "
            "find more passes.");
    if (c.unnamed > 0)
        append(table, "unnamed_time", c.unnamedShare() > kMaxUnnamed ? Severity::Notice : Severity::Info, c.unnamed,
            share(c.unnamedShare()),
            "No rule names the category of this GPU work, so it counts as other. Add rules in a profile.");
    if (c.withoutLaunch > 0)
        append(table, "kernels_without_launch", Severity::Info, c.withoutLaunch,
            formatCount(static_cast<std::int64_t>(c.withoutLaunch)) + " of " + formatCount(static_cast<std::int64_t>(c.gpuWork)),
            "No launch call was recorded for this GPU work, so no operator, shape or module is known for it. Record CPU "
            "activities "
            "too.");
    if (c.resolutionNs >= kCoarseNs)
        append(table, "coarse_timestamps", Severity::Notice, c.gpuWork, formatDuration(c.resolutionNs),
            "All times of GPU work are multiples of this step: shorter kernels and gaps cannot be told. Record with a finer "
            "clock.");
}

} // namespace

std::vector<ReportColumn> diagnosticsColumns()
{
    using namespace columns;
    return {text("id", "Id", "Stable name of the oddity"),
        text("severity", "Severity", "info, notice, data_loss (something of the file is not shown) or error"),
        integer("count", "Count", "How often it was seen"),
        integer("first_offset", "First at byte", "Byte in the inflated text of the first one"),
        text("sample", "Sample", "Text of the first one, at most 120 bytes"),
        text("meaning", "Meaning", "What it means and what to do")};
}

ReportTable diagnosticsTable(const TraceDocument &document, const Coverage *covered)
{
    ReportTable table("diagnostics", "What was odd in the file", diagnosticsColumns());
    for (const Diagnostic &d : document.diagnostics.sorted()) {
        table.appendRow();
        table.setText(0, d.kind->id);
        table.setText(1, severityName(d.kind->severity));
        table.setInteger(2, static_cast<std::int64_t>(d.count));
        if (d.firstOffset >= 0)
            table.setInteger(3, d.firstOffset);
        else
            table.setMissing(3, "not tied to one place in the file");
        if (d.sample.empty())
            table.setMissing(4, "no text to show");
        else
            table.setText(4, d.sample);
        table.setText(5, d.kind->meaning);
    }
    if (covered != nullptr)
        appendCoverage(table, *covered);
    if (table.rowCount() == 0)
        table.addNote("Nothing odd was found.");
    return table;
}

// Diagnostics of the file do not depend on options: without a segmentation there are those alone.
extern const TableSpec kDiagnosticsTable{
    .name = "diagnostics",
    .help = "what was odd in the file",
    .example = "trace.json.gz --format json",
    .columns = diagnosticsColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> {
        if (!input.segmentation)
            return diagnosticsTable(*input.document);
        const Coverage covered = coverage(*input.document, *input.names, *input.segmentation);
        return diagnosticsTable(*input.document, &covered);
    },
    .needs = TableNeeds::SegmentationIfAny,
};

} // namespace lamella::core
