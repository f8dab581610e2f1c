// SPDX-License-Identifier: GPL-3.0-or-later
// Memory snapshots of PyTorch: pickles written by torch.cuda.memory._dump_snapshot. The document has a MemoryLog and no events.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

class SnapshotImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "snapshot"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
