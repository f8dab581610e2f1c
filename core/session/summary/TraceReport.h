// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a trace as one document: provenance, steps, what devices did, regions, operations, families, collectives, gaps
// and findings; and for traces that were cut into layers also passes, layers and types. As Markdown, HTML, text, or as JSON that
// `compare` reads again.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "core/session/summary/FileHash.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

struct ReportOptions {
    std::size_t top = 30; // rows of long tables
    TableRequest request; // device, skip and pass count
};

struct ReportSection {
    Message title;
    std::shared_ptr<const ReportTable> table;
    Message lead{}; // a sentence above the table
    bool drawn = false; // stands in formats that draw pictures only: as text, the table is too wide to be read
};

struct TraceReport {
    Message title;
    std::vector<Message> summary; // sentences: what stands out
    std::vector<ReportSection> sections;
    std::vector<std::pair<std::string, std::string>> provenance;
};

// Reads the file once more for its SHA-256. Errors: those of the tables, Io, Cancelled.
Result<TraceReport> traceReport(AnalysisSession &session, const ReportOptions &options, const JobControl &control = {});
// Text, Markdown or HTML. Errors: BadRequest for CSV, which holds one table only; for JSON see summaryJson.
// A catalogue translates text and Markdown; null is English, and so is HTML.
Result<std::string> writeReport(const TraceReport &report, TableFormat format, const Catalogue *catalogue = nullptr);

// {"schema":"lamella.summary.v1","provenance":{…},"tables":{"step-classes":{…},…}} with the tables as they are written by
// themselves, long ones bounded at `kSummaryRows`; last "rank_facts", see RankSummary.h.
inline constexpr std::size_t kSummaryRows = 3000;
Result<std::string> summaryJson(AnalysisSession &session, const ReportOptions &options, const JobControl &control = {});

// Key and value: the SHA-256 of the file as it lies there, run ids, the source files that operations come from. Errors: those of
// the hash, which is begun before the tables and waited for here.
Result<ReportTable> provenanceTable(const TraceDocument &document, FileHash &hash);

} // namespace lamella::core
