// SPDX-License-Identifier: GPL-3.0-or-later
// A job of thousands of ranks from the summaries of their traces: heat map of ranks by layers, which rank the others wait for,
// and the table of ranks. Ranks that meet at the same collectives can be folded into groups; a double click on a group shows its
// ranks. No trace is open; a rank's trace opens by a double click where it is still there.
#pragma once

#include "core/report/tables/RankTables.h"
#include "widgets/ranks/RankHeatData.h"

#include <QString>
#include <QThreadPool>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QModelIndex;
class QStackedWidget;
class QTableView;

namespace lamella::ui {

class ElidedLabel;
class EmptyView;
class JobSlot;
class LinkButton;
class RankHeatMap;
class ReportTableModel;
class SegmentedControl;
class ViewBar;

class JobPage : public QWidget {
    Q_OBJECT
public:
    explicit JobPage(QThreadPool &pool, QWidget *parent = nullptr);
    ~JobPage() override;

    void open(const QString &folder); // of summaries
    [[nodiscard]] RankHeatMap *map() const { return m_map; }
    [[nodiscard]] ReportTableModel *table() const { return m_model; } // of ranks
    [[nodiscard]] ReportTableModel *groupTable() const { return m_groupModel; }
    [[nodiscard]] int divisions() const { return static_cast<int>(m_divisions.size()); }
    void fold(int division); // -1: each rank
    [[nodiscard]] int folded() const { return m_division; }
    void openGroup(std::size_t group); // of the division: its ranks, in place of all
    void showAllRanks();
    void setSlowestFirst(bool on);
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] bool isBusy() const;
    void cancel(); // something else is opened: the answer is not wanted
    [[nodiscard]] QString requested() const { return m_requested; } // the trace of the rank requested last; empty: none

protected:
    void keyPressEvent(QKeyEvent *event) override;

signals:
    void traceRequested(const QString &path);
    void told(const QString &sentence); // a problem, for display

private:
    struct Answer;
    void build(QThreadPool &pool);
    ViewBar *makeBar();
    QTableView *addTable(ReportTableModel &model, const QString &name);
    void connectTables();
    void present(const Answer &answer);
    void arrange(); // map and table, by folding, opened group and order
    void showRow(std::size_t row); // of the map, in the table
    void openRow(std::size_t row);
    void openRank(int rank);
    [[nodiscard]] int rankOf(const QModelIndex &index) const;

    std::unique_ptr<JobSlot> m_job;
    ViewBar *m_bar = nullptr; // hidden while no job is shown
    QLabel *m_title = nullptr;
    ElidedLabel *m_sentence = nullptr;
    QComboBox *m_fold = nullptr;
    SegmentedControl *m_order = nullptr;
    LinkButton *m_back = nullptr; // names the group that is shown
    RankHeatMap *m_map = nullptr;
    ReportTableModel *m_model = nullptr;
    ReportTableModel *m_groupModel = nullptr;
    QTableView *m_view = nullptr;
    QTableView *m_groupView = nullptr;
    QStackedWidget *m_tables = nullptr;
    EmptyView *m_empty = nullptr;
    QWidget *m_content = nullptr;
    std::vector<core::RankLabel> m_labels; // rows of m_heat
    RankHeatData m_heat; // of all ranks
    std::vector<core::RankDivision> m_divisions;
    std::shared_ptr<const core::ReportTable> m_ranks; // row = rank
    std::shared_ptr<const core::ReportTable> m_groups; // of all divisions
    int m_division = -1; // -1: not folded
    std::vector<std::uint32_t> m_only; // rows of the ranks shown; empty: all
    std::vector<std::uint32_t> m_rows; // of the map: rank, or group of the division
    QString m_requested;
};

} // namespace lamella::ui
