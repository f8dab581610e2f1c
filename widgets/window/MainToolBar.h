// SPDX-License-Identifier: GPL-3.0-or-later
// File, history, pass and layer, search, export, settings, and Perfetto.
#pragma once

#include "widgets/session/NavigationBus.h"
#include "widgets/theme/TextPx.h"

#include <QToolBar>

class QComboBox;
class QLabel;
class QToolButton;

namespace lamella::ui {

class SearchField;
class SessionController;
class WindowActions;

class MainToolBar : public QToolBar {
    Q_OBJECT
public:
    MainToolBar(SessionController &controller, NavigationBus &bus, WindowActions &actions, QWidget *parent = nullptr);

    [[nodiscard]] SearchField *search() const { return m_search; }

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QToolButton *addButton(QAction *action, bool label);
    QComboBox *addCombo(const QString &label, const QString &accessibleName, TextPx width);
    void fill();
    void fit(); // fits all buttons into the available width
    void followFocus();
    void chosenPass(int row);
    void chosenLayer(int row);

    SessionController &m_controller;
    NavigationBus &m_bus;
    QComboBox *m_pass = nullptr;
    QComboBox *m_layer = nullptr;
    SearchField *m_search = nullptr;
    QToolButton *m_export = nullptr;
    int m_passPx = 0; // natural width of the box of passes
    struct Room {
        int width = 0;
        int others = 0; // width of the parts that do not shrink
        int passPx = 0;
        bool operator==(const Room &) const = default;
    };
    Room m_fitted; // input of the last fit
    Focus m_listed; // focus whose layers the combo box lists
};

} // namespace lamella::ui
