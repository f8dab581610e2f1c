// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/search/SearchTable.h"

#include "core/base/Saturate.h"
#include "core/model/EventLookup.h"
#include "core/report/tables/Columns.h"

#include <string>
#include <utility>

namespace lamella::core {

namespace {

enum Column : std::size_t { kStart, kDuration, kProcess, kThread, kCategory, kName, kKey, kValue };

const std::string &nameOr(const std::string &name, const std::string &recorded)
{
    return name.empty() ? recorded : name;
}

} // namespace

std::vector<ReportColumn> searchColumns()
{
    using namespace columns;
    return {time("start_ns", "Start", "From the zero of the trace"), duration("dur_ns", "Duration", "As recorded"),
        text("process", "Process", "Name of its process, else the number"),
        text("thread", "Thread", "Name of its thread or stream, else the number"),
        text("category", "Category", "Category that was recorded"), text("name", "Name", "Name of the event"),
        text("arg", "Arg", "The first arg that matches"),
        text("value", "Value", "What it holds; of long ones the first kilobyte")};
}

ReportTable emptySearchTable()
{
    return {"search", "Events by their args", searchColumns()};
}

void appendMatches(ReportTable &table, const TraceDocument &document, const std::vector<ArgMatch> &matches)
{
    for (const ArgMatch &match : matches) {
        const EventRow event = document.events.row(match.event);
        table.appendRow(selectionOfEvent(document, match.event));
        if (event.start == EventTable::kNoTime)
            table.setMissing(kStart, "no time recorded");
        else
            table.setInteger(kStart, subtractSaturated(event.start, document.zero()));
        if (event.duration < 0)
            table.setMissing(kDuration, "a moment, or never ended");
        else
            table.setInteger(kDuration, event.duration);
        if (event.track.valid()) {
            const Track &track = document.tracks[event.track.value];
            table.setText(kProcess, nameOr(track.processName, track.process));
            table.setText(kThread, nameOr(track.threadName, track.thread));
        }
        table.setText(kCategory, document.text(event.category));
        table.setText(kName, document.text(event.name));
        table.setText(kKey, match.key);
        table.setText(kValue, match.value);
    }
}

void endSearchTable(ReportTable &table, const ArgSearchResult &result)
{
    const std::string count = std::to_string(result.matches);
    if (result.complete)
        table.addNote(result.matches == 1 ? "One event matches." : count + " events match.");
    else
        table.addWarning("More events match than the first " + count + ", which are listed.");
}

Result<ReportTable> searchTable(const std::shared_ptr<const TraceDocument> &document, std::string_view query,
    const ArgSearchOptions &options, const JobControl &control)
{
    const Result<ArgQuery> wanted = ArgQuery::parse(query);
    if (!wanted)
        return wanted.error();
    ReportTable table = emptySearchTable();
    table.keepAlive(document);
    const Result<ArgSearchResult> result = searchArgs(
        *document, *wanted, options, [&](std::vector<ArgMatch> &&matches) { appendMatches(table, *document, matches); }, control);
    if (!result)
        return result.error();
    endSearchTable(table, *result);
    return table;
}

} // namespace lamella::core
