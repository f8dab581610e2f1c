// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a place and shows, while typing, where it leads.
#pragma once

#include "core/model/Selection.h"

#include <QDialog>

#include <optional>

class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace lamella::ui {

class NavigationBus;
class SessionController;

class GoToDialog : public QDialog {
    Q_OBJECT
public:
    GoToDialog(SessionController &controller, NavigationBus &bus, QWidget *parent);

private:
    void look();
    void go();

    SessionController &m_controller;
    NavigationBus &m_bus;
    QLineEdit *m_text = nullptr;
    QLabel *m_found = nullptr;
    QDialogButtonBox *m_buttons = nullptr;
    std::optional<core::Selection> m_place;
};

} // namespace lamella::ui
