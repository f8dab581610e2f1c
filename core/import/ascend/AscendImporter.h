// SPDX-License-Identifier: GPL-3.0-or-later
// kernel_details.csv and op_summary_*.csv of the Ascend profiler, plain or gzip.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

// Every row is an event. A collective stands in the file twice, on a stream and without one; only one of the two is GPU work, and
// the diagnostics say how many were set aside (kDuplicatedCollective).
class AscendImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "Ascend kernel table"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
