// SPDX-License-Identifier: GPL-3.0-or-later
// args: one row for each arg of each event, read from the file while the query runs. With event = N only that event is read.
#include "core/base/ParseDouble.h"
#include "core/import/EventTextReader.h"
#include "core/import/EventTextWalk.h"
#include "core/import/JsonText.h"
#include "core/session/sql/SqlKernels.h"

#include <algorithm>
#include <charconv>
#include <sqlite3.h>

namespace lamella::core {

namespace {

using Args = std::vector<std::pair<std::string, std::string>>;

enum Column { kEvent, kKey, kValue, kFile, kRank };

// Events within [first, last) are asked for.
struct EventSpan {
    std::int64_t first = 0;
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
};

class ArgCursor final : public SqlCursor {
public:
    explicit ArgCursor(SqlRun &run)
        : m_run(run)
    {
    }
    Result<void> filter(std::string_view plan, std::span<sqlite3_value *> values) override;
    [[nodiscard]] bool atEnd() const override { return m_ended; }
    Result<void> next() override
    {
        ++m_row;
        ++m_at;
        return seek();
    }
    Result<void> cell(sqlite3_context *to, int column) override;
    [[nodiscard]] std::int64_t row() const override { return m_row; }

private:
    [[nodiscard]] const TraceDocument &document() const { return m_run.traces[m_trace].session->document(); }
    Result<void> openTrace();
    Result<void> seek(); // the arg at m_at, or the first one of a later event
    Result<bool> nextEvent(); // reads the args of the next event into m_args

    SqlRun &m_run;
    EventSpan m_span;
    std::size_t m_trace = 0;
    std::uint32_t m_next = 0; // event to be read next, where there is no walk
    std::uint32_t m_last = 0;
    std::optional<EventTextWalk> m_walk;
    std::optional<EventArgsReader> m_reader; // of m_read, where there is no walk
    std::size_t m_read = 0; // trace
    EventId m_event;
    Args m_args;
    std::size_t m_at = 0;
    std::int64_t m_row = 0;
    bool m_ended = true;
};

Result<void> ArgCursor::filter(std::string_view plan, std::span<sqlite3_value *> values)
{
    m_span = {};
    for (std::size_t i = 0; i < plan.size() && i < values.size(); ++i) {
        const int type = sqlite3_value_numeric_type(values[i]);
        if (type == SQLITE_NULL)
            m_span.last = 0;
        if (type != SQLITE_INTEGER)
            continue;
        const std::int64_t value = sqlite3_value_int64(values[i]);
        if (plan[i] == '=' || plan[i] == '>')
            m_span.first = std::max(m_span.first, value);
        if ((plan[i] == '=' || plan[i] == '<') && value < std::numeric_limits<std::int64_t>::max())
            m_span.last = std::min(m_span.last, value + 1);
    }
    m_trace = 0;
    m_row = 0;
    m_ended = false;
    if (const auto opened = openTrace(); !opened)
        return opened;
    return seek();
}

Result<void> ArgCursor::openTrace()
{
    m_walk.reset();
    m_args.clear();
    m_at = 0;
    const std::int64_t events = document().events.size();
    m_next = static_cast<std::uint32_t>(std::clamp<std::int64_t>(m_span.first, 0, events));
    m_last = static_cast<std::uint32_t>(std::clamp<std::int64_t>(m_span.last, m_next, events));
    if (hasEventText(document()) && m_last - m_next > 1) {
        if (const auto prepared = prepareEventText(document(), {m_run.control.stop, {}}); !prepared)
            return prepared.error();
        m_walk.emplace(document(), m_next, m_last, m_run.control);
    } else if (!m_reader || m_read != m_trace) {
        m_reader.emplace(document(), m_run.control);
        m_read = m_trace;
    }
    return {};
}

Result<bool> ArgCursor::nextEvent()
{
    if (m_walk) {
        const Result<bool> more = m_walk->next();
        if (!more || !*more)
            return more;
        m_event = m_walk->event();
        auto args = argsOfEventText(document(), std::string(m_walk->text()));
        if (!args)
            return args.error();
        m_args = std::move(*args);
        return true;
    }
    while (m_next < m_last) {
        if (m_run.control.stopRequested())
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        m_event = EventId(m_next++);
        if (document().events.text(m_event).second == 0)
            continue;
        auto args = m_reader->read(m_event);
        if (!args && args.error().code == ErrorCode::Syntax)
            continue; // a damaged event, which the import has counted
        if (!args)
            return args.error();
        m_args = std::move(*args);
        return true;
    }
    return false;
}

Result<void> ArgCursor::seek()
{
    while (m_at >= m_args.size()) {
        m_at = 0;
        const Result<bool> more = nextEvent();
        if (!more)
            return more.error();
        if (*more)
            continue;
        m_args.clear();
        if (++m_trace >= m_run.traces.size()) {
            m_trace = m_run.traces.size() - 1;
            m_ended = true;
            return {};
        }
        if (const auto opened = openTrace(); !opened)
            return opened;
    }
    return {};
}

void giveCopy(sqlite3_context *to, const std::string &text)
{
    sqlite3_result_text64(to, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

// A JSON value as SQL has it: texts without quotes, numbers, NULL; lists and objects as JSON. A whole number beyond SQL's stays a
// text: as a real it would be another one (64-bit ids, addresses).
void giveJson(sqlite3_context *to, const std::string &json)
{
    if (json.size() >= 2 && json.front() == '"' && json.back() == '"') {
        TextFaults faults;
        return giveCopy(to, unescapeJson(std::string_view(json).substr(1, json.size() - 2), faults));
    }
    const char *const end = json.data() + json.size();
    std::int64_t whole = 0;
    if (const auto [behind, error] = std::from_chars(json.data(), end, whole); behind == end && !json.empty())
        return error == std::errc() ? sqlite3_result_int64(to, whole) : giveCopy(to, json);
    const bool isNumber = !json.empty() && (json[0] == '-' || (json[0] >= '0' && json[0] <= '9'));
    if (const std::optional<double> real = isNumber ? wholeDouble(json) : std::nullopt)
        return sqlite3_result_double(to, *real);
    if (json != "null")
        giveCopy(to, json);
}

Result<void> ArgCursor::cell(sqlite3_context *to, int column)
{
    const auto &[key, value] = m_args[m_at];
    const SqlTrace &trace = m_run.traces[m_trace];
    switch (column) {
    case kEvent:
        sqlite3_result_int64(to, m_event.value);
        break;
    case kKey:
        giveCopy(to, key);
        break;
    case kValue:
        giveJson(to, value);
        break;
    case kFile:
        giveCopy(to, trace.file);
        break;
    default:
        sqlite3_result_int64(to, trace.rank);
    }
    return {};
}

class ArgRelation final : public SqlRelation {
public:
    explicit ArgRelation(SqlRun &run)
        : m_run(run)
    {
    }
    [[nodiscard]] std::vector<SqlColumnName> columns() const override
    {
        return {{"event", SqlType::Integer}, {"key", SqlType::Text}, {"value", SqlType::Text},
            {"trace_file", SqlType::Text, true}, {"trace_rank", SqlType::Integer, true}};
    }
    std::string plan(sqlite3_index_info &info) override;
    std::unique_ptr<SqlCursor> open() override { return std::make_unique<ArgCursor>(m_run); }

private:
    SqlRun &m_run;
};

// One letter for each bound of `event`: = or the side on which it is.
std::string ArgRelation::plan(sqlite3_index_info &info)
{
    std::string plan;
    double events = 0;
    bool slow = false; // one event is reached by inflating what is before it
    for (const SqlTrace &trace : m_run.traces) {
        events += trace.session->document().events.size();
        slow = slow || trace.session->document().source.compressed;
    }
    double rows = 6 * events;
    double cost = 1e5 + 20 * events; // of reading all
    for (int i = 0; i < info.nConstraint; ++i) {
        const auto &constraint = info.aConstraint[i];
        if (!constraint.usable || constraint.iColumn != kEvent)
            continue;
        const unsigned char op = constraint.op;
        if (op == SQLITE_INDEX_CONSTRAINT_EQ)
            cost = slow ? 2e4 : 200, rows = 6;
        else if (op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE || op == SQLITE_INDEX_CONSTRAINT_LT
            || op == SQLITE_INDEX_CONSTRAINT_LE)
            cost /= 2, rows /= 2;
        else
            continue;
        plan += op == SQLITE_INDEX_CONSTRAINT_EQ                                   ? '='
            : op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE ? '>'
                                                                                   : '<';
        info.aConstraintUsage[i].argvIndex = static_cast<int>(plan.size());
    }
    info.estimatedCost = cost;
    info.estimatedRows = static_cast<sqlite3_int64>(rows) + 1;
    return plan;
}

} // namespace

Result<std::unique_ptr<SqlRelation>> makeArgRelation(SqlRun &run)
{
    return std::unique_ptr<SqlRelation>(std::make_unique<ArgRelation>(run));
}

} // namespace lamella::core
