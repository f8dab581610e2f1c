// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/MainSequence.h"

#include "core/analysis/InFlight.h"
#include "core/base/Saturate.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

// Attention tells the main stream best: side streams run experts and projections too, but hardly ever attention.
// Data in flight is no compute, however long it takes: a stream of nothing else is main only where there is no other.
struct StreamWeight {
    std::uint64_t mixers = 0;
    std::uint64_t gemms = 0;
    std::int64_t compute = 0; // ns of neither copies nor collectives
    std::int64_t time = 0; // ns of all work
    void add(const StreamWeight &more)
    {
        mixers += more.mixers;
        gemms += more.gemms;
        compute = addSaturated(compute, more.compute);
        time = addSaturated(time, more.time);
    }
    auto operator<=>(const StreamWeight &) const = default;
};

double shareOf(const StreamWeight &part, const StreamWeight &whole)
{
    if (whole.mixers > 0)
        return static_cast<double>(part.mixers) / static_cast<double>(whole.mixers);
    if (whole.gemms > 0)
        return static_cast<double>(part.gemms) / static_cast<double>(whole.gemms);
    const bool computes = whole.compute > 0;
    return static_cast<double>(computes ? part.compute : part.time)
        / static_cast<double>(std::max<std::int64_t>(computes ? whole.compute : whole.time, 1));
}

constexpr double kMainShare = 0.6;

// "fusion.17" -> "fusion", "gemm_fusion_dot_107_0" -> "gemm_fusion_dot": XLA numbers the operations of a program, so that no name
// would ever come again; TensorRT does the same ("__myl_AddMul_myl0_17").
std::string_view withoutInstance(std::string_view name)
{
    if (name.find_first_of(" (<:") != std::string_view::npos)
        return name;
    const bool fused = name.find("fusion") != std::string_view::npos || name.starts_with("__myl_");
    std::string_view kind = name;
    for (;;) {
        const std::size_t last = kind.find_last_not_of("0123456789");
        if (last == std::string_view::npos || last == 0 || last + 1 == kind.size())
            return kind;
        if (kind[last] != '.' && !(fused && kind[last] == '_'))
            return kind;
        kind = kind.substr(0, last);
    }
}

// "triton_poi_fused_gelu_19" -> "triton_poi_fused_gelu": PyTorch's compiler numbers the kernels of a graph.
std::string_view workOf(std::string_view name)
{
    const std::size_t last = name.find_last_not_of("0123456789");
    return name.starts_with("triton_") && last + 1 < name.size() && name[last] == '_' ? name.substr(0, last) : name;
}

constexpr std::uint32_t kUnknown = UINT32_MAX;

// A number for each name: a plain array where the sequence holds a good part of all names, else a table that is no larger than
// the sequence, for a file may hold very many devices.
class NumberOfName {
public:
    NumberOfName(std::size_t names, std::size_t kernels)
        : m_array(names <= kArrayShare * kernels ? names : 0, kUnknown)
    {
    }
    std::uint32_t &operator[](StringId id)
    {
        return id.value < m_array.size() ? m_array[id.value] : m_table.try_emplace(id, kUnknown).first->second;
    }

private:
    static constexpr std::size_t kArrayShare = 4;
    std::vector<std::uint32_t> m_array;
    std::unordered_map<StringId, std::uint32_t> m_table;
};

// Numbers the names in order of first sight. The first one of each kind stands for all of it.
void numberNames(const TraceDocument &document, MainSequence &sequence)
{
    NumberOfName codes(document.strings.size(), sequence.size());
    std::unordered_map<std::string_view, std::uint32_t> kinds;
    std::unordered_map<std::string_view, std::uint32_t> works;
    std::vector<StringId> first; // by code
    sequence.code.reserve(sequence.size());
    for (StringId &symbol : sequence.symbol) {
        std::uint32_t &code = codes[symbol];
        if (code == kUnknown)
            code = kinds.try_emplace(withoutInstance(document.text(symbol)), sequence.names).first->second;
        if (code == sequence.names) {
            first.push_back(symbol);
            sequence.work.push_back(works.try_emplace(workOf(document.text(symbol)), sequence.names).first->second);
            ++sequence.names;
        }
        symbol = first[code];
        sequence.code.push_back(code);
    }
}

} // namespace

MainSequence mainSequence(
    const TraceDocument &document, const KernelTokens &tokens, DeviceId device, const std::vector<std::uint32_t> &work)
{
    const KernelTable &kernels = document.kernels;
    std::map<StreamId, StreamWeight> weights;
    StreamWeight run; // of work that follows each other on one stream
    AsyncLines async(document);
    for (std::size_t i = 0; i < work.size(); ++i) {
        const std::uint32_t k = work[i];
        const TokenSet token = tokens[kernels.name[k]];
        const bool inFlight = async.has(kernels.stream[k]);
        const bool moves = inFlight || (token & kTokenComm) != 0 || kernels.kind[k] == KernelKind::Memcpy
            || kernels.kind[k] == KernelKind::Memset;
        run.mixers += !inFlight && (token & kTokenMixer) != 0 ? 1 : 0;
        run.gemms += !inFlight && (token & kTokenGemm) != 0 ? 1 : 0;
        run.compute = addSaturated(run.compute, moves ? 0 : kernels.duration[k]);
        run.time = addSaturated(run.time, kernels.duration[k]);
        if (i + 1 == work.size() || kernels.stream[work[i + 1]] != kernels.stream[k])
            weights[kernels.stream[k]].add(std::exchange(run, {}));
    }
    StreamWeight total;
    for (const auto &[stream, weight] : weights)
        total.add(weight);
    MainSequence sequence;
    sequence.device = device;
    if (weights.empty())
        return sequence;
    // Of equal streams the first one, as recorded.
    const auto best = mostFrequent(weights);
    const bool spread = shareOf(best->second, total) < kMainShare;
    if (!spread) {
        sequence.stream = best->first;
        sequence.mixersElsewhere = static_cast<double>(total.mixers - best->second.mixers)
            / static_cast<double>(std::max<std::uint64_t>(total.mixers, 1));
    }
    sequence.kernel.reserve(work.size());
    sequence.symbol.reserve(work.size());
    sequence.token.reserve(work.size());
    for (const std::uint32_t k : work) {
        const bool elsewhere =
            spread ? async.has(kernels.stream[k]) && best->second.compute > 0 : kernels.stream[k] != best->first;
        if (elsewhere) {
            if ((tokens[kernels.name[k]] & kTokenPeer) != 0)
                sequence.peers.push_back(k);
            continue;
        }
        sequence.kernel.push_back(k);
        sequence.symbol.push_back(kernels.name[k]);
        sequence.token.push_back(tokens[kernels.name[k]]);
    }
    numberNames(document, sequence);
    keepAttentionSoftmax(sequence);
    for (std::uint32_t i = 1; i + 1 < sequence.size(); ++i) // a ReLU, as in the feed-forward half of a T5
        if (sequence.has(i, kTokenBound) && sequence.has(i - 1, kTokenGemm) && sequence.has(i + 1, kTokenGemm))
            sequence.token[i] |= kTokenFfn;
    return sequence;
}

MainSequence partOf(const MainSequence &sequence, const std::vector<std::uint32_t> &positions)
{
    MainSequence part;
    part.device = sequence.device;
    part.stream = sequence.stream;
    part.peers = sequence.peers;
    part.mixersElsewhere = sequence.mixersElsewhere;
    std::unordered_map<std::uint32_t, std::uint32_t> works;
    std::vector<std::uint32_t> codes(sequence.names, kUnknown);
    for (const std::uint32_t i : positions) {
        part.kernel.push_back(sequence.kernel[i]);
        part.symbol.push_back(sequence.symbol[i]);
        part.token.push_back(sequence.token[i]);
        std::uint32_t &code = codes[sequence.code[i]];
        if (code == kUnknown) {
            code = part.names++;
            part.work.push_back(works.try_emplace(sequence.work[sequence.code[i]], code).first->second);
        }
        part.code.push_back(code);
    }
    return part;
}

std::uint32_t sameAtBegin(const MainSequence &sequence, Span a, Span b)
{
    const std::span<const StringId> first = part(sequence.symbol, a);
    return static_cast<std::uint32_t>(std::ranges::mismatch(first, part(sequence.symbol, b)).in1 - first.begin());
}

std::uint32_t sameAtEnd(const MainSequence &sequence, Span a, Span b)
{
    return firstIn({0, std::min(a.size(), b.size())},
        [&](std::uint32_t n) { return sequence.symbol[a.end - 1 - n] != sequence.symbol[b.end - 1 - n]; });
}

bool beginAlike(const MainSequence &sequence, Span a, Span b)
{
    return sameAtBegin(sequence, a, b) == std::min(a.size(), b.size());
}

void markCodes(const MainSequence &sequence, Span span, std::vector<char> &byCode)
{
    for (std::uint32_t i = span.begin; i < span.end; ++i)
        byCode[sequence.code[i]] = 1;
}

bool holdsOthers(const MainSequence &sequence, Span span, const std::vector<char> &byCode)
{
    return anyIn(span, [&](std::uint32_t i) { return byCode[sequence.code[i]] == 0; });
}

std::int64_t durationOf(const KernelTable &kernels, const MainSequence &sequence, Span span)
{
    std::int64_t sum = 0;
    for (std::uint32_t i = span.begin; i < span.end; ++i)
        sum = addSaturated(sum, kernels.duration[sequence.kernel[i]]);
    return sum;
}

TimeRange rangeOf(const TraceDocument &document, const MainSequence &sequence, Span span)
{
    TimeRange range{{INT64_MAX}, {INT64_MIN}};
    for (std::uint32_t i = span.begin; i < span.end; ++i) {
        const std::uint32_t k = sequence.kernel[i];
        range.begin.value = std::min(range.begin.value, document.kernels.start[k]);
        range.end.value = std::max(range.end.value, document.kernels.end(k));
    }
    return span.size() == 0 ? TimeRange{} : range;
}

std::uint64_t contentHash(const MainSequence &sequence, Span span)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::uint32_t i = span.begin; i < span.end; ++i)
        hash = (hash ^ sequence.symbol[i].value) * 0x100000001b3ULL;
    return hash;
}

} // namespace lamella::core
