// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison of two layers or passes, of one trace or of two: lanes side by side, aligned rows, sums that add up.
#pragma once

#include "core/report/ReportTable.h"
#include "widgets/diff/DiffJob.h"
#include "widgets/session/CompareController.h"

#include <QWidget>

#include <array>
#include <memory>
#include <optional>

class QComboBox;
class QSplitter;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace lamella::ui {

class CompareResults;
class DiffLanes;
class DiffTableModel;
class DropOverlay;
class EmptyView;
class JobSlot;
class PlaceField;
class SegmentedControl;
class ViewBar;

class DiffPanel : public QWidget {
    Q_OBJECT
public:
    DiffPanel(CompareController &compare, NavigationBus &bus, QWidget *parent = nullptr);
    ~DiffPanel() override;

    [[nodiscard]] const std::shared_ptr<const DiffShown> &shown() const { return m_shown; }
    // The rows of the table: those of the compared layers, or of the whole passes that contain them.
    [[nodiscard]] const std::shared_ptr<const DiffShown> &rows() const { return m_rows; }
    void chooseOther(); // of the place to compare the selection with
    [[nodiscard]] DiffLanes *lanes() const { return m_lanes; }
    // As part of a workspace that shows elsewhere which traces are compared and what changed by category: without these, and with
    // a view at the left of the table.
    void setPartOfWorkspace(QWidget *leftOfTable);

signals:
    void openRequested(); // a second trace, by dialog
    void configRequested(); // the model config of the second trace
    // The shown table; the receiver asks the user for the file.
    void exportRequested(const std::shared_ptr<const lamella::core::ReportTable> &table);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    // The result computed by a worker: the pair compared, and the contents of the table.
    struct Answer {
        std::shared_ptr<const DiffShown> shown;
        std::shared_ptr<const DiffShown> rows;
    };
    QWidget *createBar();
    QWidget *createTableBar(QWidget *parent);
    void addPlaces(ViewBar &bar);
    void addScope(ViewBar &bar);
    void addRowScope(ViewBar &bar);
    void addChips(ViewBar &bar);
    void showOrder();
    void showScope();
    void showRowScope();
    void compareLayers();
    [[nodiscard]] std::optional<core::LayerSelection> layerToCompare() const;
    QWidget *createBody();
    void createTotals(QWidget *parent);
    void fillViews();
    void reload();
    void present(core::Result<Answer> answer);
    void showPlaces();
    void showTrace();
    void showSecondState();
    void forget(); // what is shown
    void showNothing(const QString &sentence, const QString &reason, const QString &link);
    void showLoading();
    void showAtBaseline();
    void updateCounts();
    void selectRow(int tableRow, bool ofA); // of the table
    void selectBar(int row, bool ofA); // of the lanes
    void select(const DiffShown &of, std::size_t row, bool ofA); // in the window
    void showRow(const DiffShown *of, int row); // -1: none
    void followSelection(const core::Selection &selection, QObject *origin);
    void fitBars();
    void fitTotals();
    void fitSize();
    [[nodiscard]] QString laneLabel(bool ofA) const;

    CompareController &m_compare;
    NavigationBus &m_bus;
    CompareResults &m_results;
    std::unique_ptr<JobSlot> m_job;
    PlaceField *m_placeA = nullptr;
    PlaceField *m_placeB = nullptr;
    QToolButton *m_trace = nullptr;
    QComboBox *m_view = nullptr;
    std::array<QToolButton *, 4> m_chips{};
    SegmentedControl *m_scope = nullptr; // pass or layer
    SegmentedControl *m_rowScope = nullptr; // of the table: the layer or the whole pass
    bool m_ofPass = false; // the table shows the passes of the layers compared
    std::optional<int> m_lastLayer; // of the window's trace that was compared
    SegmentedControl *m_order = nullptr;
    DiffLanes *m_lanes = nullptr;
    QSplitter *m_lower = nullptr; // below the lanes
    bool m_inWorkspace = false;
    DiffTableModel *m_model = nullptr;
    DiffTableModel *m_totalsModel = nullptr;
    QTableView *m_table = nullptr;
    QTableView *m_totals = nullptr;
    EmptyView *m_empty = nullptr;
    QWidget *m_body = nullptr;
    QStackedLayout *m_stack = nullptr;
    DropOverlay *m_veil = nullptr;
    std::shared_ptr<const core::DiffSession> m_session; // of the two sessions compared
    std::shared_ptr<core::AnalysisSession> m_sessionA; // session that m_session was made for
    std::shared_ptr<core::AnalysisSession> m_sessionB;
    std::shared_ptr<const DiffShown> m_shown;
    std::shared_ptr<const DiffShown> m_rows;
    core::DiffRequest m_request; // request answered by m_shown
    bool m_stale = true; // something changed while the panel was hidden
    bool m_following = false;
    bool m_compact = false; // too narrow for words
};

} // namespace lamella::ui
