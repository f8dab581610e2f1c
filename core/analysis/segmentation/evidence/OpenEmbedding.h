// SPDX-License-Identifier: GPL-3.0-or-later
// Places with an embedding before which nothing ended (neither lm_head nor sampling nor a copy to the host) and after which
// layers attend more often than before: the decoder of an encoder-decoder model may begin there, inside of a pass. If a trace
// names no ends, no place is marked.
#pragma once

#include "core/analysis/segmentation/evidence/PlaceIndex.h"

#include <vector>

namespace lamella::core {

[[nodiscard]] std::vector<char> openEmbeddings(const PlaceIndex &places); // one entry a place

} // namespace lamella::core
