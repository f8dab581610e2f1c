// SPDX-License-Identifier: GPL-3.0-or-later
// gzip, also of several members one after the other (cat a.gz b.gz, pigz, bgzip). A cut or damaged file gives what can
// be inflated; ByteSource::damage() tells.
#pragma once

#include "core/import/ByteSource.h"

#include <memory>
#include <string>

namespace lamella::core {

[[nodiscard]] std::unique_ptr<ByteSource> makeGzipSource(OpenedFile file, const std::string &path, const ImportLimits &limits);
[[nodiscard]] Error rawLimitError(const std::string &path, std::uint64_t limit);

} // namespace lamella::core
