// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of light: FLOPs per second over FLOPs per byte, on logarithmic or linear axes, with the roofs of the device; the rows
// ranked by headroom; the layers against their roofline. Values that the trace does not record (peaks, tokens, context) are input
// fields, and are then used in every view.
#pragma once

#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"
#include "widgets/overview/OverviewCells.h"
#include "widgets/roofline/RooflinePicture.h"

#include <QBrush>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

class QLineEdit;
class QSpinBox;
class QStackedLayout;
class QTableView;

namespace lamella::ui {

class DeferUntilVisible;
class ElidedLabel;
class EmptyView;
class JobSlot;
class LinkButton;
class NavigationBus;
class PlotChart;
class ReportTableModel;
class RooflineHints;
class ScopeSwitch;
class SegmentedControl;
class SessionController;
class TotalRow;
class ViewBar;

class RooflinePanel : public QWidget {
    Q_OBJECT
public:
    RooflinePanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~RooflinePanel() override;

    [[nodiscard]] core::TableRequest request() const; // of the table shown
    [[nodiscard]] const RooflinePicture &picture() const { return *m_picture; }
    [[nodiscard]] PlotChart *chart() const { return m_chart; }
    [[nodiscard]] PlotChart *layers() const { return m_layers; }
    [[nodiscard]] ReportTableModel *rows() const { return m_model; }
    [[nodiscard]] RooflineHints *hints() const { return m_hints; }
    // The legend of the chart's colours and lines, for a picture of it.
    [[nodiscard]] std::vector<std::pair<QBrush, QString>> legend() const;
    void enterPeaks(); // focus on their field

signals:
    void exportRequested(const lamella::core::TableRequest &request);
    void configRequested(); // asks for the config of the model
    void boundaryRequested(); // asks what begins a layer
    void inputsChosen(const lamella::core::RooflineInputs &inputs);
    void overviewChanged(const std::vector<lamella::ui::OverviewCell> &cells); // of the overview strip; none while hidden
    void statusChanged(const QStringList &fields); // the statement about the layer or pass, for the status bar; empty: none

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeChart();
    QWidget *makeTable();
    QWidget *makeLayers();
    void addFields(ViewBar &bar);
    enum class Fields { All, Finished }; // Finished: not the one in which the user types
    void showInputs(Fields fields); // of the session
    void chooseInputs();
    void reload();
    void present(core::Result<RooflinePicture> picture);
    void draw();
    void drawRoofs(double left, double right);
    [[nodiscard]] double clearestOnSlope(double left, double right) const;
    void drawRidge(double bottom, double right);
    void drawLayers();
    void showNoLayers();
    void showTotals();
    void showHints();
    void fitHints();
    void sayOverview();
    [[nodiscard]] int shownPass() const;
    void fitColumns();
    void select(const core::Selection &target); // keeps the scope
    void follow();
    void offerHelp(); // input that would supply the missing values
    [[nodiscard]] bool isMostlyModelled() const;
    [[nodiscard]] bool isLinear() const; // the axes of the chart
    [[nodiscard]] QString layerSentence(int bar) const;
    void applyLook();
    [[nodiscard]] QStringList status() const;
    [[nodiscard]] QStringList statement() const;

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
    std::unique_ptr<RooflinePicture> m_picture;
    ElidedLabel *m_what = nullptr;
    ElidedLabel *m_layersWhat = nullptr;
    SegmentedControl *m_by = nullptr;
    SegmentedControl *m_scale = nullptr;
    QLineEdit *m_peaks = nullptr;
    QSpinBox *m_tokens = nullptr;
    QSpinBox *m_context = nullptr;
    PlotChart *m_chart = nullptr;
    PlotChart *m_layers = nullptr;
    EmptyView *m_empty = nullptr; // in place of the chart
    QStackedLayout *m_place = nullptr; // of both
    LinkButton *m_askPeaks = nullptr;
    LinkButton *m_askConfig = nullptr;
    ReportTableModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    QWidget *m_fields = nullptr; // the bar above the list
    TotalRow *m_idle = nullptr;
    TotalRow *m_total = nullptr;
    RooflineHints *m_hints = nullptr;
    EmptyView *m_noLayers = nullptr; // in place of the bars
    QStackedLayout *m_layersPlace = nullptr; // of both
    ScopeSwitch *m_scope = nullptr;
    core::TableRequest m_shown;
    bool m_selecting = false; // from here
    core::RooflineInputs m_inputs; // in the fields; chosen last, or of the session
    bool m_isCurrent = false; // the picture is of the session and scope shown
};

} // namespace lamella::ui
