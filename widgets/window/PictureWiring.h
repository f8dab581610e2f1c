// SPDX-License-Identifier: GPL-3.0-or-later
// "Save picture", "Copy picture" and "Show as table" of every chart: in its menu, and in the menu File for the view with the
// focus.
#pragma once

#include "core/base/Error.h"
#include "core/session/AnalysisSession.h"
#include "widgets/common/PictureExport.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <vector>

class QMainWindow;
class QMenu;

namespace lamella::ui {

class CompareWiring;
class NavigationBus;
class SessionController;
class WorkspaceArea;

class PictureWiring : public QObject {
    Q_OBJECT
public:
    using TableOf = std::function<core::TableRequest()>; // of the chart's data; without table name: none

    PictureWiring(QMainWindow &window, SessionController &controller, NavigationBus &bus,
        std::function<void(const QString &)> say, std::function<void(const core::Error &)> complain);

    // `timeline`: used by "Save picture" if no chart has the focus. Charts are those of the panels in `area`.
    void attach(QWidget &timeline, WorkspaceArea &area, CompareWiring &menus);
    void savePicture(QWidget &chart);
    // What is written above a picture of this chart.
    [[nodiscard]] PictureFrame frameOf(QWidget &chart) const;
    void copyPicture(QWidget &chart);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Chart {
        QPointer<QWidget> view;
        QString name; // base name of the file
        TableOf table;
    };
    void watch(QWidget *view, const QString &name, TableOf table = {});
    void watchCharts(WorkspaceArea &area);
    void addTo(QMenu &menu, const Chart &chart);
    void showTable(const Chart &chart);
    [[nodiscard]] core::TableRequest ofFocus(const char *table) const;
    [[nodiscard]] QWidget *focused() const;

    QMainWindow &m_window;
    SessionController &m_controller;
    NavigationBus &m_bus;
    std::function<void(const QString &)> m_say;
    std::function<void(const core::Error &)> m_complain;
    std::vector<Chart> m_charts;
    QPointer<QWidget> m_timeline;
    QPointer<QWidget> m_last; // chart whose menu is open
};

} // namespace lamella::ui
