// SPDX-License-Identifier: GPL-3.0-or-later
// Heat map of passes × layers, to find unusual passes and layers. A trace with one pass shows kernel positions × layers.
#pragma once

#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"
#include "widgets/charts/HeatMapData.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QScrollArea;

namespace lamella::ui {

class HeatMapChart;
class JobSlot;
class NavigationBus;
class SessionController;
class DeferUntilVisible;

class HeatMapPanel : public QWidget {
    Q_OBJECT
public:
    HeatMapPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~HeatMapPanel() override;

    [[nodiscard]] bool isBusy() const; // the table is being computed
    [[nodiscard]] HeatMapChart *chart() const { return m_chart; }
    [[nodiscard]] core::TableRequest request() const; // of the table shown

signals:
    void busyChanged();
    void barsRequested(bool types); // of layers, or of their types, in place of the map
    void exportRequested(const lamella::core::TableRequest &request);

private:
    [[nodiscard]] std::string passes() const;
    void reload();
    void followSelection();
    void showSelection();
    void present(core::Result<HeatMapData> map);
    [[nodiscard]] static QString explanationOf(const HeatMapData &map);
    void setBusy(bool busy);
    [[nodiscard]] QWidget *createBar();

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
    DeferUntilVisible *m_selectionSeen;
    QComboBox *m_metric = nullptr;
    HeatMapChart *m_chart = nullptr;
    QScrollArea *m_scroll = nullptr;
    core::DeviceId m_shownDevice;
    bool m_busy = false;
};

} // namespace lamella::ui
