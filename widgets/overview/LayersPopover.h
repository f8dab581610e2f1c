// SPDX-License-Identifier: GPL-3.0-or-later
// What speaks for the layers that were found, and what is missing or doubtful: checks, boundary, coverage, diagnostics, with the
// ways to change it. Opens under a cell of the overview strip and closes at a click beside it.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/ImportDiagnostics.h"
#include "core/session/AnalysisSession.h"

#include <QFrame>

class QVBoxLayout;

namespace lamella::ui {

class LayersPopover : public QFrame {
    Q_OBJECT
public:
    LayersPopover(core::AnalysisSession &session, const core::Segmentation &segmentation, QWidget *parent);

    void showUnder(QPoint globalPosition, const QRect &window); // within the window

signals:
    void boundariesRequested();
    void diagnosticsRequested(); // all of them
    void candidateRequested(const lamella::core::AnchorCandidate &candidate);
    void diagnosticRequested(const lamella::core::Diagnostic &diagnostic);
    void tableRequested(const QString &table);

private:
    void addChecks(const core::Segmentation &segmentation);
    void addBoundary(const core::Segmentation &segmentation);
    void addProfileFaults(const core::AnalysisSession &session);
    void addDiagnostics(const core::TraceDocument &document);
    void addLinks(const core::TraceDocument &document);
    QVBoxLayout *m_column = nullptr;
};

} // namespace lamella::ui
