// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/KernelTable.h"

namespace lamella::core {

std::size_t KernelTable::memoryBytes() const
{
    return start.capacity() * 8 + duration.capacity() * 8 + name.capacity() * 4 + event.capacity() * 4 + stream.capacity() * 4
        + kind.capacity() + shape.capacity() * 4 + correlation.capacity() * 8 + launch.capacity() * 4
        + shapes.capacity() * sizeof(LaunchShape);
}

} // namespace lamella::core
