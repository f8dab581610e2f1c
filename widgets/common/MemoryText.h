// SPDX-License-Identifier: GPL-3.0-or-later
// Memory use of a trace as text, with the figures of the table `info`.
#pragma once

#include "core/model/TraceMemory.h"

#include <QString>

namespace lamella::ui {

[[nodiscard]] QString memoryEachText(
    const core::TraceMemory &memory); // "45.1 bytes an event, 45.0 a kernel"; empty without events

} // namespace lamella::ui
