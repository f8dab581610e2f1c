// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/KernelTable.h"

namespace lamella::core {

std::size_t KernelTable::memoryBytes() const
{
    return start.size() * 8 + duration.size() * 8 + name.size() * 4 + event.size() * 4 + stream.memoryBytes() + kind.size()
        + shape.memoryBytes() + correlation.memoryBytes() + launch.size() * 4 + shapes.size() * sizeof(LaunchShape);
}

} // namespace lamella::core
