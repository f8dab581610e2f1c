// SPDX-License-Identifier: GPL-3.0-or-later
// How reliable the figures are: evidence for the layers, work outside them, diagnostics of the file.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/ImportDiagnostics.h"

#include <QWidget>

#include <functional>
#include <memory>

class QVBoxLayout;

namespace lamella::ui {

class ConfidenceBar;
class DoubtBox;
class FactGrid;
class JobSlot;
class SessionController;

class TrustPanel : public QWidget {
    Q_OBJECT
public:
    explicit TrustPanel(SessionController &controller, QWidget *parent = nullptr);
    ~TrustPanel() override;

signals:
    void layersRequested();
    void candidateRequested(const lamella::core::AnchorCandidate &candidate);
    void diagnosticRequested(const lamella::core::Diagnostic &diagnostic);
    void tableRequested(const QString &table);

private:
    QWidget *link(const QString &text, const char *name, const std::function<void()> &act);
    void refresh();
    void showEvidence();
    void showProfileFaults();
    void startCoverage();
    void showDiagnostics();
    void showCopy();

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    QWidget *m_content = nullptr;
    DoubtBox *m_doubt = nullptr;
    ConfidenceBar *m_bar = nullptr;
    QWidget *m_choose = nullptr;
    QWidget *m_unnamed = nullptr;
    QWidget *m_figures = nullptr; // of Ascend traces
    QWidget *m_summaries = nullptr; // for text reports without a timeline
    FactGrid *m_evidence = nullptr;
    QWidget *m_checks = nullptr;
    FactGrid *m_coverage = nullptr;
    QWidget *m_diagnostics = nullptr;
    QWidget *m_copyTitle = nullptr;
    QWidget *m_copy = nullptr;
};

} // namespace lamella::ui
