// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sql/SqlFunctions.h"

#include "core/base/Saturate.h"
#include "core/base/StoppableSort.h"
#include "core/profile/Regex.h"
#include "core/session/sql/SqlRelation.h"
#include "core/session/sql/SqlTextFunctions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <new>
#include <sqlite3.h>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxValues = 20'000'000; // that one aggregate holds

// An aggregate's state, made on its first row and freed by its final call, which SQLite makes after errors too.
template <class State> State *stateOf(sqlite3_context *context, bool make)
{
    auto **place = static_cast<State **>(sqlite3_aggregate_context(context, make ? sizeof(State *) : 0));
    if (place == nullptr)
        return nullptr;
    if (*place == nullptr && make)
        *place = new (std::nothrow) State;
    return *place;
}

SqlRun &runOf(sqlite3_context *context)
{
    return *static_cast<SqlRun *>(sqlite3_user_data(context));
}

// Counts it as held no longer.
template <class Value> void release(sqlite3_context *context, const std::vector<Value> &values)
{
    runOf(context).aggregateBytes -= values.capacity() * sizeof(Value);
}

template <class Value> bool hold(sqlite3_context *context, std::vector<Value> &values, Value value)
{
    SqlRun &run = runOf(context);
    if (run.aggregateBytes > run.options.maxBytes) { // the query ends at the next look at it
        sqlite3_result_error_nomem(context);
        return false;
    }
    if (values.size() >= kMaxValues) {
        sqlite3_result_error(
            context, "more than 20,000,000 values for one median, percentile or busy_ns; group or narrow them", -1);
        return false;
    }
    try {
        const std::size_t before = values.capacity();
        values.push_back(std::move(value));
        run.aggregateBytes += (values.capacity() - before) * sizeof(Value);
        return true;
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
        return false;
    }
}

struct Values {
    std::vector<double> reals;
    std::vector<std::int64_t> wholes; // as long as every value is one
    double percent = 50;
};

void takeValue(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    auto *state = stateOf<Values>(context, true);
    if (state == nullptr)
        return sqlite3_result_error_nomem(context);
    if (count > 1) {
        state->percent = sqlite3_value_double(arguments[1]);
        if (!(state->percent >= 0 && state->percent <= 100))
            return sqlite3_result_error(context, "percentile(x, p): p is between 0 and 100", -1);
    }
    const int type = sqlite3_value_numeric_type(arguments[0]);
    if (type == SQLITE_INTEGER)
        hold(context, state->wholes, static_cast<std::int64_t>(sqlite3_value_int64(arguments[0])));
    else if (type == SQLITE_FLOAT)
        hold(context, state->reals, sqlite3_value_double(arguments[0]));
    else if (type != SQLITE_NULL)
        sqlite3_result_error(context, "median(x), percentile(x, p): x is a number", -1);
}

// The value at rank p % of n - 1, between two values in proportion; a whole number where the two are equal.
void givePercentile(sqlite3_context *context)
{
    const std::unique_ptr<Values> state(stateOf<Values>(context, false));
    if (!state)
        return;
    release(context, state->wholes);
    release(context, state->reals);
    if (state->wholes.empty() && state->reals.empty())
        return;
    const std::stop_token &stop = runOf(context).control.stop;
    const auto at = [&stop](auto &values, double percent) {
        const double place = percent / 100 * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(std::floor(place));
        const bool found =
            stoppableNth(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(below), values.end(), std::less<>(), stop);
        const auto low = values[below];
        const auto above = below + 1 < values.size()
            ? *std::min_element(values.begin() + static_cast<std::ptrdiff_t>(below) + 1, values.end())
            : low;
        return std::tuple(low, above, place - static_cast<double>(below), found);
    };
    if (state->reals.empty()) {
        const auto [low, above, part, found] = at(state->wholes, state->percent);
        if (!found)
            return sqlite3_result_error_code(context, SQLITE_INTERRUPT);
        if (part == 0 || low == above)
            return sqlite3_result_int64(context, low);
        const std::int64_t span = subtractSaturated(above, low);
        if (part == 0.5 && span % 2 == 0)
            return sqlite3_result_int64(context, low + span / 2);
        return sqlite3_result_double(context, static_cast<double>(low) + part * static_cast<double>(span));
    }
    for (const std::int64_t whole : state->wholes)
        state->reals.push_back(static_cast<double>(whole));
    const auto [low, above, part, found] = at(state->reals, state->percent);
    if (!found)
        return sqlite3_result_error_code(context, SQLITE_INTERRUPT);
    sqlite3_result_double(context, low + part * (above - low));
}

struct Intervals {
    std::vector<std::pair<std::int64_t, std::int64_t>> all; // begin, end
};

void takeInterval(sqlite3_context *context, int, sqlite3_value **arguments)
{
    auto *state = stateOf<Intervals>(context, true);
    if (state == nullptr)
        return sqlite3_result_error_nomem(context);
    if (sqlite3_value_type(arguments[0]) != SQLITE_INTEGER || sqlite3_value_type(arguments[1]) != SQLITE_INTEGER)
        return; // NULL: not recorded
    const std::int64_t begin = sqlite3_value_int64(arguments[0]);
    const std::int64_t length = sqlite3_value_int64(arguments[1]);
    if (length > 0)
        hold(context, state->all, {begin, addSaturated(begin, length)});
}

void giveBusy(sqlite3_context *context)
{
    const std::unique_ptr<Intervals> state(stateOf<Intervals>(context, false));
    std::int64_t busy = 0;
    if (state) {
        release(context, state->all);
        if (!stoppableSort(state->all.begin(), state->all.end(), std::less<>(), runOf(context).control.stop))
            return sqlite3_result_error_code(context, SQLITE_INTERRUPT);
        std::int64_t done = std::numeric_limits<std::int64_t>::min();
        for (const auto &[begin, end] : state->all) {
            if (end > done)
                busy = addSaturated(busy, subtractSaturated(end, std::max(begin, done)));
            done = std::max(done, end);
        }
    }
    sqlite3_result_int64(context, busy);
}

std::string_view textOf(sqlite3_value *value)
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text == nullptr ? std::string_view() : std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

// x REGEXP pattern is regexp(pattern, x): anywhere in x, case-insensitive.
void regexp(sqlite3_context *context, int, sqlite3_value **arguments)
{
    if (sqlite3_value_type(arguments[0]) == SQLITE_NULL || sqlite3_value_type(arguments[1]) == SQLITE_NULL)
        return;
    try {
        auto *compiled = static_cast<Regex *>(sqlite3_get_auxdata(context, 0));
        std::unique_ptr<Regex> made;
        if (compiled == nullptr) {
            auto regex = Regex::compile(textOf(arguments[0]));
            if (!regex)
                return sqlite3_result_error(context, ("REGEXP: " + regex.error().detail.english()).c_str(), -1);
            made = std::make_unique<Regex>(std::move(*regex));
            compiled = made.get();
        }
        sqlite3_result_int(context, compiled->search(textOf(arguments[1])) ? 1 : 0);
        if (made)
            sqlite3_set_auxdata(context, 0, made.release(), [](void *regex) { delete static_cast<Regex *>(regex); });
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    }
}

} // namespace

void addSqlFunctions(sqlite3 *database, SqlRun &run)
{
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    sqlite3_create_function_v2(database, "median", 1, kFlags, &run, nullptr, takeValue, givePercentile, nullptr);
    sqlite3_create_function_v2(database, "percentile", 2, kFlags, &run, nullptr, takeValue, givePercentile, nullptr);
    sqlite3_create_function_v2(database, "busy_ns", 2, kFlags, &run, nullptr, takeInterval, giveBusy, nullptr);
    sqlite3_create_function_v2(database, "regexp", 2, kFlags, nullptr, regexp, nullptr, nullptr, nullptr);
    addSqlTextFunctions(database);
}

} // namespace lamella::core
