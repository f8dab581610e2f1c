// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/XlsxText.h"

#include "core/report/CellText.h"

namespace lamella::core {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD
constexpr std::size_t kSheetName = 31;

std::size_t lengthOf(unsigned char lead)
{
    return lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

} // namespace

std::string xlsxText(std::string_view text, std::size_t units, bool &shortened)
{
    std::string valid;
    appendValidUtf8(valid, text);
    std::string out;
    out.reserve(valid.size());
    std::size_t used = 0;
    std::size_t fitting = 0; // bytes of `out` after which "…" still fits
    for (std::size_t i = 0; i < valid.size();) {
        const std::size_t n = lengthOf(static_cast<unsigned char>(valid[i]));
        std::string_view sequence = std::string_view(valid).substr(i, n);
        i += n;
        const std::size_t wide = n == 4 ? 2 : 1;
        if (used + wide > units) {
            shortened = true;
            out.resize(fitting);
            return out + "\xE2\x80\xA6";
        }
        if (sequence == "\xEF\xBF\xBE" || sequence == "\xEF\xBF\xBF")
            sequence = kReplacement;
        if (sequence[0] == '\0')
            sequence = "\xE2\x90\x80"; // the symbol for NUL, which would end the C string
        used += wide;
        out += sequence;
        if (used + 1 <= units)
            fitting = out.size();
    }
    return out;
}

std::string xlsxText(std::string_view text, std::size_t units)
{
    bool shortened = false;
    return xlsxText(text, units, shortened);
}

std::string xlsxSheetName(std::string_view id, int number)
{
    const std::string tail = number > 1 ? " " + std::to_string(number) : std::string();
    std::string name;
    for (const char c : id.substr(0, kSheetName - tail.size()))
        name +=
            static_cast<unsigned char>(c) >= 0x80 || std::string_view("[]:*?/\\'").find(c) != std::string_view::npos ? '-' : c;
    return (name.empty() ? "table" : name) + tail;
}

} // namespace lamella::core
