// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ByteSource.h"

namespace lamella::core {

bool ByteSource::workAhead(const std::stop_token &)
{
    return false;
}

Error rawLimitError(const std::string &path, std::uint64_t limit)
{
    return Error{ErrorCode::Limit,
        "more than " + std::to_string(limit)
            + " bytes to read; record a shorter trace, or set LAMELLA_MAX_GIGABYTES (0 = no limit)",
        path};
}

} // namespace lamella::core
