// SPDX-License-Identifier: GPL-3.0-or-later
// Text for Markdown. All text that comes from a trace goes through here.
#pragma once

#include <string>
#include <string_view>

namespace lamella::core {

// Appends text made printable() (CellText.h) with Markdown's special characters escaped. Underscores inside words stay: they have
// no meaning there.
void appendMarkdown(std::string &out, std::string_view text);

} // namespace lamella::core
