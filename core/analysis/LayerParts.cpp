// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LayerParts.h"

#include "core/base/AsciiCase.h"
#include "core/profile/ModuleNames.h"

#include <optional>

namespace lamella::core {

namespace {

bool isAttentionLike(Category category)
{
    switch (category) {
    case Category::Attention:
    case Category::LinearAttention:
    case Category::KvCache:
    case Category::Indexer:
    case Category::Rope:
        return true;
    default:
        return false;
    }
}

// The first kernel that leads into the second half so far; later kernels may reset it.
struct Progress {
    bool attentionSeen = false;
    std::optional<std::int64_t> leadIn;
};

struct Modules {
    bool attentionSeen = false;
    bool mixed = false; // attention after the feed-forward network: no two halves
    std::optional<std::int64_t> norm; // after the last attention
    std::optional<std::int64_t> feedForward;
};

class Walk {
public:
    Walk(const AnalysisInput &input, const LaunchJoin &launches)
        : m_input(input)
        , m_launches(launches)
    {
    }
    void see(int layer, KernelId kernel);
    [[nodiscard]] std::unordered_map<int, std::int64_t> starts() const;

private:
    void seeModules(Modules &m, KernelId kernel, Category category);
    [[nodiscard]] bool leadsIn(StringId name, Category category);
    ModuleKind kindOf(const std::vector<EventId> &frames, KernelId kernel);

    const AnalysisInput &m_input;
    const LaunchJoin &m_launches;
    std::unordered_map<int, Progress> m_kernels;
    std::unordered_map<int, Modules> m_modules;
    std::unordered_map<StringId, bool> m_leadIns;
    std::unordered_map<StringId, ModuleKind> m_kinds;
};

// "mhc_post" ends a half; "mhc_pre_…" begins one, and so does a kernel that contains both.
bool Walk::leadsIn(StringId name, Category category)
{
    if (category != Category::HyperConnection)
        return category == Category::Norm;
    const auto [it, added] = m_leadIns.try_emplace(name, false);
    if (added) {
        const std::string lower = asciiLowered(m_input.names[name].full);
        it->second = lower.find("post") == std::string::npos || lower.find("pre") != std::string::npos;
    }
    return it->second;
}

ModuleKind Walk::kindOf(const std::vector<EventId> &frames, KernelId kernel)
{
    if (kernel.value >= frames.size() || !frames[kernel.value].valid())
        return ModuleKind::Other;
    const StringId name = m_input.document.events.row(frames[kernel.value]).name;
    const auto [it, added] = m_kinds.try_emplace(name, ModuleKind::Other);
    if (added)
        it->second = moduleKind(m_input.document.text(name));
    return it->second;
}

void Walk::seeModules(Modules &m, KernelId kernel, Category category)
{
    const std::int64_t start = m_input.document.kernels.start[kernel.value];
    switch (kindOf(m_launches.half, kernel)) {
    case ModuleKind::Attention:
        m.mixed = m.mixed || m.feedForward;
        m.attentionSeen = true;
        m.norm.reset();
        break;
    case ModuleKind::FeedForward:
        m.feedForward = m.feedForward.value_or(start);
        break;
    default:
        if (m.attentionSeen && !m.norm && (category == Category::Norm || kindOf(m_launches.module, kernel) == ModuleKind::Norm))
            m.norm = start;
    }
}

void Walk::see(int layer, KernelId kernel)
{
    const StringId name = m_input.document.kernels.name[kernel.value];
    const Category category = m_input.names.category(name);
    Progress &p = m_kernels[layer];
    if (isAttentionLike(category)) {
        p.attentionSeen = true;
        p.leadIn.reset();
    } else if (p.attentionSeen && !p.leadIn && leadsIn(name, category)) {
        p.leadIn = m_input.document.kernels.start[kernel.value];
    }
    seeModules(m_modules[layer], kernel, category);
}

std::unordered_map<int, std::int64_t> Walk::starts() const
{
    std::unordered_map<int, std::int64_t> starts;
    for (const auto &[layer, p] : m_kernels) {
        const Modules &m = m_modules.at(layer);
        if (m.attentionSeen && m.feedForward && !m.mixed)
            starts.emplace(layer, m.norm && *m.norm < *m.feedForward ? *m.norm : *m.feedForward);
        else if (p.leadIn)
            starts.emplace(layer, *p.leadIn);
    }
    return starts;
}

} // namespace

LayerParts::LayerParts(const AnalysisInput &input, const PassRef &ref, const LaunchJoin &launches)
{
    Walk walk(input, launches);
    for (const KernelId kernel : input.index.ofPass(ref.device, ref.pass->number)) {
        const int layer = input.segmentation.layerOf[kernel.value];
        if (layer >= 0 && input.segmentation.side[kernel.value] == 0)
            walk.see(layer, kernel);
    }
    m_feedForwardStart = walk.starts();
}

LayerPart LayerParts::of(int layer, std::int64_t startNs) const
{
    const auto found = m_feedForwardStart.find(layer);
    if (found == m_feedForwardStart.end())
        return LayerPart::None;
    return startNs < found->second ? LayerPart::Attention : LayerPart::FeedForward;
}

} // namespace lamella::core
