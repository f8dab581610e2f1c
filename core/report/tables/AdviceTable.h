// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of advice as rows.
#pragma once

#include "core/analysis/advice/Advice.h"
#include "core/report/tables/TableBuilders.h"

#include <memory>

namespace lamella::core {

// Findings with the rules that they point to.
struct AdviceWithRules {
    AdviceRules rules;
    Advice found;
    Message noMemory; // why rules about memory were not applied; empty: they were applied
};
// Computes what TableParts::advice() keeps. Errors: those of roles, roofline and gaps; Cancelled.
[[nodiscard]] Result<AdviceWithRules> adviceOf(const TableInput &input, const EventTimes &times);
// "All of it together: 1.2 ms to 2.3 ms of 10.4 ms ..."; empty without findings.
[[nodiscard]] Message togetherSentence(const Advice &advice);

} // namespace lamella::core
