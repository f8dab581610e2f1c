// SPDX-License-Identifier: GPL-3.0-or-later
// Settings page: time format, text size, motion, patterns and category colours.
#pragma once

#include <QWidget>

class QFormLayout;
class QGridLayout;

namespace lamella::ui {

class CommandRegistry;

class ViewsPage : public QWidget {
    Q_OBJECT
public:
    explicit ViewsPage(const CommandRegistry &commands, QWidget *parent = nullptr);

private:
    void addTimes(QFormLayout &form, const CommandRegistry &commands);
    void addText(QFormLayout &form, const CommandRegistry &commands);
    QWidget *createColours();
};

} // namespace lamella::ui
