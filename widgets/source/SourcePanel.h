// SPDX-License-Identifier: GPL-3.0-or-later
// Where GPU time comes from: a flame graph of the selected pass or layer above the table of source lines, yours first. Lines open
// in an editor.
#pragma once

#include "widgets/models/ShownRequest.h"
#include "widgets/overview/OverviewCells.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/source/FlameChart.h"
#include "widgets/source/SourceOverview.h"

#include <QWidget>

#include <memory>

namespace lamella::ui {

class ElidedLabel;
class JobSlot;
class SegmentedControl;
class SessionController;
class TablePane;

class SourcePanel : public QWidget {
    Q_OBJECT
public:
    SourcePanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~SourcePanel() override;

    [[nodiscard]] FlameChart *chart() const { return m_chart; }
    [[nodiscard]] TablePane *pane() const { return m_pane; }
    [[nodiscard]] core::TableRequest request() const; // of the table

    void followOverviewLink(); // asks what the user's own code is

signals:
    void overviewChanged(const std::vector<lamella::ui::OverviewCell> &cells); // of the overview strip; none while hidden
    void ruleChosen(const QString &yours); // see SessionOptions::yours
    void exportRequested(const lamella::core::TableRequest &request);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    [[nodiscard]] QWidget *flamePart();
    [[nodiscard]] QWidget *linesPart();
    [[nodiscard]] core::TableRequest scope() const; // pass and layer of `m_focus`
    void choose(const core::Selection &target); // a part of what is shown: the scope stays
    void follow(); // scope: pass and layer of the selection
    void reload();
    void loadGraph();
    void clearSums(); // of another trace or scope
    void loadSums();
    void groupByWhatIsRecorded();
    void offerColumns();
    void sayOverview();
    void showGraph(core::Result<std::shared_ptr<const FlameData>> made);
    void describe();
    void findLine(); // of the selected kernel
    void markLine();
    void openRow(const QModelIndex &index);
    void showOrigin(); // of the selected row, in the inspector; not of several
    void showMenu(const QModelIndex &index, const QPoint &position);

    SessionController &m_controller;
    NavigationBus &m_bus;
    FlameChart *m_chart = nullptr;
    QWidget *m_flamePart = nullptr; // m_chart with its bar
    TablePane *m_pane = nullptr;
    SegmentedControl *m_layers = nullptr; // merged | one by one
    SegmentedControl *m_frames = nullptr; // without torch and Python | all
    SegmentedControl *m_by = nullptr;
    ElidedLabel *m_what = nullptr;
    ElidedLabel *m_notes = nullptr;
    std::unique_ptr<JobSlot> m_job;
    std::unique_ptr<JobSlot> m_lineJob;
    std::unique_ptr<JobSlot> m_originJob; // figures of the row that was clicked
    std::unique_ptr<JobSlot> m_sumsJob;
    SourceSums m_sums; // of m_graphRequest; nothing while they are not known
    core::FrameLabel m_line; // source line of the selected kernel; without a file: none is known
    core::TableRequest m_graphRequest; // of the graph that is shown or being made
    int m_graphForm = -1;
    Focus m_focus; // of the last selection that was not made here
    bool m_choosing = false;
    bool m_byChosen = false; // by the user, for as long as this panel exists
};

} // namespace lamella::ui
