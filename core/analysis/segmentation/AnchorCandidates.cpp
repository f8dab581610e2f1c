// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/base/Format.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kRows = 24;
constexpr std::uint32_t kMin = 3;

struct Standing {
    StringId symbol;
    TokenSet token = 0;
    std::uint32_t count = 0;
    std::uint32_t inLayers = 0;
    std::map<int, std::uint32_t> perLayer; // hits in a layer -> number of layers
    std::uint32_t first = 0; // hits that open their layer
    std::uint32_t last = 0; // hits that close it
};

// Of the names that come often enough. Names that hardly come again are no anchors, and a trace may hold a million of them.
class Standings {
public:
    explicit Standings(const MainSequence &sequence)
        : m_sequence(sequence)
        , m_row(sequence.names, kNone)
    {
        std::vector<std::uint32_t> count(sequence.names, 0);
        for (const std::uint32_t code : sequence.code)
            ++count[code];
        for (std::uint32_t i = 0; i < sequence.size(); ++i) {
            std::uint32_t &row = m_row[sequence.code[i]];
            if (row == kNone && count[sequence.code[i]] >= kMin) {
                row = static_cast<std::uint32_t>(m_rows.size());
                m_rows.emplace_back();
                m_rows.back().symbol = sequence.symbol[i];
                m_rows.back().count = count[sequence.code[i]];
            }
            if (row != kNone)
                m_rows[row].token = sequence.token[i];
        }
        m_hits.assign(m_rows.size(), 0);
    }
    void addLayer(Span span)
    {
        m_held.clear();
        for (std::uint32_t i = span.begin; i < span.end; ++i) {
            const std::uint32_t row = m_row[m_sequence.code[i]];
            if (row == kNone)
                continue;
            if (m_hits[row]++ == 0)
                m_held.push_back(row);
            Standing &s = m_rows[row];
            ++s.inLayers;
            s.first += i == span.begin ? 1 : 0;
            s.last += i + 1 == span.end ? 1 : 0;
        }
        for (const std::uint32_t row : m_held)
            ++m_rows[row].perLayer[std::exchange(m_hits[row], 0)];
    }
    [[nodiscard]] const std::vector<Standing> &rows() const { return m_rows; }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    const MainSequence &m_sequence;
    std::vector<std::uint32_t> m_row; // by code of the name
    std::vector<Standing> m_rows;
    std::vector<int> m_hits; // by row, in the layer that is looked at
    std::vector<std::uint32_t> m_held; // rows of it
};

// Of equally regular kernels, the one whose role says most about a layer comes first.
int telling(TokenSet token)
{
    return (token & kTokenMixer) != 0 ? 3 : (token & kTokenNorm) != 0 ? 2 : (token & kTokenFfn) != 0 ? 1 : 0;
}

AnchorCandidate candidate(const KernelNames &names, const Standing &s, std::uint32_t layers, const DeviceSegmentation &device)
{
    AnchorCandidate row;
    row.anchor = names[s.symbol].full;
    row.count = s.count;
    if (s.perLayer.empty()) {
        row.why = msg("repeats %1 times, but outside of every layer found", s.count);
        return row;
    }
    const auto [usual, most] = *mostFrequent(s.perLayer);
    row.blocksPerLayer = usual;
    row.layers = device.modelLayers;
    row.passes = static_cast<int>(device.passes.size());
    row.role = s.first * 2 >= s.inLayers ? AnchorRole::Begins : s.last * 2 >= s.inLayers ? AnchorRole::Ends : AnchorRole::Within;
    const double regular = layers == 0 ? 0 : static_cast<double>(most) / layers;
    const double inside = static_cast<double>(s.inLayers) / std::max(1U, s.count);
    // One hit a layer is the clearest mark; several share a layer and need counting.
    row.confidence = regular * inside / (1.0 + 0.15 * (usual - 1));
    row.why = usual == 1
        ? msg("once in %1 of the layers, %2 of its hits lie inside layers", wholePercent(regular), wholePercent(inside))
        : msg(
            "%1 times in %2 of the layers, %3 of its hits lie inside layers", usual, wholePercent(regular), wholePercent(inside));
    return row;
}

} // namespace

std::vector<AnchorCandidate> anchorCandidates(const KernelNames &names, const MainSequence &sequence,
    const std::vector<PassLayout> &layouts, const DeviceSegmentation &device)
{
    Standings standings(sequence);
    std::uint32_t layers = 0;
    for (const PassLayout &pass : layouts) {
        for (const LayerLayout &layer : pass.layers) {
            if (layer.cut)
                continue;
            standings.addLayer(layer.span);
            ++layers;
        }
    }
    std::vector<std::pair<AnchorCandidate, int>> rows; // and how much its role tells
    for (const Standing &s : standings.rows())
        rows.emplace_back(candidate(names, s, layers, device), telling(s.token));
    std::ranges::sort(rows, {}, [](const auto &entry) {
        const AnchorCandidate &row = entry.first;
        return std::tuple(-row.confidence, -entry.second, -std::int64_t{row.count}, std::string_view(row.anchor));
    });
    std::vector<AnchorCandidate> candidates;
    for (std::size_t i = 0; i < std::min(kRows, rows.size()); ++i)
        candidates.push_back(std::move(rows[i].first));
    return candidates;
}

} // namespace lamella::core
