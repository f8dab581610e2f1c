// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the overview strip: figures of the tables passes, bottleneck, gaps and layers, for the median pass of the stage
// that makes up most of the run. Collected on a worker; no texts for people.
#pragma once

#include "core/analysis/PassCut.h"
#include "core/analysis/Segmentation.h"
#include "core/analysis/gaps/Gaps.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::ui {

// Where the time goes: the sentence of the strip.
enum class OverviewPoint : std::uint8_t {
    None, // no sentence: there are no passes
    Work, // work of one category takes the most
    Idle, // idle time within the pass does
    Communication, // communication with nothing beside it does
    Between, // the device idles between passes for most of the run
    SlowLayer // the only pass has a layer that takes much longer than its like
};

// The input that the distance from the roofline lacks.
enum class LimitLacks : std::uint8_t {
    Shapes, // the work is not known
    Most, // most of it is not
    Peaks // what the device can do is not
};

struct OverviewFacts {
    // Counts, of the main device.
    std::size_t devices = 0;
    bool hasWork = false; // on a device: something could begin a layer
    bool isSummary = false; // nothing but summary tables
    std::size_t passes = 0;
    std::size_t whole = 0; // complete passes
    std::optional<int> cutPass; // the last one in which the capture begins or ends; else the last that is not complete
    std::optional<core::PassCut> cut; // where the capture begins or ends in it
    int layers = 0; // of a complete pass; 0 = none found
    bool byAnnotation = false; // passes are annotated steps without layers
    bool compiled = false; // operations of a compiler: a pass is called a step
    std::string processor; // "GPU", "TPU", "NPU"

    // The median pass.
    core::DeviceId device;
    int pass = core::kNoPass;
    core::Stage stage = core::Stage::Unknown;
    std::int64_t medianNs = 0;
    std::size_t counted = 0; // passes in the median
    std::int64_t wallNs = 0; // of the pass itself
    std::int64_t busyNs = 0;
    std::int64_t idleNs = 0; // of wallNs: nothing runs on the device, not even work of other passes
    std::int64_t tokens = 0; // 0 = not recorded
    std::int64_t requests = 0;

    // Of the run, from the first pass to the last.
    std::int64_t runNs = 0;
    std::int64_t runBusyNs = 0; // only for OverviewPoint::Between
    std::int64_t betweenNs = 0; // between passes

    // Roofline time as a share of the wall of the pass; missing with the reason.
    std::optional<double> ofRoofline;
    std::optional<double> mbu;
    std::optional<double> mfu;
    core::Message limitMissing;
    LimitLacks limitLacks = LimitLacks::Shapes; // where ofRoofline is missing
    bool hasConfig = false; // of the model
    std::string deviceName;

    // The sentence.
    OverviewPoint point = OverviewPoint::None;
    core::Category category = core::Category::Other;
    std::int64_t pointNs = 0;
    core::StringId kernel; // the longest of it; invalid = none
    std::string kernelName; // short
    double kernelShare = 0; // of the kernel time of the category in the pass
    std::optional<core::GapCause> idleCause; // of more than half of the idle time of the pass
    int slowLayer = core::kNoLayer;
    std::int64_t slowLayerNs = 0;
    std::int64_t likeLayerNs = 0; // median wall of the layers of its type

    std::vector<int> outliers; // numbers of passes, in time order
    double outlierTimes = 0; // wall of the first of them, of the median

    // How far the layers and the file can be relied on.
    double confidence = 0;
    std::size_t checks = 0;
    std::size_t failedChecks = 0;
    std::size_t warnings = 0; // diagnostics of the file other than info
    std::size_t diagnostics = 0; // rows of the table diagnostics; until it is there, those of the file
    bool lossy = false; // a part of the file is missing
    std::string loss; // id of the most severe diagnostic
    std::uint64_t rawBytes = 0; // of its text, inflated
};

// Errors: Cancelled.
[[nodiscard]] core::Result<OverviewFacts> overviewFacts(core::AnalysisSession &session, const core::JobControl &control);
// The part that needs no table, so that it can be shown at once.
[[nodiscard]] OverviewFacts overviewCounts(const core::TraceDocument &document, const core::Segmentation &segmentation);

} // namespace lamella::ui
