// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/KernelFinder.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <unordered_map>

namespace lamella::ui {

namespace {

constexpr std::size_t kMax = 8;
constexpr std::uint32_t kStopEvery = 65'536;

char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool containsFolded(std::string_view text, const std::string &folded)
{
    return std::search(text.begin(), text.end(), folded.begin(), folded.end(), [](char a, char b) { return lower(a) == b; })
        != text.end();
}

struct Tally {
    bool fits = false;
    std::int64_t count = 0;
    std::int64_t sumNs = 0;
    std::uint32_t first = 0;
    int closeness = 0; // 2 = first is in the layer of the focus, 1 = in its pass
};

} // namespace

std::vector<FoundKernel> findKernels(const core::TraceDocument &document, const core::KernelNames &names,
    const core::Segmentation *segmentation, const Focus &focus, const std::string &text, const std::stop_token &stop)
{
    std::string folded = text;
    std::transform(folded.begin(), folded.end(), folded.begin(), lower);
    std::unordered_map<core::StringId, Tally> tallies;
    const core::KernelTable &kernels = document.kernels;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        if (k % kStopEvery == 0 && stop.stop_requested())
            return {};
        const core::StringId id = kernels.name[k];
        const auto [at, fresh] = tallies.try_emplace(id);
        Tally &tally = at->second;
        if (fresh)
            tally.fits = containsFolded(names[id].shortName, folded) || containsFolded(document.text(id), folded);
        if (!tally.fits)
            continue;
        const bool inPass = segmentation != nullptr && k < segmentation->passOf.size() && focus.pass != core::kNoPass
            && segmentation->passOf[k] == focus.pass && document.deviceOf(core::KernelId(k)) == focus.device;
        const int closeness = !inPass ? 0 : focus.layer != core::kNoLayer && segmentation->layerOf[k] == focus.layer ? 2 : 1;
        if (tally.count == 0 || closeness > tally.closeness) {
            tally.first = k;
            tally.closeness = closeness;
        }
        ++tally.count;
        tally.sumNs = core::addSaturated(tally.sumNs, kernels.duration[k]);
    }
    std::vector<std::pair<core::StringId, Tally>> fitting;
    for (const auto &entry : tallies)
        if (entry.second.fits)
            fitting.emplace_back(entry);
    const auto max = fitting.begin() + static_cast<std::ptrdiff_t>(std::min(kMax, fitting.size()));
    std::partial_sort(fitting.begin(), max, fitting.end(), [](const auto &a, const auto &b) {
        return a.second.sumNs != b.second.sumNs ? a.second.sumNs > b.second.sumNs : a.second.first < b.second.first;
    });
    std::vector<FoundKernel> found;
    for (auto at = fitting.begin(); at != max; ++at)
        found.push_back({names[at->first].shortName, core::KernelId(at->second.first), at->second.count});
    return found;
}

} // namespace lamella::ui
