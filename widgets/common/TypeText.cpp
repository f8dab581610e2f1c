// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/TypeText.h"

#include "core/analysis/LayerTypeNames.h"
#include "widgets/common/Translated.h"

namespace lamella::ui {

QString layerTypeText(std::string_view name)
{
    return translated(core::layerTypeMessage(name));
}

} // namespace lamella::ui
