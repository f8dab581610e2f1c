// SPDX-License-Identifier: GPL-3.0-or-later
// Heat map of passes and layers, to find unusual ones. Up to kMaxPassRows passes are rows; more are columns below a strip of the
// passes in the brush, in the order of time or of their walls. A trace with one pass shows kernel positions × layers.
#pragma once

#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"
#include "widgets/charts/HeatMapData.h"
#include "widgets/passes/PassStripLayout.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <vector>

class QScrollArea;
class QStackedLayout;
class QToolButton;

namespace lamella::ui {

class BrushStrip;
class Chart;
class DeferUntilVisible;
class HeatMapChart;
class JobSlot;
class MetricChoice;
class NavigationBus;
class PassMapChart;
class SegmentedControl;
class SessionController;

class HeatMapPanel : public QWidget {
    Q_OBJECT
public:
    HeatMapPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~HeatMapPanel() override;

    [[nodiscard]] bool isBusy() const; // the table is being computed
    [[nodiscard]] HeatMapChart *chart() const { return m_chart; } // with passes as rows
    [[nodiscard]] PassMapChart *passMap() const { return m_map; } // with passes as columns
    [[nodiscard]] bool hasColumns() const; // it shows passMap()
    [[nodiscard]] core::TableRequest request() const; // of the table shown

signals:
    void busyChanged();
    void barsRequested(bool types); // of layers, or of their types, in place of the map
    void placeOpened(); // by a double click; it is selected
    void exportRequested(const lamella::core::TableRequest &request);

private:
    [[nodiscard]] std::string passes() const;
    [[nodiscard]] bool hasBrush() const; // of the device shown
    [[nodiscard]] bool inBrush() const;
    void chooseForm();
    void reload();
    void forgetPicture();
    void showText(const QString &text);
    void followBrush();
    void followSelection();
    void showSelection();
    void takePasses(const std::shared_ptr<const core::Segmentation> &segmentation);
    void showColumns();
    void present(core::Result<HeatMapData> map);
    [[nodiscard]] static QString explanationOf(const HeatMapData &map);
    void setBusy(bool busy);
    [[nodiscard]] QWidget *createBar();
    [[nodiscard]] QWidget *createRows();
    [[nodiscard]] QWidget *createColumns();

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
    DeferUntilVisible *m_selectionSeen;
    MetricChoice *m_metric = nullptr;
    SegmentedControl *m_scope = nullptr; // all, brush
    SegmentedControl *m_order = nullptr; // in time, by wall
    QToolButton *m_save = nullptr;
    QStackedLayout *m_stack = nullptr; // rows, columns
    HeatMapChart *m_chart = nullptr;
    QScrollArea *m_scroll = nullptr;
    BrushStrip *m_strip = nullptr;
    PassMapChart *m_map = nullptr;
    core::DeviceId m_shownDevice;
    std::weak_ptr<const core::Segmentation> m_passesOf; // what m_passes was made of
    PassStripData m_passes;
    std::vector<std::uint32_t> m_rows; // of all m_passes, from left to right
    StripOrder m_orderOfRows = StripOrder::Time;
    bool m_hadBrush = false;
    bool m_busy = false;
};

} // namespace lamella::ui
