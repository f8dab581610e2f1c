// SPDX-License-Identifier: GPL-3.0-or-later
// Where GPU work comes from, as facts of the details panel: launch, delay, graph, operator, shapes, what the call stack was, and
// what the profiler says about occupancy.
#pragma once

#include "core/model/TraceDocument.h"
#include "widgets/panels/SelectionDetails.h"

#include <functional>

namespace lamella::ui {

class FactGrid;

using SelectEvent = std::function<void(core::EventId)>;

// Everything below "Launch"; `details` are those of a kernel.
void addLaunchFacts(
    FactGrid &facts, const core::TraceDocument &document, const SelectionDetails &details, const SelectEvent &select);

} // namespace lamella::ui
