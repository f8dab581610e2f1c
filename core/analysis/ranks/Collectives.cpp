// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/Collectives.h"

#include "core/base/AsciiCase.h"
#include "core/base/ContainsAny.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::string_view kGroup = "|group|";

// Properties derived from a kernel name, computed once per distinct name.
struct NameFacts {
    std::string name; // lower case, demangled
    bool together = false;
    bool sized = false; // the size is the same on every rank
};

NameFacts factsOf(const std::string &full)
{
    static constexpr std::array<std::string_view, 4> kReduces{"allreduce", "all_reduce", "all-reduce", "cross_device_reduce"};
    static constexpr std::array<std::string_view, 8> kOneSided{
        "sendrecv", "send_recv", "broadcast", "send", "recv", "p2p_", "dispatch", "permute"};
    NameFacts facts{asciiLowered(full), false, false};
    facts.sized = containsAny(facts.name, kReduces);
    facts.together = facts.sized || !containsAny(facts.name, kOneSided);
    return facts;
}

std::optional<std::int64_t> sparse(const TraceDocument &document, EventId event, SparseKey key)
{
    return event.valid() && event.value < document.events.size() ? document.events.sparse(event, key) : std::nullopt;
}

// Ranks of the process group, the same text on each of them: "[0,1]". Empty if not recorded. Names of groups may differ between ranks
// or be the same for several groups, the ranks do not.
std::string ranksOfGroup(const TraceDocument &document, EventId event)
{
    const auto recorded = sparse(document, event, SparseKey::CollectiveRanks);
    if (!recorded)
        return {};
    std::string ranks(document.text(StringId(static_cast<std::uint32_t>(*recorded))));
    std::erase(ranks, ' ');
    return ranks == "[]" ? std::string() : ranks;
}

} // namespace

CollectiveKeys::CollectiveKeys()
{
    [[maybe_unused]] const std::uint32_t empty = of({});
}

std::uint32_t CollectiveKeys::of(const std::string &text)
{
    const auto [it, isNew] = m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_numbers.size()));
    if (isNew)
        m_texts.push_back(&it->first);
    return it->second;
}

void setKeys(Collective &collective, const std::string &operation, const std::optional<std::string> &group, CollectiveKeys &keys)
{
    collective.looseKey = keys.of(operation);
    collective.key = group ? keys.of(operation + std::string(kGroup) + *group) : collective.looseKey;
    collective.group = group ? keys.of(std::string(kGroup) + *group) : 0;
}

std::optional<std::string> groupText(const Collective &collective, const CollectiveKeys &keys)
{
    return collective.group == 0 ? std::nullopt : std::optional(keys.text(collective.group).substr(kGroup.size()));
}

std::vector<Collective> collectivesOf(const RankView &rank, CollectiveKeys &keys)
{
    std::vector<Collective> found;
    if (!rank.segmentation())
        return found;
    const TraceDocument &document = rank.input.document;
    const KernelTable &kernels = document.kernels;
    std::unordered_map<StringId, NameFacts> facts;
    for (const KernelId id : rank.input.index.ofDevice(rank.device)) {
        const StringId name = kernels.name[id.value];
        const KernelName &kernel = rank.input.names[name];
        if (kernel.category != Category::Communication)
            continue;
        const auto [known, isNew] = facts.try_emplace(name);
        if (isNew)
            known->second = factsOf(kernel.full);
        Collective c;
        c.kernel = id;
        c.startNs = kernels.start[id.value];
        c.durationNs = kernels.duration[id.value];
        c.endNs = addSaturated(c.startNs, c.durationNs);
        c.pass = rank.input.segmentation.passOf[id.value];
        c.layer = rank.input.segmentation.layerOf[id.value];
        c.together = known->second.together;
        const EventId event = kernels.event[id.value];
        std::string key = known->second.name;
        if (known->second.sized)
            if (const auto elements = sparse(document, event, SparseKey::CollectiveElements))
                key += "|" + std::to_string(*elements);
        std::optional<std::string> group;
        if (const auto recorded = sparse(document, event, SparseKey::CollectiveGroup))
            group = std::string(document.text(StringId(static_cast<std::uint32_t>(*recorded))));
        if (const std::string ranks = ranksOfGroup(document, event); !ranks.empty()) {
            key += "|" + ranks;
            group = group.value_or(std::string()) + "|" + ranks;
        }
        setKeys(c, key, group, keys);
        c.sequence = sparse(document, event, SparseKey::CollectiveSequence);
        found.push_back(c);
    }
    std::sort(found.begin(), found.end(),
        [](const Collective &a, const Collective &b) { return a.endNs != b.endNs ? a.endNs < b.endNs : a.kernel < b.kernel; });
    return found;
}

} // namespace lamella::core
