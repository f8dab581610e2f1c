// SPDX-License-Identifier: GPL-3.0-or-later
// Stacked bars, one per layer of the focused pass, by category: how long each layer takes and what it spends it on.
#pragma once

#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <QWidget>

#include <memory>

class QToolButton;

namespace lamella::ui {

class CategoryLegend;
class JobSlot;
class LayerBarsChart;
class NavigationBus;
class SessionController;

class LayerBarsPanel : public QWidget {
    Q_OBJECT
public:
    LayerBarsPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~LayerBarsPanel() override;

    [[nodiscard]] bool isBusy() const; // the table is being computed
    [[nodiscard]] LayerBarsChart *chart() const { return m_chart; }

signals:
    void busyChanged();

private:
    void createControls();
    void reload();
    void show(core::Result<std::shared_ptr<const core::ReportTable>> table);
    void setShowsWall(bool wall);

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    CategoryLegend *m_legend = nullptr;
    LayerBarsChart *m_chart = nullptr;
    QToolButton *m_sumButton = nullptr;
    QToolButton *m_wallButton = nullptr;
    bool m_busy = false;
};

} // namespace lamella::ui
