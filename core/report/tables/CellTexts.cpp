// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/CellTexts.h"

namespace lamella::core {

std::string tripleText(const std::array<std::uint32_t, 3> &v)
{
    return std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]);
}

OrMissing<std::int64_t> streamNumber(const Stream &stream)
{
    return valueIf(stream.recorded(), stream.number, "no stream recorded");
}

OrMissing<std::int64_t> streamNumber(const TraceDocument &document, KernelId kernel)
{
    return streamNumber(document.streams[document.kernels.stream[kernel.value].value]);
}

} // namespace lamella::core
