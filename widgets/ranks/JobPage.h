// SPDX-License-Identifier: GPL-3.0-or-later
// A job of thousands of ranks from the summaries of their traces: heat map of ranks by layers, which rank the others wait for,
// and the table of ranks. No trace is open; a rank's trace opens by a double click where it is still there.
#pragma once

#include "core/report/tables/RankTables.h"

#include <QString>
#include <QThreadPool>
#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QTableView;

namespace lamella::ui {

class ElidedLabel;
class EmptyView;
class JobSlot;
class RankHeatMap;
class ReportTableModel;

class JobPage : public QWidget {
    Q_OBJECT
public:
    explicit JobPage(QThreadPool &pool, QWidget *parent = nullptr);
    ~JobPage() override;

    void open(const QString &folder); // of summaries
    [[nodiscard]] RankHeatMap *map() const { return m_map; }
    [[nodiscard]] ReportTableModel *table() const { return m_model; }
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] bool isBusy() const;
    void cancel(); // something else is opened: the answer is not wanted
    [[nodiscard]] QString requested() const { return m_requested; } // the trace of a rank asked for last; empty: none

signals:
    void traceRequested(const QString &path);
    void told(const QString &sentence); // a problem, for display

private:
    struct Answer;
    void present(const Answer &answer);
    void showRank(std::size_t row);
    void openRank(int rank);

    std::unique_ptr<JobSlot> m_job;
    QLabel *m_title = nullptr;
    ElidedLabel *m_sentence = nullptr;
    RankHeatMap *m_map = nullptr;
    ReportTableModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    EmptyView *m_empty = nullptr;
    QWidget *m_content = nullptr;
    std::vector<core::RankLabel> m_labels; // rows of the map
    QString m_requested;
};

} // namespace lamella::ui
