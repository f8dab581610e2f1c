// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/KernelTable.h"

namespace lamella::core {

std::size_t KernelTable::memoryBytes() const
{
    return start.size() * 8 + duration.size() * 8 + name.size() * 4 + event.size() * 4 + stream.size() * 4 + kind.size()
        + shape.size() * 4 + correlation.size() * 8 + launch.size() * 4 + shapes.size() * sizeof(LaunchShape);
}

} // namespace lamella::core
