// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TableColumns.h"

#include "core/base/Message.h"

#include <algorithm>

namespace lamella::core {

namespace {

void copyCell(ReportTable &to, std::size_t toColumn, const ReportTable &from, std::size_t row, std::size_t column)
{
    if (from.isMissing(row, column)) {
        to.setMissing(toColumn, from.missingReason(row, column));
        return;
    }
    switch (from.columns()[column].kind) {
    case CellKind::Text:
        if (const Message *message = from.message(row, column))
            to.setMessage(toColumn, *message);
        else
            to.setText(toColumn, from.text(row, column));
        break;
    case CellKind::Real:
    case CellKind::Share:
        to.setReal(toColumn, from.real(row, column));
        break;
    case CellKind::Integer:
    case CellKind::TimeNs:
    case CellKind::DurationNs:
    case CellKind::Bytes:
    case CellKind::Layer:
        to.setInteger(toColumn, from.integer(row, column));
        break;
    }
}

} // namespace

ReportTable withColumns(const ReportTable &table, std::span<const std::string_view> ids)
{
    std::vector<std::size_t> kept;
    std::vector<ReportColumn> columns;
    for (const std::string_view id : ids) {
        const std::size_t column = table.columnIndex(id);
        if (column == ReportTable::npos)
            continue;
        kept.push_back(column);
        columns.push_back(table.columns()[column]);
    }
    ReportTable out(table.id(), table.title(), std::move(columns));
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        out.appendRow(table.target(r));
        for (std::size_t c = 0; c < kept.size(); ++c)
            copyCell(out, c, table, r, kept[c]);
    }
    for (const Message &note : table.notes()) {
        if (std::find(table.warnings().begin(), table.warnings().end(), note) != table.warnings().end())
            out.addWarning(note);
        else
            out.addNote(note);
    }
    for (const auto &[key, value] : table.provenance())
        out.addProvenance(key, value);
    return out;
}

} // namespace lamella::core
