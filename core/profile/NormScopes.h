// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that are parts of a norm without saying so: eager RMSNorm runs pow, mean, rsqrt and multiplications.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lamella::core {

// By name of the kernel (StringId): 1 where all of its kernels whose place is recorded were launched within a norm (an
// "nn.Module: …Norm" frame or a norm operator of PyTorch), and that is most of them. A name that also runs in another module is
// not told. Empty where no norm is recorded or a stop was requested. Two walks over the events.
[[nodiscard]] std::vector<std::uint8_t> namesWithinNorms(const TraceDocument &document, const std::stop_token &stop);

} // namespace lamella::core
