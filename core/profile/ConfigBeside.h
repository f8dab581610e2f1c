// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lamella::core {

// The file named config.json in the folder of a trace, or in the one above it; empty when there is none. Its content is not
// looked at, and nothing of it is used unasked: it may be of another model.
[[nodiscard]] std::string configBeside(const std::string &tracePath);

} // namespace lamella::core
