// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Message.h"
#include "core/report/CellText.h"
#include "core/report/TableSinkBuffer.h"
#include "core/report/TextLayout.h"
#include "core/report/WrappedText.h"

#include <algorithm>

namespace lamella::core {

namespace {

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

std::string fittedCell(const ReportTable &table, std::size_t row, const TextColumn &shown, bool fitted)
{
    const std::string cell = textCell(table, row, shown.column);
    const bool isName = table.columns()[shown.column].kind == CellKind::Text && table.message(row, shown.column) == nullptr;
    return fitted && isName ? elidedInside(cell, shown.width) : elided(cell, shown.width);
}

class TextWriter {
public:
    TextWriter(const ReportTable &table, const TextLayout &layout)
        : m_table(table)
        , m_layout(layout)
        , m_columns(textColumns(table, layout))
    {
    }
    void appendTitle(std::string &out) const { appendSentence(out, m_table.title()); }
    void appendHead(std::string &out) const
    {
        for (const TextColumn &shown : m_columns.shown) {
            out += isFirst(shown) ? "" : "  ";
            pad(out, elided(textHeading(m_table, m_layout, shown.column), shown.width), shown.width, isRight(shown),
                isLast(shown));
        }
        out += '\n';
        for (const TextColumn &shown : m_columns.shown) {
            out += isFirst(shown) ? "" : "  ";
            out.append(shown.width, '-');
        }
        out += '\n';
    }
    void appendRow(std::string &out, std::size_t row) const
    {
        for (const TextColumn &shown : m_columns.shown) {
            out += isFirst(shown) ? "" : "  ";
            pad(out, fittedCell(m_table, row, shown, m_layout.width > 0), shown.width, isRight(shown), isLast(shown));
        }
        while (!out.empty() && out.back() == ' ')
            out.pop_back();
        out += '\n';
    }
    void appendNotes(std::string &out) const
    {
        for (const Message &note : m_table.notes())
            appendSentence(out, note);
    }
    // On columns and cells.
    void appendFootnotes(std::string &out) const
    {
        for (const MissingSummary &m : summariseMissing(m_table))
            if (isShown(m.column))
                appendLine(out, missingText(m_table, m));
        for (const Message &note : m_columns.notes)
            appendLine(out, note.translated(m_table.language()));
        if (m_columns.shortened)
            appendLine(out, footer().translated(m_table.language()));
    }

private:
    [[nodiscard]] Message footer() const
    {
        return m_layout.width > 0 ? msg("Long text is shortened at \xE2\x80\xA6; CSV and JSON have all of it, --wide more.")
                                  : msg("Long text is shortened at \xE2\x80\xA6; CSV and JSON have all of it.");
    }
    [[nodiscard]] bool isFirst(const TextColumn &shown) const { return &shown == &m_columns.shown.front(); }
    [[nodiscard]] bool isLast(const TextColumn &shown) const { return &shown == &m_columns.shown.back(); }
    [[nodiscard]] bool isRight(const TextColumn &shown) const { return isNumeric(m_table.columns()[shown.column].kind); }
    [[nodiscard]] bool isShown(std::size_t column) const
    {
        return std::any_of(
            m_columns.shown.begin(), m_columns.shown.end(), [column](const TextColumn &s) { return s.column == column; });
    }
    void appendSentence(std::string &out, const Message &sentence) const { appendLine(out, sentence.english()); }
    void appendLine(std::string &out, std::string_view text) const
    {
        out += wrappedText(withPlainBlanks(printable(text)), m_layout.width) + "\n";
    }

    const ReportTable &m_table;
    const TextLayout &m_layout;
    TextColumns m_columns;
};

} // namespace

bool writeTextTable(const ReportTable &table, const TextLayout &layout, const TableSink &sink)
{
    TableSinkBuffer buffer(sink);
    std::string &out = buffer.text();
    const TextWriter writer(table, layout);
    writer.appendTitle(out);
    out += '\n';
    const bool isEmpty = table.rowCount() == 0;
    if (isEmpty && !table.notes().empty()) { // why comes first
        writer.appendNotes(out);
        out += '\n';
    }
    writer.appendHead(out);
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        writer.appendRow(out, r);
        if (!buffer.rowDone())
            return false;
    }
    std::string feet;
    if (isEmpty)
        out += msg("(no rows)").translated(table.language()) + "\n";
    else
        writer.appendNotes(feet);
    writer.appendFootnotes(feet);
    out += (feet.empty() ? "" : "\n") + feet;
    return buffer.flush();
}

} // namespace lamella::core
