// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the Perfetto traces that Lamella itself writes: the document is the one that was written, times, tracks, work and
// launches included. Passes and layers in the file are for Perfetto only; they are found anew.
#pragma once

#include "core/import/TraceImporter.h"

#include <string_view>

namespace lamella::core {

// True if the first bytes of a file are such a trace.
[[nodiscard]] bool isWrittenPftrace(std::string_view head);

class WrittenPftraceImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "written-pftrace"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
