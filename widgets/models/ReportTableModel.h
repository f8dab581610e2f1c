// SPDX-License-Identifier: GPL-3.0-or-later
// Model of a ReportTable with chosen columns and order. Long tables are sorted and filtered on a worker while the previous rows
// stay visible. A table no longer needed is freed on a worker.
#pragma once

#include "core/report/ReportTable.h"
#include "widgets/models/CopyableTable.h"
#include "widgets/models/ShownRows.h"
#include "widgets/models/TableOrder.h"

#include <QAbstractTableModel>
#include <QThreadPool>

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace lamella::ui {

class JobSlot;

enum class ColumnStyle { Text, Path, Secondary, RowNumber, Number, Bar, Category, LayerType, Kernel, Delta };

[[nodiscard]] bool holdsNumbers(ColumnStyle style);

struct ViewColumn {
    std::string id; // of the ReportTable; empty for RowNumber
    QString title; // empty = the table's own title
    ColumnStyle style = ColumnStyle::Text;
    int width = 80; // px; 0 = takes the remaining width, -n = the same, with at least n
    std::string tooltipId; // column whose text is the tooltip ("name" for "short_name"); empty = own text
};

class ReportTableModel : public QAbstractTableModel, public CopyableTable {
    Q_OBJECT
public:
    ReportTableModel(std::vector<ViewColumn> columns, QThreadPool &pool, QObject *parent = nullptr);
    ~ReportTableModel() override;

    void setTable(std::shared_ptr<const core::ReportTable> table); // null = empty
    // A new table follows in this turn: sort() until then sets its order, and leaves the rows that are there.
    void awaitTable() { m_awaitsTable = true; }
    // For one with the same columns: the previous rows stay visible until its own are known.
    void replaceTable(std::shared_ptr<const core::ReportTable> table);
    void setTitle(std::string_view id, const QString &title); // of a column; empty = the table's own
    void setFilter(const QString &text);
    void sort(int column, Qt::SortOrder order) override; // column -1 = the table's own order

    [[nodiscard]] const std::shared_ptr<const core::ReportTable> &table() const { return m_table; }
    // The rows that are shown, in their order.
    [[nodiscard]] ShownRows shownRows() const;
    [[nodiscard]] const std::vector<ViewColumn> &columns() const { return m_columns; }
    [[nodiscard]] const TableOrder &order() const { return m_order; }
    [[nodiscard]] std::uint32_t tableRow(int viewRow) const { return m_rows[static_cast<std::size_t>(viewRow)]; }
    [[nodiscard]] int viewRowOf(const core::Selection &target) const; // -1 if no visible row has this target
    [[nodiscard]] std::vector<int> viewRowsOf(const core::Selection &several) const; // rows of its parts
    // Rows of the table with the longest texts of a column of numbers, see ui::widestRows(); of others none.
    [[nodiscard]] const std::vector<std::uint32_t> &widestRows(int column) const;
    [[nodiscard]] QString shownText(std::size_t tableRow, std::size_t viewColumn) const; // of a column that the table has
    [[nodiscard]] QString columnId(int column) const override;
    [[nodiscard]] QString asTsv(const QModelIndexList &rows) const override;
    [[nodiscard]] QString asMarkdown(const QModelIndexList &rows) const override;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void rowsChanged(); // after every new table, filter or order
    // The filter is invalid, or not applicable to this table: the previous rows stay, of a new table all are shown. Empty:
    // resolved.
    void filterFailed(const QString &why);

private:
    struct Shown;
    [[nodiscard]] std::vector<std::uint32_t> tableRows(const QModelIndexList &rows) const;
    void resolveColumns();
    void reorder();
    void takeRows(core::Result<Shown> shown);
    void setRows(Shown shown);
    [[nodiscard]] QString textOf(std::size_t row, std::string_view column) const; // empty without it
    [[nodiscard]] QString reasonOfAll(std::size_t source) const;
    [[nodiscard]] QVariant tooltip(std::size_t row, std::size_t viewColumn) const;
    [[nodiscard]] QStringList comparedTexts(
        std::size_t viewColumn) const; // of all rows, after its role and U+0000 that of a kernel
    [[nodiscard]] int sharedAt(
        int viewRow, std::size_t viewColumn) const; // see kSharedRole; of many rows 0 until findShared() is done
    void findShared(); // of the columns that were asked for
    void forgetShared(); // the rows are others
    [[nodiscard]] double barShare(std::size_t row, std::size_t viewColumn) const;

    std::vector<ViewColumn> m_columns;
    std::shared_ptr<const core::ReportTable> m_table;
    std::shared_ptr<const core::ReportTable> m_next; // whose rows are not known yet; null: none
    std::vector<std::size_t> m_source; // table column of each view column, npos = missing in this table
    std::vector<std::size_t> m_tooltipSource;
    std::vector<double> m_barMaximum; // per view column, over the visible rows
    std::vector<std::vector<std::uint32_t>> m_widest; // per view column, over all rows of the table
    TableOrder m_order; // with the filter of the rows shown
    std::string m_typed; // the requested filter
    bool m_filterFails = false;
    bool m_isNew = false; // none of its rows have been shown yet
    bool m_awaitsTable = false; // see awaitTable()
    bool m_isResetting = false; // by setTable()
    int m_sortColumn = -1;
    std::vector<std::uint32_t> m_rows;
    mutable std::map<std::size_t, std::vector<qsizetype>> m_shared; // by view column: of the rows shown
    mutable std::set<std::size_t> m_sharedAsked; // view columns that are not in m_shared yet
    std::unique_ptr<JobSlot> m_job;
    std::unique_ptr<JobSlot> m_sharedJob;
};

} // namespace lamella::ui
