// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the tables `inspect` with their cells by name.
#pragma once

#include "core/profile/Category.h"
#include "core/report/ReportTable.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::ui::inspector {

// A table and its columns by name; a name is looked up once.
class Columns {
public:
    explicit Columns(const core::ReportTable &table)
        : m_table(table)
    {
    }
    [[nodiscard]] const core::ReportTable &table() const { return m_table; }
    // `name` is a literal: the same one has the same address, or is looked up twice.
    [[nodiscard]] std::size_t at(const char *name)
    {
        for (const auto &[known, place] : m_places)
            if (known == name)
                return place;
        return m_places.emplace_back(name, m_table.columnIndex(name)).second;
    }

private:
    const core::ReportTable &m_table;
    std::vector<std::pair<const char *, std::size_t>> m_places;
};

// One row of the table with named cells.
class Row {
public:
    Row(Columns &columns, std::size_t row)
        : m_columns(&columns)
        , m_row(row)
    {
    }
    [[nodiscard]] QString word(const char *column) const
    {
        const core::ReportTable &table = m_columns->table();
        const std::size_t at = m_columns->at(column);
        if (table.isMissing(m_row, at))
            return {};
        // Single words are terms of the window, not sentences of core's catalogue.
        const core::Message *message = table.message(m_row, at);
        const QString text = translatedCell(table, m_row, at);
        return message != nullptr && !message->isName() && text == qtext(message->english()) ? translatedTerm(message->english())
                                                                                             : text;
    }
    [[nodiscard]] std::string_view raw(const char *column) const
    {
        const std::size_t at = m_columns->at(column);
        return m_columns->table().isMissing(m_row, at) ? std::string_view() : m_columns->table().text(m_row, at);
    }
    [[nodiscard]] std::optional<std::int64_t> number(const char *column) const
    {
        const std::size_t at = m_columns->at(column);
        return m_columns->table().isMissing(m_row, at) ? std::nullopt : std::optional(m_columns->table().integer(m_row, at));
    }
    [[nodiscard]] std::optional<double> share() const
    {
        const std::size_t at = m_columns->at("share");
        return m_columns->table().isMissing(m_row, at) ? std::nullopt : std::optional(m_columns->table().real(m_row, at));
    }
    [[nodiscard]] std::string_view section() const { return raw("section"); }
    [[nodiscard]] std::string_view key() const { return raw("key"); }
    [[nodiscard]] core::Selection target() const { return m_columns->table().target(m_row); }
    [[nodiscard]] int category() const
    {
        const auto found = core::categoryFromId(raw("category"));
        return found ? static_cast<int>(*found) : -1;
    }

private:
    Columns *m_columns;
    std::size_t m_row;
};

} // namespace lamella::ui::inspector
