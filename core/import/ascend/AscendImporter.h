// SPDX-License-Identifier: GPL-3.0-or-later
// Imports kernel_details.csv and op_summary_*.csv of the Ascend profiler, plain or gzip.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

// Every row is an event. The file lists a collective twice, on a stream and without one; only one of them counts as GPU work, and
// a diagnostic gives the number of the others (kDuplicatedCollective).
class AscendImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "Ascend kernel table"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
