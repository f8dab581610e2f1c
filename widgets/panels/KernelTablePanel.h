// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels take the time: of a layer one row per kernel, by time or in order; of a pass or the trace one row per name. Each with
// its difference to the median and its share of the roofline; the total below.
#pragma once

#include "core/analysis/KernelFilter.h"
#include "core/session/AnalysisSession.h"
#include "widgets/session/NavigationBus.h"

#include <QWidget>

#include <memory>
#include <set>

class QLabel;
class QStackedLayout;
class QTableView;

namespace lamella::ui {

class EmptyView;
class ReportTableModel;
class ScopeSwitch;
class SearchField;
class SegmentedControl;
class SessionController;
class TableExport;
class TableLoader;
class TotalRow;

class KernelTablePanel : public QWidget {
    Q_OBJECT
public:
    KernelTablePanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~KernelTablePanel() override;

    [[nodiscard]] QTableView *view() const { return m_view; }
    [[nodiscard]] ReportTableModel *model() const { return m_model; }
    // The table shown, with filter and sort order: what an export of this panel requests.
    [[nodiscard]] core::TableRequest request() const;
    // The filter of the window: the kept filters and the typed text (also shown in this panel's field).
    void setFilters(const QString &kept, const QString &typed);
    void setFilter(const QString &text); // the typed text
    void copyRows();

signals:
    void exportRequested(const lamella::core::TableRequest &request);
    void filterEdited(const QString &text);
    // After the row has been selected.
    void showInPerfettoRequested();
    void compareRequested();
    void sourceRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *createBar();
    void createView();
    void followFocus();
    void applyFilter();
    void reload();
    void showTable(std::shared_ptr<const core::ReportTable> table);
    void showCount();
    void followSelection(const core::Selection &selection, QObject *origin);
    void tellSeveral();
    [[nodiscard]] core::Selection namesOf(const core::Selection &selection) const;
    void activate(const QModelIndex &index);
    void showMenu(const QPoint &position);
    void fitColumns();
    void showTotal();
    [[nodiscard]] std::int64_t wallShown() const;
    [[nodiscard]] QString rowsText() const;
    [[nodiscard]] bool isCopy(const core::Selection &row);
    [[nodiscard]] bool isEach() const; // one row per kernel

    SessionController &m_controller;
    NavigationBus &m_bus;
    TableLoader *m_loader = nullptr;
    ReportTableModel *m_model = nullptr;
    SearchField *m_filter = nullptr;
    ScopeSwitch *m_scope = nullptr;
    SegmentedControl *m_rows = nullptr; // rows by name, or by name, input dims and grid; not of a layer
    SegmentedControl *m_sequence = nullptr; // of a layer: by time or in order
    TotalRow *m_total = nullptr;
    bool m_longOperator = false;
    QTableView *m_view = nullptr;
    EmptyView *m_empty = nullptr;
    QStackedLayout *m_stack = nullptr;
    QString m_kept; // filters other than the field's
    core::KernelFilter m_typed; // the field's filter, or the last valid one
    core::KernelFilter m_names; // terms of the whole filter applied to rows
    core::KernelFilter m_work; // terms that choose the counted kernels
    core::TableRequest m_loaded; // of the table shown
    bool m_bars = true; // in the columns of times
    bool m_following = false;
    std::set<core::StringId> m_copies; // names of copies and memsets
    std::weak_ptr<const core::TraceDocument> m_copiesOf; // in which they are
};

} // namespace lamella::ui
