// SPDX-License-Identifier: GPL-3.0-or-later
// search: the events whose args hold a text, in the order of the file. A window can append to it while the search goes on, see
// ArgSearch.h.
#pragma once

#include "core/import/chrome/ArgSearch.h"
#include "core/report/ReportTable.h"

#include <memory>
#include <string_view>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> searchColumns();

// Without rows.
[[nodiscard]] ReportTable emptySearchTable();
void appendMatches(ReportTable &table, const TraceDocument &document, const std::vector<ArgMatch> &matches);
// Says how many there are, and whether there are more.
void endSearchTable(ReportTable &table, const ArgSearchResult &result);

// All of it at once. Errors: those of ArgQuery::parse() and searchArgs().
[[nodiscard]] Result<ReportTable> searchTable(const std::shared_ptr<const TraceDocument> &document, std::string_view query,
    const ArgSearchOptions &options, const JobControl &control = {});

} // namespace lamella::core
