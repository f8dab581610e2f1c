// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a source line in the user's editor: the command of the setting `source/editor` ("code -g %f:%l"), else $VISUAL or $EDITOR
// if that is a program with its own window, else the address vscode://file/…
#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>

class QWidget;

namespace lamella::ui {

// Program and arguments; %f is the file, %l the line. Without %f the file is added, with +line before it. Words in quotes stay
// together. Empty if the command is.
[[nodiscard]] QStringList editorCommand(const QString &command, const QString &file, std::int64_t line);
// "vscode://file/home/me/model.py:12"
[[nodiscard]] QString editorAddress(const QString &file, std::int64_t line);

// False, with the reason in the status bar of the window of `from`, if nothing could be started.
bool openInEditor(const QString &file, std::int64_t line, QWidget *from);

} // namespace lamella::ui
