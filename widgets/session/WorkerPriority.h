// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lamella::ui {

// Lowers the priority of a background thread; call it before its first job. On few cores the GUI thread then takes precedence, so
// that a trace stays usable while analyses run. Threads started by the job inherit the priority.
void lowerPriorityOfThisThread();

} // namespace lamella::ui
