// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lamella::cli {

[[nodiscard]] std::string generalHelp();
[[nodiscard]] std::string commandHelp(const std::string &command);
[[nodiscard]] std::string versionText();

} // namespace lamella::cli
