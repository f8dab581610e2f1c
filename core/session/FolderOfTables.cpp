// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/FolderOfTables.h"

#include "core/base/Message.h"
#include "core/report/TableWriters.h"

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

using Made = Result<std::shared_ptr<const ReportTable>>;
using Maker = std::function<Made(const JobControl &)>;

Result<void> writeForms(const std::string &folder, const ReportTable &table, bool workbook)
{
    const std::string stem = (std::filesystem::path(folder) / table.id()).string();
    std::vector<std::pair<const char *, TableFormat>> forms{{".csv", TableFormat::Csv}, {".json", TableFormat::Json}};
    if (workbook)
        forms.emplace_back(".xlsx", TableFormat::Xlsx);
    for (const auto &[ending, format] : forms) {
        if (auto written = writeTableFile(stem + ending, table, format); !written)
            return written;
    }
    return {};
}

// The tables of the session, kernels also with --each, and the tables of ranks by layer, pass and rank.
std::vector<Maker> makers(AnalysisSession &session, RankSet &ranks, const FolderRequest &wanted)
{
    std::vector<Maker> all;
    const auto add = [&](const std::string &name, bool each) {
        TableRequest request = wanted.tables;
        request.table = name;
        request.each = each;
        all.emplace_back([&session, request](const JobControl &control) -> Made { return session.table(request, control); });
    };
    for (const std::string &name : AnalysisSession::tableNames())
        add(name, false);
    add("kernels", true);
    for (const char *by : {"layer", "pass", "rank", "group", "host"}) {
        RankTableRequest request;
        request.base = wanted.ranks;
        request.base.by = by;
        all.emplace_back([&ranks, request](const JobControl &control) -> Made { return ranks.table(request, control); });
    }
    return all;
}

} // namespace

Result<void> writeFolderOfTables(
    AnalysisSession &session, RankSet &ranks, const FolderRequest &request, const std::string &folder, const JobControl &control)
{
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code)
        return Error{ErrorCode::Io, msg("cannot be made a folder (%1); choose another place", code.message()), folder, -1};
    const std::vector<Maker> tables = makers(session, ranks, request);
    JobControl each; // without the table's own progress: progress counts tables
    each.stop = control.stop;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        control.report(i, tables.size());
        const Made table = tables[i](each);
        if (!table)
            return table.error();
        if (const auto written = writeForms(folder, **table, request.workbooks); !written)
            return written.error();
    }
    return {};
}

} // namespace lamella::core
