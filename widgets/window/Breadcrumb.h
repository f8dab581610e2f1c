// SPDX-License-Identifier: GPL-3.0-or-later
// The path of the selection: trace, device (if there are several), pass, layer. Each part opens a list with type-ahead; the
// arrows step through the parts of the last one. At the end what the selection is compared with, if that was chosen. GUI thread.
#pragma once

#include "widgets/common/ChoiceList.h"
#include "widgets/session/NavigationBus.h"

#include <QWidget>

#include <functional>

class QAction;
class QToolButton;

namespace lamella::ui {

class CompareController;
class SessionController;

class Breadcrumb : public QWidget {
    Q_OBJECT
public:
    Breadcrumb(SessionController &controller, NavigationBus &bus, CompareController &compare, QWidget *parent = nullptr);


signals:
    void compareRequested(); // a click on the baseline
    void traceChosen(); // a click on the trace

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void connectParts();
    void showBaseline();
    QToolButton *addPart(const char *name, const QString &accessibleName);
    void follow();
    void offerPasses();
    void offerLayers();
    void offerDevices();
    // Below the part: lines with these texts; one that is chosen selects its target.
    void offer(QToolButton &part, Choices lines, int current, std::function<core::Selection(int)> target);
    void step(int by);
    [[nodiscard]] core::DeviceId device() const;

    SessionController &m_controller;
    NavigationBus &m_bus;
    CompareController &m_compare;
    QToolButton *m_baseline = nullptr;
    QAction *m_dropBaseline = nullptr; // in its menu
    QToolButton *m_trace = nullptr;
    QToolButton *m_device = nullptr;
    QToolButton *m_pass = nullptr;
    QToolButton *m_layer = nullptr;
    QWidget *m_beforeDevice = nullptr;
    QWidget *m_beforePass = nullptr;
    QWidget *m_beforeLayer = nullptr;
    QToolButton *m_previous = nullptr;
    QToolButton *m_next = nullptr;
};

} // namespace lamella::ui
