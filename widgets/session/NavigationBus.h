// SPDX-License-Identifier: GPL-3.0-or-later
// The one selection of the window, with its history (and that of the filters that were kept). Every view selects here and follows
// what others selected; nothing else connects view to view. Views ignore news that they sent (origin).
#pragma once

#include "core/model/Selection.h"

#include <QObject>
#include <QStringList>

#include <vector>

namespace lamella::ui {

class SessionController;

// Pass and layer that the selection lies in; what toolbar, tables and charts show.
struct Focus {
    core::DeviceId device;
    int pass = core::kNoPass;
    int layer = core::kNoLayer; // kHeadLayer, kTailLayer or kNoLayer too
    bool operator==(const Focus &) const = default;
};

class NavigationBus : public QObject {
    Q_OBJECT
public:
    explicit NavigationBus(SessionController &controller, QObject *parent = nullptr);

    [[nodiscard]] const core::Selection &selection() const { return m_selection; }
    [[nodiscard]] Focus focus() const { return m_focus; }
    // Range on the clock of the file that the selection covers; {0,0} for none and for names.
    [[nodiscard]] core::TimeRange selectedRange() const;
    [[nodiscard]] core::TimeRange rangeOf(const core::Selection &selection) const;
    void select(const core::Selection &selection, QObject *origin);

    [[nodiscard]] bool canGoBack() const { return m_position > 0; }
    [[nodiscard]] bool canGoForward() const { return m_position + 1 < m_history.size(); }
    void goBack();
    void goForward();
    void clear(); // new trace: no selection, no history
    // Kept filters are part of the history: what is shown from here on is shown with these.
    void noteFilters(const QStringList &kept);

signals:
    void selectionChanged(const lamella::core::Selection &selection, QObject *origin);
    void focusChanged(const lamella::ui::Focus &focus); // after selectionChanged, only when it differs
    void historyChanged();
    void filtersRestored(const QStringList &kept); // by goBack() and goForward()

private:
    struct Step {
        core::Selection selection;
        QStringList filters;
    };
    void push(Step step);
    void show(const Step &step);
    void apply(const core::Selection &selection, QObject *origin);
    void followCut(); // same trace, cut anew: what is not there any more is forgotten
    [[nodiscard]] bool isThere(const core::Selection &selection) const;
    [[nodiscard]] Focus focusOf(const core::Selection &selection) const;

    SessionController &m_controller;
    core::Selection m_selection;
    Focus m_focus;
    QStringList m_filters;
    std::vector<Step> m_history;
    std::size_t m_position = 0;
};

} // namespace lamella::ui
