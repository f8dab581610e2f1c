// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/LayerTransfer.h"

#include <algorithm>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::int64_t kMaxEdits = 400;
constexpr double kMaxDifferent = 0.15; // edits of the longer pass

// Myers' shortest edit script: the furthest reach of each diagonal for every number of edits.
class Script {
public:
    Script(std::span<const StringId> a, std::span<const StringId> b)
        : m_a(a)
        , m_b(b)
    {
    }

    // Position in b of each of a, -1 where it has none; false when more than `most` edits are needed.
    bool match(std::int64_t most, std::vector<std::int64_t> &partner)
    {
        const auto n = static_cast<std::int64_t>(m_a.size());
        const auto m = static_cast<std::int64_t>(m_b.size());
        std::vector<std::int64_t> reach(static_cast<std::size_t>(2 * most + 3), 0);
        const auto at = [most](std::int64_t k) { return static_cast<std::size_t>(k + most + 1); };
        std::vector<std::vector<std::int64_t>> trace;
        for (std::int64_t d = 0; d <= most; ++d) {
            for (std::int64_t k = -d; k <= d; k += 2) {
                const bool down = k == -d || (k != d && reach[at(k - 1)] < reach[at(k + 1)]);
                std::int64_t x = down ? reach[at(k + 1)] : reach[at(k - 1)] + 1;
                while (
                    x < n && x - k < m && x - k >= 0 && m_a[static_cast<std::size_t>(x)] == m_b[static_cast<std::size_t>(x - k)])
                    ++x;
                reach[at(k)] = x;
                if (x >= n && x - k >= m) {
                    trace.push_back(reach);
                    walkBack(trace, most, partner);
                    return true;
                }
            }
            trace.push_back(reach);
        }
        return false;
    }

private:
    void walkBack(
        const std::vector<std::vector<std::int64_t>> &trace, std::int64_t most, std::vector<std::int64_t> &partner) const
    {
        partner.assign(m_a.size(), -1);
        auto x = static_cast<std::int64_t>(m_a.size());
        auto y = static_cast<std::int64_t>(m_b.size());
        const auto at = [most](std::int64_t k) { return static_cast<std::size_t>(k + most + 1); };
        for (auto d = static_cast<std::int64_t>(trace.size()) - 1; d >= 0; --d) {
            const std::int64_t k = x - y;
            std::int64_t fromX = 0;
            std::int64_t fromY = 0;
            if (d > 0) {
                const std::vector<std::int64_t> &before = trace[static_cast<std::size_t>(d - 1)];
                const bool down = k == -d || (k != d && before[at(k - 1)] < before[at(k + 1)]);
                const std::int64_t fromK = down ? k + 1 : k - 1;
                fromX = before[at(fromK)];
                fromY = fromX - fromK;
            }
            while (x > fromX && y > fromY) {
                --x;
                --y;
                partner[static_cast<std::size_t>(x)] = y;
            }
            x = fromX;
            y = fromY;
        }
    }

    std::span<const StringId> m_a;
    std::span<const StringId> m_b;
};

} // namespace

std::optional<std::vector<std::int32_t>> transferredLayers(
    std::span<const StringId> symbols, std::span<const StringId> knownSymbols, std::span<const std::int32_t> knownLayers)
{
    if (symbols.empty() || knownSymbols.empty())
        return std::nullopt;
    const auto longer = static_cast<double>(std::max(symbols.size(), knownSymbols.size()));
    const auto most = std::min(kMaxEdits, static_cast<std::int64_t>(kMaxDifferent * longer) + 1);
    std::vector<std::int64_t> partner;
    if (!Script(symbols, knownSymbols).match(most, partner))
        return std::nullopt;
    std::vector<std::int32_t> layers(symbols.size(), knownLayers.front());
    for (std::size_t i = 0; i < symbols.size(); ++i)
        layers[i] = partner[i] >= 0 ? knownLayers[static_cast<std::size_t>(partner[i])]
            : i > 0                 ? layers[i - 1]
                                    : knownLayers.front();
    return layers;
}

} // namespace lamella::core
