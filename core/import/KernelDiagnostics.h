// SPDX-License-Identifier: GPL-3.0-or-later
// Finds faults in the GPU work of a finished document: recorded twice, overlapping on a stream, out of time order in the file.
#pragma once

#include "core/model/TraceDocument.h"

namespace lamella::core {

// Adds to document.diagnostics. Needs kernels, streams and events; makes one pass over the kernels.
void addKernelDiagnostics(TraceDocument &document);

} // namespace lamella::core
