// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of the view of memory: blocks at the cursor, the largest, those still held, each or grouped with their sum; the lines
// that keep memory from pass to pass; the allocations that failed, with the blocks in the way and what to release. GUI thread
// only; blocks are found and added up on a worker, while the previous ones stay.
#pragma once

#include "core/base/Result.h"
#include "core/report/TableRequest.h"
#include "widgets/memory/BlockGroups.h"
#include "widgets/memory/MemoryPicture.h"
#include "widgets/models/ShownRows.h"

#include <QWidget>

#include <cstdint>
#include <memory>

class QLabel;
class QStackedWidget;
class QTableView;

namespace lamella::ui {

class DeferUntilVisible;
class ElidedLabel;
class JobSlot;
class NavigationBus;
class ReportTableModel;
class SegmentedControl;
class SessionController;
class TableLoader;

class MemoryTables : public QWidget {
    Q_OBJECT
public:
    enum Which { AtCursor, Largest, StillHeld, Growth, Failures };

    MemoryTables(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~MemoryTables() override;

    void setPicture(std::shared_ptr<const MemoryPicture> picture); // null: empty
    void setCursor(std::int64_t ns); // from zero
    void choose(Which which);
    [[nodiscard]] Which shown() const;
    [[nodiscard]] core::TableRequest request() const; // of the table shown; of blocks, of all of them
    // The rows shown of a list of blocks or groups, which no command gives; none: the table of request() has them all.
    [[nodiscard]] ShownRows shownRows() const;
    [[nodiscard]] bool hasRows() const; // the list shown
    [[nodiscard]] ReportTableModel *blocks() const { return m_blocks; }
    void group(bool grouped); // blocks by lifetime and line, or each
    [[nodiscard]] ReportTableModel *groups() const { return m_groups; }
    [[nodiscard]] QString sumText() const; // of the groups
    [[nodiscard]] ReportTableModel *growth() const { return m_growth; }
    [[nodiscard]] ReportTableModel *failures() const { return m_failures; }
    [[nodiscard]] QString explanation() const; // of the failed allocation that is chosen
    [[nodiscard]] QTableView *view(Which which) const;

signals:
    void picked(qint64 ns); // the time of a failed allocation, from zero

private:
    void build();
    void addGroups(); // the page of grouped blocks, with their sum
    void showMenu(const QTableView &view, const QPoint &position);
    QTableView *addView(ReportTableModel &model, const char *object, const QString &name);
    struct Blocks { // that are shown, and their groups
        std::shared_ptr<const core::ReportTable> each;
        std::shared_ptr<const core::ReportTable> groups;
        BlockSum sum;
    };
    static core::Result<Blocks> findBlocks(
        const MemoryPicture &picture, Which which, std::int64_t cursor, const core::JobControl &control);
    void showBlocks();
    void takeBlocks(const Blocks &blocks, Which which, std::int64_t cursor);
    void follow(const core::Selection &selection);
    void showPage();
    [[nodiscard]] ReportTableModel *shownModel() const;
    void load(const char *by, ReportTableModel &model);
    void sayGrowth();
    void sayFailures();
    void explain(int row);

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::shared_ptr<const MemoryPicture> m_picture;
    TableLoader *m_loader;
    std::unique_ptr<JobSlot> m_blocksJob;
    DeferUntilVisible *m_selectionSeen;
    ReportTableModel *m_loading = nullptr; // whose table is awaited
    ElidedLabel *m_title = nullptr;
    SegmentedControl *m_which = nullptr;
    QStackedWidget *m_stack = nullptr;
    SegmentedControl *m_how = nullptr;
    QLabel *m_sum = nullptr;
    ReportTableModel *m_blocks = nullptr;
    ReportTableModel *m_groups = nullptr;
    ReportTableModel *m_growth = nullptr;
    ReportTableModel *m_failures = nullptr;
    QLabel *m_why = nullptr;
    std::int64_t m_cursor = 0;
};

} // namespace lamella::ui
