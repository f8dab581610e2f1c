// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/search/SearchTable.h"

#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/model/EventLookup.h"
#include "core/report/tables/Columns.h"

#include <string>
#include <utility>

namespace lamella::core {

namespace {

const std::string &nameOr(const std::string &name, const std::string &recorded)
{
    return name.empty() ? recorded : name;
}

struct MatchRow {
    const ArgMatch &match;
    EventRow event;
    const Track *track; // null: not on a track
};

std::vector<Column<MatchRow>> matchColumns(const TraceDocument *document)
{
    using namespace columns;
    using Row = MatchRow;
    const auto ofTrack = [](auto name, auto recorded) {
        return [name, recorded](const Row &r) -> OrMissing<std::string_view> {
            if (!r.track)
                return Missing{};
            return nameOr(r.track->*name, r.track->*recorded);
        };
    };
    return {time("start_ns", "Start", "From the zero of the trace",
                [document](const Row &r) -> OrMissing<std::int64_t> {
                    if (r.event.start == EventTable::kNoTime)
                        return Missing{"no time recorded"};
                    return subtractSaturated(r.event.start, document->zero());
                }),
        ifRoom(duration("dur_ns", "Duration", "As recorded",
            [](const Row &r) { return valueIf(r.event.duration >= 0, r.event.duration, "a moment, or never ended"); })),
        ifRoom(text("process", "Process", "Name of its process, else the number", ofTrack(&Track::processName, &Track::process))),
        ifRoom(text(
            "thread", "Thread", "Name of its thread or stream, else the number", ofTrack(&Track::threadName, &Track::thread))),
        ifRoom(text("category", "Category", "Category that was recorded",
            [document](const Row &r) { return document->text(r.event.category); })),
        text("name", "Name", "Name of the event", [document](const Row &r) { return document->text(r.event.name); }),
        text("arg", "Arg", "The first arg that matches", [](const Row &r) { return r.match.key; }),
        text("value", "Value", "Its value; of a long one the first kilobyte", [](const Row &r) { return r.match.value; })};
}

} // namespace

std::vector<ReportColumn> searchColumns()
{
    return headings<matchColumns>();
}

ReportTable emptySearchTable()
{
    return {"search", "Events by their args", searchColumns()};
}

void appendMatches(ReportTable &table, const TraceDocument &document, const std::vector<ArgMatch> &matches)
{
    const std::vector<Column<MatchRow>> columns = matchColumns(&document);
    for (const ArgMatch &match : matches) {
        const EventRow event = document.events.row(match.event);
        appendCells(table, columns, {match, event, event.track.valid() ? &document.tracks[event.track.value] : nullptr},
            selectionOfEvent(document, match.event));
    }
}

void endSearchTable(ReportTable &table, const ArgSearchResult &result)
{
    const std::string count = std::to_string(result.matches);
    if (result.complete)
        table.addNote(result.matches == 1 ? Message("One event matches.") : msg("%1 events match.", count));
    else
        table.addWarning(msg("More events match than the first %1, which are listed.", count));
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
