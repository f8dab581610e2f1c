// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the overview strip above the cards of advice: the pass now and with all findings, each gain counted once; its
// roofline time; the number of findings and of the rules applied.
#pragma once

#include "widgets/advice/AdvicePicture.h"
#include "widgets/overview/OverviewCells.h"

#include <vector>

namespace lamella::ui {

// hidden: findings of rules that the user has hidden; they are in the sum. None without passes.
[[nodiscard]] std::vector<OverviewCell> adviceCells(const AdvicePicture &picture, int hidden);

} // namespace lamella::ui
