// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the rank and the parallel sizes of a job from file and folder names. Profilers and engines write ranks into names
// (SGLang "…-TP-3-PP-1.trace.json.gz", vLLM "dp0_pp0_tp3_rank3", Megatron "tp_rank_03", PyTorch "rank3", "worker3"), users write
// sizes ("tp8_ep8_run", "TP=8"). Pure functions, case-insensitive.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

enum class JobAxis : std::uint8_t { Tensor, Expert, Pipeline, Data, Context };
inline constexpr std::size_t kJobAxes = 5;
[[nodiscard]] std::string_view jobAxisLabel(JobAxis axis); // "TP", "EP", "PP", "DP", "CP"

struct JobPlace {
    std::optional<int> index; // "TP-3", "tp_rank_3", "tp3" in "dp0_pp0_tp3"
    std::optional<int> size; // "TP=8", "tp_size_8", "tp8" in "tp8_ep8"
    bool sizeIsOpen = false; // "tp8": looks like a size, but may be an index when compared with the other files of the job
};

struct JobName {
    std::optional<int> rank; // "rank3", "rank_3", "rank0of8"
    std::optional<int> worker; // "worker3"
    std::optional<int> device; // "gpu3", "device3"
    std::array<JobPlace, kJobAxes> axes;
    [[nodiscard]] JobPlace &at(JobAxis axis) { return axes[static_cast<std::size_t>(axis)]; }
    [[nodiscard]] const JobPlace &at(JobAxis axis) const { return axes[static_cast<std::size_t>(axis)]; }
    // The number that identifies the rank: the rank, else the tensor-parallel index, else the worker.
    [[nodiscard]] std::optional<int> rankNumber() const;
};

// A number counts if it follows its word directly or after one of "-_=", is small enough for a job, and no letters follow it;
// dates, hashes, process ids and "lora_rank_16" are ignored. "TP-3" (capitals and a dash) and "tp_rank_3" are indices, "TP=8" and
// "tp_size_8" sizes. Other numbers ("tp3", "tp_8") are indices if one of them is 0 or not a tensor-parallel size (a power of
// two), or if they cannot be sizes for the rank given with them (all of dp, pp and tp present, and the rank not below their
// product); otherwise they are sizes.
[[nodiscard]] JobName jobNameOf(std::string_view name);
// From the file name; ranks and indices missing there are taken from its folder, then from that folder's parent.
[[nodiscard]] JobName jobOfPath(std::string_view path);
// True if the text ends in an axis word ("run_tp", "x-EP-"), so that a number after it is a size or an index.
[[nodiscard]] bool endsWithJobAxis(std::string_view text);

} // namespace lamella::core
