// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a table that are live at a time; each is live from its begin until its end. The cost of a query grows with the
// answer, not with the table. Immutable after it is made.
#pragma once

#include <cstdint>
#include <vector>

namespace lamella::ui {

class LivingRows {
public:
    static constexpr std::int64_t kAlways = INT64_MIN; // begin of blocks from before the trace
    static constexpr std::int64_t kNever = INT64_MAX; // end of blocks that are never freed

    LivingRows() = default;
    // Of each row; a row is live at its begin, but not at its end.
    LivingRows(const std::vector<std::int64_t> &begins, const std::vector<std::int64_t> &ends);

    // Ascending.
    [[nodiscard]] std::vector<std::uint32_t> at(std::int64_t time) const;
    [[nodiscard]] std::vector<std::uint32_t> toTheEnd() const;

private:
    void collect(std::size_t node, std::size_t first, std::size_t last, std::size_t until, std::int64_t after,
        std::vector<std::uint32_t> &rows) const;

    std::vector<std::uint32_t> m_rows; // by begin
    std::vector<std::int64_t> m_begins; // of m_rows
    std::vector<std::int64_t> m_ends;
    std::vector<std::int64_t> m_latest; // a binary tree over m_ends: the latest end below each node
};

} // namespace lamella::ui
