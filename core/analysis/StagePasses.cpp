// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/StagePasses.h"

#include "core/base/Typical.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lamella::core {

namespace {

template <class Holds> std::vector<const Pass *> those(const std::vector<const Pass *> &passes, Holds holds)
{
    std::vector<const Pass *> kept;
    std::copy_if(passes.begin(), passes.end(), std::back_inserter(kept), holds);
    return kept;
}

} // namespace

StagePasses stagePasses(const DeviceSegmentation &device, Stage stage)
{
    std::vector<const Pass *> all;
    for (const Pass &pass : device.passes)
        if (pass.stage == stage)
            all.push_back(&pass);
    StagePasses found;
    const std::vector<const Pass *> complete = those(all, [](const Pass *p) { return p->complete; });
    found.counted = those(complete, [](const Pass *p) { return p->state == PassState::Steady; });
    found.steady = !found.counted.empty();
    found.complete = !complete.empty();
    found.usable = found.complete ? complete.size() : all.size();
    if (found.steady) {
        found.settled =
            those(complete, [](const Pass *p) { return p->state != PassState::Cold && p->state != PassState::WarmUp; });
        return found;
    }
    found.counted = found.complete ? complete : all;
    found.settled = found.counted;
    return found;
}

std::vector<std::int64_t> wallsOf(const std::vector<const Pass *> &passes)
{
    std::vector<std::int64_t> walls;
    walls.reserve(passes.size());
    for (const Pass *pass : passes)
        walls.push_back(pass->range.length().value);
    return walls;
}

std::int64_t medianNs(std::vector<std::int64_t> values)
{
    return lowerMiddleValue(std::move(values));
}

const Pass *representativePass(const StagePasses &passes)
{
    std::vector<const Pass *> candidates = passes.counted;
    if (candidates.empty())
        return nullptr;
    if (!passes.complete) {
        const auto max = std::max_element(
            candidates.begin(), candidates.end(), [](const Pass *a, const Pass *b) { return a->layers < b->layers; });
        candidates = those(candidates, [layers = (*max)->layers](const Pass *p) { return p->layers == layers; });
    }
    const std::int64_t median = medianNs(wallsOf(candidates));
    return *std::find_if(
        candidates.begin(), candidates.end(), [median](const Pass *p) { return p->range.length().value == median; });
}

} // namespace lamella::core
