// SPDX-License-Identifier: GPL-3.0-or-later
// A Perfetto trace (*.pftrace, *.perfetto-trace) as a source of the JSON text that ChromeImporter reads.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/TraceImporter.h"

#include <memory>
#include <string>

namespace lamella::core {

// `file` yields the (inflated) bytes of the trace; they are held in memory. The first read() reads all of them. Errors of read():
// those of `file`, Limit (memory).
[[nodiscard]] std::unique_ptr<ByteSource> makePftraceSource(
    std::unique_ptr<ByteSource> file, const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
