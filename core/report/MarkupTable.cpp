// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown (GitHub's tables) and HTML.
#include "core/report/CellText.h"
#include "core/report/MarkdownText.h"
#include "core/report/TableSinkBuffer.h"
#include "core/report/page/Charts.h"
#include "core/report/page/Page.h"
#include "core/report/page/TableMarkup.h"

#include <cctype>

namespace lamella::core {

namespace {

bool isWordByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80) != 0;
}

} // namespace

void appendMarkdown(std::string &out, std::string_view raw)
{
    const std::string text = printable(raw);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        bool escape = std::string_view("\\|*`[]<>~&$").find(c) != std::string_view::npos;
        if (c == '_')
            escape = i == 0 || i + 1 == text.size() || !isWordByte(text[i - 1]) || !isWordByte(text[i + 1]);
        if (escape)
            out += '\\';
        out += c;
    }
}

bool writeMarkdownTable(const ReportTable &table, const TableSink &sink)
{
    TableSinkBuffer buffer(sink);
    std::string &out = buffer.text();
    for (const ReportColumn &column : table.columns()) {
        out += "| ";
        appendMarkdown(out, column.title);
        out += ' ';
    }
    out += "|\n";
    for (const ReportColumn &column : table.columns())
        out += isNumeric(column.kind) ? "|---:" : "|---";
    out += "|\n";
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        for (std::size_t c = 0; c < table.columns().size(); ++c) {
            out += "| ";
            appendMarkdown(out, displayCell(table, r, c));
            out += ' ';
        }
        out += "|\n";
        if (!buffer.rowDone())
            return false;
    }
    for (const std::string &note : tableFootnotes(table)) {
        out += '\n';
        appendMarkdown(out, note);
        out += '\n';
    }
    return buffer.flush();
}

bool writeHtmlTable(const ReportTable &table, const TableSink &sink)
{
    TableSinkBuffer buffer(sink);
    std::string &out = buffer.text();
    appendPageHead(out, table.title(), table.language());
    out += chartOf(table);
    appendTableHead(out, table);
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        appendTableRow(out, table, r);
        if (!buffer.rowDone())
            return false;
    }
    appendTableFoot(out, table);
    appendPageEnd(out);
    return buffer.flush();
}

} // namespace lamella::core
