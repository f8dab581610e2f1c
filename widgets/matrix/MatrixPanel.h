// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of runs, model by sequence length, as five tables. Reads a separate folder, independent of the trace in the other views;
// a cell opens its run there.
#pragma once

#include "core/session/matrix/RunGrid.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>

class QLineEdit;
class QModelIndex;
class QStackedLayout;
class QTableView;
class QThreadPool;
class QToolButton;

namespace lamella::ui {

class ElidedLabel;
class EmptyView;
class JobSlot;
class ReportTableModel;
class SegmentedControl;

class MatrixPanel : public QWidget {
    Q_OBJECT
public:
    explicit MatrixPanel(QThreadPool &pool, QWidget *parent = nullptr);
    ~MatrixPanel() override;

    void open(const QStringList &paths); // files and folders of runs
    void showTable(int which); // 0..4: tables a..e
    [[nodiscard]] const core::RunGrid *grid() const { return m_grid.get(); }
    [[nodiscard]] ReportTableModel *model() const { return m_model; }
    [[nodiscard]] QTableView *view() const { return m_view; }

signals:
    void runOpened(const QString &path);

private:
    void createBar();
    void chooseFolder();
    void load();
    void present();
    void showEmpty(const QString &sentence, const QString &reason = {}, const QString &link = {});
    void openCell(const QModelIndex &index);
    void copyMarkdown();
    [[nodiscard]] const core::RunFacts *factsAt(const QModelIndex &index, std::size_t sequence) const;
    [[nodiscard]] std::vector<std::optional<double>> valuesOf(const QModelIndex &index) const;

    QThreadPool &m_pool;
    std::unique_ptr<JobSlot> m_job;
    QStringList m_paths;
    std::shared_ptr<const core::RunGrid> m_grid;
    SegmentedControl *m_choice = nullptr;
    QLineEdit *m_pattern = nullptr;
    QToolButton *m_copy = nullptr;
    ElidedLabel *m_notes = nullptr;
    QStackedLayout *m_stack = nullptr;
    QTableView *m_view = nullptr; // recreated for each table, because columns differ
    ReportTableModel *m_model = nullptr;
    EmptyView *m_empty = nullptr;
};

} // namespace lamella::ui
