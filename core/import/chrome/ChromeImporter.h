// SPDX-License-Identifier: GPL-3.0-or-later
// Chrome-trace JSON, object or bare array, plain or gzip: PyTorch/Kineto, SGLang, vLLM, Megatron, ROCm, Ascend, TensorFlow...
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

class ChromeImporter final : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "Chrome JSON"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
