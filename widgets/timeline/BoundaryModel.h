// SPDX-License-Identifier: GPL-3.0-or-later
// The boundaries of one device that can be moved, and the kernel starts they can be moved to. Pure: no widget, no painter.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/BoundaryEdit.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lamella::ui {

struct MovableBoundary {
    core::BoundaryPart part = core::BoundaryPart::LayerStart;
    int pass = 0;
    int layer = 0; // of LayerStart
    std::uint32_t position = 0; // of the first kernel behind it in BoundaryModel::kernels; its size = the end
    std::uint32_t lowest = 0; // where it can go
    std::uint32_t highest = 0;

    [[nodiscard]] bool sameBoundary(const MovableBoundary &other) const
    {
        return part == other.part && pass == other.pass && layer == other.layer;
    }
};

struct BoundaryModel {
    std::shared_ptr<const core::TraceDocument> document;
    core::DeviceId device;
    std::vector<std::uint32_t> kernels; // KernelId values of the main stream, in start order
    std::vector<MovableBoundary> boundaries; // in time order
    std::int64_t endNs = 0; // of the last kernel

    [[nodiscard]] std::int64_t timeOf(std::uint32_t position) const; // on the clock of the file
    // Where it is drawn: a pass ends with its last kernel, not with the first one behind it.
    [[nodiscard]] std::int64_t shownTime(const MovableBoundary &boundary, std::uint32_t position) const;
    // Rows of `boundaries` that lie in the range.
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsIn(core::TimeRange range) const;
    // The allowed position nearest to the time. Of kernels with one start only the first one counts: a boundary between the
    // others could not be told by its time.
    [[nodiscard]] std::uint32_t snapped(const MovableBoundary &boundary, std::int64_t timeNs) const;
    // One kernel earlier (-1) or later (+1) than `from`; `from` itself at the end of the way.
    [[nodiscard]] std::uint32_t stepped(const MovableBoundary &boundary, std::uint32_t from, int step) const;
    [[nodiscard]] core::BoundaryEdit edit(const MovableBoundary &boundary, std::uint32_t position) const;
    [[nodiscard]] std::optional<std::size_t> rowOf(const MovableBoundary &boundary) const;
};
using BoundaryModelPtr = std::shared_ptr<const BoundaryModel>;

// Error: Cancelled.
[[nodiscard]] core::Result<BoundaryModelPtr> buildBoundaryModel(const std::shared_ptr<const core::TraceDocument> &document,
    const core::Segmentation &segmentation, core::DeviceId device, const core::JobControl &control);

} // namespace lamella::ui
