// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/CellTexts.h"

namespace lamella::core {

std::string tripleText(const std::array<std::uint32_t, 3> &v)
{
    return std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]);
}

} // namespace lamella::core
