// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/HostSamples.h"
#include "core/report/ReportTable.h"

namespace lamella::core {

// Adds a note for each missing part of the CPU samples and call chains of the file.
void noteSamples(ReportTable &table, const HostSamples &samples);

} // namespace lamella::core
