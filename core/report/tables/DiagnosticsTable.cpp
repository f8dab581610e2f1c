// SPDX-License-Identifier: GPL-3.0-or-later
// diagnostics: problems of the file, and time that the analysis could not assign.
#include "core/analysis/Coverage.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/report/tables/DiagnosticCount.h"
#include "core/report/tables/TableBuilders.h"

#include <optional>
#include <vector>

namespace lamella::core {

namespace {

constexpr double kMaxOutside = 0.1; // share of the GPU time outside of passes above which a notice is shown
constexpr double kMaxUnnamed = 0.05;
constexpr std::int64_t kCoarseNs = 100; // resolution of timestamps; many kernels take a few microseconds

struct DiagnosticRow {
    std::string_view id;
    Severity severity;
    std::uint64_t count;
    Message sample;
    std::string_view meaning;
    std::int64_t firstOffset = -1; // negative: not at one position
};

std::vector<Column<DiagnosticRow>> diagnosticColumns()
{
    using namespace columns;
    using Row = DiagnosticRow;
    return {text("id", "Id", "Stable name of the diagnostic", &Row::id),
        text("severity", "Severity", "info, notice, data_loss (part of the file is not shown) or error",
            [](const Row &r) { return severityName(r.severity); }),
        integer("count", "Count", "How often it was seen", &Row::count),
        ifRoom(integer("first_offset", "First at byte", "Byte in the inflated text of the first one",
            [](const Row &r) { return valueIf(r.firstOffset >= 0, r.firstOffset, "not at one position in the file"); })),
        ifRoom(text("sample", "Sample", "Text of the first one, at most 120 bytes",
            [](const Row &r) -> OrMissing<Message> {
                if (r.sample.empty())
                    return Missing{"no text to show"};
                return r.sample;
            })),
        text("meaning", "Meaning", "What it means and what to do", [](const Row &r) { return Message(r.meaning); })};
}

void appendCoverage(std::vector<DiagnosticRow> &rows, const Coverage &c)
{
    const auto share = [](double value) {
        constexpr double kShown = 0.001; // less would be printed as nothing
        return value > 0 && value < kShown ? msg("less than %1 of the GPU time", formatShare(kShown))
                                           : msg("%1 of the GPU time", formatShare(value));
    };
    if (const double outside = 1 - c.inPassesShare(); c.outsidePasses > 0)
        rows.push_back(
            {"time_outside_passes", outside > kMaxOutside ? Severity::Notice : Severity::Info, c.outsidePasses, share(outside),
                "GPU work is outside of all passes: tables of passes and layers exclude it. `--pass trace` includes it; another "
                "anchor may find more passes."});
    if (c.inFlight > 0)
        rows.push_back({"work_in_flight", Severity::Info, c.inFlight, Message::name(formatDuration(c.inFlightNs)),
            "Copies and collectives in flight overlap the operations of the device: they belong to no pass and do not count as "
            "its busy or idle time. The table collectives shows how much of them is exposed."});
    if (c.unnamed > 0)
        rows.push_back({"unnamed_time", c.unnamedShare() > kMaxUnnamed ? Severity::Notice : Severity::Info, c.unnamed,
            share(c.unnamedShare()),
            "No rule names the category of this GPU work, so it counts as other. Add rules in a profile."});
    if (c.withoutLaunch > 0)
        rows.push_back({"kernels_without_launch", Severity::Info, c.withoutLaunch,
            msg("%1 of %2", formatCount(static_cast<std::int64_t>(c.withoutLaunch)),
                formatCount(static_cast<std::int64_t>(c.gpuWork))),
            "No launch call was recorded for this GPU work, so no operator, shape or module is known for it. Record CPU "
            "activities "
            "too."});
    if (c.resolutionNs >= kCoarseNs)
        rows.push_back({"coarse_timestamps", Severity::Notice, c.gpuWork, Message::name(formatDuration(c.resolutionNs)),
            "All times of GPU work are multiples of this step: shorter kernels and gaps cannot be measured. Record with a finer "
            "clock."});
}

std::vector<DiagnosticRow> rowsOf(const TraceDocument &document, const Coverage &coverage)
{
    std::vector<DiagnosticRow> rows;
    for (const Diagnostic &d : document.diagnostics.sorted())
        rows.push_back({d.kind->id, d.kind->severity, d.count, Message::name(d.sample), d.kind->meaning, d.firstOffset});
    appendCoverage(rows, coverage);
    return rows;
}

Result<ReportTable> diagnosticsTable(const TableInput &input)
{
    RowTable<DiagnosticRow> table("diagnostics", "Problems in the file", diagnosticColumns());
    for (const DiagnosticRow &row : rowsOf(*input.document, coverage(*input.document, *input.names, *input.segmentation)))
        table.append(row);
    if (table.rowCount() == 0)
        table.addNote("No problems were found.");
    return table;
}

} // namespace

std::size_t diagnosticCount(const TraceDocument &document, const Coverage &coverage)
{
    return rowsOf(document, coverage).size();
}

extern const TableSpec kDiagnosticsTable{
    .name = "diagnostics",
    .help = "problems in the file",
    .example = "trace.json.gz --format json",
    .columns = headings<diagnosticColumns>,
    .build = diagnosticsTable,
    .needs = TableNeeds::Segmentation,
};

} // namespace lamella::core
