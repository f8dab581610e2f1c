// SPDX-License-Identifier: GPL-3.0-or-later
// The relation over SqlRows: plans, and cursors that go through the traces one after the other.
#include "core/session/sql/SqlRows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sqlite3.h>

namespace lamella::core {

namespace {

constexpr std::size_t kPollRows = 65'536; // between two looks at the stop request in a scan

enum HiddenColumn { kPassScope, kLayerScope, kDeviceScope, kFile, kRank };

struct Layout { // of the columns of a relation
    std::vector<SqlColumnName> names; // without the hidden ones of the relation
    std::vector<bool> sortable;
    bool scoped = false;

    [[nodiscard]] int own() const { return static_cast<int>(names.size()); }
    // The hidden column behind a number, if it is one.
    [[nodiscard]] std::optional<HiddenColumn> hidden(int column) const
    {
        if (column < own())
            return std::nullopt;
        return static_cast<HiddenColumn>(column - own() + (scoped ? 0 : kFile));
    }
};

// A plan is a text: for each value "column operator ", then "order column,column " if the rows come in that order.
struct PlanStep {
    int column = 0;
    char op = '='; // = < > and l, g for <= and >=
};
struct Plan {
    std::vector<PlanStep> steps;
    std::vector<int> order;
};

std::string textOf(const Plan &plan)
{
    std::string text;
    for (const PlanStep &step : plan.steps)
        text += std::string(1, step.op) + std::to_string(step.column) + " ";
    for (const int column : plan.order)
        text += "o" + std::to_string(column) + " ";
    return text;
}

Plan planOf(std::string_view text)
{
    Plan plan;
    while (text.size() > 1) {
        PlanStep step{0, text[0]};
        const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), step.column);
        if (error != std::errc())
            break;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
        if (step.op == 'o')
            plan.order.push_back(step.column);
        else
            plan.steps.push_back(step);
    }
    return plan;
}

std::optional<char> operatorOf(unsigned char op)
{
    switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return '=';
    case SQLITE_INDEX_CONSTRAINT_LT:
        return '<';
    case SQLITE_INDEX_CONSTRAINT_LE:
        return 'l';
    case SQLITE_INDEX_CONSTRAINT_GT:
        return '>';
    case SQLITE_INDEX_CONSTRAINT_GE:
        return 'g';
    default:
        return std::nullopt;
    }
}

// Whole numbers within [low, high] are all that a comparison with the value can be true for.
struct Bounds {
    std::int64_t low = kSqlNull + 1; // NULL compares with nothing
    std::int64_t high = std::numeric_limits<std::int64_t>::max();
};

std::optional<Bounds> boundsOf(char op, sqlite3_value *value)
{
    Bounds bounds;
    const int type = sqlite3_value_numeric_type(value);
    std::int64_t below = 0;
    std::int64_t above = 0;
    if (type == SQLITE_INTEGER) {
        below = above = sqlite3_value_int64(value);
    } else if (type == SQLITE_FLOAT) {
        const double real = sqlite3_value_double(value);
        if (!(std::abs(real) < 9e18))
            return std::nullopt;
        below = static_cast<std::int64_t>(std::floor(real));
        above = static_cast<std::int64_t>(std::ceil(real));
    } else {
        return std::nullopt;
    }
    if (op == '=' || op == '>' || op == 'g')
        bounds.low = std::max(bounds.low, below);
    if (op == '=' || op == '<' || op == 'l')
        bounds.high = above;
    return bounds;
}

std::string textOf(sqlite3_value *value)
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

// A value that a query compares with, in the forms that rows are looked up by.
struct Value {
    std::optional<Bounds> bounds;
    std::optional<std::string> text;
};

// What a row must hold, as far as that can be told without SQLite.
struct Condition {
    int column = 0;
    Bounds bounds; // of a number
    std::uint32_t key = kSqlNoKey; // of a text
};

bool holds(const SqlRowColumn &column, const Condition &condition, std::uint32_t row)
{
    if (column.key)
        return column.key(row) == condition.key;
    const std::int64_t number = column.number(row);
    return number >= condition.bounds.low && number <= condition.bounds.high;
}

class RowsRelation;

// Cells of one column for the next rows of an order other than that of the rows. Such rows lie apart in memory: read one after the
// other the processor waits for each, read together it fetches many at once.
template <class Value> class Ahead {
public:
    // at: where the cursor is in `order`.
    Value of(const std::vector<std::uint32_t> &order, std::uint32_t at, const std::function<Value(std::uint32_t)> &get)
    {
        if (at < m_begin || at - m_begin >= m_values.size()) {
            m_begin = at;
            m_length = std::min(2 * m_length, kMaxRows); // a query may need no more than the first rows
            m_values.resize(std::min<std::size_t>(m_length, order.size() - at));
            for (std::size_t i = 0; i < m_values.size(); ++i)
                m_values[i] = get(order[at + i]);
        }
        return m_values[at - m_begin];
    }

private:
    static constexpr std::uint32_t kMaxRows = 1024;
    std::vector<Value> m_values;
    std::uint32_t m_begin = 0;
    std::uint32_t m_length = 4;
};

class RowsCursor final : public SqlCursor {
public:
    explicit RowsCursor(RowsRelation &relation)
        : m_relation(relation)
    {
    }
    Result<void> filter(std::string_view plan, std::span<sqlite3_value *> values) override;
    [[nodiscard]] bool atEnd() const override { return m_ended; }
    Result<void> next() override
    {
        ++m_at;
        return seek();
    }
    Result<void> cell(sqlite3_context *to, int column) override;
    [[nodiscard]] std::int64_t row() const override { return (static_cast<std::int64_t>(m_trace) << 32) | m_row; }

private:
    Result<void> openTrace(); // the rows of m_trace
    Result<void> seek(); // the first row from m_at on that fits
    Result<void> choose(); // which rows of the trace to go through
    int readConditions();
    void lookUp(const Condition &by);
    [[nodiscard]] bool fits() const;
    // Of the current row. Read ahead where the order tells what comes next.
    std::int64_t numberAt(int place);
    std::uint32_t keyAt(int place);
    [[nodiscard]] bool readsAhead() const { return m_order != nullptr && m_conditions.empty(); }

    RowsRelation &m_relation;
    Plan m_plan;
    std::vector<Value> m_values; // of the plan's steps
    SqlScope m_scope;
    std::string m_file;
    std::optional<Bounds> m_ranks;
    bool m_fileGiven = false;
    std::size_t m_trace = 0;
    std::shared_ptr<const SqlRows> m_rows;
    const std::vector<int> *m_places = nullptr; // column of the relation -> column of m_rows, -1 = none
    std::vector<Condition> m_conditions;
    const std::vector<std::uint32_t> *m_order = nullptr; // null: in the order of the rows
    std::map<int, Ahead<std::int64_t>> m_numbers; // by column of m_rows
    std::map<int, Ahead<std::uint32_t>> m_keys;
    std::uint32_t m_at = 0;
    std::uint32_t m_end = 0;
    std::uint32_t m_row = 0;
    bool m_ended = true;
};

class RowsRelation final : public SqlRelation {
public:
    RowsRelation(SqlRun &run, SqlRowsMaker make, bool scoped)
        : m_run(run)
        , m_make(std::move(make))
    {
        m_layout.scoped = scoped;
    }
    // Opens the rows of every trace: their columns are those of the relation.
    Result<void> prepare()
    {
        for (std::size_t trace = 0; trace < m_run.traces.size(); ++trace) {
            const auto rows = this->rows(trace, {});
            if (!rows)
                return rows.error();
            for (const SqlRowColumn &column : (*rows)->columns())
                add(column);
        }
        return {};
    }
    [[nodiscard]] std::vector<SqlColumnName> columns() const override
    {
        std::vector<SqlColumnName> all = m_layout.names;
        if (m_layout.scoped)
            for (const char *name : {"pass_scope", "layer_scope", "device_scope"})
                all.push_back({name, SqlType::Text, true});
        all.push_back({"trace_file", SqlType::Text, true});
        all.push_back({"trace_rank", SqlType::Integer, true});
        return all;
    }
    std::string plan(sqlite3_index_info &info) override;
    std::unique_ptr<SqlCursor> open() override { return std::make_unique<RowsCursor>(*this); }
    [[nodiscard]] const std::stop_token &stop() const { return m_run.control.stop; }

    Result<std::shared_ptr<const SqlRows>> rows(std::size_t trace, const SqlScope &scope)
    {
        auto &made = m_made[{trace, scope}];
        if (!made) {
            auto rows = m_make(m_run.traces[trace], scope, m_run);
            if (!rows)
                return rows.error();
            made = std::move(*rows);
            m_run.owners.push_back(made);
        }
        return made;
    }
    // For each own column its place among those of the rows.
    const std::vector<int> &places(const SqlRows &rows)
    {
        const auto [it, added] = m_places.try_emplace(&rows);
        if (added)
            for (const SqlColumnName &name : m_layout.names) {
                const auto found = std::find_if(rows.columns().begin(), rows.columns().end(),
                    [&name](const SqlRowColumn &column) { return column.name.name == name.name; });
                it->second.push_back(found == rows.columns().end() ? -1 : static_cast<int>(found - rows.columns().begin()));
            }
        return it->second;
    }
    [[nodiscard]] const Layout &layout() const { return m_layout; }
    [[nodiscard]] SqlRun &run() const { return m_run; }

private:
    void add(const SqlRowColumn &column)
    {
        for (std::size_t i = 0; i < m_layout.names.size(); ++i)
            if (m_layout.names[i].name == column.name.name) {
                m_layout.sortable[i] = m_layout.sortable[i] && (column.number || column.key);
                return;
            }
        m_layout.names.push_back(column.name);
        m_layout.sortable.push_back(column.number || column.key);
    }
    // Takes over an order that the rows can have, so that SQLite need not sort.
    void planOrder(sqlite3_index_info &info, Plan &plan) const;

    SqlRun &m_run;
    SqlRowsMaker m_make;
    Layout m_layout;
    std::map<std::pair<std::size_t, SqlScope>, std::shared_ptr<const SqlRows>> m_made;
    std::map<const SqlRows *, std::vector<int>> m_places;
};

void RowsRelation::planOrder(sqlite3_index_info &info, Plan &plan) const
{
    const int distinct = sqlite3_vtab_distinct(&info);
    const bool anyOrder = distinct == 1 || distinct == 2; // equal values beside one another suffice
    if (info.nOrderBy == 0 || m_run.traces.size() != 1)
        return;
    for (int i = 0; i < info.nOrderBy; ++i) {
        const auto &term = info.aOrderBy[i];
        if (term.iColumn < 0 || term.iColumn >= m_layout.own() || !m_layout.sortable[static_cast<std::size_t>(term.iColumn)]
            || (term.desc && !anyOrder)) {
            plan.order.clear();
            return;
        }
        plan.order.push_back(term.iColumn);
    }
    info.orderByConsumed = 1;
}

std::string RowsRelation::plan(sqlite3_index_info &info)
{
    Plan plan;
    double rows = 1;
    if (!m_made.empty())
        rows = std::max<double>(1, m_made.begin()->second->count()) * static_cast<double>(m_run.traces.size());
    int argument = 0;
    bool unanswerable = false;
    for (int i = 0; i < info.nConstraint; ++i) {
        const auto &constraint = info.aConstraint[i];
        const auto op = operatorOf(constraint.op);
        if (!op || constraint.iColumn < 0)
            continue;
        const auto hidden = m_layout.hidden(constraint.iColumn);
        if (!constraint.usable) {
            unanswerable = unanswerable || (hidden && *hidden < kFile); // its table would be made without the scope
            continue;
        }
        if (hidden && (*op != '=' && *hidden != kRank))
            continue;
        if (!hidden) {
            const auto column = static_cast<std::size_t>(constraint.iColumn);
            const bool isText = m_layout.names[column].type == SqlType::Text;
            if (!m_layout.sortable[column]
                || (isText && (*op != '=' || std::string_view(sqlite3_vtab_collation(&info, i)) != "BINARY")))
                continue;
            const bool ascending = !m_made.empty() && places(*m_made.begin()->second)[column] >= 0
                && m_made.begin()->second->columns()[static_cast<std::size_t>(places(*m_made.begin()->second)[column])].ascending;
            rows /= *op != '=' ? 4 : ascending ? std::max(1.0, rows) : 30;
        }
        info.aConstraintUsage[i].argvIndex = ++argument;
        info.aConstraintUsage[i].omit = hidden && *hidden < kFile ? 1 : 0;
        plan.steps.push_back({constraint.iColumn, *op});
    }
    info.estimatedCost = unanswerable ? 1e99 : rows + 5;
    info.estimatedRows = static_cast<sqlite3_int64>(std::max(1.0, rows));
    planOrder(info, plan);
    return textOf(plan);
}

Result<void> RowsCursor::filter(std::string_view plan, std::span<sqlite3_value *> values)
{
    m_plan = planOf(plan);
    m_values.clear();
    for (std::size_t i = 0; i < m_plan.steps.size() && i < values.size(); ++i)
        m_values.push_back({boundsOf(m_plan.steps[i].op, values[i]),
            sqlite3_value_type(values[i]) == SQLITE_TEXT ? std::optional(textOf(values[i])) : std::nullopt});
    m_scope = {};
    m_ranks.reset();
    m_fileGiven = false;
    for (std::size_t i = 0; i < m_plan.steps.size() && i < m_values.size(); ++i) {
        const auto hidden = m_relation.layout().hidden(m_plan.steps[i].column);
        if (!hidden)
            continue;
        if (*hidden == kRank) {
            if (const auto &bounds = m_values[i].bounds) {
                m_ranks = m_ranks.value_or(Bounds{});
                m_ranks->low = std::max(m_ranks->low, bounds->low);
                m_ranks->high = std::min(m_ranks->high, bounds->high);
            }
            continue;
        }
        std::string &to = *hidden == kFile ? m_file
            : *hidden == kPassScope        ? m_scope.pass
            : *hidden == kLayerScope       ? m_scope.layer
                                           : m_scope.device;
        to = textOf(values[i]);
        m_fileGiven = m_fileGiven || *hidden == kFile;
    }
    m_trace = 0;
    m_ended = false;
    if (const auto opened = openTrace(); !opened)
        return opened;
    return seek();
}

Result<void> RowsCursor::openTrace()
{
    const std::vector<SqlTrace> &traces = m_relation.run().traces;
    m_at = m_end = 0;
    m_rows.reset();
    if (m_trace >= traces.size())
        return {};
    const SqlTrace &trace = traces[m_trace];
    if ((m_fileGiven && trace.file != m_file) || (m_ranks && (trace.rank < m_ranks->low || trace.rank > m_ranks->high)))
        return {};
    auto rows = m_relation.rows(m_trace, m_scope);
    if (!rows)
        return rows.error();
    m_rows = std::move(*rows);
    m_places = &m_relation.places(*m_rows);
    return choose();
}

// What the values of the plan demand of a row. Returns the condition by which rows are best looked up; -1 if there is none.
int RowsCursor::readConditions()
{
    m_conditions.clear();
    int best = -1;
    for (std::size_t i = 0; i < m_plan.steps.size() && i < m_values.size(); ++i) {
        const PlanStep &step = m_plan.steps[i];
        if (m_relation.layout().hidden(step.column))
            continue;
        const int place = (*m_places)[static_cast<std::size_t>(step.column)];
        if (place < 0)
            continue;
        const SqlRowColumn &column = m_rows->columns()[static_cast<std::size_t>(place)];
        Condition condition{place, {}, kSqlNoKey};
        if (column.key) {
            if (!m_values[i].text)
                continue;
            condition.key = column.keyOfText(*m_values[i].text);
            if (condition.key == kSqlNoKey)
                m_end = 0;
        } else if (column.number && m_values[i].bounds) {
            condition.bounds = *m_values[i].bounds;
        } else {
            continue;
        }
        m_conditions.push_back(condition);
        if (best < 0 || column.ascending)
            best = static_cast<int>(m_conditions.size()) - 1;
    }
    return best;
}

// Narrows m_at..m_end to the rows that fulfil the condition, by which they are ordered.
void RowsCursor::lookUp(const Condition &by)
{
    const SqlRowColumn &column = m_rows->columns()[static_cast<std::size_t>(by.column)];
    const auto firstNot = [this](auto &&before) {
        std::uint32_t low = 0;
        for (std::uint32_t count = m_end; count > 0;) {
            const std::uint32_t half = count / 2;
            const std::uint32_t at = low + half;
            if (before(m_order ? (*m_order)[at] : at)) {
                low = at + 1;
                count -= half + 1;
            } else {
                count = half;
            }
        }
        return low;
    };
    if (column.key) {
        const std::string_view text = column.textOfKey(by.key);
        const auto isBefore = [&column, text](std::uint32_t row, bool orEqual) {
            const std::uint32_t key = column.key(row);
            if (key == kSqlNoKey)
                return true; // NULL comes first
            const std::string_view here = column.textOfKey(key);
            return orEqual ? here <= text : here < text;
        };
        m_at = firstNot([&](std::uint32_t row) { return isBefore(row, false); });
        m_end = firstNot([&](std::uint32_t row) { return isBefore(row, true); });
    } else {
        m_at = firstNot([&](std::uint32_t row) { return column.number(row) < by.bounds.low; });
        m_end = firstNot([&](std::uint32_t row) { return column.number(row) <= by.bounds.high; });
    }
}

Result<void> RowsCursor::choose()
{
    m_order = nullptr;
    m_numbers.clear();
    m_keys.clear();
    m_end = m_rows->count();
    const int best = readConditions();
    const auto isAscending = [this](int place) { return m_rows->columns()[static_cast<std::size_t>(place)].ascending; };
    std::vector<int> order;
    for (const int column : m_plan.order)
        if (const int place = (*m_places)[static_cast<std::size_t>(column)]; place >= 0)
            order.push_back(place);
    if (!order.empty() && !(order.size() == 1 && isAscending(order.front()))) {
        m_order = m_rows->order(order, m_relation.stop()); // conditions are asked row by row
        return m_order != nullptr ? Result<void>() : Error{ErrorCode::Cancelled, "stopped", {}, -1};
    }
    if (best < 0 || m_end == 0)
        return {};
    const Condition &by = m_conditions[static_cast<std::size_t>(best)];
    if (!isAscending(by.column)) {
        if (!order.empty() || m_rows->lookedUp(by.column) == 0)
            return {};
        m_order = m_rows->order({by.column}, m_relation.stop());
        if (m_order == nullptr)
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
    }
    lookUp(by);
    return {};
}

bool RowsCursor::fits() const
{
    return std::all_of(m_conditions.begin(), m_conditions.end(), [this](const Condition &condition) {
        return holds(m_rows->columns()[static_cast<std::size_t>(condition.column)], condition, m_row);
    });
}

std::int64_t RowsCursor::numberAt(int place)
{
    const auto &get = m_rows->columns()[static_cast<std::size_t>(place)].number;
    return readsAhead() ? m_numbers[place].of(*m_order, m_at, get) : get(m_row);
}

std::uint32_t RowsCursor::keyAt(int place)
{
    const auto &get = m_rows->columns()[static_cast<std::size_t>(place)].key;
    return readsAhead() ? m_keys[place].of(*m_order, m_at, get) : get(m_row);
}

Result<void> RowsCursor::seek()
{
    const std::size_t traces = m_relation.run().traces.size();
    while (m_trace < traces) {
        for (; m_at < m_end; ++m_at) {
            if (m_at % kPollRows == 0 && m_relation.run().control.stopRequested())
                return Error{ErrorCode::Cancelled, "stopped", {}, -1};
            m_row = m_order ? (*m_order)[m_at] : m_at;
            if (m_conditions.empty() || fits())
                return {};
        }
        if (++m_trace < traces)
            if (const auto opened = openTrace(); !opened)
                return opened;
    }
    m_ended = true;
    return {};
}

void giveText(sqlite3_context *to, std::string_view text)
{
    sqlite3_result_text64(to, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

Result<void> RowsCursor::cell(sqlite3_context *to, int column)
{
    if (const auto hidden = m_relation.layout().hidden(column)) {
        const SqlTrace &trace = m_relation.run().traces[m_trace];
        if (*hidden == kRank)
            sqlite3_result_int64(to, trace.rank);
        else if (*hidden == kFile)
            giveText(to, trace.file);
        else if (const std::string &scope = *hidden == kPassScope ? m_scope.pass
                     : *hidden == kLayerScope                     ? m_scope.layer
                                                                  : m_scope.device;
                 !scope.empty())
            sqlite3_result_text64(to, scope.data(), scope.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
        return {};
    }
    const int place = (*m_places)[static_cast<std::size_t>(column)];
    if (place < 0)
        return {}; // NULL: this trace's table has no such column
    const SqlRowColumn &from = m_rows->columns()[static_cast<std::size_t>(place)];
    if (from.number) {
        if (const std::int64_t number = numberAt(place); number != kSqlNull)
            sqlite3_result_int64(to, number);
    } else if (from.key) {
        if (const std::uint32_t key = keyAt(place); key != kSqlNoKey)
            giveText(to, from.textOfKey(key));
    } else if (from.text) {
        if (const auto text = from.text(m_row))
            giveText(to, *text);
    } else if (const auto real = from.real(m_row)) {
        sqlite3_result_double(to, *real);
    }
    if (m_relation.run().error) // set while the cell was computed
        return *m_relation.run().error;
    return {};
}

} // namespace

Result<std::unique_ptr<SqlRelation>> makeRowsRelation(SqlRun &run, const SqlRowsMaker &make, bool scoped)
{
    auto relation = std::make_unique<RowsRelation>(run, make, scoped);
    if (auto prepared = relation->prepare(); !prepared)
        return prepared.error();
    return std::unique_ptr<SqlRelation>(std::move(relation));
}

} // namespace lamella::core
