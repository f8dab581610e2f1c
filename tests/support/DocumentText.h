// SPDX-License-Identifier: GPL-3.0-or-later
// The complete contents of a document as text, so that two imports can be compared line by line.
#pragma once

#include "core/model/TraceDocument.h"

#include <string>

namespace lamella::test {

[[nodiscard]] std::string documentText(const core::TraceDocument &document);

} // namespace lamella::test
