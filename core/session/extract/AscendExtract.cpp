// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/AscendExtract.h"

#include "core/base/Saturate.h"
#include "core/import/ascend/KernelDetails.h"
#include "core/report/TableWriters.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::int64_t kMicrosecond = 1000;
using CollectiveKey = std::pair<std::int64_t, std::string>; // whole microsecond of the start, type

void count(const KernelDetailsRow &row, ExtractFacts &facts, std::map<CollectiveKey, std::int64_t> &collectives)
{
    ++facts.rows;
    if (!row.isCommunication()) {
        facts.computeNs = addSaturated(facts.computeNs, row.duration);
        return;
    }
    ++facts.hcomRows;
    std::int64_t &longest = collectives[{row.start / kMicrosecond, std::string(row.workName())}];
    longest = std::max(longest, row.duration);
}

} // namespace

Result<void> extractAscendRows(const std::string &output, ExtractFacts &facts, const JobControl &control)
{
    const ImportLimits limits;
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(facts.source, limits);
    if (!source)
        return source.error();
    CsvRows rows(**source, limits.maxEventBytes);
    const bool header = rows.next();
    const std::optional<KernelDetailsColumns> columns = header ? KernelDetailsColumns::find(rows.cells()) : std::nullopt;
    if (!rows.error())
        return rows.error().error();
    if (!columns)
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", facts.source, -1};
    std::map<CollectiveKey, std::int64_t> collectives;
    const auto write = [&](const TableSink &sink) {
        bool going = sink(rows.text()) && sink("\n");
        while (going && !control.stopRequested() && rows.next()) {
            const std::optional<KernelDetailsRow> row = columns->row(rows.cells());
            if (!row || row->start < facts.window.begin.value || addSaturated(row->start, row->duration) > facts.window.end.value)
                continue;
            count(*row, facts, collectives);
            going = sink(rows.text()) && sink("\n");
        }
        return going && !control.stopRequested() && rows.error();
    };
    const Result<void> written = writeFileAtomically(output, write);
    if (!rows.error()) // rows that could not be read are no rows that are not there
        return rows.error().error();
    if (!written)
        return control.stopRequested() ? Error{ErrorCode::Cancelled, "cancelled", {}, -1} : written.error();
    facts.hcomRowsDeduplicated = collectives.size();
    facts.rowsDeduplicated = facts.rows - facts.hcomRows + facts.hcomRowsDeduplicated;
    for (const auto &[key, longest] : collectives)
        facts.commNs = addSaturated(facts.commNs, longest);
    return {};
}

} // namespace lamella::core
