// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite databases: exports of Nsight Systems, and of ROCm's profilers rocprofv3 (rocpd) and rpd_tracer (*.rpd). The names of the
// tables identify the profiler; a compressed database must be unpacked to read them, which read() does once, within its limits.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

class DatabaseImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "database"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
