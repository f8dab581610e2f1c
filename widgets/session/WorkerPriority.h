// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lamella::ui {

// For a thread that works in the background, before its first job: where cores are few, the thread of the window comes first, so
// that a trace can be looked at while the rest of it is still worked out. Threads that the job starts are bound by it too.
void lowerPriorityOfThisThread();

} // namespace lamella::ui
