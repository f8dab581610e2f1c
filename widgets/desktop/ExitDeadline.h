// SPDX-License-Identifier: GPL-3.0-or-later
// Quitting ends the process, whatever a worker waits for: a disk, a network or a library that does not answer cannot be
// cancelled, and a program that outlives its windows holds on to memory, files and the socket of its instance. What is to be kept
// is written by the thread of the GUI as windows close; files are replaced whole, so that nothing is left half.
#pragma once

#include <chrono>

class QGuiApplication;

namespace lamella::ui {

inline constexpr std::chrono::milliseconds kExitPatience{1500};

// From the last window closed, or quit() called, on. Again: no effect.
void keepExitDeadline(const QGuiApplication &application, std::chrono::milliseconds patience = kExitPatience);
// The exit code of a process that is ended so; gives it back.
[[nodiscard]] int exitingWith(int code);

} // namespace lamella::ui
