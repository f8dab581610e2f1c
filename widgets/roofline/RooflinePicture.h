// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the view of the roofline, from the tables roofline and layers: a dot for each row whose work is known, the
// roofs of the types that occur, the best that was measured, the layers against their floor. Made on a worker; then immutable.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"
#include "core/session/AnalysisSession.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamella::ui {

struct RooflineDot {
    std::size_t row = 0; // of the table
    double intensity = 0; // FLOP per byte
    double teraflops = 0; // per second
    std::int64_t durationNs = 0;
    double ofFloor = -1; // -1: no peaks
    std::string name;
    std::string category; // id
    [[nodiscard]] bool cannotBe() const { return ofFloor > 1.005; } // by more than rounding
};

struct Roof {
    std::string type; // "bf16"
    double teraflops = 0;
    double terabytes = 0; // per second
};

struct RooflineLayer {
    int layer = 0;
    std::int64_t wallNs = 0;
    std::int64_t floorNs = -1; // -1: not known
    core::Selection target;
};

// One pass or layer as a whole, from the table passes or layers.
struct RooflinePart {
    std::string stage; // of a pass
    std::optional<int> layer;
    core::Selection target;
    std::int64_t wallNs = 0; // 0: not one pass or layer
    std::int64_t floorNs = 0; // 0: not known, or longer than the part took
    bool isAboveLimit = false; // it is longer
    std::int64_t bytes = 0; // of the work that is modelled; 0: not known
    double teraflop = 0; // likewise
    std::optional<double> mbu; // shares of the wall
    std::optional<double> mfu;
};

inline constexpr std::size_t kMaxFar = 3;
// Work that takes much longer than its roofline time.
struct RooflineFar {
    std::size_t row = 0; // of the table
    std::string name;
    std::int64_t headroomNs = 0;
    double ofFloor = 0;
    std::string better; // of the same bound, nearest to its roofline among the longer rows; empty: this one is
    double betterOfFloor = 0;
};

struct RooflinePicture {
    std::shared_ptr<const core::ReportTable> table;
    std::vector<RooflineDot> dots; // the longest first
    std::vector<Roof> roofs; // empty: the peaks are not known
    double bestTerabytes = 0; // of work bound by memory; 0 = none
    double bestTeraflops = 0;
    std::size_t withoutFlops = 0; // rows with bytes but no FLOPs: in the list, not in the chart
    std::size_t unknown = 0; // rows whose work is not known
    std::int64_t unknownNs = 0; // their time
    std::vector<RooflineFar> far; // at most kMaxFar, the one with most headroom first
    std::vector<RooflineLayer> layers;
    RooflinePart part; // where one is asked for
    core::Message device; // peaks, or why they are not known
    std::int64_t floorNs = 0; // sums over rows that can be
    std::int64_t durationNs = 0; // of all rows
    double modelledShare = 0;
};

// Errors: those of the tables.
[[nodiscard]] core::Result<RooflinePicture> loadRooflinePicture(
    core::AnalysisSession &session, const core::TableRequest &request, const core::JobControl &control);

} // namespace lamella::ui
