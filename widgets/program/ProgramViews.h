// SPDX-License-Identifier: GPL-3.0-or-later
// The tables about programs as views: the layout of their columns, and the message if there are none. `name` becomes part of the
// object names of the panel's widgets.
#pragma once

#include "widgets/program/ProgramPanel.h"

namespace lamella::core {
struct TraceDocument;
} // namespace lamella::core

namespace lamella::ui {

enum class Launches { OfPasses, OfPrograms };
[[nodiscard]] ProgramView stepsView(const QString &name, Launches launches);
[[nodiscard]] ProgramView regionsView(const QString &name);
[[nodiscard]] ProgramView findingsView();
// True for the profiles that JAX and XLA write, which name the devices.
[[nodiscard]] bool hasPrograms(const core::TraceDocument &document);

} // namespace lamella::ui
