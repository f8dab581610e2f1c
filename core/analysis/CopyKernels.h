// SPDX-License-Identifier: GPL-3.0-or-later
// Copies and fills that HIP runs as kernels of its own (__amd_rocclr_copyBuffer). Thread-safe.
#pragma once

#include "core/model/KernelTable.h"

#include <string_view>

namespace lamella::core {

[[nodiscard]] inline bool isCopy(std::string_view name, KernelKind kind)
{
    return kind == KernelKind::Memcpy || name.find("rocclr_copyBuffer") != std::string_view::npos;
}
[[nodiscard]] inline bool isFill(std::string_view name, KernelKind kind)
{
    return kind == KernelKind::Memset || name.find("rocclr_fillBuffer") != std::string_view::npos;
}

} // namespace lamella::core
