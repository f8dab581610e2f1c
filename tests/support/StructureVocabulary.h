// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel names of engines, as they stand in public traces: tests/data/engines.tsv lists alternatives for each role; a dialect is
// an engine with one alternative chosen by the seed.
#pragma once

#include "core/analysis/Segmentation.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::test {

struct StepShape {
    core::Stage stage = core::Stage::Decode;
    int tokens = 1; // number in the batch
    // Processes many tokens at once.
    [[nodiscard]] bool prefillLike() const { return stage != core::Stage::Decode && stage != core::Stage::Draft; }
};

using Names = std::vector<std::string_view>; // consecutive kernels

struct VocabularyEntry {
    std::size_t role = 0; // see kRoles
    char when = 'a'; // always, decode or prefill
    Names names;
};

// The parts between separators, without empty ones.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char by);

class Dialect {
public:
    // Ends the program if there is no such engine.
    Dialect(std::string_view engine, std::uint64_t seed);
    // Empty if the engine has no kernel for the role.
    [[nodiscard]] Names names(std::string_view role, const StepShape &shape) const;
    [[nodiscard]] Names gemm(std::string_view site, const StepShape &shape) const;
    [[nodiscard]] bool has(std::string_view role) const;

private:
    [[nodiscard]] std::vector<const Names *> alternatives(std::size_t role, char when) const;
    const std::vector<VocabularyEntry> *m_entries = nullptr;
    std::uint64_t m_seed = 0;
};

} // namespace lamella::test
