// SPDX-License-Identifier: GPL-3.0-or-later
// One table about programs and their operations as a view: steps, regions or findings. Nothing is computed while it is hidden.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/session/NavigationBus.h"

#include <QWidget>

#include <string>
#include <utility>
#include <vector>

namespace lamella::ui {

class ElidedLabel;
class SegmentedControl;
class SessionController;
class TablePane;

struct ProgramView {
    QString objectName;
    QString accessibleName;
    QString iconName;
    QString emptySentence;
    QString emptyReason;
    std::vector<ViewColumn> columns;
    // Label and table: more than one can be switched between.
    std::vector<std::pair<QString, std::string>> tables;
};

class ProgramPanel : public QWidget {
    Q_OBJECT
public:
    ProgramPanel(SessionController &controller, NavigationBus &bus, ProgramView view, QWidget *parent = nullptr);
    [[nodiscard]] core::TableRequest request() const;
    [[nodiscard]] TablePane *pane() const { return m_pane; }

signals:
    void exportRequested(const lamella::core::TableRequest &request);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void reload();
    void present();

    SessionController &m_controller;
    NavigationBus &m_bus;
    ProgramView m_view;
    SegmentedControl *m_choice = nullptr;
    ElidedLabel *m_note = nullptr;
    TablePane *m_pane = nullptr;
};

} // namespace lamella::ui
