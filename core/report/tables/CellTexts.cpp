// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/CellTexts.h"

namespace lamella::core {

std::string tripleText(const std::array<std::uint32_t, 3> &v)
{
    return std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]);
}

std::string oneLineJson(std::string_view raw)
{
    std::string text;
    bool quoted = false;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char c = raw[i];
        if (quoted && c == '\\' && i + 1 < raw.size())
            text += raw[i++];
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == ' ' || c == '\n' || c == '\r' || c == '\t'))
            continue;
        text += raw[i];
        if (!quoted && c == ',')
            text += ' ';
    }
    return text;
}

} // namespace lamella::core
