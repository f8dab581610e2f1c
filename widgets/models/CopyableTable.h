// SPDX-License-Identifier: GPL-3.0-or-later
// What the common actions of tables (TableTools) need of the model of a view, besides its cells; and how rows of a table are
// copied.
#pragma once

#include "core/report/ReportTable.h"

#include <QModelIndexList>
#include <QString>

#include <span>

namespace lamella::ui {

class CopyableTable {
public:
    virtual ~CopyableTable() = default;

    // Stable name of a column of the view; empty: it cannot be hidden, and no order by it is kept.
    [[nodiscard]] virtual QString columnId(int column) const = 0;
    // For spreadsheets: header with all columns of the table, then these rows with numbers in full precision, tab-separated.
    [[nodiscard]] virtual QString asTsv(const QModelIndexList &rows) const = 0;
    // For issues and notes: the same rows as a Markdown table.
    [[nodiscard]] virtual QString asMarkdown(const QModelIndexList &rows) const = 0;
};

[[nodiscard]] QString tsvOf(const core::ReportTable &table, std::span<const std::uint32_t> rows);
[[nodiscard]] QString markdownOf(const core::ReportTable &table, std::span<const std::uint32_t> rows);

} // namespace lamella::ui
