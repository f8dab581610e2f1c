// SPDX-License-Identifier: GPL-3.0-or-later
// When work of one category runs and nothing of another: where its exposed time of the table `overlap` lies.
#pragma once

#include "core/base/Time.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <span>
#include <vector>

namespace lamella::core {

// `kernels`: all work of one device. Ascending ranges that do not touch; their lengths add up to exposed_ns of the device.
[[nodiscard]] std::vector<TimeRange> exposedRanges(
    const TraceDocument &document, const KernelNames &names, std::span<const KernelId> kernels, Category category);

} // namespace lamella::core
