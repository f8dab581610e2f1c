// SPDX-License-Identifier: GPL-3.0-or-later
// The trend of a figure over many runs: a dot for each run, the level between two changes as a line, each change with its share.
// The runs are summaries or traces that the user chooses; the table of all series is below. Read on a worker.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QStackedLayout;
class QTableView;

namespace lamella::ui {

class ElidedLabel;
class EmptyView;
class JobSlot;
class LinkButton;
class PlotChart;
class ReportTableModel;
class SessionController;

struct HistoryRun {
    int run = 0; // its place, oldest first
    std::string file; // name
    std::int64_t ns = 0;
    std::int64_t levelNs = 0;
    std::optional<double> change; // share of the previous level, if a new level begins
};

struct HistoryPicture {
    std::shared_ptr<const core::ReportTable> series; // the table history
    std::shared_ptr<const core::ReportTable> runs; // the same by run
    // Runs of a row of `series`.
    [[nodiscard]] std::vector<HistoryRun> runsOf(std::size_t row) const;
};

// Errors: those of RunHistory::open.
[[nodiscard]] core::Result<HistoryPicture> loadHistory(const std::vector<std::string> &inputs, const core::JobControl &control);

class HistoryPanel : public QWidget {
    Q_OBJECT
public:
    explicit HistoryPanel(SessionController &controller, QWidget *parent = nullptr);
    ~HistoryPanel() override;

    void open(const QStringList &paths); // files and folders
    [[nodiscard]] PlotChart *chart() const { return m_chart; }
    [[nodiscard]] const HistoryPicture &picture() const { return m_picture; }
    [[nodiscard]] QTableView *table() const { return m_view; }

signals:
    void exportRequested(const std::shared_ptr<const lamella::core::ReportTable> &table);

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeBar();
    void askFiles();
    void askFolder();
    void present(core::Result<HistoryPicture> made);
    void draw(); // the series of the current row
    void applyLook();
    [[nodiscard]] int currentRow() const; // of the table

    std::unique_ptr<JobSlot> m_job;
    HistoryPicture m_picture;
    std::vector<HistoryRun> m_drawn;
    ElidedLabel *m_what = nullptr;
    PlotChart *m_chart = nullptr;
    ReportTableModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    EmptyView *m_empty = nullptr;
    QStackedLayout *m_stack = nullptr;
};

} // namespace lamella::ui
