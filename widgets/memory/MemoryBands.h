// SPDX-License-Identifier: GPL-3.0-or-later
// The stacked areas of the memory curve: allocated bytes by lifetime, by part of the model, or by operator. Made on a worker;
// then immutable.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::ui {

enum class MemoryBy : std::uint8_t { Lifetime, Module, Operator };

// Lifetimes as areas of the picture, from below: one for each category of the tables, with those of raw timelines, whose
// "parameter" are the weights. Before: memory for which the trace has no blocks.
enum class MemoryPart : std::uint8_t {
    Before,
    Weights,
    Optimizer,
    KvCache,
    Gradient,
    Kept,
    Input,
    Activation,
    Autograd,
    Unknown,
    Temporary
};
inline constexpr std::size_t kMemoryParts = 11;

struct MemoryBand {
    enum class Kind : std::uint8_t {
        Lifetime, // `part`
        Before, // allocated before the trace, or without a block
        NotRecorded, // of blocks for which the file does not record it
        Others, // all that have no band of their own
        Named // `name`
    };
    Kind kind = Kind::Lifetime;
    MemoryPart part = MemoryPart::Before;
    std::string name; // part of the model or operator
    std::vector<std::int64_t> held; // bytes after each event of the picture
};

struct MemoryBands {
    MemoryBy by = MemoryBy::Lifetime;
    std::vector<MemoryBand> bands; // from below; those that are always empty are left out. Together at most what is allocated
    std::size_t cutMoments = 0; // moments at which blocks add up to more, because frees were lost

    // Null: it is always empty.
    [[nodiscard]] const MemoryBand *lifetime(MemoryPart part) const;
};

// The moments of the picture: events of the device that state a total.
struct MemoryMoments {
    const std::string &device;
    std::span<const std::int64_t> events; // their numbers
    std::span<const std::int64_t> allocated; // afterwards
};

[[nodiscard]] MemoryPart memoryPartOf(std::string_view category);

// Rows of `--by time` and `--by block`. Raw timelines know no blocks, but changes of categories. Errors: Cancelled.
[[nodiscard]] core::Result<MemoryBands> bandsByLifetime(const MemoryMoments &moments, const core::ReportTable &time,
    const core::ReportTable &blocks, const core::JobControl &control = {});

// By the column `part` or `op` of the blocks: a band for each of the few with the most memory at one time. Errors: Cancelled.
[[nodiscard]] core::Result<MemoryBands> bandsByOrigin(
    const MemoryMoments &moments, const core::ReportTable &blocks, MemoryBy by, const core::JobControl &control = {});

// Whether any block has it. Also false if stopped.
[[nodiscard]] bool knowsOrigin(const core::ReportTable &blocks, MemoryBy by, const core::JobControl &control = {});

} // namespace lamella::ui
