// SPDX-License-Identifier: GPL-3.0-or-later
// What one operation of a device is for the sums of time: computing, communicating, copying beside the computation, waiting.
#pragma once

#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <cstdint>
#include <string_view>

namespace lamella::core {

// In the order in which a moment is counted where several run at once.
enum class OpKind : std::uint8_t { Compute, Communication, Copy, Wait };
inline constexpr std::size_t kOpKinds = 4;
[[nodiscard]] std::string_view opKindName(OpKind kind); // "compute"

enum class CollectiveKind : std::uint8_t {
    None,
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Permute,
    Broadcast,
    SendReceive,
    Reduce,
    Gather,
    Scatter,
    Barrier,
    Other
};
[[nodiscard]] std::string_view collectiveKindName(CollectiveKind kind); // "all-reduce"; None = ""
// By words of any producer: "psum.29", "ncclDevKernel_AllReduce_Sum_bf16", "hcom_allGather__123", "all-to-all".
[[nodiscard]] CollectiveKind collectiveKindFromName(std::string_view name);

// By the name that PyTorch gives the call: "allreduce", "_allgather_base", "all_to_allv", "gather", "barrier".
[[nodiscard]] CollectiveKind collectiveKindFromRecord(std::string_view name);

enum class OpPart : std::uint8_t { Whole, Start, Done }; // of a transfer that XLA splits in two

struct OpTraits {
    OpKind kind = OpKind::Compute;
    CollectiveKind collective = CollectiveKind::None; // also of a part that starts one or waits for one
    OpPart part = OpPart::Whole;
    bool transfer = false; // part of a transfer that is no collective: a copy, a slice
};

// Of an operation of XLA: by hlo_category and opcode where recorded, else by the name. `asynchronous`: it stands on a line of
// what runs beside the operations.
[[nodiscard]] OpTraits xlaTraits(
    std::string_view name, std::string_view hloCategory, std::string_view longName, bool asynchronous);
// Of GPU work of any other producer.
[[nodiscard]] OpTraits kernelTraits(std::string_view name, KernelKind kind, Category category);

} // namespace lamella::core
