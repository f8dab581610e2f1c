// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/ProcessLimits.h"

#include <sys/resource.h>

namespace lamella::core {

std::optional<std::uint64_t> maxFileBytes()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::nullopt;
    return limit.rlim_cur;
}

bool addressSpaceIsLimited()
{
    rlimit limit{};
    return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

} // namespace lamella::core
