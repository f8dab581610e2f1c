// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a report about passes and layers: architecture, passes, the chosen pass, layers, types, where its wall goes, the
// compute flow of a layer of each type, kernels, ranges for Perfetto.
#pragma once

#include "core/session/summary/TraceReport.h"

namespace lamella::core {

// Appends sections to the report, and sentences about the chosen pass to its summary, the bottleneck first. Nothing for a trace
// without layers. Errors: those of the tables.
Result<void> appendLayerSections(
    TraceReport &report, AnalysisSession &session, const ReportOptions &options, const JobControl &control);

} // namespace lamella::core
