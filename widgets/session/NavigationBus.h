// SPDX-License-Identifier: GPL-3.0-or-later
// The selection of the window, with its history and that of kept filters. Every view selects here and follows the selections of
// others; views have no other connection to each other. Views ignore signals that they caused (origin).
#pragma once

#include "core/model/Selection.h"
#include "widgets/session/PassBrush.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <vector>

namespace lamella::ui {

class SessionController;
struct InspectorContent;

// Pass and layer of the selection, as shown by toolbar, tables and charts.
struct Focus {
    core::DeviceId device;
    int pass = core::kNoPass;
    int layer = core::kNoLayer; // may be kHeadLayer, kTailLayer or kNoLayer
    bool operator==(const Focus &) const = default;
};

class NavigationBus : public QObject {
    Q_OBJECT
public:
    explicit NavigationBus(SessionController &controller, QObject *parent = nullptr);

    [[nodiscard]] const core::Selection &selection() const { return m_selection; }
    [[nodiscard]] Focus focus() const { return m_focus; }
    // Time range of the selection on the clock of the file; {0,0} for none. A name has the range of the layer or pass in which it
    // was chosen, and none without these.
    [[nodiscard]] core::TimeRange selectedRange() const;
    // The whole trace while nothing is selected and it has no passes.
    [[nodiscard]] core::Selection selectionOrTrace() const;
    // Where the selection was made: of a kernel name, which stands for the kernels of a whole pass, the layer in which it was
    // chosen.
    [[nodiscard]] core::TimeRange placeOf(const core::Selection &selection) const;
    [[nodiscard]] core::TimeRange rangeOf(const core::Selection &selection) const;
    [[nodiscard]] bool isThere(const core::Selection &selection) const; // in the segmentation, which may be a new one
    void select(const core::Selection &selection, QObject *origin);
    // Adds it to the selection, or removes it if it is already in it.
    void toggle(const core::Selection &selection, QObject *origin);

    // The content that the inspector shows in place of the selection, such as a finding of advice that selected it, until
    // something else is selected; null: nothing.
    void showDetail(std::shared_ptr<const InspectorContent> detail);
    [[nodiscard]] const InspectorContent *detail() const { return m_detail.get(); }

    // Passes marked in the pass strip; empty = none. Not part of the history.
    [[nodiscard]] const PassBrush &brush() const { return m_brush; }
    void setBrush(const PassBrush &brush);
    // The reference of the differences of layers and kernels, in every view.
    [[nodiscard]] core::Against against() const { return m_against; }
    void setAgainst(core::Against against);

    [[nodiscard]] bool canGoBack() const { return m_position > 0; }
    [[nodiscard]] bool canGoForward() const { return m_position + 1 < m_history.size(); }
    void goBack();
    void goForward();
    void clear(); // for a new trace: no selection, no brush, no history
    // Adds a step to the history in which these filters are kept.
    void noteFilters(const QStringList &kept);

signals:
    void selectionChanged(const lamella::core::Selection &selection, QObject *origin);
    void focusChanged(const lamella::ui::Focus &focus); // before selectionChanged, only on a change
    void detailChanged(); // by showDetail()
    void againstChanged(lamella::core::Against against);
    void historyChanged();
    void brushChanged(const lamella::ui::PassBrush &brush);
    void filtersRestored(const QStringList &kept); // from goBack() and goForward()

private:
    struct Step {
        core::Selection selection;
        QStringList filters;
    };
    void push(Step step);
    void show(const Step &step);
    void apply(const core::Selection &selection, QObject *origin);
    void followSegmentation(); // same trace with a new segmentation: drops what no longer exists
    [[nodiscard]] Focus focusOf(const core::Selection &selection) const;
    [[nodiscard]] core::SelectedPart knownPart(const core::SelectedPart &part) const;
    [[nodiscard]] core::Selection inContext(const core::Selection &selection) const; // a name with where it was chosen

    SessionController &m_controller;
    core::Selection m_selection;
    std::shared_ptr<const InspectorContent> m_detail;
    Focus m_focus;
    PassBrush m_brush;
    core::Against m_against = core::Against::Type;
    QStringList m_filters;
    std::vector<Step> m_history;
    std::size_t m_position = 0;
};

} // namespace lamella::ui
