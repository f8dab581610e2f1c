// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a KernelFilter to the rows of a table. Text terms match any text cell; other terms match the column of their name
// (duration: dur_ns, else avg_ns, else wall_ns). In `kernels --each`, text terms match only name and category, as in
// KernelMatcher. Not thread-safe: results for equal texts are cached. The table must outlive the filter.
#pragma once

#include "core/analysis/KernelFilter.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace lamella::core {

class RowFilter {
public:
    // Errors: BadRequest for an invalid filter, or for a term whose column the table lacks (the message names the column).
    static Result<RowFilter> make(const ReportTable &table, std::string_view filter);

    [[nodiscard]] bool empty() const { return m_filter.empty(); }
    [[nodiscard]] bool matches(std::size_t row);

private:
    // Equal cells share their text, so its address is the cache key.
    struct Answer {
        const char *text = nullptr;
        std::size_t size = 0;
        bool holds = false;
    };
    struct Place {
        std::size_t column = ReportTable::npos; // for a term about one column
        std::vector<Answer> answers; // direct-mapped; for a text term
    };
    RowFilter(const ReportTable &table, KernelFilter filter);
    [[nodiscard]] bool anyTextHolds(std::size_t row, const KernelFilter::Term &term, Place &place);
    [[nodiscard]] bool cellHolds(std::size_t row, const KernelFilter::Term &term, std::size_t column) const;

    const ReportTable *m_table;
    KernelFilter m_filter;
    std::vector<Place> m_places; // one per term
    std::vector<std::size_t> m_textColumns;
};

} // namespace lamella::core
