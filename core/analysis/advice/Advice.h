// SPDX-License-Identifier: GPL-3.0-or-later
// Possible changes to a pass, their places and gains (help/tables-trace.md). Each finding has figures, and no gain exceeds the
// result of a replay of the streams (whatif). Pure functions.
#pragma once

#include "core/analysis/EventTimes.h"
#include "core/analysis/gaps/GapList.h"
#include "core/analysis/memory/MemoryData.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/analysis/roofline/Roofline.h"
#include "core/profile/AdviceRule.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

// A kernel that a finding would make shorter.
struct AdviceChange {
    KernelId kernel;
    std::int64_t bestNs = 0; // as the highest gain assumes
    std::int64_t worstNs = 0; // as the lowest gain assumes
};

// The meaning of the bytes of a finding about memory.
enum class AdviceBytes : std::uint8_t {
    Saved, // of the device
    Lacking, // for the failed request
    Moved // between the allocator and the driver; the same amount is held before and after
};
[[nodiscard]] std::string_view adviceBytesName(AdviceBytes bytes); // "saved", "lacking", "moved"

// A finding about memory, which concerns the whole trace and no pass. The gains are the bytes concerned.
struct AdviceMemory {
    AdviceBytes bytes = AdviceBytes::Saved;
    std::int16_t device = 0; // number as recorded
    std::int64_t nowBytes = 0;
    std::int64_t afterBytes = 0; // at best
    std::int64_t gainLowBytes = 0;
    std::int64_t gainHighBytes = 0;
};

struct AdviceFinding {
    const AdviceRule *rule = nullptr;
    DeviceId device;
    int pass = kNoPass;
    std::vector<int> layers; // ascending; kHeadLayer and kTailLayer too
    std::vector<AdviceChange> changes; // by kernel; empty: it concerns gaps or a whole pass
    std::vector<TimeRange> gaps; // gaps that would disappear, by start
    std::int64_t places = 0; // how often it was found
    std::optional<AdviceMemory> memory; // then it has no times
    std::int64_t nowNs = 0; // of these kernels, gaps, or the pass
    std::int64_t afterNs = 0; // at best
    std::int64_t gainLowNs = 0;
    std::int64_t gainHighNs = 0;
    Message where;
    Message evidence;
    Message basis; // of afterNs
    Selection target;
    // An example: the layer in the middle of those with changes, the longest gap with its surroundings, or the pass; empty for
    // memory.
    TimeRange example;
};

struct AdvicePass { // sums of one pass, each kernel and gap counted once
    DeviceId device;
    int pass = kNoPass;
    std::int64_t wallNs = 0;
    std::int64_t gainLowNs = 0;
    std::int64_t gainHighNs = 0;
};

struct Advice {
    std::vector<AdviceFinding> findings; // highest gain first, those about memory after those about time
    std::vector<AdvicePass> passes; // with findings
    std::vector<const AdviceRule *> silent; // rules that found nothing
};

struct AdviceInput {
    AnalysisInput analysis;
    const KernelRoles &roles;
    const Roofline &roofline;
    const GapList &gaps; // of the passes, over the whole device
    std::span<const PassRef> passes;
    std::span<const AdviceRule> rules;
    const EventTimes &times; // of the document
    const MemoryData *memory = nullptr; // null: nothing about memory is recorded
};

// Returns early, incomplete, on a stop request.
[[nodiscard]] Advice advice(const AdviceInput &input, const JobControl &control = {});

} // namespace lamella::core
