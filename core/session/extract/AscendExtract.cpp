// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/AscendExtract.h"

#include "core/base/Saturate.h"
#include "core/import/OpenByteSource.h"
#include "core/import/ascend/KernelDetails.h"
#include "core/report/TableWriters.h"
#include "core/system/AtomicFile.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::int64_t kMicrosecond = 1000;
using CollectiveKey = std::pair<std::int64_t, std::string>; // start in whole microseconds, type

// A piece that is being filled.
struct Filling {
    ExtractPiece *piece = nullptr;
    std::string text;
    std::map<CollectiveKey, std::int64_t> collectives; // the longest of each
};

void add(const KernelDetailsRow &row, std::string_view text, Filling &filling)
{
    ExtractFacts &facts = filling.piece->facts;
    filling.text += text;
    filling.text += '\n';
    ++facts.rows;
    if (!row.isCommunication()) {
        facts.computeNs = addSaturated(facts.computeNs, row.duration);
        return;
    }
    ++facts.hcomRows;
    std::int64_t &longest = filling.collectives[{row.start / kMicrosecond, std::string(row.workName())}];
    longest = std::max(longest, row.duration);
}

Result<void> write(Filling &filling)
{
    ExtractFacts &facts = filling.piece->facts;
    facts.hcomRowsDeduplicated = filling.collectives.size();
    facts.rowsDeduplicated = facts.rows - facts.hcomRows + facts.hcomRowsDeduplicated;
    for (const auto &[key, longest] : filling.collectives)
        facts.commNs = addSaturated(facts.commNs, longest);
    return writeFileAtomically(filling.piece->output, filling.text);
}

} // namespace

Result<ExtractRows> extractAscendRows(std::vector<ExtractPiece> &pieces, const JobControl &control)
{
    const ImportLimits limits;
    const std::string &path = pieces.front().facts.source;
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, limits);
    if (!source)
        return source.error();
    CsvRows rows(**source, limits.maxEventBytes);
    const bool header = rows.next();
    const std::optional<KernelDetailsColumns> columns = header ? KernelDetailsColumns::find(rows.cells()) : std::nullopt;
    if (!rows.error())
        return rows.error().error();
    if (!columns)
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", path, -1};
    std::vector<Filling> fillings;
    for (ExtractPiece &piece : pieces)
        fillings.push_back({&piece, std::string(rows.text()) + "\n", {}});
    ExtractRows counts;
    while (!control.stopRequested() && rows.next()) {
        ++counts.in;
        const std::optional<KernelDetailsRow> row = columns->row(rows.cells());
        // The windows do not overlap, so only the last one that has begun can contain the row.
        const auto behind = !row
            ? fillings.begin()
            : std::upper_bound(fillings.begin(), fillings.end(), row->start,
                [](std::int64_t start, const Filling &f) { return start < f.piece->facts.window.begin.value; });
        if (!row)
            ++counts.damaged;
        else if (behind != fillings.begin()
            && addSaturated(row->start, row->duration) <= std::prev(behind)->piece->facts.window.end.value)
            add(*row, rows.text(), *std::prev(behind));
        else
            ++counts.outside;
    }
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", {}, -1};
    if (!rows.error()) // a read error, not the end of the file
        return rows.error().error();
    for (Filling &filling : fillings)
        if (const Result<void> written = write(filling); !written)
            return written.error();
    return counts;
}

} // namespace lamella::core
