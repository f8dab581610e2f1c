// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/matrix/RunStatus.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace lamella::core {

namespace {

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\r'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

// Cells of "| a | b |".
std::vector<std::string_view> cellsOf(std::string_view line)
{
    std::vector<std::string_view> cells;
    line = trimmed(line);
    if (!line.starts_with('|'))
        return cells;
    line.remove_prefix(1);
    while (!line.empty()) {
        const std::size_t end = std::min(line.find('|'), line.size());
        cells.push_back(trimmed(line.substr(0, end)));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return cells;
}

struct Columns {
    std::ptrdiff_t model = -1;
    std::ptrdiff_t sequence = -1;
    std::ptrdiff_t forward = -1;
    std::ptrdiff_t training = -1;
    [[nodiscard]] bool usable() const { return model >= 0 && sequence >= 0 && (forward >= 0 || training >= 0); }
};

Columns columnsOf(const std::vector<std::string_view> &header)
{
    Columns columns;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const auto at = static_cast<std::ptrdiff_t>(i);
        if (header[i] == "Config" || header[i] == "Model")
            columns.model = at;
        else if (header[i] == "Seq Len" || header[i] == "Seq")
            columns.sequence = at;
        else if (header[i] == "Status FWD")
            columns.forward = at;
        else if (header[i] == "Status FWD+BWD")
            columns.training = at;
    }
    return columns;
}

} // namespace

RunStatus RunStatus::parse(std::string_view markdown)
{
    RunStatus status;
    Columns columns;
    while (!markdown.empty()) {
        const std::size_t end = std::min(markdown.find('\n'), markdown.size());
        const std::vector<std::string_view> cells = cellsOf(markdown.substr(0, end));
        markdown.remove_prefix(std::min(end + 1, markdown.size()));
        if (const Columns found = columnsOf(cells); found.usable()) {
            columns = found;
            continue;
        }
        const auto cell = [&cells](std::ptrdiff_t at) {
            return at >= 0 && static_cast<std::size_t>(at) < cells.size() ? cells[static_cast<std::size_t>(at)]
                                                                          : std::string_view{};
        };
        const std::string_view number = cell(columns.sequence);
        std::int64_t sequence = 0;
        if (!columns.usable() || number.empty()
            || std::from_chars(number.data(), number.data() + number.size(), sequence).ec != std::errc())
            continue;
        const std::string model(cell(columns.model));
        const auto say = [&](const char *mode, std::string_view text) {
            if (!text.empty() && status.m_status.insert_or_assign({model, sequence, mode}, std::string(text)).second)
                status.m_order.emplace_back(model, sequence, mode);
        };
        say("FWD", cell(columns.forward));
        say("FWD_BWD", cell(columns.training));
    }
    return status;
}

std::string RunStatus::of(const std::string &model, std::int64_t sequence, const std::string &mode) const
{
    const auto it = m_status.find({model, sequence, mode});
    return it == m_status.end() ? std::string{} : it->second;
}

} // namespace lamella::core
