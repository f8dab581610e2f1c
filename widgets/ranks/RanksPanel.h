// SPDX-License-Identifier: GPL-3.0-or-later
// The focused pass on every rank: lanes on the common clock; below them the ranks by layers as a heat map, and as tables with the
// clocks. A rank that is clicked, at first the one that the others wait for, is in the inspector.
#pragma once

#include "core/session/RankSet.h"
#include "widgets/overview/OverviewCells.h"
#include "widgets/ranks/RankStripData.h"
#include "widgets/session/NavigationBus.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QStackedLayout;
class QTableView;
class QToolButton;

namespace lamella::ui {

class EmptyView;
class JobSlot;
class RankController;
class RankHeatMap;
class RankSkewChart;
class RankStripChart;
class ReportTableModel;
class SegmentedControl;
class SessionController;
class DeferUntilVisible;

class RanksPanel : public QWidget {
    Q_OBJECT
public:
    RanksPanel(SessionController &controller, NavigationBus &bus, RankController &ranks, QWidget *parent = nullptr);
    ~RanksPanel() override;

    enum View { kRanks, kLayers, kSkew }; // beside the heat map
    void showView(View view);
    void pickRank(std::size_t member); // shows it in the inspector, and in a lane of its own
    [[nodiscard]] RankStripChart *strip() const { return m_strip; }
    [[nodiscard]] RankHeatMap *map() const { return m_map; }
    [[nodiscard]] ReportTableModel *model(View view) const { return view == kRanks ? m_clocks : m_layers; }
    [[nodiscard]] std::optional<std::size_t> picked() const { return m_picked; } // a member

signals:
    void overviewChanged(const std::vector<lamella::ui::OverviewCell> &cells); // of the overview strip; none while hidden
    void openRequested(); // from the empty state
    void notesRequested(const QString &text); // diagnostics about the ranks, for display
    void exportRequested(const lamella::core::RankTableRequest &request);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    struct Answer;
    QWidget *makeStrip();
    QWidget *makeMap();
    QWidget *makeTables();
    void connectViews();
    void sayOverview();
    void showDetail();
    void hideDetail();
    void markPicked();
    void pickRow(int row); // of the table of ranks
    [[nodiscard]] std::vector<std::size_t> lanes() const; // members that have one where not all do
    QTableView *createTable(ReportTableModel &model, const QString &name);
    void reload();
    void compare();
    void present(Answer answer);
    void followFocus();
    void showEmpty(const QString &sentence, const QString &reason = {}, const QString &link = {});
    void pickLayer(int layer);
    void showMenu(const QTableView &view, const ReportTableModel &model, const QPoint &position);
    [[nodiscard]] core::RankTableRequest request(const ReportTableModel &model) const;
    void openRow(const QModelIndex &index, const ReportTableModel &model);

    SessionController &m_controller;
    NavigationBus &m_bus;
    RankController &m_ranks;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
    SegmentedControl *m_choice = nullptr;
    SegmentedControl *m_metric = nullptr; // of the skew chart
    SegmentedControl *m_order = nullptr; // of the table of ranks
    QToolButton *m_notes = nullptr;
    QStackedLayout *m_stack = nullptr; // views or why there are none
    QWidget *m_views = nullptr;
    QStackedLayout *m_tables = nullptr;
    QTableView *m_rankTable = nullptr;
    RankStripChart *m_strip = nullptr;
    RankHeatMap *m_map = nullptr;
    RankSkewChart *m_skew = nullptr;
    ReportTableModel *m_layers = nullptr;
    ReportTableModel *m_clocks = nullptr;
    EmptyView *m_empty = nullptr;
    int m_shownPass = core::kNoPass; // on the rank shown
    std::size_t m_shownMember = 0;
    std::shared_ptr<core::RankSet> m_shownSet;
    std::optional<std::size_t> m_picked; // member; none: the straggler
    bool m_marking = false; // the row that becomes current was not chosen by the user
    std::vector<std::size_t> m_chosen; // picked so far, the last one at the end
    std::shared_ptr<const InspectorContent> m_detail; // shown from here
};

} // namespace lamella::ui
