// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the table of statuses that a benchmark script writes beside its profiles: it lists runs that were out of memory.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace lamella::core {

class RunStatus {
public:
    // Markdown tables with the columns Config (or Model), Seq Len, Status FWD, Status FWD+BWD, in any order. Other tables are
    // ignored.
    static RunStatus parse(std::string_view markdown);
    // "OK", "OOM", ...; empty if not listed. mode: "FWD" or "FWD_BWD".
    [[nodiscard]] std::string of(const std::string &model, std::int64_t sequence, const std::string &mode) const;
    [[nodiscard]] const std::map<std::tuple<std::string, std::int64_t, std::string>, std::string> &all() const
    {
        return m_status;
    }
    // The keys of all() in the order of the file.
    [[nodiscard]] const std::vector<std::tuple<std::string, std::int64_t, std::string>> &order() const { return m_order; }

private:
    std::map<std::tuple<std::string, std::int64_t, std::string>, std::string> m_status;
    std::vector<std::tuple<std::string, std::int64_t, std::string>> m_order;
};

} // namespace lamella::core
