// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Error.h"

#include "core/base/Message.h"

namespace lamella::core {

std::string Error::message(const Catalogue *catalogue) const
{
    std::string text;
    if (!source.empty())
        text += source + ": ";
    if (byteOffset >= 0)
        text += msg("byte %1: ", byteOffset).translated(catalogue);
    return text + detail.translated(catalogue);
}

} // namespace lamella::core
