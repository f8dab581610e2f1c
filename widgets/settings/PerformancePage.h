// SPDX-License-Identifier: GPL-3.0-or-later
// Page of the settings: copies of large traces for reopening; whether, how much, where, what is there, and away with it.
#pragma once

#include <QWidget>

#include <memory>

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace lamella::ui {

class JobSlot;

class PerformancePage : public QWidget {
    Q_OBJECT
public:
    explicit PerformancePage(QWidget *parent = nullptr);
    ~PerformancePage() override;

private:
    void count(); // what is there, on a worker
    void clear();
    void showCounted(quint64 bytes, qsizetype copies);

    std::unique_ptr<JobSlot> m_job;
    QCheckBox *m_enabled = nullptr;
    QSpinBox *m_most = nullptr;
    QLabel *m_used = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_clear = nullptr;
};

} // namespace lamella::ui
