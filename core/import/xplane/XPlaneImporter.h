// SPDX-License-Identifier: GPL-3.0-or-later
// *.xplane.pb of the XLA profiler (JAX, TensorFlow, PyTorch/XLA), plain or gzip.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

class XPlaneImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "XLA profile (XSpace)"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
