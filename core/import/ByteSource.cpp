// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ByteSource.h"

#include "core/base/Message.h"

namespace lamella::core {

Error rawLimitError(const std::string &path, std::uint64_t limit)
{
    return Error{ErrorCode::Limit,
        msg("more than %1 bytes to read; record a shorter trace, or set LAMELLA_MAX_GIGABYTES (0 = no limit)", limit), path};
}

Error ratioLimitError(const std::string &path, std::uint32_t ratio)
{
    return Error{ErrorCode::Limit,
        msg("inflates to more than %1 times its size, which no recorded trace does; inflate it yourself if you trust it, "
            "or set LAMELLA_MAX_RATIO (0 = no limit)",
            ratio),
        path};
}

} // namespace lamella::core
