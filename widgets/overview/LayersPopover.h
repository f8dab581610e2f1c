// SPDX-License-Identifier: GPL-3.0-or-later
// The evidence for the layers that were found, and what is missing or doubtful: checks, diagnostics, boundary, coverage, cache,
// with the ways to change it. Opens under a cell of the overview strip and closes at a click beside it. GUI thread; the coverage
// is computed on a worker and appears when it is known.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/ImportDiagnostics.h"
#include "core/session/AnalysisSession.h"

#include <QFrame>
#include <QPoint>
#include <QRect>

#include <memory>

class QScrollArea;
class QVBoxLayout;

namespace lamella::core {
struct Coverage;
}

namespace lamella::ui {

class FactGrid;
class JobSlot;
class LinkButton;
class SessionController;

class LayersPopover : public QFrame {
    Q_OBJECT
public:
    LayersPopover(SessionController &controller, QWidget *parent); // of an open trace
    ~LayersPopover() override;

    void showUnder(QPoint globalPosition, const QRect &window); // within the window

signals:
    void boundariesRequested();
    void diagnosticsRequested(); // all of them
    void candidateRequested(const lamella::core::AnchorCandidate &candidate);
    void diagnosticRequested(const lamella::core::Diagnostic &diagnostic);
    void tableRequested(const QString &table);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addChecks(const core::Segmentation &segmentation);
    void addBoundary(const core::Segmentation &segmentation);
    void addProfileFaults(const core::AnalysisSession &session);
    void addDiagnostics(const core::TraceDocument &document);
    void countDiagnostics();
    void addCoverage();
    void showCoverage(const core::Coverage &coverage);
    void addCache();
    void addLinks(const core::TraceDocument &document);
    void fit();

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    QScrollArea *m_scroll = nullptr; // of the rows, where the window is too low for all
    QWidget *m_rows = nullptr;
    QVBoxLayout *m_column = nullptr;
    FactGrid *m_coverage = nullptr;
    QWidget *m_noProblems = nullptr;
    LinkButton *m_allDiagnostics = nullptr;
    QPoint m_under; // global
    QRect m_window; // global
};

} // namespace lamella::ui
