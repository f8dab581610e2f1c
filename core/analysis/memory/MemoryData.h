// SPDX-License-Identifier: GPL-3.0-or-later
// The memory data of a trace: the actions of the allocator, their places in the program, and the lifetime of each block.
// Immutable and thread-safe.
#pragma once

#include "core/analysis/memory/MemoryPlaces.h"
#include "core/analysis/memory/MemoryUse.h"
#include "core/model/MemoryLog.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// The purpose of a block, derived from its lifetime and the place of its allocation (help/tables-trace.md).
enum class Lifetime : std::uint8_t { Weights, Before, KvCache, Gradient, Optimizer, Activation, Temporary, Kept };
inline constexpr std::size_t kLifetimes = 8;
[[nodiscard]] const char *lifetimeName(Lifetime lifetime);

struct MemoryData {
    std::shared_ptr<const TraceDocument> document;
    std::shared_ptr<const MemoryLog> log; // never null
    std::shared_ptr<const StringPool> texts; // of names of the log; null: those of the document
    MemoryUse use;
    std::vector<MemoryPlace> places; // of each row, or empty
    std::vector<std::uint32_t> lineOfStack; // the frame that represents each stack; kNoFrame: none
    std::vector<Lifetime> lifetimes; // of each block

    static constexpr std::uint32_t kNoFrame = 0xFFFFFFFFU;
    [[nodiscard]] bool empty() const { return log->size() == 0 && log->segments.empty(); }
    [[nodiscard]] const MemoryPlace *placeOf(std::uint32_t row) const { return places.empty() ? nullptr : &places[row]; }
    [[nodiscard]] std::string_view text(StringId id) const { return texts ? texts->view(id) : document->text(id); }
    // Innermost operator or call, module, and source line of a row or of the allocation of a block; empty if not recorded.
    [[nodiscard]] std::string_view opOf(std::uint32_t row) const;
    // PyTorch's own, of a raw timeline; else the lifetime of the block. Empty: the row has neither.
    [[nodiscard]] std::string_view categoryOf(std::uint32_t row) const;
    [[nodiscard]] std::string_view moduleOf(std::uint32_t row) const;
    // Part of the model: "attention", "mlp", "norm", "embedding", "head", else the class of the module; empty without modules.
    [[nodiscard]] std::string_view partOf(std::uint32_t row) const;
    [[nodiscard]] std::string_view lineEventOf(std::uint32_t row) const; // of a source line that is an event in the trace
    [[nodiscard]] std::uint32_t lineFrameOf(std::uint32_t stack) const; // that represents the stack; kNoFrame: none
    [[nodiscard]] std::string lineOf(std::uint32_t row) const;
    [[nodiscard]] std::string lineOf(const MemoryBlock &block) const;
    [[nodiscard]] std::string frameText(std::uint32_t frame) const; // "model.py(12): forward"
    [[nodiscard]] Selection targetOf(std::uint32_t row) const; // its event, else its time
};

// For each stack, the innermost frame outside of PyTorch, of packages and of C++; without one, the innermost Python frame.
[[nodiscard]] std::vector<std::uint32_t> linesOfStacks(const TraceDocument &document, const MemoryLog &log);

// Of each block. Rules in help/tables-trace.md. `segmentation` may be null.
[[nodiscard]] std::vector<Lifetime> lifetimesOf(const MemoryData &data, const Segmentation *segmentation);

} // namespace lamella::core
