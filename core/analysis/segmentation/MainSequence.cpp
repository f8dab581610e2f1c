// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/MainSequence.h"

#include "core/analysis/segmentation/PlainAttention.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

namespace lamella::core {

namespace {

// Attention tells the main stream best: side streams run experts and projections too, but hardly ever attention.
struct StreamWeight {
    std::uint64_t mixers = 0;
    std::uint64_t gemms = 0;
    std::int64_t time = 0;
    auto operator<=>(const StreamWeight &) const = default;
};

double shareOf(const StreamWeight &part, const StreamWeight &whole)
{
    if (whole.mixers > 0)
        return static_cast<double>(part.mixers) / static_cast<double>(whole.mixers);
    if (whole.gemms > 0)
        return static_cast<double>(part.gemms) / static_cast<double>(whole.gemms);
    return static_cast<double>(part.time) / static_cast<double>(std::max<std::int64_t>(whole.time, 1));
}

constexpr double kMainShare = 0.6;

// "fusion.17" -> "fusion": a compiler numbers the operations of a program, so that no name would ever come again.
std::string_view withoutInstance(std::string_view name)
{
    const std::size_t dot = name.find_last_not_of("0123456789");
    const bool numbered = dot != std::string_view::npos && dot > 0 && dot + 1 < name.size() && name[dot] == '.';
    return numbered && name.find_first_of(" (<:") == std::string_view::npos ? name.substr(0, dot) : name;
}

// The first name of each kind stands for all of it.
void joinInstances(const TraceDocument &document, MainSequence &sequence)
{
    std::unordered_map<std::string_view, StringId> kinds;
    std::unordered_map<StringId, StringId> known;
    for (StringId &symbol : sequence.symbol) {
        const auto [it, fresh] = known.try_emplace(symbol, symbol);
        if (fresh) {
            const std::string_view name = document.text(symbol);
            if (const std::string_view kind = withoutInstance(name); kind.size() < name.size())
                it->second = kinds.try_emplace(kind, symbol).first->second;
        }
        symbol = it->second;
    }
}

void numberNames(MainSequence &sequence)
{
    std::unordered_map<StringId, std::uint32_t> codes;
    sequence.code.reserve(sequence.size());
    for (const StringId symbol : sequence.symbol) {
        const auto [it, fresh] = codes.try_emplace(symbol, sequence.names);
        sequence.names += fresh ? 1 : 0;
        sequence.code.push_back(it->second);
    }
}

} // namespace

MainSequence mainSequence(
    const TraceDocument &document, const KernelTokens &tokens, DeviceId device, const std::vector<std::uint32_t> &work)
{
    const KernelTable &kernels = document.kernels;
    std::map<StreamId, StreamWeight> weights;
    StreamWeight total;
    for (const std::uint32_t k : work) {
        StreamWeight &w = weights[kernels.stream[k]];
        const std::uint64_t mixes = (tokens[kernels.name[k]] & kTokenMixer) != 0 ? 1 : 0;
        const std::uint64_t multiplies = (tokens[kernels.name[k]] & kTokenGemm) != 0 ? 1 : 0;
        w.mixers += mixes;
        w.gemms += multiplies;
        w.time = addSaturated(w.time, kernels.duration[k]);
        total.mixers += mixes;
        total.gemms += multiplies;
        total.time = addSaturated(total.time, kernels.duration[k]);
    }
    MainSequence sequence;
    sequence.device = device;
    if (weights.empty())
        return sequence;
    // Of equal streams the first one, as recorded.
    const auto best =
        std::max_element(weights.begin(), weights.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    const bool spread = shareOf(best->second, total) < kMainShare;
    if (!spread)
        sequence.stream = best->first;
    for (const std::uint32_t k : work) {
        if (!spread && kernels.stream[k] != best->first) {
            if ((tokens[kernels.name[k]] & kTokenPeer) != 0)
                sequence.peers.push_back(k);
            continue;
        }
        sequence.kernel.push_back(k);
        sequence.symbol.push_back(kernels.name[k]);
        sequence.token.push_back(tokens[kernels.name[k]]);
    }
    joinInstances(document, sequence);
    numberNames(sequence);
    keepAttentionSoftmax(sequence);
    return sequence;
}

std::uint64_t contentHash(const MainSequence &sequence, Span span)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::uint32_t i = span.begin; i < span.end; ++i)
        hash = (hash ^ sequence.symbol[i].value) * 0x100000001b3ULL;
    return hash;
}

} // namespace lamella::core
