// SPDX-License-Identifier: GPL-3.0-or-later
// All tables of a trace as one document: provenance, steps, devices, regions, operations, families, collectives, gaps and
// findings; for segmented traces also passes, layers and types. As Markdown, HTML, text, or as JSON that `compare` reads.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "core/session/summary/FileHash.h"
#include "core/session/summary/RunMetadata.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

struct ReportOptions {
    std::size_t top = 30; // rows of long tables
    TableRequest request; // only device, skip and pass are used
    RunMetadata metadata; // joined with those of the file beside the trace
};

struct ReportSection {
    Message title;
    std::shared_ptr<const ReportTable> table;
    Message lead{}; // a sentence above the table
    bool drawn = false; // shown only in formats with charts: as text the table is too wide to read
};

struct TraceReport {
    Message title;
    Message metadata; // of the run; empty if nobody gave any
    std::vector<Message> summary; // the main findings, as sentences
    std::vector<ReportSection> sections;
    std::vector<std::pair<std::string, std::string>> provenance;
};

// Reads the file once more for its SHA-256. Errors: those of the tables, Io, Cancelled.
Result<TraceReport> traceReport(AnalysisSession &session, const ReportOptions &options, const JobControl &control = {});
// Text, Markdown or HTML. `catalogue` translates it; null is English. `layout` is for text. Errors: BadRequest for CSV, which can
// contain one table only; for JSON see summaryJson.
Result<std::string> writeReport(
    const TraceReport &report, TableFormat format, const Catalogue *catalogue = nullptr, const TextLayout &layout = {});

// {"schema":"lamella.summary.v1","provenance":{…},"tables":{"step-classes":{…},…}} with the tables as JSON, at most
// `kSummaryRows` rows each; last "rank_facts", see RankSummary.h.
inline constexpr std::size_t kSummaryRows = 3000;
Result<std::string> summaryJson(AnalysisSession &session, const ReportOptions &options, const JobControl &control = {});

// Key and value: the SHA-256 of the file as stored, run ids, the source files of operations, the metadata of the run ("meta.KEY").
// Waits for the hash, which was started before the tables. Errors: those of the hash.
Result<ReportTable> provenanceTable(const TraceDocument &document, const RunMetadata &metadata, FileHash &hash);

} // namespace lamella::core
