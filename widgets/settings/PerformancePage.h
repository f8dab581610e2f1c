// SPDX-License-Identifier: GPL-3.0-or-later
// Page of the settings: what the open trace takes, and copies of large traces for reopening; whether, how much, where, what is
// there, and away with it.
#pragma once

#include <QPointer>
#include <QWidget>

#include <memory>

class QCheckBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace lamella::ui {

class JobSlot;
class SessionController;

class PerformancePage : public QWidget {
    Q_OBJECT
public:
    // controller: of the window; null shows nothing of an open trace. May go before the page.
    explicit PerformancePage(SessionController *controller = nullptr, QWidget *parent = nullptr);
    ~PerformancePage() override;

private:
    void addOpenTrace(QFormLayout &form);
    void showOpenTrace();
    void count(); // what is there, on a worker
    void clear();
    void showCounted(quint64 bytes, qsizetype copies);

    QPointer<SessionController> m_controller;
    std::unique_ptr<JobSlot> m_job;
    QLabel *m_memory = nullptr;
    QLabel *m_copy = nullptr;
    QCheckBox *m_enabled = nullptr;
    QSpinBox *m_most = nullptr;
    QLabel *m_used = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_clear = nullptr;
};

} // namespace lamella::ui
