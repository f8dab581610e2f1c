// SPDX-License-Identifier: GPL-3.0-or-later
// A graph that replays several layers replays one pass: another launch is another pass, the same launch is the same one.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

#include <unordered_map>

namespace lamella::core {

namespace {

class GraphLaunchEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "graph launches"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        std::unordered_map<std::int64_t, int> replayed; // correlation -> cores
        const auto correlation = [&](const LayerCore &core) {
            return places.kernels().correlation[places.sequence().kernel[core.span.begin]];
        };
        for (std::size_t n = 0; n <= places.size() && places.size() > 0; ++n)
            ++replayed[correlation(n == 0 ? places.coreBefore(0) : places.coreAfter(n - 1))];
        for (std::size_t n = 0; n < places.size(); ++n) {
            const std::int64_t before = correlation(places.coreBefore(n));
            const std::int64_t after = correlation(places.coreAfter(n));
            if (before != 0 && after != 0 && replayed[before] > 1 && replayed[after] > 1)
                weights[n] += before != after ? kMiddleMark : -kWeakMark;
        }
    }
};

} // namespace

const PassEvidence &graphLaunchEvidence()
{
    static const GraphLaunchEvidence evidence;
    return evidence;
}

} // namespace lamella::core
