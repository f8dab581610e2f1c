// SPDX-License-Identifier: GPL-3.0-or-later
// The names of types of layers as a user of the window reads them.
#pragma once

#include <QString>

#include <string_view>

namespace lamella::ui {

// As layerTypeMessage(), in the language of the window.
[[nodiscard]] QString layerTypeText(std::string_view name);

} // namespace lamella::ui
