// SPDX-License-Identifier: GPL-3.0-or-later
// The cut of a trace into passes and layers as bytes, for reopening.
#pragma once

#include "core/analysis/Segmentation.h"

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

[[nodiscard]] std::string segmentationBytes(const Segmentation &cut);
// nullopt where the bytes do not keep to the form, or speak of what the document does not hold: every number of a device, pass,
// row or type that it gives is within its list.
[[nodiscard]] std::optional<Segmentation> segmentationFromBytes(std::string_view bytes, const TraceDocument &document);

} // namespace lamella::core
