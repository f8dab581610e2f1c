// SPDX-License-Identifier: GPL-3.0-or-later
// What a view fetches only once somebody can see it. The panel of a dock that is closed or stands behind another tab is hidden
// (PanelDock); what is asked for meanwhile waits until it is shown, and only the last question counts.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace lamella::ui {

// The panel that hides the widget: that of its dock, where it is hidden. Null: the widget is in no dock, or its panel is shown.
[[nodiscard]] QWidget *hiddenPanelOf(QObject *widget);

class DeferUntilVisible : public QObject {
    Q_OBJECT
public:
    explicit DeferUntilVisible(QObject *view); // the view, or a child of it
    // Runs `work` now, or once when the view comes to the front.
    void ask(std::function<void()> work);
    void forget();
    [[nodiscard]] bool isWaiting() const { return static_cast<bool>(m_work); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QObject *m_view;
    QPointer<QWidget> m_panel; // that is waited for
    std::function<void()> m_work;
};

} // namespace lamella::ui
