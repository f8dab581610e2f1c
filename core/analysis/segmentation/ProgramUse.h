// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiled program is for, as far as it says so itself. Its weight tells nothing: a heavy training step is no prefill.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <set>
#include <string_view>

namespace lamella::core {

enum class ProgramUse : std::uint8_t {
    Kernels, // no compiled program: work that a host launches kernel by kernel
    Unknown, // compiled, and nothing says what for
    Training,
    Inference,
};

// By the words of its name: "jit__train_step(512)" -> Training, "jit_prefill" -> Inference, "jit_step_fun" -> Unknown.
[[nodiscard]] ProgramUse useOfProgram(std::string_view name);

// Of the programs of a trace together: Training where one of them or a scope says so, else Inference, for a paged KV cache too.
// launched: names on the lines of programs; operations may name further ones.
[[nodiscard]] ProgramUse useOfPrograms(const TraceDocument &document, std::set<StringId> launched);

} // namespace lamella::core
