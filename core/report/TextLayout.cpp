// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextLayout.h"

#include "core/report/CellText.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kWidestCell = 120; // kernel names run to thousands of characters; CSV and JSON have all of them
constexpr std::size_t kShortText = 16; // texts up to here are not shortened
constexpr std::size_t kNarrowText = 10; // columns that a longer text cannot do without
constexpr std::size_t kReadableText = 28; // that texts have before columns for which there is room are shown
constexpr std::size_t kLongValue = 40; // of a value that a note says
constexpr std::size_t kMaxNamed = 12; // columns that a note names
constexpr std::size_t kBetween = 2; // blanks between columns
constexpr std::size_t kNoLimit = std::size_t{1} << 30; // of the width

struct Measured {
    std::size_t heading = 0;
    std::size_t widest = 0; // cell or heading, at most kWidestCell
    std::size_t typical = 0; // what nine of ten cells need
    bool isText = false; // that can be shortened
    bool isEmpty = false; // no row has a value
    bool isSame = false; // several rows, all with the same value
    bool isLong = false; // a cell is wider than kWidestCell
};

Measured measured(const ReportTable &table, const TextLayout &layout, std::size_t c)
{
    Measured m;
    const std::size_t rows = table.rowCount();
    m.heading = displayWidth(textHeading(table, layout, c));
    m.isEmpty = rows > 0;
    m.isSame = rows > 1;
    std::vector<std::size_t> counts(kWidestCell + 1); // cells by width
    std::string first;
    for (std::size_t r = 0; r < rows; ++r) {
        std::string cell = textCell(table, r, c);
        const std::size_t width = displayWidth(cell);
        m.isLong = m.isLong || width > kWidestCell;
        ++counts[std::min(width, kWidestCell)];
        m.widest = std::max(m.widest, std::min(width, kWidestCell));
        m.isEmpty = m.isEmpty && (table.isMissing(r, c) || cell.empty());
        m.isSame = m.isSame && (r == 0 || cell == first);
        if (r == 0)
            first = std::move(cell);
    }
    m.widest = std::min(std::max(m.widest, m.heading), kWidestCell);
    m.isText =
        table.columns()[c].kind == CellKind::Text && table.columns()[c].use != ColumnUse::IfRoomWhole && m.widest > kShortText;
    for (std::size_t seen = 0; m.typical < kWidestCell && seen + counts[m.typical] < rows - rows / 10; ++m.typical)
        seen += counts[m.typical];
    m.typical = std::clamp(m.typical, std::min(m.heading, m.widest), m.widest);
    return m;
}

// Columns without anything to say, and what is said instead.
class LeftOut {
public:
    LeftOut(const ReportTable &table, const std::vector<Measured> &columns)
        : m_table(table)
        , m_left(columns.size())
    {
        std::size_t left = 0;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (left + 1 == columns.size())
                break; // one is shown in any case
            if (columns[c].isEmpty)
                m_empty.push_back(emptyText(c));
            else if (columns[c].isSame)
                m_same.push_back(m_table.columns()[c].id + " = " + elidedInside(textCell(m_table, 0, c), kLongValue));
            else if (const std::size_t other = doubleOf(c); other < c)
                m_same.push_back(m_table.columns()[c].id + " = " + m_table.columns()[other].id);
            else
                continue;
            m_left[c] = true;
            ++left;
        }
    }
    [[nodiscard]] bool operator[](std::size_t column) const { return m_left[column]; }
    void appendTo(std::vector<Message> &notes) const
    {
        if (!m_same.empty())
            notes.push_back(msg("In all rows: %1.", joined(m_same)));
        if (!m_empty.empty())
            notes.push_back(msg("n/a in all rows: %1.", joined(m_empty)));
    }
    [[nodiscard]] static std::string joined(const std::vector<std::string> &names)
    {
        std::string text;
        for (const std::string &name : names)
            text += (text.empty() ? "" : ", ") + name;
        return text;
    }

private:
    [[nodiscard]] std::string emptyText(std::size_t c) const
    {
        const Message &reason = m_table.missingReason(0, c);
        return m_table.columns()[c].id + (reason.empty() ? "" : " (" + printable(reason.english()) + ")");
    }
    // The column before with the same texts or layers in all rows, else the column itself.
    [[nodiscard]] std::size_t doubleOf(std::size_t c) const
    {
        const auto &columns = m_table.columns();
        if ((columns[c].kind != CellKind::Text && columns[c].kind != CellKind::Layer) || columns[c].use == ColumnUse::OnRequest)
            return c;
        for (std::size_t other = 0; other < c; ++other) {
            if (m_left[other] || columns[other].kind != columns[c].kind || columns[other].use == ColumnUse::OnRequest)
                continue;
            std::size_t r = 0;
            while (r < m_table.rowCount() && textCell(m_table, r, other) == textCell(m_table, r, c))
                ++r;
            if (r > 0 && r == m_table.rowCount())
                return other;
        }
        return c;
    }

    const ReportTable &m_table;
    std::vector<bool> m_left;
    std::vector<std::string> m_same;
    std::vector<std::string> m_empty;
};

// Chooses columns for a width, and shares the width out among those with texts.
class Fit {
public:
    Fit(const std::vector<Measured> &columns, std::size_t width)
        : m_columns(columns)
        , m_width(width)
        , m_taken(columns.size())
    {
    }
    // Takes the column if it fits beside those taken before, each with at least `text` columns for its text.
    bool take(std::size_t column, std::size_t text)
    {
        m_taken[column] = true;
        if (neededFor(text) > m_width)
            m_taken[column] = false;
        return m_taken[column];
    }
    void takeInAnyCase(std::size_t column) { m_taken[column] = true; }
    [[nodiscard]] bool isTaken(std::size_t column) const { return m_taken[column]; }
    [[nodiscard]] bool isEmpty() const { return std::find(m_taken.begin(), m_taken.end(), true) == m_taken.end(); }
    [[nodiscard]] std::vector<TextColumn> widths() const
    {
        std::vector<TextColumn> shown;
        for (std::size_t c = 0; c < m_columns.size(); ++c)
            if (m_taken[c])
                shown.push_back({c, least(c, kNarrowText)});
        const std::size_t needed = neededFor(kNarrowText);
        std::size_t left = m_width > needed ? m_width - needed : 0;
        if (needed > m_width && shown.size() == 1 && m_columns[shown.front().column].isText)
            shown.front().width = m_width;
        // First what can be read, then what most cells need, then all of it.
        grow(shown, left, [](const Measured &m) { return std::min(m.typical, kReadableText); });
        grow(shown, left, [](const Measured &m) { return m.typical; });
        grow(shown, left, [](const Measured &m) { return m.widest; });
        return shown;
    }

private:
    [[nodiscard]] std::size_t least(std::size_t c, std::size_t text) const
    {
        const Measured &m = m_columns[c];
        return m.isText ? std::min(m.widest, std::max(text, m.heading)) : m.widest;
    }
    [[nodiscard]] std::size_t neededFor(std::size_t text) const
    {
        std::size_t needed = 0;
        for (std::size_t c = 0; c < m_columns.size(); ++c)
            if (m_taken[c])
                needed += (needed > 0 ? kBetween : 0) + least(c, text);
        return needed;
    }
    template <class Wanted> void grow(std::vector<TextColumn> &shown, std::size_t &left, Wanted wanted) const
    {
        for (bool any = true; any && left > 0;) {
            any = false;
            for (TextColumn &each : shown) {
                if (left == 0 || !m_columns[each.column].isText || each.width >= wanted(m_columns[each.column]))
                    continue;
                ++each.width;
                --left;
                any = true;
            }
        }
    }

    const std::vector<Measured> &m_columns;
    std::size_t m_width;
    std::vector<bool> m_taken;
};

Message notShown(const ReportTable &table, const std::vector<std::size_t> &hidden)
{
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < hidden.size() && i < kMaxNamed; ++i)
        ids.push_back(table.columns()[hidden[i]].id);
    const std::string list = LeftOut::joined(ids);
    const Message names =
        hidden.size() > kMaxNamed ? msg("%1 and %2 more", list, hidden.size() - kMaxNamed) : Message::name(list);
    return msg("Not shown: %1. --wide shows all columns, --columns ID,ID these.", names);
}

// Takes columns by their use, and says which ones are left out.
void chooseColumns(const ReportTable &table, const std::vector<Measured> &columns, Fit &fit, std::vector<Message> &notes)
{
    const LeftOut leftOut(table, columns);
    for (const auto &[use, text] : {std::pair(ColumnUse::Key, kNarrowText), {ColumnUse::Main, kNarrowText},
             {ColumnUse::IfRoom, kReadableText}, {ColumnUse::IfRoomWhole, kReadableText}})
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (table.columns()[c].use == use && !leftOut[c])
                fit.take(c, text);
    std::vector<std::size_t> hidden;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (leftOut[c] || fit.isTaken(c))
            continue;
        if (fit.isEmpty()) // one is shown in any case
            fit.takeInAnyCase(c);
        else
            hidden.push_back(c);
    }
    leftOut.appendTo(notes);
    if (!hidden.empty() && table.rowCount() > 0)
        notes.push_back(notShown(table, hidden));
}

} // namespace

TextColumns textColumns(const ReportTable &table, const TextLayout &layout)
{
    std::vector<Measured> columns;
    for (std::size_t c = 0; c < table.columns().size(); ++c)
        columns.push_back(measured(table, layout, c));
    TextColumns result;
    Fit fit(columns, layout.width > 0 ? layout.width : kNoLimit);
    if (layout.width > 0 && !layout.chosen)
        chooseColumns(table, columns, fit, result.notes);
    else
        for (std::size_t c = 0; c < columns.size(); ++c)
            fit.takeInAnyCase(c);
    result.shown = fit.widths();
    for (const TextColumn &shown : result.shown)
        result.shortened = result.shortened || columns[shown.column].isLong || shown.width < columns[shown.column].widest;
    return result;
}

std::string textCell(const ReportTable &table, std::size_t row, std::size_t column)
{
    if (table.columns()[column].kind == CellKind::Integer && !table.isMissing(row, column)) {
        std::string digits;
        appendRawCell(digits, table, row, column);
        return digits;
    }
    return withPlainBlanks(displayCell(table, row, column));
}

std::string textHeading(const ReportTable &table, const TextLayout &layout, std::size_t column)
{
    const ReportColumn &c = table.columns()[column];
    return withPlainBlanks(printable(layout.ids ? c.id : c.title));
}

} // namespace lamella::core
