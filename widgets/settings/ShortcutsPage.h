// SPDX-License-Identifier: GPL-3.0-or-later
// Settings page: all keys, and how to change them. Changes apply immediately, in all windows.
#pragma once

#include <QKeySequence>
#include <QWidget>

class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTableView;

namespace lamella::ui {

class CommandRegistry;
class SearchField;
class ShortcutsModel;
struct Command;

class ShortcutsPage : public QWidget {
    Q_OBJECT
public:
    explicit ShortcutsPage(const CommandRegistry &commands, QWidget *parent = nullptr);

private:
    QWidget *createEditor();
    [[nodiscard]] const Command *current() const;
    void showCommand();
    void check();
    void assign();
    void resetAll();

    const CommandRegistry &m_commands;
    ShortcutsModel *m_model = nullptr;
    SearchField *m_filter = nullptr;
    QTableView *m_table = nullptr;
    QKeySequenceEdit *m_keys = nullptr;
    QLabel *m_note = nullptr;
    QPushButton *m_assign = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_reset = nullptr;
    QPushButton *m_resetAll = nullptr;
};

} // namespace lamella::ui
