// SPDX-License-Identifier: GPL-3.0-or-later
// Details of the selection, and its time range in the forms that Perfetto accepts.
#pragma once

#include "core/model/Selection.h"
#include "widgets/panels/PerfettoText.h"
#include "widgets/panels/SelectionDetails.h"

#include <QWidget>

#include <memory>

class QPushButton;
class QStackedLayout;

namespace lamella::ui {

class ElidedLabel;
class EmptyView;
class FactGrid;
class JobSlot;
class NavigationBus;
class SessionController;

class SelectionPanel : public QWidget {
    Q_OBJECT
public:
    SelectionPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~SelectionPanel() override;

    [[nodiscard]] const PerfettoText &perfetto() const { return m_perfetto; }

signals:
    void showInPerfettoRequested();

private:
    QWidget *createBody();
    QWidget *createPerfettoBlock();
    void refresh();
    void startLookUp();
    void showFacts(const SelectionDetails *details);
    void showPerfetto();
    void showArgs(const SelectionDetails *details);
    void kernelFacts(core::KernelId kernel, const SelectionDetails *details);
    void partFacts(core::DeviceId device, int pass, int layer);
    void nameFacts(core::StringId name, const SelectionDetails *details);
    void eventFacts(core::EventId event);
    void setTitle(const QString &title, const QString &subtitle = {});

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_lookUp;
    PerfettoText m_perfetto;
    QStackedLayout *m_stack = nullptr;
    EmptyView *m_empty = nullptr;
    QWidget *m_body = nullptr;
    ElidedLabel *m_title = nullptr;
    ElidedLabel *m_subtitle = nullptr;
    FactGrid *m_facts = nullptr;
    QWidget *m_perfettoBlock = nullptr;
    FactGrid *m_range = nullptr;
    QPushButton *m_link = nullptr;
    QPushButton *m_sql = nullptr;
    QPushButton *m_show = nullptr;
    QWidget *m_argsBlock = nullptr;
    FactGrid *m_args = nullptr;
};

} // namespace lamella::ui
