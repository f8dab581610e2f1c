// SPDX-License-Identifier: GPL-3.0-or-later
// The purpose of a compiled program, as far as it can be derived from the program. Its duration is no evidence: a heavy training
// step is no prefill.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <set>
#include <string_view>

namespace lamella::core {

enum class ProgramUse : std::uint8_t {
    Kernels, // no compiled program: work that a host launches kernel by kernel
    Unknown, // compiled, for an unknown purpose
    Training,
    Inference,
};

// By the words of its name: "jit__train_step(512)" -> Training, "jit_prefill" -> Inference, "jit_step_fun" -> Unknown.
[[nodiscard]] ProgramUse useOfProgram(std::string_view name);

// Of the programs of a trace together: Training if one of them or a scope indicates it, else Inference, for a paged KV cache too.
// launched: names on the lines of programs; operations may name further ones.
[[nodiscard]] ProgramUse useOfPrograms(const TraceDocument &document, std::set<StringId> launched);

} // namespace lamella::core
