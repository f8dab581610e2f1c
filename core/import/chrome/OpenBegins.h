// SPDX-License-Identifier: GPL-3.0-or-later
// The B (or b) events of one track that still wait for their end, innermost last.
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

// Ends that fit nothing would make a search through all that is open take quadratic time: once a search has gone deep, counts of
// what is open answer them instead. Searches that find something end there, because what lies above is taken out.
class OpenBegins {
public:
    [[nodiscard]] const std::vector<OpenBegin> &rows() const { return m_rows; }
    void push(const OpenBegin &begin);
    // One more than the row of the innermost begin that an end with this name and category closes, 0 for none. A missing name or
    // category on either side fits everything.
    [[nodiscard]] std::size_t closedBy(StringId name, StringId category);
    void cut(std::size_t size);
    [[nodiscard]] std::uint64_t comparisons() const { return m_comparisons; }

private:
    using Counts = std::unordered_map<std::uint64_t, std::uint32_t>;
    void count(const OpenBegin &begin, std::uint32_t step);
    [[nodiscard]] bool anyClosedBy(StringId name, StringId category) const;

    std::vector<OpenBegin> m_rows;
    bool m_counted = false; // the counts below are kept up
    Counts m_pairs;
    Counts m_names;
    Counts m_categories;
    std::uint64_t m_comparisons = 0;
};

} // namespace lamella::core
