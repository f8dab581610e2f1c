// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of rocprofv3 --output-format csv: NAME_kernel_trace.csv, NAME_memory_copy_trace.csv, NAME_hip_api_trace.csv and others
// of one run. Opening one of them reads those beside it, too.
#pragma once

#include "core/import/TraceImporter.h"

#include <string>
#include <vector>

namespace lamella::core {

class RocprofCsvImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "rocprof-csv"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

// A table of each run whose tables lie in the folder: that of its kernels, if it has one.
[[nodiscard]] std::vector<std::string> rocprofRunsIn(const std::string &folder);

// What rocprofv3 -d FOLDER wrote: a folder for each host, with a database or a JSON file for each process, else with tables, of
// which those of rocprofRunsIn() are named.
[[nodiscard]] std::vector<std::string> rocprofHostsIn(const std::string &folder);

// The other tables of the run of that table; empty for files of other names.
[[nodiscard]] std::vector<std::string> rocprofTablesBeside(const std::string &table);

} // namespace lamella::core
