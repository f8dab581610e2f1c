// SPDX-License-Identifier: GPL-3.0-or-later
// What is compared with what: A is the selection of the window, B a pass or layer of the same trace or of a second one, which has
// a session, progress and errors of its own. Closing the second trace leads back to comparing inside the first.
#pragma once

#include "core/session/DiffSession.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QObject>

#include <optional>

namespace lamella::ui {

// A pass, or a layer of it. Without a pass: chosen automatically.
struct ComparePlace {
    std::optional<int> pass;
    std::optional<int> layer; // number, kHeadLayer or kTailLayer; none = the layer of the other side, or the whole pass
    core::DeviceId device; // of the pass; invalid = the main one
    bool operator==(const ComparePlace &) const = default;
};

class CompareController : public QObject {
    Q_OBJECT
public:
    CompareController(SessionController &first, NavigationBus &bus, QObject *parent = nullptr);
    ~CompareController() override;

    [[nodiscard]] SessionController &first() const { return m_first; }
    [[nodiscard]] SessionController &second() { return m_second; }
    [[nodiscard]] bool hasSecond() const { return m_second.session() != nullptr; }
    // Sessions of the sides as they are shown; null while there is none.
    [[nodiscard]] std::shared_ptr<core::AnalysisSession> sessionA() const;
    [[nodiscard]] std::shared_ptr<core::AnalysisSession> sessionB() const;
    [[nodiscard]] std::shared_ptr<const core::Segmentation> segmentationA() const;
    [[nodiscard]] std::shared_ptr<const core::Segmentation> segmentationB() const;
    [[nodiscard]] const ComparePlace &placeA() const { return m_swapped ? m_other : m_own; }
    [[nodiscard]] const ComparePlace &placeB() const { return m_swapped ? m_own : m_other; }
    [[nodiscard]] bool swapped() const { return m_swapped; } // A is what was picked, B the selection of the window

    // Opens a trace beside the first one, with what was chosen for the model of the first: places in that trace mean nothing
    // here.
    void openSecond(const QString &path);
    void openSecond(const QString &path, const core::SessionOptions &options);
    void closeSecond();
    // The selection of the window is compared with this one from now on.
    void compareWith(const core::Selection &selection);
    void setPlaceA(const ComparePlace &place);
    void setPlaceB(const ComparePlace &place);
    void swapSides();
    // The selection that a click in the comparison makes must not move A.
    void selectFromComparison(const core::Selection &selection);

    // What to ask of core; empty while there is nothing to compare.
    [[nodiscard]] std::optional<core::DiffRequest> request() const;

signals:
    void changed(); // places, sides or sessions
    void pickRequested(); // compareWith() was called: show the comparison

private:
    void follow(const core::Selection &selection, QObject *origin);
    void followSession();
    [[nodiscard]] ComparePlace focusedPlace() const;
    void setOwn(const ComparePlace &place);
    void selectOwn(const ComparePlace &place);
    void setOther(const ComparePlace &place);
    [[nodiscard]] ComparePlace automaticOther() const;
    [[nodiscard]] ComparePlace counterpart() const;
    [[nodiscard]] ComparePlace resolvedOther() const;

    SessionController &m_first;
    NavigationBus &m_bus;
    SessionController m_second;
    ComparePlace m_own; // in the first trace
    ComparePlace m_other; // in the second one, or in the first where there is no second; empty = automatic
    bool m_swapped = false;
};

} // namespace lamella::ui
