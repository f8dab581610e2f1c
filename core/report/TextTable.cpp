// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Message.h"
#include "core/report/CellText.h"
#include "core/report/TableSinkBuffer.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::size_t kWidestCell = 120; // kernel names can have thousands of characters; CSV and JSON hold them whole

void pad(std::string &out, std::string_view text, std::size_t width, bool right, bool last)
{
    const std::size_t used = displayWidth(text);
    const std::size_t blanks = width > used ? width - used : 0;
    if (right)
        out.append(blanks, ' ');
    out += text;
    if (!right && !last)
        out.append(blanks, ' ');
}

std::vector<std::size_t> columnWidths(const ReportTable &table, bool &shortened)
{
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
        std::size_t width = displayWidth(printable(table.columns()[c].title));
        for (std::size_t r = 0; r < table.rowCount(); ++r)
            width = std::max(width, displayWidth(displayCell(table, r, c)));
        shortened = shortened || width > kWidestCell;
        widths.push_back(std::min(width, kWidestCell));
    }
    return widths;
}

void appendFootnotes(std::string &out, const ReportTable &table, bool shortened)
{
    for (const Message &note : table.notes())
        out += "\n" + printable(note.english());
    for (const MissingSummary &m : summariseMissing(table))
        out += "\n" + printable(missingText(table, m));
    if (shortened)
        out += "\n" + msg("Long text is cut at \xE2\x80\xA6; CSV and JSON have all of it.").translated(table.language());
    if (!out.empty())
        out += '\n';
}

} // namespace

bool writeTextTable(const ReportTable &table, const TableSink &sink)
{
    TableSinkBuffer buffer(sink);
    std::string &out = buffer.text();
    bool shortened = false;
    const std::vector<std::size_t> widths = columnWidths(table, shortened);
    const std::size_t columns = widths.size();
    out += printable(table.title().english()) + "\n\n";
    for (std::size_t c = 0; c < columns; ++c) {
        out += c > 0 ? "  " : "";
        pad(out, printable(table.columns()[c].title), widths[c], isNumeric(table.columns()[c].kind), c + 1 == columns);
    }
    out += '\n';
    for (std::size_t c = 0; c < columns; ++c) {
        out += c > 0 ? "  " : "";
        out.append(widths[c], '-');
    }
    out += '\n';
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            out += c > 0 ? "  " : "";
            pad(out, elided(displayCell(table, r, c), kWidestCell), widths[c], isNumeric(table.columns()[c].kind),
                c + 1 == columns);
        }
        while (out.back() == ' ')
            out.pop_back();
        out += '\n';
        if (!buffer.rowDone())
            return false;
    }
    if (table.rowCount() == 0)
        out += msg("(no rows)").translated(table.language()) + "\n";
    std::string feet;
    appendFootnotes(feet, table, shortened);
    out += feet;
    return buffer.flush();
}

} // namespace lamella::core
