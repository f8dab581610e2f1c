// SPDX-License-Identifier: GPL-3.0-or-later
// Settings page: memory of the open trace, and the cache of large traces for reopening: on or off, size limit, folder, contents,
// clearing.
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
    // controller: of the window; null shows nothing about an open trace. May be destroyed before the page.
    explicit PerformancePage(SessionController *controller = nullptr, QWidget *parent = nullptr);
    ~PerformancePage() override;

private:
    void addOpenTrace(QFormLayout &form);
    void showOpenTrace();
    void count(); // determines the cache's contents on a worker
    void clear();
    void showCounted(quint64 bytes, qsizetype copies);

    QPointer<SessionController> m_controller;
    std::unique_ptr<JobSlot> m_job;
    QLabel *m_memory = nullptr;
    QLabel *m_copy = nullptr;
    QCheckBox *m_enabled = nullptr;
    QSpinBox *m_max = nullptr;
    QLabel *m_used = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_clear = nullptr;
};

} // namespace lamella::ui
