// SPDX-License-Identifier: GPL-3.0-or-later
// The notes of the trace shown. Changes can be undone and are saved automatically among the program's data, under the fingerprint
// of the trace, so that they are found again wherever the file is opened from.
#pragma once

#include "core/model/TraceDocument.h"
#include "core/session/Notes.h"
#include "widgets/session/NavigationBus.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>

#include <memory>
#include <optional>
#include <vector>

namespace lamella::ui {

class JobSlot;
class SessionController;

class NotesController : public QObject {
    Q_OBJECT
public:
    NotesController(SessionController &controller, NavigationBus &bus, QObject *parent = nullptr);
    ~NotesController() override; // writes unsaved changes

    [[nodiscard]] const std::vector<core::Note> &notes() const { return m_notes; } // in time order
    [[nodiscard]] QUndoStack &undoStack() { return m_undo; }
    // A note without text at the selection; empty if nothing there can have a note.
    [[nodiscard]] std::optional<core::Note> noteAt(const core::Selection &selection) const;
    // Row of the new note, or -1 if it already exists (same place and text).
    int add(const core::Note &note);
    void setText(int row, const QString &text);
    void remove(int row);
    void jump(int row);
    // Notes of a session file: merged without duplicates into those stored for the trace opened next.
    void takeLater(const std::vector<core::Note> &notes) { m_taken = notes; }
    [[nodiscard]] static QString storagePath(const std::string &fingerprint);

signals:
    void notesChanged();
    void failed(const lamella::core::Error &error); // notes could not be read or written

private:
    struct Stored;
    class Change;
    void followSession();
    void loaded(Stored stored);
    void take(const std::vector<core::Note> &notes);
    void assign(std::vector<core::Note> notes, bool save);
    void change(const QString &what, std::vector<core::Note> notes);
    void save();
    [[nodiscard]] core::Selection selectionOf(const core::Note &note) const;

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_load;
    std::unique_ptr<JobSlot> m_save;
    QTimer m_saveDelay;
    QUndoStack m_undo;
    std::vector<core::Note> m_notes;
    std::vector<core::Note> m_taken; // from a session whose trace is not loaded yet
    std::shared_ptr<const core::TraceDocument> m_document;
    std::string m_fingerprint; // of m_document; empty until it is known
    bool m_unsaved = false;
};

} // namespace lamella::ui
