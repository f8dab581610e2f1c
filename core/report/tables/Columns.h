// SPDX-License-Identifier: GPL-3.0-or-later
// Columns as declarations: id, title, meaning, and how a row gives the cell. Each table chooses its row type: a struct of an
// analysis, or its own struct with what the getters need.
//
//     std::vector<Column<StreamUse>> streamColumns()
//     {
//         using namespace columns;
//         return {integer("stream", "Stream", "As recorded", &StreamUse::number),
//             share("busy_share", "Of wall", "Busy, of the wall", [](const StreamUse &u) { return ratio(u.work.busyNs, u.wallNs,
//             "the wall is zero"); })};
//     }
//     RowTable table("streams", "Streams", streamColumns());
//     table.append(use, target);
#pragma once

#include "core/base/Message.h"
#include "core/profile/Category.h"
#include "core/report/ReportTable.h"

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace lamella::core {

// What a getter may return: an integer, a double, a text (copied), a Message, a KeptText, Missing, or OrMissing of one of these.
struct KeptText { // not copied: must live as long as an owner that the table keeps alive
    std::string_view text;
};
struct Missing {
    std::string_view reason;
};
template <class Value> using OrMissing = std::variant<Value, Missing>;

template <std::integral Value> void setCell(ReportTable &table, std::size_t column, Value value)
{
    table.setInteger(column, static_cast<std::int64_t>(value));
}
inline void setCell(ReportTable &table, std::size_t column, double value)
{
    table.setReal(column, value);
}
inline void setCell(ReportTable &table, std::size_t column, std::string_view value)
{
    table.setText(column, value);
}
// Only for Message itself, so that a text is not converted to one.
template <std::same_as<Message> Value> void setCell(ReportTable &table, std::size_t column, const Value &value)
{
    table.setMessage(column, value);
}
inline void setCell(ReportTable &table, std::size_t column, KeptText value)
{
    table.setTextView(column, value.text);
}
inline void setCell(ReportTable &table, std::size_t column, Missing value)
{
    table.setMissing(column, value.reason);
}
template <class Value> void setCell(ReportTable &table, std::size_t column, const OrMissing<Value> &value)
{
    if (const Missing *missing = std::get_if<Missing>(&value))
        setCell(table, column, *missing);
    else
        setCell(table, column, *std::get_if<Value>(&value));
}

// Getters that many tables need. Both return Missing with the reason if there is no value.
[[nodiscard]] inline OrMissing<double> ratio(double part, double whole, std::string_view reason)
{
    if (whole > 0)
        return part / whole;
    return Missing{reason};
}
template <std::integral Part, std::integral Whole>
[[nodiscard]] OrMissing<double> ratio(Part part, Whole whole, std::string_view reason)
{
    return ratio(static_cast<double>(part), static_cast<double>(whole), reason);
}
template <std::integral Value> [[nodiscard]] OrMissing<std::int64_t> valueIf(bool there, Value value, std::string_view reason)
{
    if (there)
        return static_cast<std::int64_t>(value);
    return Missing{reason};
}
template <class Value> [[nodiscard]] OrMissing<Value> valueOr(const std::optional<Value> &value, std::string_view reason)
{
    if (value)
        return *value;
    return Missing{reason};
}
[[nodiscard]] inline OrMissing<std::string> textOr(std::string text, std::string_view reason) // missing if empty
{
    if (!text.empty())
        return text;
    return Missing{reason};
}
[[nodiscard]] inline OrMissing<KeptText> keptOr(std::string_view text, std::string_view reason)
{
    if (!text.empty())
        return KeptText{text};
    return Missing{reason};
}
[[nodiscard]] inline KeptText yesNo(bool yes)
{
    return {yes ? "yes" : "no"};
}

template <class Row> struct Column {
    ReportColumn heading;
    std::function<void(ReportTable &, std::size_t, const Row &)> set; // sets the cell of the last row
};

template <class Row> [[nodiscard]] std::vector<ReportColumn> headings(const std::vector<Column<Row>> &columns)
{
    std::vector<ReportColumn> all;
    for (const Column<Row> &column : columns)
        all.push_back(column.heading);
    return all;
}
// For TableSpec::columns. Calls a function of columns whose pointer parameters, which only getters dereference, are null.
template <auto columns> [[nodiscard]] std::vector<ReportColumn> headings()
{
    if constexpr (std::is_invocable_v<decltype(columns)>)
        return headings(columns());
    else
        return headings(columns(nullptr));
}

// One row for a table with exactly these columns.
template <class Row>
void appendCells(
    ReportTable &table, const std::vector<Column<Row>> &columns, const std::type_identity_t<Row> &row, Selection target)
{
    table.appendRow(std::move(target));
    for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c].set(table, c, row);
}

// A table filled from rows of this type.
template <class Row> class RowTable : public ReportTable {
public:
    RowTable(std::string id, Message title, std::vector<Column<Row>> columns)
        : ReportTable(std::move(id), std::move(title), headings(columns))
        , m_columns(std::move(columns))
    {
    }
    void append(const Row &row, Selection target = {}) { appendCells(*this, m_columns, row, std::move(target)); }

private:
    std::vector<Column<Row>> m_columns;
};

namespace columns {

// The row type of a getter: the class of a member pointer, or the parameter of a lambda or function.
template <class Get> struct RowOf : RowOf<decltype(&Get::operator())> {
};
template <class Member, class Row> struct RowOf<Member Row::*> {
    using type = Row;
};
template <class Value, class Lambda, class Row> struct RowOf<Value (Lambda::*)(const Row &) const> {
    using type = Row;
};
template <class Value, class Row> struct RowOf<Value (*)(const Row &)> {
    using type = Row;
};

template <class Get> auto column(ReportColumn heading, Get get)
{
    using Row = typename RowOf<Get>::type;
    return Column<Row>{std::move(heading),
        [get](ReportTable &table, std::size_t c, const Row &row) { setCell(table, c, std::invoke(get, row)); }};
}

inline ReportColumn layer(const char *id, const char *title, const char *help)
{
    return {id, title, CellKind::Layer, help, -1, ColumnUse::Key};
}
inline ReportColumn pass()
{
    return {"pass", "Pass", CellKind::Integer, "Number of the pass on its device, from 0 in time order", -1, ColumnUse::Key};
}
inline ReportColumn layer()
{
    return layer("layer", "Layer", "Layer number in the model; head = before layer 0, tail = after the last layer");
}
inline ReportColumn device()
{
    return {"device", "Device", CellKind::Integer, "Device number as recorded", -1, ColumnUse::Key};
}
inline ReportColumn category(Category c, const char *suffix, CellKind kind, const char *help)
{
    const CategoryInfo &i = info(c);
    return {std::string(i.id) + suffix, i.title, kind, help, -1};
}

template <class Get> auto text(const char *id, const char *title, const char *help, Get get)
{
    return column({id, title, CellKind::Text, help, -1}, get);
}
template <class Get> auto integer(const char *id, const char *title, const char *help, Get get)
{
    return column({id, title, CellKind::Integer, help, -1}, get);
}
template <class Get> auto time(const char *id, const char *title, const char *help, Get get)
{
    return column({id, title, CellKind::TimeNs, help, -1}, get);
}
template <class Get> auto duration(const char *id, const char *title, const char *help, Get get)
{
    return column({id, title, CellKind::DurationNs, help, -1}, get);
}
template <class Get> auto bytes(const char *id, const char *title, const char *help, Get get)
{
    return column({id, title, CellKind::Bytes, help, -1}, get);
}
template <class Get> auto share(const char *id, const char *title, const char *help, Get get)
{
    return column({id, title, CellKind::Share, help, -1}, get);
}
// A number of which programs get six significant digits.
template <class Get> auto rate(const char *id, const char *title, const char *help, int decimals, Get get)
{
    return column({.id = id, .title = title, .kind = CellKind::Real, .help = help, .decimals = decimals, .isRate = true}, get);
}
template <class Get> auto real(const char *id, const char *title, const char *help, int decimals, Get get)
{
    return column({id, title, CellKind::Real, help, decimals}, get);
}
// Sets what text of limited width does with the column.
template <class Row> Column<Row> ifRoom(Column<Row> column, ColumnUse use = ColumnUse::IfRoom)
{
    column.heading.use = use;
    return column;
}
template <class Row> Column<Row> onRequest(Column<Row> column)
{
    return ifRoom(std::move(column), ColumnUse::OnRequest);
}
// 1, 2, ... in row order.
template <class Row> Column<Row> rowNumber(const char *id, const char *help)
{
    return {{id, "#", CellKind::Integer, help, -1},
        [](ReportTable &table, std::size_t c, const Row &) { table.setInteger(c, static_cast<std::int64_t>(table.rowCount())); }};
}

} // namespace columns

} // namespace lamella::core
