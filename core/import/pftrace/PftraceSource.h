// SPDX-License-Identifier: GPL-3.0-or-later
// A Perfetto trace (*.pftrace, *.perfetto-trace) as a source of the JSON text that ChromeImporter reads.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/TraceImporter.h"

#include <functional>
#include <memory>
#include <string>

namespace lamella::core {

// `open` yields the (inflated) bytes of the trace, `file` is what it yielded first. They are read twice: the first read()
// collects what events refer to in other packets (names, tracks); then they are read again while the text is made. Errors of
// read(): those of `open` and `file`, Limit (memory), Io (the file has changed between).
using OpenSource = std::function<Result<std::unique_ptr<ByteSource>>()>;
[[nodiscard]] std::unique_ptr<ByteSource> makePftraceSource(
    std::unique_ptr<ByteSource> file, OpenSource open, const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
