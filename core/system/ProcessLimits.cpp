// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/ProcessLimits.h"

#include <sys/mman.h>
#include <sys/resource.h>

namespace lamella::core {

std::optional<std::uint64_t> maxFileBytes()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::nullopt;
    return limit.rlim_cur;
}

bool addressSpaceHas(std::size_t bytes)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return true;
    void *const mapped = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mapped != MAP_FAILED && ::munmap(mapped, bytes) == 0;
}

} // namespace lamella::core
