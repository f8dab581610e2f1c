// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog to choose where layers begin: candidates with reasons, custom text, and a preview before it is applied. Not modal: the
// timeline behind it can be moved, and the strip follows its visible range.
#pragma once

#include "core/analysis/Segmentation.h"
#include "widgets/layers/SegmentationPreview.h"

#include <QDialog>
#include <QTimer>

#include <memory>
#include <optional>

class QPushButton;
class QTableView;
class QVBoxLayout;

namespace lamella::ui {

class AnchorForm;
class BoundaryStrip;
class ChoiceStack;
class ElidedLabel;
class FiguresTable;
class JobSlot;
class NavigationBus;
class ReportTableModel;
class SessionController;
class TableLoader;
class TimeRangeControl;

class LayersDialog : public QDialog {
    Q_OBJECT
public:
    LayersDialog(SessionController &controller, ChoiceStack &choices, NavigationBus &bus, TimeRangeControl &range,
        QWidget *parent = nullptr);
    ~LayersDialog() override;

    void propose(const core::AnchorCandidate &candidate); // fills the fields; the preview is updated
    void apply();
    void resetToAutomatic(); // only in the fields; takes effect when applied
    [[nodiscard]] AnchorForm &form() const { return *m_form; }
    [[nodiscard]] const FiguresTable &figures() const { return *m_figures; }
    [[nodiscard]] QTableView *candidates() const { return m_view; }
    [[nodiscard]] QString status() const;
    [[nodiscard]] bool isBusy() const; // the preview is being computed

signals:
    void saveRequested();

private:
    QWidget *createCandidates();
    QWidget *createButtons();
    void followSession();
    void followView();
    void schedule();
    void startPreview();
    void showPreview(const SegmentationPreview &preview);
    void showProblem(const core::Error &error);
    void showChecks(const core::Segmentation *segmentation);
    void takeCandidate(int viewRow);
    void setStatus(const QString &text, bool problem);
    [[nodiscard]] core::SessionOptions wanted() const;

    SessionController &m_controller;
    ChoiceStack &m_choices;
    NavigationBus &m_bus;
    TimeRangeControl &m_range;
    std::unique_ptr<JobSlot> m_job;
    std::unique_ptr<JobSlot> m_nowJob;
    TableLoader *m_loader = nullptr;
    ReportTableModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    ElidedLabel *m_why = nullptr;
    AnchorForm *m_form = nullptr;
    FiguresTable *m_figures = nullptr;
    BoundaryStrip *m_strip = nullptr;
    ElidedLabel *m_status = nullptr;
    QWidget *m_checks = nullptr;
    QPushButton *m_apply = nullptr;
    QTimer m_delay; // one preview per pause in typing, not per character
    std::optional<SegmentationPreview> m_preview; // for m_previewed
    core::SessionOptions m_previewed;
    bool m_forgetEdits = false; // also drops boundaries and steady passes
};

} // namespace lamella::ui
