// SPDX-License-Identifier: GPL-3.0-or-later
// The SQL tables of single kernels, launches, events and their tracks, read from the columns of the document.
#pragma once

#include "core/session/sql/SqlRows.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

[[nodiscard]] Result<std::shared_ptr<const SqlRows>> sqlKernelRows(const SqlTrace &trace, const SqlScope &scope, SqlRun &run);
[[nodiscard]] Result<std::shared_ptr<const SqlRows>> sqlLaunchRows(const SqlTrace &trace, const SqlScope &scope, SqlRun &run);
[[nodiscard]] Result<std::shared_ptr<const SqlRows>> sqlEventRows(const SqlTrace &trace, const SqlScope &scope, SqlRun &run);
[[nodiscard]] Result<std::shared_ptr<const SqlRows>> sqlTrackRows(const SqlTrace &trace, const SqlScope &scope, SqlRun &run);
// Args stay in the file and are read from it event by event.
[[nodiscard]] Result<std::unique_ptr<SqlRelation>> makeArgRelation(SqlRun &run);

// Keys for texts, dense from 0, equal for equal texts. Texts are not copied.
class SqlTextKeys {
public:
    std::uint32_t key(std::string_view text)
    {
        const auto [it, added] = m_keys.try_emplace(text, static_cast<std::uint32_t>(m_texts.size()));
        if (added)
            m_texts.push_back(text);
        return it->second;
    }
    [[nodiscard]] std::string_view text(std::uint32_t key) const { return m_texts[key]; }
    [[nodiscard]] std::uint32_t find(std::string_view text) const
    {
        const auto found = m_keys.find(text);
        return found == m_keys.end() ? kSqlNoKey : found->second;
    }

private:
    std::vector<std::string_view> m_texts;
    std::unordered_map<std::string_view, std::uint32_t> m_keys;
};

// Columns of the kinds that the tables have. `keys` must live as long as the rows.
[[nodiscard]] SqlRowColumn sqlNumber(const char *name, std::function<std::int64_t(std::uint32_t)> get, bool ascending = false);
[[nodiscard]] SqlRowColumn sqlKeyed(
    const char *name, const SqlTextKeys &keys, std::function<std::uint32_t(std::uint32_t)> keyOfRow);
[[nodiscard]] SqlRowColumn sqlText(const char *name, std::function<std::optional<std::string_view>(std::uint32_t)> get);
[[nodiscard]] SqlRowColumn sqlReal(const char *name, std::function<std::optional<double>(std::uint32_t)> get);
[[nodiscard]] SqlRowColumn sqlHidden(SqlRowColumn column); // not in SELECT *

} // namespace lamella::core
