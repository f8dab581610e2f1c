// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/CellText.h"
#include "core/report/TableSinkBuffer.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

void appendProvenance(std::string &out, const ReportTable &table)
{
    out += "\"provenance\":{";
    for (std::size_t i = 0; i < table.provenance().size(); ++i) {
        out += i > 0 ? "," : "";
        appendJsonString(out, table.provenance()[i].first);
        out += ':';
        appendJsonString(out, table.provenance()[i].second);
    }
    out += '}';
}

void appendNotes(std::string &out, const ReportTable &table)
{
    out += "\"notes\":[";
    for (std::size_t i = 0; i < table.notes().size(); ++i) {
        out += i > 0 ? "," : "";
        appendJsonString(out, withPlainBlanks(table.notes()[i].english()));
    }
    out += "],\n\"missing\":[";
    bool first = true;
    for (const MissingSummary &m : summariseMissing(table)) {
        out += first ? "{\"column\":" : ",{\"column\":";
        first = false;
        appendJsonString(out, table.columns()[m.column].id);
        out += ",\"reason\":";
        appendJsonString(out, withPlainBlanks(m.reason));
        out += ",\"rows\":" + std::to_string(m.rows) + "}";
    }
    out += ']';
}

void appendColumns(std::string &out, const ReportTable &table)
{
    out += "\"columns\":[";
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
        const ReportColumn &column = table.columns()[c];
        out += c > 0 ? ",\n{\"id\":" : "\n{\"id\":";
        appendJsonString(out, column.id);
        out += ",\"kind\":";
        appendJsonString(out, cellKindName(column.kind));
        out += ",\"unit\":";
        appendJsonString(out, cellKindUnit(column.kind));
        out += '}';
    }
    out += "\n]";
}

void appendCell(std::string &out, const ReportTable &table, std::size_t row, std::size_t column)
{
    if (table.isMissing(row, column)) {
        out += "null";
    } else if (table.columns()[column].kind == CellKind::Text) {
        appendJsonString(out, table.text(row, column));
    } else {
        const bool word = table.columns()[column].kind == CellKind::Layer && table.integer(row, column) < 0;
        out += word ? "\"" : "";
        appendRawCell(out, table, row, column);
        out += word ? "\"" : "";
    }
}

} // namespace

void appendJsonString(std::string &out, std::string_view text)
{
    static constexpr char kHex[] = "0123456789abcdef";
    const auto escape = [&out](char32_t c) {
        const std::array<char, 6> escaped{'\\', 'u', kHex[c >> 12 & 15], kHex[c >> 8 & 15], kHex[c >> 4 & 15], kHex[c & 15]};
        out.append(escaped.data(), escaped.size());
    };
    const auto plain = [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };
    if (std::all_of(text.begin(), text.end(), plain)) {
        out += '"';
        out += text;
        out += '"';
        return;
    }
    std::string valid;
    appendValidUtf8(valid, text);
    out += '"';
    forEachCharacter(valid, [&](std::string_view bytes, char32_t c) {
        if (c == '\n') {
            out += "\\n";
        } else if (c < 0x20 || (isMisleading(c) && c <= 0xFFFF)) {
            escape(c);
        } else {
            out += c == '"' || c == '\\' ? "\\" : "";
            out += bytes;
        }
    });
    out += '"';
}

bool writeJsonTable(const ReportTable &table, const TableSink &sink)
{
    TableSinkBuffer buffer(sink);
    std::string &out = buffer.text();
    std::vector<std::string> keys;
    for (const ReportColumn &column : table.columns()) {
        std::string key;
        appendJsonString(key, column.id);
        keys.push_back(key + ":");
    }
    out += "{\"schema\":";
    appendJsonString(out, "lamella." + table.id() + ".v1");
    out += ",\n";
    appendProvenance(out, table);
    out += ",\n";
    appendNotes(out, table);
    out += ",\n";
    appendColumns(out, table);
    out += ",\n\"rows\":[";
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        out += r > 0 ? ",\n{" : "\n{";
        for (std::size_t c = 0; c < keys.size(); ++c) {
            out += c > 0 ? "," : "";
            out += keys[c];
            appendCell(out, table, r, c);
        }
        out += '}';
        if (!buffer.rowDone())
            return false;
    }
    out += "\n]}\n";
    return buffer.flush();
}

} // namespace lamella::core
