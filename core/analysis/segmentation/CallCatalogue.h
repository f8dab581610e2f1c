// SPDX-License-Identifier: GPL-3.0-or-later
// The annotations of a trace that name layers or steps, in groups of one kind each. One walk over all events, once per trace.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// The purpose of a compiled program, as far as it can be derived from the program. Its duration is no evidence: a heavy training
// step is no prefill.

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

struct AnnotatedCall {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    TrackId track;
    int number = 0; // of the layer; 0 for steps
    StringId name;
    [[nodiscard]] bool operator<(const AnnotatedCall &o) const { return track != o.track ? track < o.track : begin < o.begin; }
};

struct CallGroup {
    std::string label; // "nn.Module: Qwen2DecoderLayer", "step"
    bool onePass = false; // each call is exactly one pass: a range called forward, the launch of a compiled program
    std::vector<AnnotatedCall> calls; // by (track, begin)
};

// Sorts calls by (track, begin), and makes one of those that overlap on one track, with the number and name of the first.
void joinOverlapping(std::vector<AnnotatedCall> &calls);

// Finds the call that a moment lies in; fast for moments that mostly follow each other. Not for several threads at once.
class CallCursor {
public:
    // calls: by (track, begin).
    explicit CallCursor(const std::vector<AnnotatedCall> &calls)
        : m_calls(calls)
    {
    }
    // Row of the call on this track, -1 = none.
    [[nodiscard]] int operator()(TrackId track, std::int64_t time);

private:
    const std::vector<AnnotatedCall> &m_calls;
    std::size_t m_next = 0; // first call behind the last moment
};

class CallCatalogue {
public:
    explicit CallCatalogue(const TraceDocument &document, const JobControl &control = {});
    [[nodiscard]] const std::vector<CallGroup> &layers() const { return m_layers; } // longest time first
    [[nodiscard]] const std::vector<CallGroup> &steps() const { return m_steps; } // most calls first
    // When module frames ("nn.Module: ...") were recorded: one call for each interval of a track that they cover.
    [[nodiscard]] const CallGroup &modules() const { return m_modules; }
    // An annotation is called backward, or an operation is that of a gradient: there may be training, regardless of the kernels
    // called.
    [[nodiscard]] bool backward() const { return m_backward; }
    [[nodiscard]] ProgramUse programs() const { return m_programs; }

private:
    bool m_backward = false;
    ProgramUse m_programs = ProgramUse::Kernels;
    std::vector<CallGroup> m_layers;
    std::vector<CallGroup> m_steps;
    CallGroup m_modules;
};

// Of events that a program wrote into its trace.
[[nodiscard]] bool isAnnotation(std::string_view category);

// Of the label of a group whose calls are frames of modules: "nn.Module: ...".
[[nodiscard]] bool namesModules(std::string_view label);

// "nn.Module: Block_12" -> {"nn.Module: Block", 12}; "decoder.layers.7" -> {"decoder.layers", 7}; false if the name contains no
// layer number.
[[nodiscard]] bool splitLayerName(std::string_view name, std::string_view &prefix, int &number);

} // namespace lamella::core
