// SPDX-License-Identifier: GPL-3.0-or-later
// What-if: choose some work and a scale for its duration, and see the wall time of the pass under three bounds.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/session/NavigationBus.h"

#include <QWidget>

#include <map>

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPushButton;

namespace lamella::ui {

class ElidedLabel;
class SessionController;
class TableLoader;
class TablePane;

// New wall times of the layers of one pass, for an outline in other views.
struct WhatIfWalls {
    core::DeviceId device;
    int pass = core::kNoPass;
    std::map<int, std::int64_t> streamNs; // by layer
};

class WhatIfPanel : public QWidget {
    Q_OBJECT
public:
    WhatIfPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);

    // Replaces the changes; same syntax as on the command line ("category:communication=0").
    void setScales(const std::vector<std::string> &scales);
    [[nodiscard]] const std::vector<std::string> &scales() const { return m_scales; }
    [[nodiscard]] core::TableRequest request() const;
    [[nodiscard]] TablePane *pane() const { return m_pane; }

signals:
    void wallsChanged(const lamella::ui::WhatIfWalls &walls); // no layers: no outline
    void exportRequested(const lamella::core::TableRequest &request);

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *createBar();
    void fillChoices();
    void addScale();
    void reload();
    void presentWalls(const core::ReportTable &table);

    SessionController &m_controller;
    NavigationBus &m_bus;
    TablePane *m_pane = nullptr;
    TableLoader *m_layers = nullptr;
    QComboBox *m_kind = nullptr;
    QComboBox *m_what = nullptr;
    QDoubleSpinBox *m_factor = nullptr;
    QPushButton *m_add = nullptr;
    QPushButton *m_clear = nullptr;
    ElidedLabel *m_chosen = nullptr;
    std::vector<std::string> m_scales;
    Focus m_focus;
};

} // namespace lamella::ui
