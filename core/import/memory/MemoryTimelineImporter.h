// SPDX-License-Identifier: GPL-3.0-or-later
// Raw memory timelines of PyTorch (torch.profiler export_memory_timeline("….raw.json.gz")): a list of [time in ns, action, bytes,
// category]. Source of actions and categories: torch/profiler/_memory_profiler.py.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

class MemoryTimelineImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "memory-timeline"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
