// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/StatsImporter.h"

#include "core/base/FileName.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/DocumentBuilder.h"
#include "core/import/DocumentSource.h"
#include "core/import/JsonText.h"
#include "core/import/OpenByteSource.h"
#include "core/import/WholeSource.h"

#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kLargestText = std::size_t{256} << 20;
constexpr const char *kFormat = "nsys stats text (summary tables, no timeline)";

} // namespace

bool isStatsText(const TraceDocument &document)
{
    return document.metadata.format == kFormat;
}

Result<StatsText> readStatsText(
    const std::string &path, const ImportLimits &limits, const JobControl &control, ImportDiagnostics *diagnostics)
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, wholeSourceLimits(limits));
    if (!source)
        return source.error();
    MemoryBudget memory(limits);
    const Error tooLarge{ErrorCode::Limit, "a text of summary tables over 256 MiB; export the report as SQLite", path};
    const Result<std::string> text = readWhole(**source, kLargestText, tooLarge, memory, control);
    if (!text)
        return text.error();
    if (diagnostics != nullptr)
        noteSourceDamage(**source, text->size(), *diagnostics);
    StatsText parsed = parseStatsText(*text, fileNameOf(path), kMaxStatsCells, &memory);
    if (memory.exceeded())
        return memory.limitError(path);
    // Names may contain any bytes; make them valid UTF-8.
    for (StatsReport &report : parsed.reports) {
        for (std::string &name : report.header)
            name = cleanSample(name, name.size() * 3);
        for (std::vector<std::string> &row : report.rows)
            for (std::string &cell : row)
                cell = cleanSample(cell, cell.size() * 3);
    }
    return parsed;
}

bool StatsImporter::sniff(const std::string &, std::string_view head) const
{
    return looksLikeStatsText(head);
}

Result<std::shared_ptr<const TraceDocument>> StatsImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, options.limits);
    if (!source)
        return source.error();
    DocumentBuilder builder;
    TraceDocument &document = builder.document();
    ImportDiagnostics &diagnostics = document.diagnostics;
    const Result<StatsText> text = readStatsText(path, options.limits, control, &diagnostics);
    if (!text)
        return text.error();
    for (const StatsReport &report : text->reports)
        diagnostics.add(diagnostics::kSummaryOnly, -1, report.id);
    for (const std::string &skipped : text->skipped)
        diagnostics.add(diagnostics::kReportSkipped, -1, cleanSample(skipped));
    if (text->moreSkipped > 0)
        diagnostics.add(diagnostics::kReportSkipped, -1, "and more", text->moreSkipped);
    if (text->moreReports > 0)
        diagnostics.add(diagnostics::kReportSkipped, -1, "too many reports in one file", text->moreReports);
    if (text->badRows > 0)
        diagnostics.add(diagnostics::kDamagedRow, -1, cleanSample(text->badSample), text->badRows);
    document.metadata.format = kFormat;
    document.metadata.producer = "NVIDIA Nsight Systems";
    describeSource(document, path, **source, (*source)->stamp().bytes);
    std::shared_ptr<const TraceDocument> made = builder.finish(control);
    if (!made)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(document.source.fileBytes, document.source.fileBytes);
    return made;
}

} // namespace lamella::core
