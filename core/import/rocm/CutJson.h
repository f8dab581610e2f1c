// SPDX-License-Identifier: GPL-3.0-or-later
// Repairs JSON that ends too early.
#pragma once

#include "core/base/JobControl.h"

#include <string>

namespace lamella::core {

// Ends a text that is cut behind the last whole entry of a list, and leaves room for simdjson's padding. False, with the text as
// it was, if it is not cut, has no such entry, has other damage, or a stop was requested.
[[nodiscard]] bool closeCut(std::string &text, const JobControl &control);

} // namespace lamella::core
