// SPDX-License-Identifier: GPL-3.0-or-later
// List of the notes of the trace: add, edit in place, delete, jump, undo.
#pragma once

#include "core/session/Notes.h"

#include <QWidget>

class QStackedLayout;
class QTableWidget;

namespace lamella::ui {

class EmptyView;
class NavigationBus;
class NotesController;

class NotesPanel : public QWidget {
    Q_OBJECT
public:
    NotesPanel(NotesController &notes, NavigationBus &bus, QWidget *parent = nullptr);

    // Adds a bookmark at the selection; with `edit` its text can be typed at once.
    void addAtSelection(bool edit);
    [[nodiscard]] QTableWidget *table() const { return m_table; }

signals:
    void nothingSelected(); // there is no place for a note

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *createBar();
    void fill();
    void removeCurrent();

    NotesController &m_notes;
    NavigationBus &m_bus;
    QTableWidget *m_table = nullptr;
    EmptyView *m_empty = nullptr;
    QStackedLayout *m_stack = nullptr;
    bool m_filling = false;
};

// "P3 · L12", "gemm… · P3 · L12", "465.3 ms … 466.1 ms".
[[nodiscard]] QString notePlaceText(const core::Note &note);

} // namespace lamella::ui
