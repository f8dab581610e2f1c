// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown (GitHub's tables) and HTML.
#include "core/report/CellText.h"
#include "core/report/TableSinkBuffer.h"

#include <cctype>

namespace lamella::core {

namespace {

bool isWordByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80) != 0;
}

// Escapes what Markdown would read as markup. An underscore inside a word stays: it means nothing there.
void appendMarkdown(std::string &out, std::string_view text)
{
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

void appendHtml(std::string &out, std::string_view text)
{
    for (const char c : text) {
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

std::vector<std::string> footnotes(const ReportTable &table)
{
    std::vector<std::string> all = table.notes();
    for (const MissingSummary &m : summariseMissing(table))
        all.push_back("n/a in " + table.columns()[m.column].title + " (" + std::to_string(m.rows)
            + (m.rows == 1 ? " row): " : " rows): ") + std::string(m.reason));
    for (std::string &note : all) {
        std::string valid;
        appendValidUtf8(valid, note);
        note = valid;
    }
    return all;
}

void appendHtmlHead(std::string &out, const ReportTable &table)
{
    out += "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>";
    appendHtml(out, table.title());
    out += "</title>\n<style>\nbody{font:14px/1.4 sans-serif;margin:1.5em}\ntable{border-collapse:collapse}\n"
           "th,td{border:1px solid #c8ccd0;padding:.2em .6em;text-align:left;vertical-align:top}\n"
           ".n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n</style>\n</"
           "head>\n<body>\n<table>\n<caption>";
    appendHtml(out, table.title());
    out += "</caption>\n<thead><tr>";
    for (const ReportColumn &column : table.columns()) {
        out += isNumeric(column.kind) ? "<th class=\"n\" title=\"" : "<th title=\"";
        appendHtml(out, column.help);
        out += "\">";
        appendHtml(out, column.title);
        out += "</th>";
    }
    out += "</tr></thead>\n<tbody>\n";
}

} // namespace

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
    for (const std::string &note : footnotes(table)) {
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
    appendHtmlHead(out, table);
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        out += "<tr>";
        for (std::size_t c = 0; c < table.columns().size(); ++c) {
            out += isNumeric(table.columns()[c].kind) ? "<td class=\"n\">" : "<td>";
            appendHtml(out, displayCell(table, r, c));
            out += "</td>";
        }
        out += "</tr>\n";
        if (!buffer.rowDone())
            return false;
    }
    out += "</tbody>\n</table>\n";
    for (const std::string &note : footnotes(table)) {
        out += "<p>";
        appendHtml(out, note);
        out += "</p>\n";
    }
    out += "</body>\n</html>\n";
    return buffer.flush();
}

} // namespace lamella::core
