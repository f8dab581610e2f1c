// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite exports of Nsight Systems (`nsys export --type sqlite`), schema 2.x to 3.25. Empty tables are omitted from exports, and
// columns differ by version.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

class NsysImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "Nsight Systems SQLite"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    // Errors include NotATrace for databases of other programs.
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
