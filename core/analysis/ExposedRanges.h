// SPDX-License-Identifier: GPL-3.0-or-later
// Time ranges in which only work of one category runs: the exposed time of that category in the table `overlap`.
#pragma once

#include "core/base/Time.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <span>
#include <vector>

namespace lamella::core {

// `kernels`: all work of one device. Returns ascending, separate ranges; their lengths add up to exposed_ns of the device.
[[nodiscard]] std::vector<TimeRange> exposedRanges(
    const TraceDocument &document, const KernelNames &names, std::span<const KernelId> kernels, Category category);

} // namespace lamella::core
