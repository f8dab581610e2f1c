// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/HatchSwitch.h"

namespace lamella::ui {

namespace {

bool g_drawn = true;

} // namespace

bool hatchesDrawn()
{
    return g_drawn;
}

void setHatchesDrawn(bool drawn)
{
    g_drawn = drawn;
}

} // namespace lamella::ui
