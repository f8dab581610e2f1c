// SPDX-License-Identifier: GPL-3.0-or-later
// Repairs JSON that ends too early.
#pragma once

#include "core/base/JobControl.h"

#include <string>

namespace lamella::core {

// Ends a truncated text after the last complete entry of a list, and leaves room for simdjson's padding. Returns false and leaves
// the text unchanged if it is not truncated, has no such entry, has other damage, or a stop was requested.
[[nodiscard]] bool closeCut(std::string &text, const JobControl &control);

} // namespace lamella::core
