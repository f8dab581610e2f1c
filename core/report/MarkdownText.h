// SPDX-License-Identifier: GPL-3.0-or-later
// Text inside Markdown: everything that comes from a trace goes through here.
#pragma once

#include <string>
#include <string_view>

namespace lamella::core {

// Cleans (printable() of CellText.h) and escapes what Markdown would read as markup. An underscore inside a word stays: it means nothing there.
void appendMarkdown(std::string &out, std::string_view text);

} // namespace lamella::core
