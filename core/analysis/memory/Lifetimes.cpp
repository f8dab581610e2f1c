// SPDX-License-Identifier: GPL-3.0-or-later
// What blocks are for, by how long they live (help/tables-trace.md).
#include "core/analysis/memory/MemoryData.h"
#include "core/base/AsciiCase.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kOutside = MemoryBlock::kOutside;

bool holds(std::string_view text, std::string_view part)
{
    return asciiLowered(text).find(part) != std::string::npos;
}

bool namesCache(std::string_view text)
{
    return holds(text, "attention") || holds(text, "attn") || holds(text, "cache") || holds(text, "kv_");
}

// Whether an operator may make keys or values: a projection, a rotation of positions, a concatenation, a copy or an allocation.
// The others of PyTorch make scores, masks and sums. Operators of engines and unknown ones may.
bool mayMakeCache(std::string_view op)
{
    static constexpr std::array<std::string_view, 32> kOps{"mm", "addmm", "_scaled_mm", "_int_mm", "linear", "matmul", "add", "add_",
        "mul", "addcmul", "cat", "_cat", "stack", "copy_", "clone", "contiguous", "to", "_to_copy", "empty", "empty_like",
        "empty_strided", "new_empty", "new_empty_strided", "zeros", "zeros_like", "new_zeros", "zero_", "full", "index",
        "index_select", "index_copy", "index_put"};
    constexpr std::string_view kAten = "aten::";
    if (!op.starts_with(kAten))
        return true;
    return std::find(kOps.begin(), kOps.end(), op.substr(kAten.size())) != kOps.end();
}

class Lives {
public:
    Lives(const MemoryData &data, const Segmentation *segmentation)
        : m_data(data)
        , m_segmentation(segmentation)
        , m_ofFrame(data.log->frames.size())
        , m_ofStack(data.log->stackBegin.size() - 1)
    {
    }
    std::vector<Lifetime> all();

private:
    struct Where {
        int pass = kNoPass;
        int layer = kNoLayer;
    };
    [[nodiscard]] Where where(std::uint32_t row) const;
    [[nodiscard]] Stage stage(int pass) const;
    [[nodiscard]] Lifetime byPlace(const MemoryBlock &block) const;
    [[nodiscard]] std::optional<Lifetime> byFunctions(std::uint32_t stack);
    [[nodiscard]] std::optional<Lifetime> byFunction(const MemoryFrame &frame) const;
    [[nodiscard]] Lifetime byStacks(const MemoryBlock &block);
    [[nodiscard]] bool outlivesLayer(const MemoryBlock &block) const;
    void findCaches(std::vector<Lifetime> &lives) const;

    const MemoryData &m_data;
    const Segmentation *m_segmentation;
    struct Answer {
        bool isKnown = false;
        std::optional<Lifetime> life;
    };
    std::vector<Answer> m_ofFrame;
    std::vector<Answer> m_ofStack;
};

Lives::Where Lives::where(std::uint32_t row) const
{
    if (row == kOutside || m_data.places.empty())
        return {};
    return {m_data.places[row].pass, m_data.places[row].layer};
}

Stage Lives::stage(int pass) const
{
    if (m_segmentation == nullptr || pass == kNoPass || !m_segmentation->mainDevice.valid())
        return Stage::Unknown;
    const auto &passes = m_segmentation->devices[m_segmentation->mainDevice.value].passes;
    return static_cast<std::size_t>(pass) < passes.size() ? passes[static_cast<std::size_t>(pass)].stage : Stage::Unknown;
}

// Of a block whose allocation is in the log.
Lifetime Lives::byPlace(const MemoryBlock &block) const
{
    const Where begin = where(block.allocation);
    const Where end = where(block.release);
    const Stage made = stage(begin.pass);
    if (block.release == kOutside)
        return made == Stage::Backward ? Lifetime::Gradient : Lifetime::Kept;
    if (begin.pass == end.pass && begin.layer == end.layer)
        return Lifetime::Temporary;
    if (made == Stage::Backward && begin.pass != end.pass)
        return Lifetime::Gradient;
    return Lifetime::Activation;
}

// What the functions of a stack say, if they say anything: the innermost that does. Frames repeat in stacks, stacks in blocks.
std::optional<Lifetime> Lives::byFunctions(std::uint32_t stack)
{
    if (stack >= m_ofStack.size())
        return std::nullopt;
    Answer &own = m_ofStack[stack];
    if (own.isKnown)
        return own.life;
    own.isKnown = true;
    for (const std::uint32_t frame : m_data.log->framesOf(stack)) {
        Answer &ofFrame = m_ofFrame[frame];
        if (!ofFrame.isKnown)
            ofFrame = {true, byFunction(m_data.log->frames[frame])};
        if (ofFrame.life)
            return own.life = ofFrame.life;
    }
    return std::nullopt;
}

std::optional<Lifetime> Lives::byFunction(const MemoryFrame &frame) const
{
    const std::string_view file = m_data.text(frame.file);
    const std::string_view function = m_data.text(frame.function);
    if (holds(file, "torch/optim") || (holds(file, "optim") && function == "step"))
        return Lifetime::Optimizer;
    if (holds(function, "backward") || holds(file, "torch/autograd"))
        return Lifetime::Gradient;
    if (holds(function, "kv_cache") || holds(file, "kv_cache") || holds(file, "cache_utils") || holds(function, "allocate_kv"))
        return Lifetime::KvCache;
    if (function == "_apply" || holds(function, "load_state_dict") || holds(function, "load_weights")
        || holds(function, "reset_parameters") || holds(function, "create_weights") || holds(function, "from_pretrained"))
        return Lifetime::Weights;
    return std::nullopt;
}

// Of a block of a log without threads.
Lifetime Lives::byStacks(const MemoryBlock &block)
{
    const bool before = block.allocation == kOutside;
    if (before && block.release != kOutside)
        return Lifetime::Before;
    const std::optional<Lifetime> made = byFunctions(block.stack);
    if (block.release == kOutside)
        return made.value_or(before ? Lifetime::Weights : Lifetime::Kept);
    const std::optional<Lifetime> freed = byFunctions(m_data.log->stackAt(block.release));
    if (!made && freed == Lifetime::Gradient)
        return Lifetime::Activation;
    return made == freed ? Lifetime::Temporary : made.value_or(Lifetime::Temporary);
}

bool Lives::outlivesLayer(const MemoryBlock &block) const
{
    const Where begin = where(block.allocation);
    if (begin.pass == kNoPass || begin.layer < 0)
        return false;
    const Where end = where(block.release);
    return block.release == kOutside || end.pass != begin.pass || end.layer < 0;
}

// A cache: about two blocks of one size in a layer (keys and values), one if an operator or a line names a cache, which most layers
// of a pass keep beyond the pass or until its end, some of them allocated by attention, all by operators that make keys and values.
void Lives::findCaches(std::vector<Lifetime> &lives) const
{
    struct Group {
        std::set<int> layers;
        std::vector<std::uint32_t> blocks;
        bool attention = false;
        bool named = false; // as a cache
    };
    std::map<std::pair<int, std::int64_t>, Group> groups; // by pass and size
    std::map<int, std::set<int>> layers; // with allocations, of each pass
    for (const MemoryPlace &place : m_data.places)
        if (place.pass != kNoPass && place.layer >= 0)
            layers[place.pass].insert(place.layer);
    for (std::uint32_t b = 0; b < lives.size(); ++b) {
        const MemoryBlock &block = m_data.use.blocks[b];
        if (block.allocation == kOutside || !outlivesLayer(block) || lives[b] == Lifetime::Gradient)
            continue;
        const Where begin = where(block.allocation);
        const Stage made = stage(begin.pass);
        const std::string_view op = m_data.opOf(block.allocation);
        if (made == Stage::Forward || made == Stage::Backward || made == Stage::Optimizer || !mayMakeCache(op))
            continue;
        Group &group = groups[{begin.pass, block.bytes}];
        group.layers.insert(begin.layer);
        group.blocks.push_back(b);
        const std::string line = m_data.lineOf(block.allocation);
        group.named = group.named || holds(op, "cache") || holds(line, "cache");
        group.attention = group.attention || group.named || namesCache(m_data.moduleOf(block.allocation)) || namesCache(line);
    }
    for (const auto &[key, group] : groups) {
        const std::size_t all = layers[key.first].size();
        const bool most = all >= 2 && group.layers.size() * 4 >= all * 3;
        const bool few = 2 * group.blocks.size() < 3 * group.layers.size();
        if (!most || !group.attention || (few && !group.named) || 2 * group.blocks.size() > 5 * group.layers.size())
            continue;
        for (const std::uint32_t block : group.blocks)
            lives[block] = Lifetime::KvCache;
    }
}

std::vector<Lifetime> Lives::all()
{
    std::vector<Lifetime> lives;
    lives.reserve(m_data.use.blocks.size());
    for (const MemoryBlock &block : m_data.use.blocks) {
        if (m_data.places.empty())
            lives.push_back(byStacks(block));
        else if (block.allocation == kOutside)
            lives.push_back(block.release == kOutside ? Lifetime::Weights : Lifetime::Before);
        else
            lives.push_back(byPlace(block));
    }
    if (!m_data.places.empty())
        findCaches(lives);
    return lives;
}

} // namespace

std::vector<Lifetime> lifetimesOf(const MemoryData &data, const Segmentation *segmentation)
{
    return Lives(data, segmentation).all();
}

} // namespace lamella::core
