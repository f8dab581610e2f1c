// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a comparison for a view: the body, or the totals pinned below it.
#pragma once

#include "widgets/diff/DiffJob.h"
#include "widgets/models/CopyableTable.h"

#include <QAbstractTableModel>

#include <array>
#include <memory>
#include <vector>

namespace lamella::ui {

class DiffTableModel : public QAbstractTableModel, public CopyableTable {
    Q_OBJECT
public:
    enum Column { kNumber, kChange, kNameA, kTimeA, kDelta, kTimeB, kNameB, kColumns };
    enum DiffRole {
        kDiffBarRole = Qt::UserRole + 50, // double -1..1: length of the bar, on one scale per table
        kChangeRole, // int of core::DiffChange; -1 for totals
        kAbsentRole // bool: nothing on this side
    };
    enum class Part { Body, Totals };

    explicit DiffTableModel(Part part, QObject *parent = nullptr);
    void setShown(std::shared_ptr<const DiffShown> shown); // null = empty
    void setVisible(core::DiffChange change, bool visible);
    void setCompact(bool compact); // signs instead of words in the column Change
    void sort(int column, Qt::SortOrder order) override; // differences by their size; column -1 or #: the table's own order
    // The table's own order is by difference already, so that there is no other.
    [[nodiscard]] bool isAlwaysByDelta() const;
    [[nodiscard]] bool isByDelta() const { return m_sortColumn == kDelta || (m_sortColumn < 0 && isAlwaysByDelta()); }
    // Every row has the same kernels, as often, on both sides: then the column of A's names is used for both.
    [[nodiscard]] bool namesAlike() const { return m_alike; }
    [[nodiscard]] std::size_t tableRow(int viewRow) const { return m_rows[static_cast<std::size_t>(viewRow)]; }
    [[nodiscard]] int viewRowOf(std::size_t tableRow) const; // -1 if it is not shown

    [[nodiscard]] QString columnId(int column) const override;
    [[nodiscard]] QString asTsv(const QModelIndexList &rows) const override;
    [[nodiscard]] QString asMarkdown(const QModelIndexList &rows) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void rebuild();
    void sortRows();
    [[nodiscard]] std::int64_t deltaSize(std::size_t row) const;
    [[nodiscard]] std::vector<std::uint32_t> tableRows(const QModelIndexList &rows) const;
    [[nodiscard]] QVariant bodyData(std::size_t row, int column, int role) const;
    [[nodiscard]] QVariant totalsData(int row, int column, int role) const;
    [[nodiscard]] QString bodyText(std::size_t row, int column) const;
    [[nodiscard]] QString tip(std::size_t row) const;
    [[nodiscard]] QString totalsTitle(int row) const;
    [[nodiscard]] QString totalsText(int row, int column) const;

    Part m_part;
    std::shared_ptr<const DiffShown> m_shown;
    std::array<bool, 4> m_visible{true, true, true, true};
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_compact = false;
    bool m_alike = false;
    std::vector<std::size_t> m_rows; // of the table
    std::int64_t m_largestDelta = 1;
};

[[nodiscard]] QString changeText(core::DiffChange change); // "= same"
[[nodiscard]] QString signedDuration(std::int64_t ns); // "+4.21 µs", "−950 ns", "0 ns"

} // namespace lamella::ui
