// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/CellText.h"
#include "core/report/TableSinkBuffer.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

// Quotes the text from `from` on if RFC 4180 requires it.
void quoteTail(std::string &out, std::size_t from)
{
    const bool edgeSpace = from < out.size() && (out[from] == ' ' || out.back() == ' ');
    if (!edgeSpace && out.find_first_of(",\"\r\n", from) == std::string::npos)
        return;
    const std::string plain = out.substr(from);
    out.resize(from);
    out += '"';
    for (const char c : plain) {
        if (c == '"')
            out += '"';
        out += c;
    }
    out += '"';
}

// Whether a spreadsheet would read the text as a formula. Spreadsheets of East Asian locales accept the full-width signs too, and
// many skip leading blanks.
bool looksLikeFormula(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kBlanks{" ", "\u00A0", "\u3000", "\uFEFF"};
    constexpr std::array<std::string_view, 11> kSigns{
        "=", "+", "-", "@", "\t", "\r", "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
    const auto begins = [&text](std::string_view sign) { return text.starts_with(sign); };
    for (auto blank = kBlanks.begin(); blank != kBlanks.end();) {
        blank = std::find_if(kBlanks.begin(), kBlanks.end(), begins);
        if (blank != kBlanks.end())
            text.remove_prefix(blank->size());
    }
    return std::any_of(kSigns.begin(), kSigns.end(), begins);
}

// Puts an apostrophe before text that a spreadsheet would read as a formula.
void guardTail(std::string &out, std::size_t from)
{
    if (looksLikeFormula(std::string_view(out).substr(from)))
        out.insert(from, 1, '\'');
}

} // namespace

bool writeCsvTable(const ReportTable &table, const TableSink &sink, bool guarded)
{
    TableSinkBuffer buffer(sink);
    std::string &out = buffer.text();
    const std::size_t columns = table.columns().size();
    for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t from = out.size() + (c > 0 ? 1 : 0);
        out += c > 0 ? "," : "";
        out += table.columns()[c].id;
        quoteTail(out, from);
    }
    out += '\n';
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            if (c > 0)
                out += ',';
            const std::size_t from = out.size();
            appendRawCell(out, table, r, c);
            if (table.columns()[c].kind != CellKind::Text)
                continue;
            if (guarded)
                guardTail(out, from);
            quoteTail(out, from);
        }
        out += '\n';
        if (!buffer.rowDone())
            return false;
    }
    return buffer.flush();
}

} // namespace lamella::core
