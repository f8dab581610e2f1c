// SPDX-License-Identifier: GPL-3.0-or-later
// search: events whose args contain a text, in file order. A window appends rows while the search is running, see ArgSearch.h.
#pragma once

#include "core/import/chrome/ArgSearch.h"
#include "core/report/ReportTable.h"

#include <memory>
#include <string_view>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> searchColumns();

// The table without rows.
[[nodiscard]] ReportTable emptySearchTable();
void appendMatches(ReportTable &table, const TraceDocument &document, const std::vector<ArgMatch> &matches);
// Adds the notes: the number of matches, and whether there are more.
void endSearchTable(ReportTable &table, const ArgSearchResult &result);

// Runs the whole search. Errors: those of ArgQuery::parse() and searchArgs().
[[nodiscard]] Result<ReportTable> searchTable(const std::shared_ptr<const TraceDocument> &document, std::string_view query,
    const ArgSearchOptions &options, const JobControl &control = {});

} // namespace lamella::core
