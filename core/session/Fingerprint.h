// SPDX-License-Identifier: GPL-3.0-or-later
// Identifies a file independent of its path, to find the trace of notes again and to detect that a trace has changed.
#pragma once

#include "core/base/Result.h"

#include <string>

namespace lamella::core {

// SHA-256 over size, first and last mebibyte, 32 hex digits of it: enough to distinguish recordings without reading gigabytes; no
// defence against somebody who wants two files to look the same. Errors: Io.
Result<std::string> fileFingerprint(const std::string &path);

} // namespace lamella::core
