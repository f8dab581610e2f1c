// SPDX-License-Identifier: GPL-3.0-or-later
// The focused pass on every rank: strip on the common clock, skew by layer, table, and how the clocks were aligned.
#pragma once

#include "core/session/RankSet.h"
#include "widgets/ranks/RankStripData.h"
#include "widgets/session/NavigationBus.h"

#include <QWidget>

#include <memory>

class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace lamella::ui {

class EmptyView;
class JobSlot;
class RankController;
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

    enum View { kStrip, kSkew, kTable, kClocks };
    void showView(View view);
    [[nodiscard]] RankStripChart *strip() const { return m_strip; }
    [[nodiscard]] ReportTableModel *model(View view) const { return view == kClocks ? m_clocks : m_layers; }

signals:
    void openRequested(); // from the empty state
    void notesRequested(const QString &text); // diagnostics about the ranks, for display
    void exportRequested(const lamella::core::RankTableRequest &request);

private:
    struct Answer;
    void createViews();
    void showSentence(const QString &text);
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
    QLabel *m_sentence = nullptr; // wrapped, below the bar
    QToolButton *m_notes = nullptr;
    QStackedLayout *m_stack = nullptr;
    RankStripChart *m_strip = nullptr;
    RankSkewChart *m_skew = nullptr;
    ReportTableModel *m_layers = nullptr;
    ReportTableModel *m_clocks = nullptr;
    EmptyView *m_empty = nullptr;
    int m_shownPass = core::kNoPass; // on the rank shown
    std::size_t m_shownMember = 0;
    std::shared_ptr<core::RankSet> m_shownSet;
};

} // namespace lamella::ui
