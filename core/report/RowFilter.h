// SPDX-License-Identifier: GPL-3.0-or-later
// A KernelFilter on the rows of a table: text in any text cell, the other terms in the column of their name (duration: dur_ns,
// else avg_ns, else wall_ns). Rows that are one kernel each are known by name and category, as in KernelMatcher. One thread at a
// time: answers for equal texts are kept. The table must outlive it.
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
    // Errors: BadRequest for a text that is no filter, and for a term that the table has no column for (says which it has).
    static Result<RowFilter> make(const ReportTable &table, std::string_view filter);

    [[nodiscard]] bool empty() const { return m_filter.empty(); }
    [[nodiscard]] bool matches(std::size_t row);

private:
    // Cells share their text, so the address of it stands for the text.
    struct Answer {
        const char *text = nullptr;
        std::size_t size = 0;
        bool holds = false;
    };
    struct Place {
        std::size_t column = ReportTable::npos; // of a term that is about one column
        std::vector<Answer> answers; // direct-mapped, of a term that is about text
    };
    RowFilter(const ReportTable &table, KernelFilter filter);
    [[nodiscard]] bool anyTextHolds(std::size_t row, const KernelFilter::Term &term, Place &place);
    [[nodiscard]] bool cellHolds(std::size_t row, const KernelFilter::Term &term, std::size_t column) const;

    const ReportTable *m_table;
    KernelFilter m_filter;
    std::vector<Place> m_places; // by term
    std::vector<std::size_t> m_textColumns;
};

} // namespace lamella::core
