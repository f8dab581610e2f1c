// SPDX-License-Identifier: GPL-3.0-or-later
// What the user decided about the cut of the trace (anchor, config, profile, boundaries, steady passes), with one undo stack for
// all of it. Each step holds all choices before and after it; to take one back is to cut the trace with the ones before.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/session/PreparedCut.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <optional>

namespace lamella::ui {

class SessionController;

class ChoiceStack : public QObject {
    Q_OBJECT
public:
    explicit ChoiceStack(SessionController &controller, QObject *parent = nullptr);

    // Of the newest step; the cut by them may still be under way. Nothing that a profile adds is left out.
    [[nodiscard]] const core::SessionOptions &choices() const { return m_choices; }
    [[nodiscard]] QUndoStack &undoStack() { return m_stack; }

    // One step. Nothing happens when it changes nothing. `ready` saves the work where a preview has done it already.
    void choose(const core::SessionOptions &choices, const QString &text, std::optional<PreparedCut> ready = std::nullopt);
    // One step: replaces what was set for the same boundary.
    void moveBoundary(const core::BoundaryEdit &edit, const QString &text);

signals:
    void choicesChanged();

private:
    class Step;
    void apply(const core::SessionOptions &choices);
    void startOver();
    void dropFailed();

    SessionController &m_controller;
    QUndoStack m_stack;
    core::SessionOptions m_choices;
    std::optional<PreparedCut> m_ready; // for the step that is being pushed
    int m_shownIndex = 0; // steps that the cut which is shown rests on
    bool m_dropping = false;
};

} // namespace lamella::ui
