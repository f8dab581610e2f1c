// SPDX-License-Identifier: GPL-3.0-or-later
// Stacked bars, one per layer of the focused pass, by category: how long each layer takes and what it spends it on.
#pragma once

#include "core/base/Result.h"
#include "core/model/Selection.h"
#include "core/report/ReportTable.h"
#include "core/session/AnalysisSession.h"
#include "widgets/charts/LayerBarsData.h"

#include <QWidget>

#include <map>
#include <memory>

class QStackedLayout;

namespace lamella::ui {

class CategoryLegend;
class CategoryMultiples;
class JobSlot;
class LayerBarsChart;
class NavigationBus;
class SegmentedControl;
class SessionController;
class DeferUntilVisible;

class LayerBarsPanel : public QWidget {
    Q_OBJECT
public:
    LayerBarsPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~LayerBarsPanel() override;

    [[nodiscard]] bool isBusy() const; // the table is being computed
    [[nodiscard]] LayerBarsChart *chart() const { return m_chart; }
    void showGroups(bool groups); // one bar a layer type
    void showMultiples(); // a small chart for each category
    [[nodiscard]] QString mode() const; // "layers", "groups" or "categories"
    void setMode(const QString &mode); // any other text: layers
    [[nodiscard]] CategoryMultiples *multiples() const { return m_multiples; }
    // Walls that the layers of a pass would have; shown over bars of walls while that pass is. No layers: none.
    void setOutline(core::DeviceId device, int pass, std::map<int, std::int64_t> wallNs);

    // What the filter means; the rest of each bar goes faint. Null = no filter.
    void setMatches(std::shared_ptr<const core::KernelMatches> matches);

signals:
    void busyChanged();
    void modeChanged(); // by the user
    void layerOpened(); // double click or Enter: the layer is selected, show it large

private:
    void reload();
    void load(const std::shared_ptr<core::AnalysisSession> &session, const core::TableRequest &request, const std::string &stage);
    struct Tables {
        std::shared_ptr<const core::ReportTable> layers;
        std::shared_ptr<const core::ReportTable> clusters;
        std::shared_ptr<const LayerSpread> spread; // of no pass where none of the stage is steady
    };
    struct KnownSpread {
        std::weak_ptr<core::AnalysisSession> session; // weak: a trace that is closed goes, whatever is known of it
        std::string device;
        std::string stage;
        std::shared_ptr<const LayerSpread> spread;
    };
    void present(const core::Result<Tables> &tables);
    void showBars();
    void sumMatches(); // in the pass that is shown
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
    QStackedLayout *m_stack = nullptr;
    SegmentedControl *m_metric = nullptr;
    SegmentedControl *m_view = nullptr;
    LayerBarsData m_layers; // of the shown pass, one bar a layer
    LayerBarsData m_groups; // one bar a type
    KnownSpread m_spread; // of the steady passes that were asked for last
    QString m_why; // there are none
    int m_shownPass = core::kNoPass;
    core::DeviceId m_shownDevice;
    bool m_busy = false;
    core::DeviceId m_outlineDevice;
    int m_outlinePass = core::kNoPass;
    std::map<int, std::int64_t> m_outline;
};

} // namespace lamella::ui
