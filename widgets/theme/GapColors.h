// SPDX-License-Identifier: GPL-3.0-or-later
// Hues of gap causes, distinct from those of categories.
#pragma once

#include "core/analysis/gaps/Gaps.h"
#include "widgets/theme/Theme.h"

#include <QString>

namespace lamella::ui {

[[nodiscard]] QColor gapCauseFill(const Theme &theme, core::GapCause cause);
[[nodiscard]] QString gapCauseTitle(core::GapCause cause);
[[nodiscard]] QString gapCauseMeaning(core::GapCause cause);

} // namespace lamella::ui
