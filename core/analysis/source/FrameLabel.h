// SPDX-License-Identifier: GPL-3.0-or-later
// What a span of a host thread reveals about the origin of work: a Python function with its file, a module, an operator, a range.
#pragma once

#include "core/model/TraceDocument.h"
#include "core/profile/SourceRule.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

enum class FrameKind : std::uint8_t {
    Line, // a Python function with its file
    Builtin, // a function without one
    Module, // nn.Module
    Operator,
    Range // record_function, NVTX, a scope of a compiler
};

struct FrameLabel {
    FrameKind kind = FrameKind::Range;
    std::string text; // its displayed text: "forward", "Qwen3Attention", "aten::mm"
    std::string file; // of lines
    std::int64_t line = 0; // the first of the function, as profilers record it; 0 = not known
    bool yours = false; // of lines: see SourceRule
    [[nodiscard]] bool operator==(const FrameLabel &) const = default;
    // "qwen3.py:263" of a line; else empty.
    [[nodiscard]] std::string place() const;
};

// "models/qwen3.py(263): forward", "nn.Module: Qwen3Attention_12", "<built-in method copy_ of Tensor object at 0x7f…>". Modules
// lose their number and objects their address, so that layers can be merged.
[[nodiscard]] FrameLabel labelOfFrame(std::string_view name, const SourceRule &rule);

// Each label once, from several documents. Not thread-safe.
class FrameLabels {
public:
    explicit FrameLabels(SourceRule rule)
        : m_rule(std::move(rule))
    {
    }
    std::uint32_t of(FrameLabel label);
    [[nodiscard]] const SourceRule &rule() const { return m_rule; }
    [[nodiscard]] const std::vector<FrameLabel> &all() const { return m_labels; }
    [[nodiscard]] std::vector<FrameLabel> take() { return std::move(m_labels); }

private:
    SourceRule m_rule;
    std::vector<FrameLabel> m_labels;
    std::unordered_map<std::string, std::uint32_t> m_index;
};

} // namespace lamella::core
