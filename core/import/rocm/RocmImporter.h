// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite databases of ROCm's profilers: rocprofv3 (rocpd) and rpd_tracer (*.rpd).
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

class RocmImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "rocm"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
