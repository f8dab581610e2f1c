// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the popover about layers: a row that links to a diagnostic, and alternatives for an uncertain segmentation.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/ImportDiagnostics.h"
#include "widgets/common/IconRow.h"

#include <QWidget>

class QVBoxLayout;

namespace lamella::ui {

inline constexpr double kSureConfidence = 0.8; // below it the doubt is shown prominently, with alternatives

// A diagnostic as a row that can be clicked or activated by key.
class DiagnosticRow : public IconRow {
    Q_OBJECT
public:
    DiagnosticRow(core::Diagnostic diagnostic, QWidget *parent);
    [[nodiscard]] const core::Diagnostic &diagnostic() const { return m_diagnostic; }

signals:
    void activated(const lamella::core::Diagnostic &diagnostic);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    core::Diagnostic m_diagnostic;
};

// Shown for an uncertain segmentation: the reasons, and other anchors to consider.
class DoubtBox : public QWidget {
    Q_OBJECT
public:
    explicit DoubtBox(QWidget *parent);
    void setSegmentation(const core::Segmentation &segmentation); // hides itself if there is no doubt

signals:
    void candidateRequested(const lamella::core::AnchorCandidate &candidate);
    void layersRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVBoxLayout *m_column = nullptr;
};

} // namespace lamella::ui
