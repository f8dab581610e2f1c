// SPDX-License-Identifier: GPL-3.0-or-later
// The number of rows of the table diagnostics, for info, which has the coverage already.
#pragma once

#include "core/analysis/Coverage.h"

#include <cstddef>

namespace lamella::core {

// Kinds of problems of the file and of work that the segmentation leaves out.
[[nodiscard]] std::size_t diagnosticCount(const TraceDocument &document, const Coverage &coverage);

} // namespace lamella::core
