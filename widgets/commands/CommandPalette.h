// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: finds every command and setting by a few letters of its name, and places to go to ("p5 l12", "12.5 ms", a kernel name).
// Closes when an entry is chosen, on Escape, or when it loses the focus.
#pragma once

#include "widgets/commands/PaletteModel.h"

#include <QDialog>
#include <QPointer>

class QLabel;
class QListView;

namespace lamella::ui {

class SearchField;

class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(
        const CommandRegistry &commands, PaletteModel::Places places, PaletteModel::Settings settings, QWidget *parent);

    [[nodiscard]] PaletteModel &model() { return *m_model; }
    [[nodiscard]] QString text() const;
    void place(); // below the tool bar of its window; call it before show()

signals:
    void textChanged(const QString &text); // the receiver may look up kernels

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void look();
    void showMatches();
    void choose();
    void showReason();
    void fitHeight();

    const CommandRegistry &m_commands;
    PaletteModel *m_model = nullptr;
    SearchField *m_text = nullptr;
    QListView *m_list = nullptr;
    QLabel *m_note = nullptr;
    QPointer<QWidget> m_before; // widget that had the focus
};

} // namespace lamella::ui
