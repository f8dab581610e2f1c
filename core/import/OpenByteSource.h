// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/TraceImporter.h"

#include <memory>
#include <string>

namespace lamella::core {

// Opens a plain or gzip file, detected by the first bytes, never by the name. Errors: those of openRegularFile().
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
