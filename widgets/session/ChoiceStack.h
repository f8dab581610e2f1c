// SPDX-License-Identifier: GPL-3.0-or-later
// What the user decided about the cut of the trace (anchor, config, profile, boundaries, steady passes), with one undo stack for
// all of it. Each step holds all choices before and after it; to take one back is to cut the trace with the ones before. Each
// trace that is open (the ranks of a job) has a history of its own, which waits while another one is shown.
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

    // Of the newest step; the cut by them may still be under way. Nothing that a profile adds is left out.
    [[nodiscard]] const core::SessionOptions &choices() const { return m_choices; }
    [[nodiscard]] QUndoStack &undoStack() const; // of the trace that is shown
    [[nodiscard]] const QUndoGroup &undoGroup() const { return m_group; } // for commands: follows the trace that is shown

    // One step. Nothing happens when it changes nothing. `ready` saves the work where a preview has done it already.
    void choose(
        const core::SessionOptions &choices, const QString &text, std::optional<PreparedSegmentation> ready = std::nullopt);
    // One step: replaces what was set for the same boundary.
    void moveBoundary(const core::BoundaryEdit &edit, const QString &text);

signals:
    void choicesChanged();

private:
    class Step;
    struct History {
        std::weak_ptr<const core::TraceDocument> trace;
        QUndoStack stack;
        int shownIndex = 0; // steps that the cut which is shown rests on
    };
    void apply(const core::SessionOptions &choices);
    void followTrace();
    void dropFailed();

    SessionController &m_controller;
    QUndoGroup m_group;
    std::map<const core::TraceDocument *, std::unique_ptr<History>> m_histories;
    History *m_now = nullptr; // never null
    core::SessionOptions m_choices;
    std::optional<PreparedSegmentation> m_ready; // for the step that is being pushed
    bool m_dropping = false;
};

} // namespace lamella::ui
