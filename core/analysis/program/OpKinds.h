// SPDX-License-Identifier: GPL-3.0-or-later
// Classifies the operations of a device for time sums: compute, communication, copy, wait.
#pragma once

#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <cstdint>
#include <string_view>

namespace lamella::core {

// In order of precedence for moments at which several run.
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
// Recognises the words of any producer: "psum.29", "ncclDevKernel_AllReduce_Sum_bf16", "hcom_allGather__123", "all-to-all".
[[nodiscard]] CollectiveKind collectiveKindFromName(std::string_view name);

// From the call name recorded by PyTorch: "allreduce", "_allgather_base", "all_to_allv", "gather", "barrier".
[[nodiscard]] CollectiveKind collectiveKindFromRecord(std::string_view name);

enum class OpPart : std::uint8_t { Whole, Start, Done }; // of a transfer that XLA splits into start and done

struct OpTraits {
    OpKind kind = OpKind::Compute;
    CollectiveKind collective = CollectiveKind::None; // also set for the start and done of a split collective
    OpPart part = OpPart::Whole;
    bool transfer = false; // part of a transfer that is not a collective: a copy, a slice
};

// Traits of an XLA operation, from hlo_category and opcode if recorded, else from the name. `asynchronous`: it is on a line of
// asynchronous operations.
[[nodiscard]] OpTraits xlaTraits(
    std::string_view name, std::string_view hloCategory, std::string_view longName, bool asynchronous);
// Traits of GPU work of other producers.
[[nodiscard]] OpTraits kernelTraits(std::string_view name, KernelKind kind, Category category);

} // namespace lamella::core
