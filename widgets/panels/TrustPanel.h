// SPDX-License-Identifier: GPL-3.0-or-later
// How far the numbers can be relied on: what the layers rest on, what is not covered, what was odd in the file.
#pragma once

#include <QWidget>

#include <memory>

class QVBoxLayout;

namespace lamella::ui {

class FactGrid;
class JobSlot;
class SessionController;

class TrustPanel : public QWidget {
    Q_OBJECT
public:
    explicit TrustPanel(SessionController &controller, QWidget *parent = nullptr);
    ~TrustPanel() override;

private:
    void refresh();
    void showEvidence();
    void startCoverage();
    void showDiagnostics();

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    QWidget *m_content = nullptr;
    QWidget *m_bar = nullptr;
    FactGrid *m_evidence = nullptr;
    QWidget *m_checks = nullptr;
    FactGrid *m_coverage = nullptr;
    QWidget *m_diagnostics = nullptr;
};

} // namespace lamella::ui
