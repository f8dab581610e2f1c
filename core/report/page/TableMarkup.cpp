// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/page/TableMarkup.h"

#include "core/base/Message.h"
#include "core/report/CellText.h"
#include "core/report/TableSinkBuffer.h"
#include "core/report/page/HtmlText.h"

#include <algorithm>

namespace lamella::core {

namespace {

// Longer text may break anywhere; shorter text only between words.
constexpr std::size_t kLongText = 48;

std::string classesOf(const ReportTable &table, std::size_t row, std::size_t column, const std::string &text)
{
    const CellKind kind = table.columns()[column].kind;
    std::string classes = isNumeric(kind) ? "n" : text.size() > kLongText ? "l" : "";
    if (table.isMissing(row, column))
        classes += classes.empty() ? "na" : " na";
    else if (kind == CellKind::Share)
        classes += " s";
    return classes;
}

void appendCell(std::string &out, const ReportTable &table, std::size_t row, std::size_t column)
{
    const CellKind kind = table.columns()[column].kind;
    const bool missing = table.isMissing(row, column);
    const std::string text = displayCell(table, row, column);
    out += "<td";
    if (const std::string classes = classesOf(table, row, column, text); !classes.empty())
        appendAttribute(out, "class", classes);
    if (missing) {
        if (const std::string_view reason = table.missingReason(row, column).english(); !reason.empty())
            appendAttribute(out, "title", reason);
    } else if (isNumeric(kind)) {
        out += " data-v=\"";
        appendRawCell(out, table, row, column);
        out += '"';
        if (kind == CellKind::Share) {
            out += " style=\"--w:";
            appendCoordinate(out, std::clamp(table.real(row, column), 0.0, 1.0));
            out += '"';
        }
    }
    out += '>';
    appendHtml(out, text);
    out += "</td>";
}

} // namespace

std::vector<std::string> tableFootnotes(const ReportTable &table)
{
    std::vector<std::string> all;
    for (const Message &note : table.notes())
        all.push_back(note.english());
    for (const MissingSummary &m : summariseMissing(table))
        all.push_back(missingText(table, m));
    return all;
}

void appendTableHead(std::string &out, const ReportTable &table)
{
    out += "<table>\n<caption>";
    appendHtml(out, table.title().english());
    out += "</caption>\n<thead><tr>";
    for (const ReportColumn &column : table.columns()) {
        out += isNumeric(column.kind) ? "<th scope=\"col\" class=\"n\"" : "<th scope=\"col\"";
        appendAttribute(out, "title", column.help.english());
        out += '>';
        appendHtml(out, column.title);
        out += "</th>";
    }
    out += "</tr></thead>\n<tbody>\n";
}

void appendTableRow(std::string &out, const ReportTable &table, std::size_t row)
{
    out += "<tr>";
    for (std::size_t c = 0; c < table.columns().size(); ++c)
        appendCell(out, table, row, c);
    out += "</tr>\n";
}

void appendTableFoot(std::string &out, const ReportTable &table)
{
    out += "</tbody>\n</table>\n";
    for (const std::string &note : tableFootnotes(table)) {
        out += "<p class=\"note\">";
        appendHtml(out, note);
        out += "</p>\n";
    }
}

} // namespace lamella::core
