// SPDX-License-Identifier: GPL-3.0-or-later
// Text inside HTML and SVG: everything that comes from a trace goes through here.
#pragma once

#include <string>
#include <string_view>

namespace lamella::core {

// Appends text that can stand in an element or in a quoted attribute: cleaned (printable() of CellText.h), & < > " ' written as
// references.
void appendHtml(std::string &out, std::string_view text);
// ` name="text"`
void appendAttribute(std::string &out, std::string_view name, std::string_view text);
// A coordinate with two decimals, whatever the locale: "12.50".
void appendCoordinate(std::string &out, double value);

} // namespace lamella::core
