// SPDX-License-Identifier: GPL-3.0-or-later
// Exporters of XLA profiles stop at a round number of complete events without a word in the file.
#pragma once

#include "core/model/TraceDocument.h"

#include <array>
#include <span>

namespace lamella::core {

// The default of the exporter, and what is set by hand where that is too few.
inline constexpr std::array<std::uint64_t, 2> kExportCaps{1'000'000, 5'000'000};

// Adds the oddity `export_cap` where a trace with XLA devices holds exactly so many complete events.
void noteExportCap(TraceDocument &document, std::span<const std::uint64_t> caps = kExportCaps);

} // namespace lamella::core
