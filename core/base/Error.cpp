// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Error.h"

namespace lamella::core {

std::string Error::message() const
{
    std::string text;
    if (!source.empty())
        text += source + ": ";
    if (byteOffset >= 0)
        text += "byte " + std::to_string(byteOffset) + ": ";
    return text + detail;
}

} // namespace lamella::core
