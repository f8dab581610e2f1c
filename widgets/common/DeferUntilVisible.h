// SPDX-License-Identifier: GPL-3.0-or-later
// Defers the work of a view until it is visible. The panel of a dock that is closed or behind another tab is hidden (PanelDock).
// Only the last request made while hidden is executed.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace lamella::ui {

// The hidden dock panel that contains the widget; null if the widget is in no dock or its panel is visible.
[[nodiscard]] QWidget *hiddenPanelOf(QObject *widget);

class DeferUntilVisible : public QObject {
    Q_OBJECT
public:
    explicit DeferUntilVisible(QObject *view); // the view, or a child of it
    // Runs `work` now, or once as soon as the view becomes visible.
    void ask(std::function<void()> work);
    void forget();
    [[nodiscard]] bool isWaiting() const { return static_cast<bool>(m_work); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QObject *m_view;
    QPointer<QWidget> m_panel; // the panel whose visibility is awaited
    std::function<void()> m_work;
};

} // namespace lamella::ui
