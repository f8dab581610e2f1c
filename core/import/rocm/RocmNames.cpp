// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/RocmNames.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <limits>

namespace lamella::core::rocm {

bool isMarkerDomain(std::string_view domain)
{
    return domain.starts_with("MARKER") || domain.starts_with("ROCTX");
}

std::string categoryOfDomain(std::string_view domain)
{
    if (domain.starts_with("HIP_RUNTIME") || domain == "HIP")
        return "cuda_runtime";
    if (domain.starts_with("HIP_COMPILER"))
        return "cuda_driver";
    return isMarkerDomain(domain) ? "user_annotation" : asciiLowered(domain);
}

std::string_view categoryOfWork(KernelKind kind)
{
    return kind == KernelKind::Memcpy ? "gpu_memcpy" : kind == KernelKind::Memset ? "gpu_memset" : "kernel";
}

std::optional<KernelKind> kindOfOperation(std::string_view operation)
{
    const std::string lower = asciiLowered(operation);
    const auto has = [&lower](std::string_view word) { return lower.find(word) != std::string::npos; };
    if (has("barrier") || has("marker"))
        return std::nullopt;
    if (has("copy"))
        return KernelKind::Memcpy;
    return has("fill") || has("memset") ? KernelKind::Memset : KernelKind::Kernel;
}

std::uint32_t workgroups(std::int64_t items, std::int64_t workgroup)
{
    if (items <= 0)
        return 0;
    const std::int64_t groups = workgroup > 0 ? items / workgroup + (items % workgroup != 0 ? 1 : 0) : items;
    return static_cast<std::uint32_t>(std::min<std::int64_t>(groups, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace lamella::core::rocm
