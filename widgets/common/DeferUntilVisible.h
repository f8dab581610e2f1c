// SPDX-License-Identifier: GPL-3.0-or-later
// Defers the work of a view until its panel is shown: it, or the workspace that it belongs to, may be hidden (PanelSlot,
// WorkspaceArea). Only the last request made while hidden is executed.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace lamella::ui {

// The panel that contains the widget, if it is hidden; null if the widget is in no panel or the panel is shown.
[[nodiscard]] QWidget *hiddenPanelOf(QObject *widget);

class DeferUntilVisible : public QObject {
    Q_OBJECT
public:
    explicit DeferUntilVisible(QObject *view); // the view, or a child of it
    // Runs `work` now, or once as soon as the view becomes visible.
    void ask(std::function<void()> work);
    void forget();
    // Requests of a panel's views during its construction (MakingPanel) are delayed until the panel has its place.
    static void placed(const QWidget &panel);
    [[nodiscard]] bool isWaiting() const { return static_cast<bool>(m_work); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QObject *m_view;
    QPointer<QWidget> m_panel; // the panel whose visibility is awaited
    std::function<void()> m_work;
};

} // namespace lamella::ui
