// SPDX-License-Identifier: GPL-3.0-or-later
// Origin of GPU work, as facts of the details panel: launch, delay, graph, operator, shapes, call stack, and the profiler's
// occupancy figures.
#pragma once

#include "core/model/TraceDocument.h"
#include "widgets/panels/SelectionDetails.h"

#include <functional>

namespace lamella::ui {

class FactGrid;

using SelectEvent = std::function<void(core::EventId)>;

// Adds everything below "Launch"; `details` are those of a kernel.
void addLaunchFacts(
    FactGrid &facts, const core::TraceDocument &document, const SelectionDetails &details, const SelectEvent &select);

} // namespace lamella::ui
