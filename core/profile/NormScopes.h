// SPDX-License-Identifier: GPL-3.0-or-later
// Finds kernels that are part of a norm but not named so: eager RMSNorm runs pow, mean, rsqrt and multiplications.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lamella::core {

// By kernel name (StringId): 1 if all its kernels with a recorded location were launched within a norm (an "nn.Module: …Norm"
// frame or a PyTorch norm operator), and these are the majority. A name that also runs in another module gets 0. Empty if no norm
// is recorded or a stop was requested. Two passes over the events.
[[nodiscard]] std::vector<std::uint8_t> namesWithinNorms(const TraceDocument &document, const std::stop_token &stop);

} // namespace lamella::core
