// SPDX-License-Identifier: GPL-3.0-or-later
// What the name of a file or folder says of its place in a parallel job. Profilers and engines write ranks into names (SGLang
// "…-TP-3-PP-1.trace.json.gz", vLLM "dp0_pp0_tp3_rank3", Megatron "tp_rank_03", PyTorch "rank3", "worker3"), people write sizes
// ("tp8_ep8_run", "TP=8"). Pure functions; letters in any case.
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
    bool sizeIsOpen = false; // "tp8": a size by its looks; among the files of a job it may turn out to be an index
};

struct JobName {
    std::optional<int> rank; // "rank3", "rank_3", "rank0of8"
    std::optional<int> worker; // "worker3"
    std::optional<int> device; // "gpu3", "device3"
    std::array<JobPlace, kJobAxes> axes;
    [[nodiscard]] JobPlace &at(JobAxis axis) { return axes[static_cast<std::size_t>(axis)]; }
    [[nodiscard]] const JobPlace &at(JobAxis axis) const { return axes[static_cast<std::size_t>(axis)]; }
    // The number that stands for the whole rank: the rank, else the index within tensor parallelism, else that of the worker.
    [[nodiscard]] std::optional<int> rankNumber() const;
};

// A number counts behind its word, with nothing or one of "-_=" between, up to a size that jobs have, and not where letters
// follow it: dates, hashes, process numbers and "lora_rank_16" say nothing. "TP-3" (capitals and a dash) and "tp_rank_3" are
// indices, "TP=8" and "tp_size_8" sizes. Others ("tp3", "tp_8") are indices where one of them is 0 or no tensor-parallel size (a
// power of two), or where they are no sizes of the rank beside them (all of dp, pp and tp, and the rank not below their product);
// else sizes.
[[nodiscard]] JobName jobNameOf(std::string_view name);
// Of the file's name; what it leaves out, its folder says, then the folder above that (ranks and places only).
[[nodiscard]] JobName jobOfPath(std::string_view path);
// Whether the text ends in a word of an axis ("run_tp", "x-EP-"): a number behind it is its size or index.
[[nodiscard]] bool endsWithJobAxis(std::string_view text);

} // namespace lamella::core
