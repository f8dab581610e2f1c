// SPDX-License-Identifier: GPL-3.0-or-later
// The results of rocprofv3 --output-format json ({"rocprofiler-sdk-tool": [...]}), one entry for each process.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

class RocprofJsonImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "rocprof-json"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
