// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/ChoiceStack.h"

#include "widgets/session/SessionController.h"

#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr int kMaxSteps = 500; // each has a copy of all choices

} // namespace

class ChoiceStack::Step : public QUndoCommand {
public:
    Step(ChoiceStack &owner, core::SessionOptions before, core::SessionOptions after, const QString &text)
        : QUndoCommand(text)
        , m_owner(owner)
        , m_before(std::move(before))
        , m_after(std::move(after))
    {
    }
    void undo() override { m_owner.apply(m_before); }
    void redo() override { m_owner.apply(m_after); }

private:
    ChoiceStack &m_owner;
    core::SessionOptions m_before;
    core::SessionOptions m_after;
};

ChoiceStack::ChoiceStack(SessionController &controller, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
{
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        if (m_controller.keepsTrace())
            m_now->shownIndex = m_now->stack.index();
        else
            followTrace();
    });
    connect(&controller, &SessionController::segmentationFailed, this, &ChoiceStack::dropFailed);
    followTrace();
}

ChoiceStack::~ChoiceStack() = default;

QUndoStack &ChoiceStack::undoStack() const
{
    return m_now->stack;
}

// Drops histories of closed traces, and continues that of the current trace.
void ChoiceStack::followTrace()
{
    const std::shared_ptr<const core::TraceDocument> document = m_controller.document();
    std::erase_if(m_histories, [&document](const auto &entry) {
        return entry.second->trace.expired() && (entry.first != nullptr || document != nullptr);
    });
    std::unique_ptr<History> &history = m_histories[document.get()];
    if (!history) {
        history = std::make_unique<History>();
        history->trace = document;
        history->stack.setUndoLimit(kMaxSteps);
        m_group.addStack(&history->stack);
    }
    m_now = history.get();
    // Drops a step whose segmentation was still running when another trace was shown, because it was never shown.
    m_dropping = true;
    m_now->stack.setIndex(m_now->shownIndex);
    m_dropping = false;
    m_group.setActiveStack(&m_now->stack);
    m_choices = m_controller.session() ? m_controller.session()->effectiveOptions() : core::SessionOptions{};
    emit choicesChanged();
}

void ChoiceStack::choose(const core::SessionOptions &choices, const QString &text, std::optional<PreparedSegmentation> ready)
{
    if (!m_controller.session() || choices == m_choices)
        return;
    const bool shown = ready.has_value();
    m_ready = std::move(ready);
    m_now->stack.push(new Step(*this, m_choices, choices, text));
    m_ready.reset();
    if (shown)
        m_now->shownIndex = m_now->stack.index(); // the stack counts a step only when it is done
}

void ChoiceStack::moveBoundary(const core::BoundaryEdit &edit, const QString &text)
{
    core::SessionOptions next = m_choices;
    std::erase_if(next.boundaries, [&](const core::BoundaryEdit &other) { return other.sameBoundary(edit); });
    next.boundaries.push_back(edit);
    choose(next, text);
}

void ChoiceStack::apply(const core::SessionOptions &choices)
{
    m_choices = choices;
    if (m_dropping)
        return;
    if (m_ready)
        m_controller.adoptSegmentation(*std::exchange(m_ready, std::nullopt));
    else
        m_controller.segmentAgain(choices);
    emit choicesChanged();
}

// The old segmentation stays, so revert to the choices that produced it.
void ChoiceStack::dropFailed()
{
    m_dropping = true;
    while (m_now->stack.canUndo() && m_now->stack.index() > m_now->shownIndex)
        m_now->stack.undo();
    m_dropping = false;
    m_choices = m_controller.session()->effectiveOptions();
    emit choicesChanged();
}

} // namespace lamella::ui
