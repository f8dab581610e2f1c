// SPDX-License-Identifier: GPL-3.0-or-later
// Ensures that quitting ends the process even if a worker is blocked: an unresponsive disk, network or library cannot be
// cancelled, and a process without windows would keep its memory, files and instance socket. Data are saved on the GUI thread as
// windows close, and files are replaced atomically, so nothing is left incomplete.
#pragma once

#include <chrono>

class QGuiApplication;

namespace lamella::ui {

inline constexpr std::chrono::milliseconds kExitPatience{1500};

// The deadline starts when the last window closes or quit() is called. Further calls have no effect.
void keepExitDeadline(const QGuiApplication &application, std::chrono::milliseconds patience = kExitPatience);
// Sets the exit code for a process ended by the deadline; returns `code`.
[[nodiscard]] int exitingWith(int code);

} // namespace lamella::ui
