// SPDX-License-Identifier: GPL-3.0-or-later
// The whole chain behind an opened trace: passes, and every table in all its variants, written as text, CSV and JSON.
#pragma once

#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace lamella::test {

// Calls `look` with each table that could be made. Returns their number. `chosen`, if any, says which requests are made, by their
// position in the order below.
inline std::size_t everyTable(const std::shared_ptr<const core::TraceDocument> &document,
    const std::function<void(const core::TableRequest &, const core::ReportTable &)> &look = {},
    const std::function<bool(std::size_t)> &chosen = {})
{
    const auto session = core::AnalysisSession::create(document, {});
    if (!session)
        return 0;
    std::size_t made = 0;
    std::size_t position = 0;
    const auto make = [&](const core::TableRequest &request) {
        if (chosen && !chosen(position++))
            return;
        const auto table = (*session)->table(request);
        if (!table)
            return;
        ++made;
        for (const core::TableFormat format : {core::TableFormat::Text, core::TableFormat::Csv, core::TableFormat::Json})
            static_cast<void>(core::writeTable(**table, format, [](std::string_view) { return true; }));
        if (look)
            look(request, **table);
    };
    for (const std::string &name : core::AnalysisSession::tableNames()) {
        for (const bool each : {false, true}) {
            core::TableRequest request;
            request.table = name;
            request.each = each;
            make(request);
            request.pass = "trace";
            request.device = "all";
            make(request);
            request.pass = "all";
            make(request);
        }
    }
    for (const auto &[name, by] : {std::pair("gaps", "cause"), {"gaps", "after"}, {"gaps", "length"}, {"overlap", "layer"},
             {"overlap", "pass"}, {"steps", "program"}}) {
        core::TableRequest request;
        request.table = name;
        request.by = by;
        request.pass = "trace";
        make(request);
    }
    return made;
}

// The CSV of `inspect` without its row of the file: another file holds the same trace.
[[nodiscard]] inline std::string withoutFileName(std::string csv)
{
    constexpr std::string_view kRow = "title,trace,";
    const std::size_t at = csv.starts_with("section,key,") ? csv.find(kRow) : std::string::npos;
    return at == std::string::npos ? csv : csv.erase(at, csv.find('\n', at) - at + 1);
}

} // namespace lamella::test
