// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of files in a dialog that opens traces.
#pragma once

#include <QString>

namespace lamella::ui {

// For QFileDialog: all traces first, then by producer. `sessions`: session files too, which are no traces.
[[nodiscard]] QString traceFileFilter(bool sessions = false);

} // namespace lamella::ui
