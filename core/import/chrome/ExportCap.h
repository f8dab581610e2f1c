// SPDX-License-Identifier: GPL-3.0-or-later
// Detects traces cut off by the exporter of XLA profiles, which silently stops at a round number of complete events.
#pragma once

#include "core/model/TraceDocument.h"

#include <array>
#include <span>

namespace lamella::core {

// The default of the exporter, and a value that users commonly set instead.
inline constexpr std::array<std::uint64_t, 2> kExportCaps{1'000'000, 5'000'000};

// Adds the diagnostic `export_cap` if a trace with XLA devices has exactly such a number of complete events.
void noteExportCap(TraceDocument &document, std::span<const std::uint64_t> caps = kExportCaps);

} // namespace lamella::core
