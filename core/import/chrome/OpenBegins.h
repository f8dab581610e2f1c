// SPDX-License-Identifier: GPL-3.0-or-later
// The B (or b) events of one track that are still open, innermost last.
#pragma once

#include "core/base/Ids.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lamella::core {

struct OpenBegin {
    std::uint32_t block = 0;
    std::uint32_t row = 0;
    StringId name;
    StringId category;
};

// Unmatched ends would make a search through all open events quadratic, so after one deep search, counts of the open events
// answer them instead. A successful search is cheap in total, because it removes the events above the match.
class OpenBegins {
public:
    [[nodiscard]] const std::vector<OpenBegin> &rows() const { return m_rows; }
    void push(const OpenBegin &begin);
    // Row of the innermost begin closed by an end with this name and category, plus one; 0 for none. A missing name or category
    // on either side matches anything.
    [[nodiscard]] std::size_t closedBy(StringId name, StringId category);
    void truncate(std::size_t size);
    [[nodiscard]] std::uint64_t comparisons() const { return m_comparisons; }

private:
    using Counts = std::unordered_map<std::uint64_t, std::uint32_t>;
    void count(const OpenBegin &begin, std::uint32_t step);
    [[nodiscard]] bool anyClosedBy(StringId name, StringId category) const;

    std::vector<OpenBegin> m_rows;
    bool m_counted = false; // the counts below are maintained
    Counts m_pairs;
    Counts m_names;
    Counts m_categories;
    std::uint64_t m_comparisons = 0;
};

} // namespace lamella::core
