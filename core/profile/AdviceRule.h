// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of advice as data: what to look for in the work of a pass, what it could become, and what to change. Built in:
// resources/advice/*.json; a user's files of the same form override them by id (resources/advice/README.md).
#pragma once

#include "core/base/Result.h"
#include "core/profile/Category.h"
#include "core/profile/NamePattern.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class AdviceKind : std::uint8_t {
    Fuse, // neighbours on a stream that could be one kernel
    Remove, // kernels that are unnecessary
    Idle, // gaps of some causes
    Outlier, // kernels that take much longer than others of their role and name
    SlowPass, // passes that take much longer than others of their stage
    Exposed, // communication while nothing computes
    Waiting, // collectives of one name and, where it is recorded, size that take much longer than others
    Precision, // products in fp32 or tf32 where most are narrower
    Sisters, // products further from the hardware than others
    Waves, // grids just above a multiple of the multiprocessors
    OutlierLayer, // layers whose kernels all take longer than the same kernels of other layers
    Padding, // products whose rows are not a multiple of the unit of memory accesses and that are slower than aligned ones
    Allocation, // gaps while the host allocates or frees memory of the device
    // About the memory of a device over the whole trace:
    Fragmentation, // reserved far above what is allocated
    Growth, // lines that keep what they allocate in most passes
    Headroom, // the peak is near the memory of the device
    OutOfMemory, // allocations that failed
    Churn // memory that is returned to the driver and requested again
};
[[nodiscard]] bool isAboutMemory(AdviceKind kind);
enum class Certainty : std::uint8_t { Certain, Likely, Check };
[[nodiscard]] std::string_view certaintyName(Certainty certainty); // "certain", "likely", "check"

// A kernel that a rule refers to; all given conditions must be met.
struct AdviceStep {
    std::vector<std::string> roles; // any of them; empty: any or none
    bool noRole = false; // only kernels without a role
    std::uint32_t categories = 0; // bits; 0 = any
    std::optional<NamePattern> pattern;
    bool optional = false;
    bool many = false; // one or more in a row
    bool same = false; // with many: all of one role
};

struct AdviceRule {
    std::string id; // "fuse-add-norm"
    std::string title;
    AdviceKind kind = AdviceKind::Fuse;
    std::vector<AdviceStep> steps; // Fuse: in a row; Remove, Waiting: any of them
    std::optional<NamePattern> calls; // Allocation: names of host calls
    std::vector<std::string> contains; // Fuse: one kernel has one of these roles
    int minKernels = 2; // Fuse
    int keep = -1; // Fuse: the step whose kernel keeps its duration; -1: a new kernel replaces all
    std::vector<std::string> causes; // Idle: ids of gap causes
    // Outlier, OutlierLayer, SlowPass, Waiting: multiple of the usual time; Sisters, Padding: share of the best; Waves: share of
    // the last wave; Idle: ns of a gap; Fragmentation: multiple of the peak of allocated memory; Headroom: share of the memory of
    // the device
    double factor = 0;
    double minShare = 0; // share of the wall of the pass (memory: of the current bytes) that the highest gain must reach
    double minBytes = 0; // about memory: bytes that the highest gain must reach
    int minCount = 1; // of kernels, gaps, or places; Growth: of passes
    Certainty certainty = Certainty::Likely;
    std::string change; // what to do
    std::string source; // engines that have it, or a link
    std::string file;
};

// {"schema_version": 1, "rules": […]}. Errors: Syntax with the offset; BadProfile with the place of the fault.
Result<std::vector<AdviceRule>> parseAdviceRules(std::string_view json, const std::string &path);
// The rules that the program comes with, in the order of their file.
[[nodiscard]] const std::vector<AdviceRule> &builtinAdviceRules();
[[nodiscard]] std::string userAdviceFolder(); // $XDG_DATA_HOME/lamella/advice

struct AdviceRules {
    std::vector<AdviceRule> rules; // in order: a kernel belongs to the first that matches
    std::vector<Error> faults; // of files that are left out
};
// Built-in rules, then those of the user's folder, which override by id. Read again on each call.
[[nodiscard]] AdviceRules standardAdviceRules();

} // namespace lamella::core
