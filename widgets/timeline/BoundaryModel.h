// SPDX-License-Identifier: GPL-3.0-or-later
// The movable boundaries of one device and the kernel starts they can move to. Pure: no widget, no painter.
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
    int layer = 0; // of LayerStart boundaries
    std::uint32_t position = 0; // index in BoundaryModel::kernels of the first kernel after it; their count = the end
    std::uint32_t lowest = 0; // allowed range of positions
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
    std::int64_t endNs = 0; // end of the last kernel

    [[nodiscard]] std::int64_t timeOf(std::uint32_t position) const; // on the trace's clock
    // Time at which it is drawn: the end of a pass is drawn at the end of its last kernel, not at the start of the next one.
    [[nodiscard]] std::int64_t shownTime(const MovableBoundary &boundary, std::uint32_t position) const;
    // Rows of `boundaries` within the range.
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsIn(core::TimeRange range) const;
    // The allowed position nearest to the time. Of kernels with the same start only the first is allowed, because a boundary
    // between the others cannot be identified by time.
    [[nodiscard]] std::uint32_t snapped(const MovableBoundary &boundary, std::int64_t timeNs) const;
    // One kernel earlier (-1) or later (+1) than `from`; `from` itself at the end of the allowed range.
    [[nodiscard]] std::uint32_t stepped(const MovableBoundary &boundary, std::uint32_t from, int step) const;
    [[nodiscard]] core::BoundaryEdit edit(const MovableBoundary &boundary, std::uint32_t position) const;
    [[nodiscard]] std::optional<std::size_t> rowOf(const MovableBoundary &boundary) const;
};
using BoundaryModelPtr = std::shared_ptr<const BoundaryModel>;

// Error: Cancelled.
[[nodiscard]] core::Result<BoundaryModelPtr> buildBoundaryModel(const std::shared_ptr<const core::TraceDocument> &document,
    const core::Segmentation &segmentation, core::DeviceId device, const core::JobControl &control);

} // namespace lamella::ui
