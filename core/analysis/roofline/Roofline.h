// SPDX-License-Identifier: GPL-3.0-or-later
// Distance of work from the limits of the hardware: calls of operators with their floating point operations and bytes, by the
// strongest route that gives them (help/roofline.md), and the minimum time that the device needs.
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/analysis/PassMetrics.h"
#include "core/analysis/origin/Origins.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/analysis/roofline/DevicePeaks.h"
#include "core/analysis/roofline/OperatorCall.h"
#include "core/analysis/roofline/PassTokens.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/profile/Category.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// The origin of flops and bytes. The strongest comes last.
enum class WorkSource : std::uint8_t { None, Config, Capture, Shapes, Recorded };
[[nodiscard]] std::string_view workSourceName(WorkSource source); // "shapes"; None = "none"

// Work with the same cost for each execution.
struct WorkKind {
    std::string op; // operator, role in a layer ("qkv"), operation, or name of a kernel about which nothing else is known
    WorkSource source = WorkSource::None;
    OperatorCost cost;
    ElementType math = ElementType::Unknown; // type whose peak rate counts: fp32 products may be computed as tf32
};

// One execution: the kernels that it launched.
struct WorkCall {
    std::uint32_t kind = 0; // row of Roofline::kinds
    KernelId first;
    KernelId longest; // of those of its category
    std::int64_t durationNs = 0; // of its kernels, added up
    std::uint32_t kernels = 0;
    Category category = Category::Other; // what it computes, else what most of its time is; the first of equals
};

// The least time for some work, as doubles of ns; all 0 where nothing is counted or the peaks are unknown.
struct WorkFloor {
    double computeNs = 0;
    double memoryNs = 0;
    bool known = false; // one of them is
    [[nodiscard]] double ns() const { return computeNs > memoryNs ? computeNs : memoryNs; }
};
[[nodiscard]] WorkFloor workFloor(const WorkKind &kind, const Hardware &hardware);
// A floor above the duration, by more than rounding: then (not of a duration of zero, against which nothing can be held) the
// counts, the tokens or the peaks are wrong.
[[nodiscard]] bool isAboveLimit(double floorNs, double durationNs);

struct Roofline {
    std::vector<WorkKind> kinds;
    std::vector<WorkCall> calls;
    std::vector<std::uint32_t> callOf; // by KernelId: row of calls
    std::vector<DevicePeaks> peaks; // row = DeviceId
    std::vector<Message> warnings; // a config that does not match, routes that disagree

    [[nodiscard]] const WorkKind &kindOf(const WorkCall &call) const { return kinds[call.kind]; }
};

struct RooflineInput {
    AnalysisInput analysis;
    const LaunchJoin *launches = nullptr; // null: the trace records no operators with shapes
    const Origins *origins = nullptr; // null: only what the trace itself records
    const ModelConfig *config = nullptr; // null: none given
    std::vector<DevicePeaks> peaks; // row = DeviceId
    const KernelRoles *roles = nullptr; // set if there is a config
    std::int64_t tokens = 0; // of a pass, if not in the trace; 0 = not given
    std::int64_t context = 0; // keys that a request sees, likewise
};
// Whether operators with shapes are recorded, so that joining launches is useful.
[[nodiscard]] bool recordsOperators(const TraceDocument &document);
// Errors: Cancelled.
[[nodiscard]] Result<Roofline> roofline(const RooflineInput &input, const JobControl &control = {});

// Sums over calls, or over kernels. A call's work cannot be divided among its kernels: where kernels are added up, its FLOPs and
// bytes are those of the longest one, and rates are over the time of the whole call. Its roofline time is divided by the time of
// the kernels, so that each is as near to it as the call, and their headrooms add up to that of the call.
struct RooflineSum {
    std::int64_t calls = 0; // or kernels
    std::int64_t durationNs = 0; // of these
    std::int64_t modelledNs = 0; // of those whose call's flops or bytes are counted
    std::int64_t works = 0; // calls whose work is here
    std::int64_t flopsCalls = 0; // those of them whose flops are counted
    std::int64_t bytesCalls = 0;
    std::int64_t flopsNs = 0; // time of these calls, with all of their kernels
    std::int64_t bytesNs = 0;
    std::int64_t floorCallsNs = 0; // of the calls, or kernels, whose floor is known
    double flops = 0;
    double bytes = 0;
    double flopsOfBoth = 0; // of calls of which both are counted
    double bytesOfBoth = 0;
    double floorNs = 0; // of each call's floor, or of the kernels' parts of it
    double computeNs = 0; // flops over their peaks
    double memoryNs = 0; // bytes over the bandwidth
    WorkSource source = WorkSource::None; // of most of the modelled time
    void add(const Roofline &roofline, const WorkCall &call, const Hardware &hardware);
    void addKernel(const Roofline &roofline, KernelId kernel, std::int64_t durationNs, const Hardware &hardware);
    void add(const RooflineSum &other);
    void addTime(const WorkKind &kind, std::int64_t ns);
    // Its kernels only take time: FLOPs and bytes of their calls are counted with other kernels.
    [[nodiscard]] bool isPart() const { return modelledNs > 0 && flopsCalls == 0 && bytesCalls == 0; }
    // FLOPs, bytes or (unit 1) of a ns of the calls of which they are counted; 0 if of none.
    [[nodiscard]] double perNs(double RooflineSum::*amount) const;
    // Whether floor and rates represent all the work: at least half of the duration is modelled.
    [[nodiscard]] bool coversMost() const { return modelledNs > 0 && modelledNs >= durationNs - modelledNs; }

private:
    void addWork(const WorkKind &kind, std::int64_t callNs);
    void addFloor(const WorkKind &kind, std::int64_t ns, double part, const Hardware &hardware);
    void chooseSource();
    std::array<std::int64_t, 5> m_sourceNs{};
};

} // namespace lamella::core
