// SPDX-License-Identifier: GPL-3.0-or-later
// Controls what is compared. In one trace A is the baseline: the pinned pass or layer, else the median of the stage of B, and B is
// the selection of the window. With a second trace, which has its own session, progress and errors, A is the selection of the
// window and B its counterpart there. Closing the second trace returns to comparing within the first.
#pragma once

#include "core/session/DiffSession.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/PassBrush.h"
#include "widgets/session/SessionController.h"

#include <QObject>

#include <optional>

namespace lamella::ui {

// A pass, or a layer of it. Without a pass: automatic.
struct ComparePlace {
    std::optional<int> pass;
    std::optional<int> layer; // number, kHeadLayer or kTailLayer; none = the layer of the other side, or the whole pass
    core::DeviceId device; // of the pass; invalid = the main device
    bool operator==(const ComparePlace &) const = default;
};

[[nodiscard]] QString compareText(const ComparePlace &place); // "P3 L4"

class CompareController : public QObject {
    Q_OBJECT
public:
    CompareController(SessionController &first, NavigationBus &bus, QObject *parent = nullptr);
    ~CompareController() override;

    [[nodiscard]] SessionController &first() const { return m_first; }
    [[nodiscard]] SessionController &second() { return m_second; }
    [[nodiscard]] bool hasSecond() const { return m_second.session() != nullptr; }
    // Sessions of the sides as shown; null if there is none.
    [[nodiscard]] std::shared_ptr<core::AnalysisSession> sessionA() const;
    [[nodiscard]] std::shared_ptr<core::AnalysisSession> sessionB() const;
    [[nodiscard]] std::shared_ptr<const core::Segmentation> segmentationA() const;
    [[nodiscard]] std::shared_ptr<const core::Segmentation> segmentationB() const;
    [[nodiscard]] const ComparePlace &placeA() const { return swapped() ? m_other : m_own; }
    [[nodiscard]] const ComparePlace &placeB() const { return swapped() ? m_own : m_other; }
    // A is the other place, B the selection of the window.
    [[nodiscard]] bool swapped() const { return hasSecond() ? m_swapped : !m_swapped; }

    // Opens a second trace with the model choices of the first, also those made later, but without those that refer to places in
    // the first; the same file also with its hardware and tokens.
    void openSecond(const QString &path);
    void openSecond(const QString &path, const core::SessionOptions &options);
    void closeSecond();
    // Compares the selection of the window with this selection from now on.
    void compareWith(const core::Selection &selection);
    // Compares passes at a level of their own (core::PassLevel) with the other passes of their stage, within the trace of the
    // window. The pair shown is the selection, one of them, and `rest`.
    void compareLevel(const PassBrush &level, const core::PassSelection &rest);
    // The level, while the selection is in it and the other side is a pass of the same stage outside of it.
    [[nodiscard]] std::optional<PassBrush> levelCompared() const;
    // As compareWith(), without showing the comparison: this pass or layer is the baseline until another one is, or none.
    void pinBaseline(const core::Selection &selection);
    [[nodiscard]] const std::optional<ComparePlace> &baseline() const { return m_baseline; }
    // What is selected is the baseline or a part of it, or contains it, so that there is nothing to compare.
    [[nodiscard]] bool isAtBaseline() const;
    // What later selections are compared with, chosen before: the pinned baseline, else the place chosen as the other side.
    [[nodiscard]] std::optional<ComparePlace> keptOther() const;
    void dropOther(); // forgets it
    // The layer selected has no counterpart in the second trace.
    [[nodiscard]] bool lacksCounterpart() const;
    // In one trace, where nothing is chosen or pinned: the median pass of the stage of the selection, which is then the other
    // side. Null where the selection is in that pass itself.
    [[nodiscard]] const core::Pass *medianCompared() const;
    // The same where a place is chosen: the pass that would be compared without it.
    [[nodiscard]] const core::Pass *medianOffered() const;
    void setPlaceA(const ComparePlace &place);
    void setPlaceB(const ComparePlace &place);
    void swapSides();
    void comparePasses(); // those of the layers that are compared
    void compareLayer(const core::LayerSelection &layer); // of the window's trace, which becomes the selection
    // Selects without changing side A, for clicks inside the comparison.
    void selectFromComparison(const core::Selection &selection);

    // Of exactly two passes or two layers that are selected together, the first: A, regardless of the baseline.
    [[nodiscard]] const std::optional<ComparePlace> &firstOfTwo() const { return m_firstOfTwo; }

    // The request for core; empty if there is nothing to compare.
    [[nodiscard]] std::optional<core::DiffRequest> request() const;

signals:
    void changed(); // places, sides or sessions
    void pickRequested(); // emitted by compareWith(): show the comparison

private:
    void follow(const core::Selection &selection, QObject *origin);
    void followSession();
    [[nodiscard]] core::SessionOptions choicesFor(const QString &path) const;
    void followChoices();
    [[nodiscard]] ComparePlace focusedPlace() const;
    void setOwn(const ComparePlace &place);
    void selectOwn(const ComparePlace &place);
    void setOther(const ComparePlace &place);
    [[nodiscard]] ComparePlace automaticOther() const;
    [[nodiscard]] ComparePlace counterpart() const;
    [[nodiscard]] ComparePlace baselineOther() const;
    [[nodiscard]] ComparePlace resolvedOther() const;
    [[nodiscard]] int otherLayer(const ComparePlace &other) const;

    SessionController &m_first;
    NavigationBus &m_bus;
    SessionController m_second;
    ComparePlace m_own; // in the first trace
    ComparePlace m_other; // in the second trace, or in the first without a second; empty = automatic
    std::optional<ComparePlace> m_firstOfTwo;
    std::optional<ComparePlace> m_baseline; // pinned, in the first trace
    PassBrush m_level; // of compareLevel(); empty: none
    core::Stage m_levelStage = core::Stage::Unknown;
    bool m_swapped = false; // by the user
    bool m_secondFollows = false; // its choices are those of the first
};

} // namespace lamella::ui
