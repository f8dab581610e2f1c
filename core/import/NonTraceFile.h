// SPDX-License-Identifier: GPL-3.0-or-later
// Guesses what a file that is not a trace contains, so that the error message can suggest what to do.
#pragma once

#include "core/base/Message.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

// A sentence for Error::detail. keys: the top-level keys if the file is a JSON object.
[[nodiscard]] Message describeNonTrace(std::string_view head, const std::vector<std::pair<std::string, std::string>> &keys);

} // namespace lamella::core
