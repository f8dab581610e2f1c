// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/OneLineJson.h"

namespace lamella::core {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool isStructure(char c)
{
    return c == '[' || c == ']' || c == '{' || c == '}' || c == ',' || c == ':';
}

} // namespace

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
        else if (!quoted && isBlank(c))
            continue;
        text += raw[i];
        if (!quoted && c == ',')
            text += ' ';
    }
    return text;
}

std::string withoutSpacing(std::string_view text)
{
    std::string dense;
    dense.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && isBlank(text[end]))
            ++end;
        const bool beside = (!dense.empty() && isStructure(dense.back())) || (end < text.size() && isStructure(text[end]));
        if (!beside)
            dense.append(text, i, end - i);
        if (end < text.size())
            dense += text[end++];
        i = end;
    }
    return dense;
}

} // namespace lamella::core
