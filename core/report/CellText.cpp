// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/CellText.h"

#include "core/base/Format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace lamella::core {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

std::size_t widthOf(char32_t c)
{
    if ((c >= 0x300 && c <= 0x36F) || (c >= 0x200B && c <= 0x200F) || (c >= 0xFE00 && c <= 0xFE0F))
        return 0;
    const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3)
        || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60)
        || (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
    return wide ? 2 : 1;
}

// Of a negative number of decimals: as few as tell the value.
void appendReal(std::string &out, double value, int decimals, std::chars_format format = std::chars_format::fixed)
{
    std::array<char, 400> buffer{}; // room for DBL_MAX in fixed notation
    const auto [end, error] = decimals < 0
        ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value)
        : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, decimals);
    if (error == std::errc())
        out.append(buffer.data(), end);
}

// A value that would be written as 0 though it is none has as many decimals as its first three digits take, or an exponent.
void appendReadable(std::string &out, double value, int decimals)
{
    constexpr double kMaxDecimals = 18;
    const std::size_t begin = out.size();
    appendReal(out, value, decimals);
    if (value == 0 || !std::isfinite(value) || out.find_first_of("123456789", begin) != std::string::npos)
        return;
    out.resize(begin);
    constexpr int kDigits = 2; // behind the first one
    const double needed = kDigits - std::floor(std::log10(std::abs(value)));
    if (needed <= kMaxDecimals)
        appendReal(out, value, static_cast<int>(needed));
    else
        appendReal(out, value, kDigits, std::chars_format::scientific);
}

// For programs: the decimals, and as many more as six significant digits need, of which zeros at the end are left out.
void appendRate(std::string &out, double value, int decimals)
{
    constexpr int kDigits = 5; // behind the first one
    constexpr int kMaxDecimals = 18;
    const double needed = value == 0 || !std::isfinite(value) ? 0 : kDigits - std::floor(std::log10(std::abs(value)));
    if (needed <= decimals)
        return appendReal(out, value, decimals);
    if (needed > kMaxDecimals)
        return appendReal(out, value, kDigits, std::chars_format::scientific);
    const std::size_t begin = out.size();
    appendReal(out, value, static_cast<int>(needed));
    const std::size_t point = out.find('.', begin);
    const std::size_t shortest = point + 1 + static_cast<std::size_t>(decimals);
    while (out.size() > shortest && out.back() == '0')
        out.pop_back();
    if (out.back() == '.')
        out.pop_back();
}

std::string_view layerArgument(std::int64_t layer)
{
    return layer == kHeadLayer ? "head" : layer == kTailLayer ? "tail" : "";
}

// Characters that have no honest use in a name: they control a terminal, reverse the reading direction or hide text.
bool misleads(char32_t c)
{
    const bool control = (c >= 0x80 && c < 0xA0) || c == 0x2028 || c == 0x2029;
    const bool direction =
        c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    const bool hidden = c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE007F);
    return control || direction || hidden;
}

bool isPlain(char c)
{
    return c >= 0x20 && c < 0x7F;
}

// Number of ASCII bytes at the front of text. Nearly all text is ASCII alone.
std::size_t asciiBytes(std::string_view text)
{
    constexpr std::uint64_t kAnyHighBit = 0x8080808080808080;
    std::size_t i = 0;
    for (std::uint64_t word = 0; i + sizeof word <= text.size(); i += sizeof word) {
        std::memcpy(&word, text.data() + i, sizeof word);
        if ((word & kAnyHighBit) != 0)
            break;
    }
    while (i < text.size() && static_cast<unsigned char>(text[i]) < 0x80)
        ++i;
    return i;
}

// Control characters become their symbols (U+2400...), other misleading characters U+FFFD.
std::string withoutControls(std::string_view valid)
{
    std::string out;
    if (std::all_of(valid.begin(), valid.end(), isPlain))
        return out.assign(valid);
    out.reserve(valid.size());
    forEachCharacter(valid, [&out](std::string_view bytes, char32_t c) {
        if (c < 0x20) {
            out += "\xE2\x90";
            out += static_cast<char>(0x80 + c);
        } else if (c == 0x7F) {
            out += "\xE2\x90\xA1";
        } else if (misleads(c)) {
            out += kReplacement;
        } else {
            out += bytes;
        }
    });
    return out;
}

// Differences always have a sign: without it the reader would not know which side is larger.
bool isDelta(const ReportColumn &column)
{
    return column.id.starts_with("delta_");
}

// Numbers that name something: they are written as elsewhere, without separators.
bool isName(const ReportColumn &column)
{
    return column.id == "line" || column.id == "correlation" || column.id == "address";
}

bool isAboveZero(const ReportTable &table, std::size_t row, std::size_t column)
{
    const CellKind kind = table.columns()[column].kind;
    if (kind == CellKind::Share || kind == CellKind::Real)
        return table.real(row, column) > 0;
    return isNumeric(kind) && table.integer(row, column) > 0;
}

} // namespace

// Length of the valid UTF-8 sequence at the front of text, 0 if there is none. Surrogates and overlong forms are invalid.
std::size_t characterBytes(std::string_view text)
{
    const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    const unsigned char second = byte(1);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90)
        || (lead == 0xF4 && second > 0x8F))
        return 0;
    return length;
}

char32_t decodedCharacter(std::string_view sequence)
{
    const auto byte = [&sequence](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
    if (sequence.size() == 1)
        return byte(0);
    char32_t code = byte(0) & (0x7Fu >> sequence.size());
    for (std::size_t i = 1; i < sequence.size(); ++i)
        code = (code << 6) | (byte(i) & 0x3Fu);
    return code;
}

std::string_view cellKindName(CellKind kind)
{
    switch (kind) {
    case CellKind::Text:
        return "text";
    case CellKind::Integer:
        return "integer";
    case CellKind::Real:
        return "real";
    case CellKind::TimeNs:
        return "time";
    case CellKind::DurationNs:
        return "duration";
    case CellKind::Bytes:
        return "bytes";
    case CellKind::Share:
        return "share";
    case CellKind::Layer:
        return "layer";
    }
    return "text";
}

std::string_view cellKindUnit(CellKind kind)
{
    switch (kind) {
    case CellKind::TimeNs:
    case CellKind::DurationNs:
        return "ns";
    case CellKind::Bytes:
        return "B";
    case CellKind::Share:
        return "1";
    default:
        return "";
    }
}

bool isNumeric(CellKind kind)
{
    return kind != CellKind::Text;
}

void appendRawCell(std::string &out, const ReportTable &table, std::size_t row, std::size_t column)
{
    if (table.isMissing(row, column))
        return;
    const ReportColumn &c = table.columns()[column];
    switch (c.kind) {
    case CellKind::Text:
        appendValidUtf8(out, table.text(row, column));
        return;
    case CellKind::Share:
        appendReal(out, table.real(row, column), 6);
        return;
    case CellKind::Real:
        if (c.isRate)
            appendRate(out, table.real(row, column), c.decimals);
        else
            appendReadable(out, table.real(row, column), c.decimals);
        return;
    case CellKind::Layer:
        if (table.integer(row, column) < 0) {
            out += layerArgument(table.integer(row, column));
            return;
        }
        break;
    default:
        break;
    }
    std::array<char, 24> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), table.integer(row, column));
    out.append(buffer.data(), end);
}

std::string displayCell(const ReportTable &table, std::size_t row, std::size_t column)
{
    if (table.isMissing(row, column))
        return table.missingReason(row, column).empty() ? "" : "n/a";
    const std::string plus = isDelta(table.columns()[column]) && isAboveZero(table, row, column) ? "+" : "";
    switch (table.columns()[column].kind) {
    case CellKind::Integer:
        return isName(table.columns()[column]) ? std::to_string(table.integer(row, column))
                                               : formatCount(table.integer(row, column));
    case CellKind::TimeNs:
        return formatTime(table.integer(row, column));
    case CellKind::DurationNs:
        return plus + formatDuration(table.integer(row, column));
    case CellKind::Bytes:
        return formatBytes(table.integer(row, column));
    case CellKind::Share:
        return plus + formatShare(table.real(row, column));
    default:
        break;
    }
    std::string raw;
    if (table.columns()[column].isRate) {
        appendReadable(raw, table.real(row, column), table.columns()[column].decimals);
        return raw;
    }
    appendRawCell(raw, table, row, column);
    return withoutControls(raw);
}

bool isMisleading(char32_t character)
{
    return character == 0x7F || misleads(character);
}

std::string printable(std::string_view text)
{
    std::string valid;
    appendValidUtf8(valid, text);
    return withoutControls(valid);
}

void appendValidUtf8(std::string &out, std::string_view text)
{
    std::size_t plain = 0; // start of the valid text not yet appended
    for (std::size_t i = asciiBytes(text); i < text.size();) {
        const std::size_t n = characterBytes(text.substr(i, 4));
        if (n > 0) {
            i += n + asciiBytes(text.substr(i + n));
            continue;
        }
        out += text.substr(plain, i - plain);
        out += kReplacement;
        plain = ++i;
    }
    out += text.substr(plain);
}

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (const std::size_t ascii = asciiBytes(text.substr(i)); ascii > 0) {
            width += ascii;
            i += ascii;
            continue;
        }
        const std::size_t n = std::max<std::size_t>(characterBytes(text.substr(i, 4)), 1);
        width += widthOf(decodedCharacter(text.substr(i, n)));
        i += n;
    }
    return width;
}

namespace {

// Bytes of the characters at the front that take at most `width` columns.
std::size_t bytesWithin(std::string_view text, std::size_t width)
{
    std::size_t used = 0;
    std::size_t i = 0;
    while (i < text.size()) {
        const std::size_t n = std::max<std::size_t>(characterBytes(text.substr(i, 4)), 1);
        used += widthOf(decodedCharacter(text.substr(i, n)));
        if (used > width)
            break;
        i += n;
    }
    return i;
}

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

} // namespace

std::string elided(std::string_view text, std::size_t width)
{
    if (text.size() <= width || displayWidth(text) <= width)
        return std::string(text);
    return std::string(text.substr(0, bytesWithin(text, std::max<std::size_t>(width, 1) - 1))).append(kEllipsis);
}

std::string elidedInside(std::string_view text, std::size_t width)
{
    const std::size_t all = displayWidth(text);
    if (all <= width)
        return std::string(text);
    const std::size_t kept = std::max<std::size_t>(width, 1) - 1;
    const std::size_t front = kept - kept / 2;
    std::size_t back = bytesWithin(text, all - kept / 2);
    if (displayWidth(text.substr(back)) > kept / 2) // the bound lies inside a wide character
        back += characterBytes(text.substr(back, 4));
    return std::string(text.substr(0, bytesWithin(text, front))).append(kEllipsis).append(text.substr(back));
}

std::string withPlainBlanks(std::string_view text)
{
    const auto isDigitAt = [text](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t ascii = asciiBytes(text.substr(i));
        out += text.substr(i, ascii);
        i += ascii;
        if (i == text.size())
            break;
        const bool noBreak = text.substr(i).starts_with("\xC2\xA0");
        const bool thin = text.substr(i).starts_with("\xE2\x80\x89");
        const bool inNumber = thin && isDigitAt(i - 1) && isDigitAt(i + 3);
        if (!inNumber)
            out += noBreak || thin ? ' ' : text[i];
        i += noBreak ? 2 : thin ? 3 : 1;
    }
    return out;
}

} // namespace lamella::core
