// SPDX-License-Identifier: GPL-3.0-or-later
// Stacked bars, one per layer of the focused pass, by category: how long each layer takes, and on what.
#pragma once

#include "core/base/Result.h"
#include "core/model/Selection.h"
#include "core/report/ReportTable.h"
#include "core/session/AnalysisSession.h"
#include "widgets/charts/LayerBarsData.h"

#include <QWidget>

#include <QStringList>

#include <map>
#include <memory>

class QLabel;
class QStackedLayout;
class QToolButton;

namespace lamella::ui {

struct Focus;

class CategoryLegend;
class CategoryMultiples;
class EmptyView;
class JobSlot;
class LayerBarsChart;
class NavigationBus;
class SegmentedControl;
class SessionController;
class DeferUntilVisible;
class ViewBar;

class LayerBarsPanel : public QWidget {
    Q_OBJECT
public:
    LayerBarsPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~LayerBarsPanel() override;

    [[nodiscard]] bool isBusy() const; // the table is being computed
    [[nodiscard]] core::TableRequest request() const; // of the table shown
    [[nodiscard]] LayerBarsChart *chart() const { return m_chart; }
    void showGroups(bool groups); // one bar per layer type
    [[nodiscard]] QString mode() const; // "layers", "groups" or "categories"
    void setMode(const QString &mode); // any other text selects layers
    void setChosen(const std::vector<core::Category> &categories); // as a click on the legend; no signal
    [[nodiscard]] CategoryMultiples *multiples() const { return m_multiples; }
    // Hypothetical wall times of a pass's layers, drawn as an outline over bars of wall times while that pass is shown. Empty:
    // none.
    void setOutline(core::DeviceId device, int pass, std::map<int, std::int64_t> wallNs);

    // Kernels that match the filter; the rest of each bar is faint. Null = no filter.
    void setMatches(std::shared_ptr<const core::KernelMatches> matches);

signals:
    void busyChanged();
    void modeChanged(); // by the user
    void categoriesChosen(const QStringList &ids); // in the legend; none = all
    void exportRequested(const lamella::core::TableRequest &request);
    void boundaryRequested(); // there are no layers, and the user wants to choose what begins one
    void heatMapRequested(); // in place of the bars
    void layerOpened(); // double click or Enter: the layer is selected, zoom to it

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Bars {
        LayerBarsData layers; // or of all passes, where the pass has no layers
        LayerBarsData groups;
        core::Message note; // of the table `layers`
        bool areKept = false; // the pass has no layers either: the bars of passes that are shown stay
    };
    void addEmptyView();
    [[nodiscard]] QWidget *createWhy();
    // Of the table `layers` that `request` asks for. On a worker.
    static core::Result<Bars> barsOf(
        core::AnalysisSession &session, const core::TableRequest &request, bool hasPasses, const core::JobControl &control);
    [[nodiscard]] core::TableRequest requestOfPass(const char *table) const;
    void addSwitch();
    [[nodiscard]] Focus wantedPass() const;
    void fitMetric();
    void showTitle();
    void reload();
    void load(const std::shared_ptr<core::AnalysisSession> &session, const core::TableRequest &request);
    void present(core::Result<Bars> bars);
    [[nodiscard]] bool hasPasses() const; // bars of all passes of the shown device
    void showBars();
    void sumMatches(); // over the pass shown
    void showSelection();
    void setBusy(bool busy);
    void followFocus();
    void showOutline();

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
    std::unique_ptr<JobSlot> m_matchJob;
    std::shared_ptr<const core::KernelMatches> m_matches;
    CategoryLegend *m_legend = nullptr;
    LayerBarsChart *m_chart = nullptr;
    CategoryMultiples *m_multiples = nullptr;
    EmptyView *m_empty = nullptr; // in place of the charts
    QWidget *m_noLayers = nullptr; // above bars of passes: why there are none of layers
    QLabel *m_noLayersText = nullptr;
    QStackedLayout *m_stack = nullptr;
    ViewBar *m_bar = nullptr;
    SegmentedControl *m_metric = nullptr;
    SegmentedControl *m_view = nullptr;
    QToolButton *m_each = nullptr; // a chart for each category
    bool m_isGrouped = false; // bars of types
    LayerBarsData m_layers; // of the shown pass, one bar per layer
    core::DeviceId m_layersDevice; // of m_layers; not valid: they are of another session
    LayerBarsData m_groups; // one bar per type
    QString m_why; // why there are no bars, where more is known than that the pass has no layers
    bool m_isAnswered = false; // m_layers are those of the pass shown
    int m_titledPass = core::kNoPass; // the pass of m_layers, as the title says
    int m_shownPass = core::kNoPass;
    core::DeviceId m_shownDevice;
    bool m_busy = false;
    core::DeviceId m_outlineDevice;
    int m_outlinePass = core::kNoPass;
    std::map<int, std::int64_t> m_outline;
};

} // namespace lamella::ui
