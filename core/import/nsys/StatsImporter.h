// SPDX-License-Identifier: GPL-3.0-or-later
// Imports the text output of `nsys stats`. It has summaries but no times of single events, so the document only has metadata;
// tables read the reports from the file on demand.
#pragma once

#include "core/import/TraceImporter.h"
#include "core/import/nsys/StatsText.h"

namespace lamella::core {

class StatsImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "nsys stats text"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

[[nodiscard]] bool isStatsText(const TraceDocument &document);
// The reports of the file; what decompressing lost is counted in `diagnostics`, if any. Errors: Io (missing or changed), Limit
// (over 256 MiB, or memory), Cancelled.
Result<StatsText> readStatsText(
    const std::string &path, const ImportLimits &limits, const JobControl &control, ImportDiagnostics *diagnostics = nullptr);

} // namespace lamella::core
