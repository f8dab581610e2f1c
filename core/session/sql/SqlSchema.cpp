// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sql/SqlSchema.h"

#include "core/base/AsciiCase.h"
#include "core/report/tables/TableBuilders.h"
#include "core/session/TableList.h"
#include "core/session/sql/SqlKernels.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

std::string sqlTypeName(SqlType type)
{
    static constexpr std::array<const char *, 3> kNames{"INTEGER", "REAL", "TEXT"};
    return kNames[static_cast<std::size_t>(type)];
}

struct Described {
    const char *name;
    SqlType type;
    const char *unit;
    const char *meaning;
};

constexpr std::array kMoreOfKernels{Described{"end_ns", SqlType::Integer, "ns", "Start and duration added up"},
    Described{"kind", SqlType::Text, "", "kernel, memcpy, memset, or graph: a launch recorded as one span"},
    Described{"event", SqlType::Integer, "", "Its row in events"},
    Described{"launch_event", SqlType::Integer, "", "The launch call's row in events"},
    Described{"cpu_op_event", SqlType::Integer, "", "The operator's row in events"},
    Described{"module_event", SqlType::Integer, "", "The module's row in events"},
    Described{"kernel", SqlType::Integer, "", "The same as index, which SQL wants in quotes; not in SELECT *"}};

constexpr std::array kLaunchColumns{Described{"kernel", SqlType::Integer, "", "What was launched: index in kernels"},
    Described{"event", SqlType::Integer, "", "The launch call's row in events"}, Described{"name", SqlType::Text, "", "The call"},
    Described{"process", SqlType::Text, "", "Process that made it, as recorded"},
    Described{"thread", SqlType::Text, "", "Thread that made it, as recorded"},
    Described{"start_ns", SqlType::Integer, "ns", "Begin of the call"},
    Described{"dur_ns", SqlType::Integer, "ns", "Length of the call"},
    Described{"end_ns", SqlType::Integer, "ns", "End of the call"},
    Described{"delay_ns", SqlType::Integer, "ns", "From the begin of the call to the start of the kernel"},
    Described{"queued_ns", SqlType::Integer, "ns",
        "From the end of the call to the start of the kernel; negative if it started before"},
    Described{"launched", SqlType::Integer, "", "GPU work of the same call; more than 1: a graph"},
    Described{"cpu_op", SqlType::Text, "", "Innermost operator around the call"},
    Described{"cpu_op_event", SqlType::Integer, "", "Its row in events"},
    Described{"module", SqlType::Text, "", "Innermost nn.Module around the call"},
    Described{"module_event", SqlType::Integer, "", "Its row in events"},
    Described{"input_dims", SqlType::Text, "", "Shapes of the operator's inputs, JSON"}};

constexpr std::array kEventColumns{Described{"event", SqlType::Integer, "", "Number in the order of the file"},
    Described{"name", SqlType::Text, "", "As recorded"}, Described{"category", SqlType::Text, "", "As recorded"},
    Described{"phase", SqlType::Text, "", "X: with a duration, B and E: begin and end, i: instant, C: counter, M: metadata"},
    Described{"track", SqlType::Integer, "", "Its row in tracks"},
    Described{"process", SqlType::Text, "", "Process (pid) as recorded"},
    Described{"process_name", SqlType::Text, "", "Name of the process"},
    Described{"thread", SqlType::Text, "", "Thread (tid) as recorded"},
    Described{"thread_name", SqlType::Text, "", "Name of the thread"},
    Described{"start_ns", SqlType::Integer, "ns", "From the zero that Perfetto shows"},
    Described{"dur_ns", SqlType::Integer, "ns", "Duration; of a B up to its E"},
    Described{"end_ns", SqlType::Integer, "ns", "Start and duration added up"},
    Described{"correlation", SqlType::Integer, "", "Id that a launch and its GPU work share"},
    Described{"external_id", SqlType::Integer, "", "Id of the operator around a launch"},
    Described{"bytes", SqlType::Integer, "bytes", "Moved by a copy, or as an operator counts them"},
    Described{"flops", SqlType::Integer, "", "As an operator counts them"},
    Described{"input_dims", SqlType::Text, "", "Shapes of an operator's inputs, JSON"},
    Described{"input_types", SqlType::Text, "", "Types of an operator's inputs, JSON"},
    Described{"concrete_inputs", SqlType::Text, "", "Values of inputs that are no tensors, JSON"},
    Described{"sequence", SqlType::Integer, "", "Sequence number of autograd, the same for forward and backward"},
    Described{"collective", SqlType::Text, "", "Name of the collective"},
    Described{"collective_type", SqlType::Text, "", "Type of its elements"},
    Described{"collective_group", SqlType::Text, "", "Process group"},
    Described{"collective_ranks", SqlType::Text, "", "Ranks of the group, JSON"},
    Described{"collective_group_size", SqlType::Integer, "", "Ranks in the group"},
    Described{"collective_sequence", SqlType::Integer, "", "Number within the group, the same on every rank"},
    Described{"collective_elements", SqlType::Integer, "", "Elements that go in"},
    Described{"collective_out_elements", SqlType::Integer, "", "Elements that come out"},
    Described{"run_id", SqlType::Text, "", "Which launch of a compiled program"}};

constexpr std::array kTrackColumns{Described{"track", SqlType::Integer, "", "Number of the track"},
    Described{"process", SqlType::Text, "", "Process (pid) as recorded"},
    Described{"process_name", SqlType::Text, "", "Name of the process"},
    Described{"thread", SqlType::Text, "", "Thread (tid) as recorded"},
    Described{"thread_name", SqlType::Text, "", "Name of the thread"}, Described{"kind", SqlType::Text, "", "cpu, gpu or other"},
    Described{"device", SqlType::Integer, "", "Device of a gpu track, as recorded"},
    Described{"stream", SqlType::Integer, "", "Stream of a gpu track, as recorded"}};

constexpr std::array kArgColumns{Described{"event", SqlType::Integer, "", "Row in events"},
    Described{"key", SqlType::Text, "", "Name of the arg"},
    Described{"value", SqlType::Text, "", "Texts without quotes, numbers, NULL; lists and objects as JSON"}};

constexpr std::array kTablesColumns{Described{"name", SqlType::Text, "", "Name of the table"},
    Described{"meaning", SqlType::Text, "", "What a row is"},
    Described{"command", SqlType::Text, "", "The command that prints it; NULL: only SQL has it"}};

constexpr std::array kColumnsColumns{Described{"table_name", SqlType::Text, "", "Name of the table"},
    Described{"name", SqlType::Text, "", "Name of the column"}, Described{"type", SqlType::Text, "", "INTEGER, REAL or TEXT"},
    Described{"unit", SqlType::Text, "", "ns, bytes or share; NULL without one"},
    Described{"meaning", SqlType::Text, "", "What it means"}};

template <std::size_t n> void append(std::vector<SqlColumnInfo> &to, const std::array<Described, n> &columns)
{
    for (const Described &column : columns)
        to.push_back({column.name, sqlTypeName(column.type), column.unit, column.meaning});
}

SqlRelationMaker unscoped(SqlRowsMaker rows)
{
    return [rows = std::move(rows)](SqlRun &run) { return makeRowsRelation(run, rows, false); };
}

// One of the tables of the command line in one of its forms.
struct Form {
    const TableSpec *spec;
    std::string by;
    std::string group;
    bool each = false;
    std::string against; // what durations are compared with
};

Result<std::shared_ptr<const ReportTable>> tableOf(const Form &form, const SqlTrace &trace, const SqlScope &scope, SqlRun &run)
{
    TableRequest request = run.options.tables;
    request.table = form.spec->name;
    request.by = form.by;
    request.group = form.group;
    request.each = form.each;
    request.against = form.against;
    request.layer = scope.layer.empty() ? "all" : scope.layer;
    request.device = scope.device;
    request.pass = scope.pass.empty() ? "auto" : scope.pass;
    const bool takesDevices = form.spec->needs == TableNeeds::Scope || form.spec->needs == TableNeeds::Devices;
    if (scope.device.empty() && takesDevices)
        request.device = "all";
    if (scope.pass.empty() && form.spec->needs == TableNeeds::Scope && !form.spec->allPasses && !form.spec->wholeTrace) {
        const auto found = trace.session->segmentation(run.control);
        if (!found)
            return found.error();
        const bool anyPass = std::any_of((*found)->devices.begin(), (*found)->devices.end(),
            [](const DeviceSegmentation &device) { return !device.passes.empty(); });
        request.pass = anyPass ? "all" : "trace";
    }
    auto table = trace.session->table(request, run.control);
    // Some tables are about one device or one pass.
    if (!table && table.error().code == ErrorCode::BadRequest && scope == SqlScope{}) {
        request.device.clear();
        request.pass = "auto";
        if (auto other = trace.session->table(request, run.control))
            return other;
    }
    return table;
}

SqlTableInfo infoOf(const Form &form, std::string name, std::string source, const std::vector<ReportColumn> &columns)
{
    SqlTableInfo made{std::move(name), std::string(form.spec->help), std::move(source), {}, {}, {}, {}};
    for (const ReportColumn &column : columns)
        made.columns.push_back(sqlColumnOf(column));
    made.report = [form](const SqlTrace &trace, const SqlScope &scope, SqlRun &run) { return tableOf(form, trace, scope, run); };
    made.rows = [report = made.report](
                    const SqlTrace &trace, const SqlScope &scope, SqlRun &run) -> Result<std::shared_ptr<const SqlRows>> {
        auto table = report(trace, scope, run);
        if (!table)
            return table.error();
        return rowsOfTable(std::move(*table));
    };
    made.make = [rows = made.rows](SqlRun &run) { return makeRowsRelation(run, rows, true); };
    return made;
}

std::string sqlName(std::string_view text)
{
    std::string name(text);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

// The table and its forms: gaps, gaps_by_cause; kernels is that of single kernels, so its names are kernels_by_name.
void addTable(std::vector<SqlTableInfo> &all, const TableSpec &spec)
{
    const std::string name = sqlName(spec.name);
    const bool isKernels = name == "kernels";
    const std::string command(spec.name);
    all.push_back(infoOf({&spec, {}, {}, false, {}}, isKernels ? "kernels_by_name" : name, command, spec.columns()));
    std::vector<std::string> done;
    for (const TableForm &form : spec.forms) {
        const std::size_t blank = form.arguments.find(' ');
        const std::string option(form.arguments.substr(0, blank));
        const std::string value(blank == std::string_view::npos ? "" : form.arguments.substr(blank + 1));
        if (isKernels && option == "--each")
            continue;
        Form made{&spec, option == "--by" ? value : "", option == "--group" ? value : "", option == "--each",
            option == "--against" ? value : ""};
        const std::string ending = made.each ? "_each" : (made.against.empty() ? "_by_" : "_against_") + sqlName(value);
        all.push_back(infoOf(made, name + ending, command + " " + std::string(form.arguments), form.columns()));
        if (made.against.empty())
            done.push_back(value);
    }
    for (std::size_t at = 0; at < spec.by.size();) { // choices that declare no columns: those of the table, or others
        const std::size_t end = std::min(spec.by.find('|', at), spec.by.size());
        const std::string value(spec.by.substr(at, end - at));
        at = end + 1;
        if (value.empty() || std::find(done.begin(), done.end(), value) != done.end()
            || std::any_of(value.begin(), value.end(), [](char c) { return c >= 'A' && c <= 'Z'; }))
            continue;
        all.push_back(infoOf({&spec, value, {}, false, {}}, name + "_by_" + sqlName(value), command + " --by " + value, {}));
    }
}

// tables and columns: what there is.
std::shared_ptr<const SqlRows> schemaRows(bool ofColumns, bool first)
{
    using Text = std::optional<std::string_view>;
    struct Entry {
        const SqlTableInfo *table;
        const SqlColumnInfo *column;
    };
    auto entries = std::make_shared<std::vector<Entry>>();
    for (const SqlTableInfo &table : sqlTables()) {
        if (!first)
            break;
        if (!ofColumns)
            entries->push_back({&table, nullptr});
        for (std::size_t c = 0; ofColumns && c < table.columns.size(); ++c)
            entries->push_back({&table, &table.columns[c]});
    }
    const std::vector<Entry> *const e = entries.get();
    const auto given = [](const std::string &text) { return text.empty() ? Text() : Text(text); };
    std::vector<SqlRowColumn> columns;
    if (ofColumns)
        columns = {sqlText("table_name", [e](std::uint32_t r) { return Text((*e)[r].table->name); }),
            sqlText("name", [e](std::uint32_t r) { return Text((*e)[r].column->name); }),
            sqlText("type", [e](std::uint32_t r) { return Text((*e)[r].column->type); }),
            sqlText("unit", [e, given](std::uint32_t r) { return given((*e)[r].column->unit); }),
            sqlText("meaning", [e](std::uint32_t r) { return Text((*e)[r].column->meaning); })};
    else
        columns = {sqlText("name", [e](std::uint32_t r) { return Text((*e)[r].table->name); }),
            sqlText("meaning", [e](std::uint32_t r) { return Text((*e)[r].table->meaning); }),
            sqlText("command", [e, given](std::uint32_t r) { return given((*e)[r].table->source); })};
    return std::make_shared<const SqlRows>(static_cast<std::uint32_t>(e->size()), std::move(columns), entries);
}

template <bool ofColumns> Result<std::shared_ptr<const SqlRows>> schemaTable(const SqlTrace &trace, const SqlScope &, SqlRun &run)
{
    return schemaRows(ofColumns, &trace == &run.traces.front());
}

std::vector<SqlTableInfo> allTables()
{
    std::vector<SqlTableInfo> all;
    const auto add = [&all](const char *name, const char *meaning, const auto &columns, SqlRowsMaker rows) {
        SqlRelationMaker make = unscoped(rows);
        all.push_back({name, meaning, {}, {}, std::move(make), std::move(rows), {}});
        append(all.back().columns, columns);
    };
    add("kernels", "single kernels, copies and other GPU work, in start order", kMoreOfKernels, sqlKernelRows);
    all.back().source = "kernels --each";
    std::vector<SqlColumnInfo> each;
    for (const ReportColumn &column : eachKernelColumns())
        each.push_back(sqlColumnOf(column));
    all.back().columns.insert(all.back().columns.begin(), each.begin(), each.end());
    add("launches", "calls that launched GPU work, one row for each kernel", kLaunchColumns, sqlLaunchRows);
    add("events", "everything that the file records, in its order", kEventColumns, sqlEventRows);
    all.push_back({"args", "args of events, read from the file", {}, {}, makeArgRelation, {}, {}});
    append(all.back().columns, kArgColumns);
    add("tracks", "threads and streams", kTrackColumns, sqlTrackRows);
    for (const TableSpec *spec : tableList())
        addTable(all, *spec);
    add("tables", "the tables that there are", kTablesColumns, schemaTable<false>);
    add("columns", "their columns", kColumnsColumns, schemaTable<true>);
    return all;
}

SqlRowColumn columnOf(const ReportTable *table, std::size_t at)
{
    const ReportColumn &column = table->columns()[at];
    const char *const name = column.id.c_str();
    switch (column.kind) {
    case CellKind::Text:
        return sqlText(name, [table, at](std::uint32_t row) {
            return table->isMissing(row, at) ? std::optional<std::string_view>() : table->text(row, at);
        });
    case CellKind::Real:
    case CellKind::Share:
        return sqlReal(name, [table, at](std::uint32_t row) {
            return table->isMissing(row, at) ? std::optional<double>() : table->real(row, at);
        });
    default:
        return sqlNumber(
            name, [table, at](std::uint32_t row) { return table->isMissing(row, at) ? kSqlNull : table->integer(row, at); });
    }
}

} // namespace

SqlColumnInfo sqlColumnOf(const ReportColumn &column)
{
    SqlColumnInfo made{column.id, sqlTypeName(SqlType::Integer), {}, column.help.english()};
    switch (column.kind) {
    case CellKind::Text:
        made.type = sqlTypeName(SqlType::Text);
        break;
    case CellKind::Real:
        made.type = sqlTypeName(SqlType::Real);
        break;
    case CellKind::Share:
        made.type = sqlTypeName(SqlType::Real);
        made.unit = "share";
        break;
    case CellKind::TimeNs:
    case CellKind::DurationNs:
        made.unit = "ns";
        break;
    case CellKind::Bytes:
        made.unit = "bytes";
        break;
    case CellKind::Layer:
        made.meaning += " (-1: head, -2: tail)";
        break;
    case CellKind::Integer:
        break;
    }
    return made;
}

const std::vector<SqlTableInfo> &sqlTables()
{
    static const std::vector<SqlTableInfo> all = allTables();
    return all;
}

const SqlTableInfo *findSqlTable(std::string_view name)
{
    const std::string lowered = asciiLowered(name);
    const auto found = std::find_if(
        sqlTables().begin(), sqlTables().end(), [&lowered](const SqlTableInfo &table) { return table.name == lowered; });
    return found == sqlTables().end() ? nullptr : &*found;
}

std::shared_ptr<const SqlRows> rowsOfTable(std::shared_ptr<const ReportTable> table)
{
    std::vector<SqlRowColumn> columns;
    for (std::size_t at = 0; at < table->columns().size(); ++at)
        columns.push_back(columnOf(table.get(), at));
    const auto count = static_cast<std::uint32_t>(table->rowCount());
    return std::make_shared<const SqlRows>(count, std::move(columns), std::move(table));
}

} // namespace lamella::core
