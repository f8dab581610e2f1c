// SPDX-License-Identifier: GPL-3.0-or-later
// What the model is like: by its config where one is given, and by what the chosen pass shows; each line with where it is from.
#pragma once

#include "core/session/AnalysisSession.h"

#include <QWidget>

namespace lamella::ui {

class ElidedLabel;
class NavigationBus;
class SessionController;
class TablePane;

class ArchitecturePanel : public QWidget {
    Q_OBJECT
public:
    ArchitecturePanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);

    [[nodiscard]] TablePane *pane() const { return m_pane; }
    [[nodiscard]] core::TableRequest request() const;

signals:
    void exportRequested(const lamella::core::TableRequest &request);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void reload();
    void present();
    void showMenu(const QPoint &globalPosition);

    SessionController &m_controller;
    NavigationBus &m_bus;
    TablePane *m_pane = nullptr;
    ElidedLabel *m_what = nullptr;
};

} // namespace lamella::ui
