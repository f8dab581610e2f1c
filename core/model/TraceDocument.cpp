// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/TraceDocument.h"

#include "core/model/MemoryLog.h"

namespace lamella::core {

std::size_t TraceDocument::memoryBytes() const
{
    return strings.memoryBytes() + events.memoryBytes() + kernels.memoryBytes() + tracks.size() * sizeof(Track)
        + operations.size() * sizeof(Operation) + (memory ? memory->memoryBytes() : 0);
}

} // namespace lamella::core
