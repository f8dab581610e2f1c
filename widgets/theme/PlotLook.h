// SPDX-License-Identifier: GPL-3.0-or-later
// The look of charts with axes in the current theme.
#pragma once

#include "widgets/plot/AxisPlot.h"
#include "widgets/theme/Theme.h"

namespace lamella::ui {

[[nodiscard]] inline PlotLook plotLook()
{
    const Theme &theme = Theme::current();
    return {theme.base, theme.separator, theme.separatorStrong, theme.text, theme.text2, theme.accent, Theme::captionFont()};
}

} // namespace lamella::ui
