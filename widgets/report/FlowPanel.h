// SPDX-License-Identifier: GPL-3.0-or-later
// What a layer runs, kernel by kernel: in order or by heat. Of the selected layer, else of the representative layer of each type
// of the pass.
#pragma once

#include "core/session/AnalysisSession.h"

#include <QWidget>

namespace lamella::ui {

class ElidedLabel;
class NavigationBus;
class SegmentedControl;
class SessionController;
class TablePane;

class FlowPanel : public QWidget {
    Q_OBJECT
public:
    FlowPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);

    [[nodiscard]] TablePane *pane() const { return m_pane; }
    [[nodiscard]] core::TableRequest request() const;

signals:
    void exportRequested(const lamella::core::TableRequest &request);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void reload();
    void present();
    void followSelection(const core::Selection &selection, QObject *origin);
    void showMenu(const QPoint &globalPosition);

    SessionController &m_controller;
    NavigationBus &m_bus;
    TablePane *m_pane = nullptr;
    SegmentedControl *m_order = nullptr;
    ElidedLabel *m_what = nullptr;
};

} // namespace lamella::ui
