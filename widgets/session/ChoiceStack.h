// SPDX-License-Identifier: GPL-3.0-or-later
// The user's choices for the segmentation of the trace (anchor, config, profile, boundaries, steady passes), with a single undo
// stack. Each step has all choices before and after it; undoing segments the trace with the earlier ones. Each open trace (the
// ranks of a job) has its own history, which is kept while another trace is shown.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/session/PreparedSegmentation.h"

#include <QObject>
#include <QString>
#include <QUndoGroup>
#include <QUndoStack>

#include <map>
#include <memory>
#include <optional>

namespace lamella::ui {

class SessionController;

class ChoiceStack : public QObject {
    Q_OBJECT
public:
    explicit ChoiceStack(SessionController &controller, QObject *parent = nullptr);
    ~ChoiceStack() override;

    // The choices of the newest step, whose segmentation may still be running. Includes everything that a profile adds.
    [[nodiscard]] const core::SessionOptions &choices() const { return m_choices; }
    [[nodiscard]] QUndoStack &undoStack() const; // of the current trace
    [[nodiscard]] const QUndoGroup &undoGroup() const { return m_group; } // for commands: follows the current trace

    // Adds one step, or nothing if nothing changes. `ready`: the segmentation, if a preview has already computed it.
    void choose(
        const core::SessionOptions &choices, const QString &text, std::optional<PreparedSegmentation> ready = std::nullopt);
    // Adds one step; replaces an earlier edit of the same boundary.
    void moveBoundary(const core::BoundaryEdit &edit, const QString &text);

signals:
    void choicesChanged();

private:
    class Step;
    struct History {
        std::weak_ptr<const core::TraceDocument> trace;
        QUndoStack stack;
        int shownIndex = 0; // undo index of the segmentation that is shown
    };
    void apply(const core::SessionOptions &choices);
    void followTrace();
    void dropFailed();

    SessionController &m_controller;
    QUndoGroup m_group;
    std::map<const core::TraceDocument *, std::unique_ptr<History>> m_histories;
    History *m_now = nullptr; // never null
    core::SessionOptions m_choices;
    std::optional<PreparedSegmentation> m_ready; // for the step being pushed
    bool m_dropping = false;
};

} // namespace lamella::ui
