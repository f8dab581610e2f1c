// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/page/HtmlText.h"

#include "core/base/Catalogue.h"
#include "core/report/CellText.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lamella::core {

void appendHtml(std::string &out, std::string_view text)
{
    const auto plain = [](char c) { return c >= 0x20 && c < 0x7F && c != '&' && c != '<' && c != '>' && c != '"' && c != '\''; };
    if (std::all_of(text.begin(), text.end(), plain)) {
        out += text;
        return;
    }
    for (const char c : printable(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
}

void appendAttribute(std::string &out, std::string_view name, std::string_view text)
{
    out += ' ';
    out += name;
    out += "=\"";
    appendHtml(out, text);
    out += '"';
}

std::string languageTag(const Catalogue *language)
{
    std::string tag(language != nullptr ? language->language() : "en");
    std::replace(tag.begin(), tag.end(), '_', '-');
    return tag;
}

void appendCoordinate(std::string &out, double value)
{
    std::array<char, 64> digits{};
    // Clamped so that the digits fit into the buffer; no chart is that large.
    const double bounded = std::isfinite(value) ? std::fmin(std::fmax(value, -1e9), 1e9) : 0.0;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), bounded, std::chars_format::fixed, 2);
    out.append(digits.data(), end.ptr);
}

} // namespace lamella::core
