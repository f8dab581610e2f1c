// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/TraceMemory.h"

namespace lamella::core {

namespace {

// One decimal place, rounded down, so that 48.0 means at least 48.
std::optional<std::string> each(std::size_t bytes, std::size_t rows)
{
    if (rows == 0)
        return std::nullopt;
    const std::size_t tenths = bytes * 10 / rows;
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

} // namespace

TraceMemory traceMemory(const TraceDocument &document)
{
    return {document.memoryBytes(), each(document.events.memoryBytes(), document.events.size()),
        each(document.kernels.memoryBytes(), document.kernels.size())};
}

} // namespace lamella::core
