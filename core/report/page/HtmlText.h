// SPDX-License-Identifier: GPL-3.0-or-later
// Text for HTML and SVG. All text that comes from a trace goes through here.
#pragma once

#include <string>
#include <string_view>

namespace lamella::core {

class Catalogue;

// Appends text that is safe in an element or a quoted attribute: printable() (CellText.h), with & < > " ' as character
// references.
void appendHtml(std::string &out, std::string_view text);
// ` name="text"`
void appendAttribute(std::string &out, std::string_view name, std::string_view text);
// As the attribute `lang` says it: "zh-CN"; "en" for null.
[[nodiscard]] std::string languageTag(const Catalogue *language);
// A coordinate with two decimals in the C locale: "12.50".
void appendCoordinate(std::string &out, double value);

} // namespace lamella::core
