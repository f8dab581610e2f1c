// SPDX-License-Identifier: GPL-3.0-or-later
// Serialises a segmentation for the cache.
#pragma once

#include "core/analysis/Segmentation.h"

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

[[nodiscard]] std::string segmentationBytes(const Segmentation &segmentation);
// nullopt if the bytes are invalid or do not fit the document: every device, pass, row and type is checked against its range.
[[nodiscard]] std::optional<Segmentation> segmentationFromBytes(std::string_view bytes, const TraceDocument &document);

} // namespace lamella::core
