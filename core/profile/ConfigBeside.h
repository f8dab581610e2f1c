// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lamella::core {

// The config.json in the folder of a trace or its parent folder; empty if there is none. Its content is not read, and it must not
// be used without asking: it may be for another model.
[[nodiscard]] std::string configBeside(const std::string &tracePath);

} // namespace lamella::core
