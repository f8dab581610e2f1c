// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/CompareResults.h"

#include "core/analysis/StagePasses.h"
#include "widgets/session/JobSlot.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lamella::ui {

namespace {

using Segmentation = std::shared_ptr<const core::Segmentation>;

std::vector<ComparedPass> comparedPasses(const core::DeviceSegmentation &device, core::Stage stage)
{
    std::vector<ComparedPass> passes;
    for (const core::Pass *pass : core::stagePasses(device, stage).counted)
        passes.push_back({device.device, pass->number, pass->range.length().value});
    return passes;
}

struct Pair {
    core::PassRef a;
    core::PassRef b;
    int layerA = core::kNoLayer; // where two layers are compared
    int layerB = core::kNoLayer;
    [[nodiscard]] bool isOneLayerPairOfOnePass() const
    {
        return a.pass == b.pass && layerA != core::kNoLayer && layerB != core::kNoLayer;
    }
};

// The layers of two passes of one trace, by number.
std::vector<core::LayerDelta> pairedLayers(const core::Segmentation &segmentation, const Pair &pair)
{
    std::vector<core::LayerDelta> layers;
    if (pair.a.pass == pair.b.pass)
        return layers;
    const auto wall = [](const core::LayerSpan &span) { return std::array{span.range.length().value}; };
    const core::DeviceSegmentation &device = segmentation.devices[pair.a.device.value];
    for (int i = 0; i < pair.a.pass->layers; ++i) {
        const core::LayerSpan &ofA = device.layers[pair.a.pass->firstLayer + static_cast<std::size_t>(i)];
        const core::LayerSpan *ofB = segmentation.layer(pair.b.device, pair.b.pass->number, ofA.layer);
        if (ofA.layer >= 0 && ofB != nullptr)
            layers.push_back({ofA.layer, ofB->layer,
                core::compareSamples(core::Measure::Median, core::wallSample(wall(ofA)), core::wallSample(wall(*ofB)))});
    }
    return layers;
}

CompareVerdict verdictOf(const Segmentation &a, const Segmentation &b, const Pair &pair)
{
    CompareVerdict verdict;
    verdict.stage = pair.b.pass->stage;
    const core::DeviceSegmentation &ofA = a->devices[pair.a.device.value];
    const core::DeviceSegmentation &ofB = b->devices[pair.b.device.value];
    const auto wall = [](const core::PassRef &ref) { return std::array{ref.pass->range.length().value}; };
    verdict.figure =
        core::compareSamples(core::Measure::Median, core::wallSample(wall(pair.a)), core::wallSample(wall(pair.b)));
    verdict.a = comparedPasses(ofA, pair.a.pass->stage);
    if (a == b && pair.isOneLayerPairOfOnePass()) { // its wall would say nothing about them
        const core::LayerSpan *layerA = a->layer(pair.a.device, pair.a.pass->number, pair.layerA);
        const core::LayerSpan *layerB = a->layer(pair.b.device, pair.b.pass->number, pair.layerB);
        if (layerA != nullptr && layerB != nullptr)
            verdict.figure =
                core::compareSamples(core::Measure::Median, core::wallSample(std::array{layerA->range.length().value}),
                    core::wallSample(std::array{layerB->range.length().value}));
    }
    if (a == b) { // of one trace: the pass among its stage
        verdict.layers = pairedLayers(*a, pair);
        verdict.b = {{pair.b.device, pair.b.pass->number, pair.b.pass->range.length().value}};
        verdict.noiseAssumed = true;
        return verdict;
    }
    verdict.b = comparedPasses(ofB, verdict.stage);
    for (core::StageComparison &stage : core::compareStages(core::stageWalls(*a, pair.a.device), core::stageWalls(*b, pair.b.device))) {
        const auto median = std::find_if(stage.figures.begin(), stage.figures.end(),
            [](const core::Figure &figure) { return figure.measure == core::Measure::Median; });
        if (median == stage.figures.end())
            continue;
        if (stage.stage != verdict.stage) {
            verdict.others.push_back(std::move(stage));
            continue;
        }
        verdict.figure = *median;
        verdict.ofPasses = true;
    }
    verdict.noiseAssumed = !verdict.figure.a.spreadNs || !verdict.figure.b.spreadNs;
    verdict.layers = core::layerDeltas(ofA, ofB, verdict.stage);
    return verdict;
}

} // namespace

std::size_t CompareVerdict::beyondNoise() const
{
    return static_cast<std::size_t>(std::count_if(layers.begin(), layers.end(), [](const core::LayerDelta &layer) {
        return layer.figure && layer.figure->verdict != core::Verdict::Unchanged;
    }));
}

CompareResults &CompareResults::of(CompareController &compare)
{
    auto *results = compare.findChild<CompareResults *>(QString(), Qt::FindDirectChildrenOnly);
    return results != nullptr ? *results : *new CompareResults(compare);
}

CompareResults::CompareResults(CompareController &compare)
    : QObject(&compare)
    , m_compare(compare)
    , m_job(std::make_unique<JobSlot>(compare.first().pool()))
{
}

CompareResults::~CompareResults() = default;

std::optional<core::LayerSelection> CompareResults::selectionOf(const core::LayerDelta &layer) const
{
    if (!m_shown || !m_verdict || m_shown->outcome->passes.empty())
        return std::nullopt;
    const core::PassDiff &diff = m_shown->outcome->passes.front();
    const core::PassRef &pass = m_shown->ownIsA ? diff.passes.a : diff.passes.b;
    const int number = m_verdict->ownIsA ? layer.layerA : layer.layerB;
    if (number == core::kNoLayer)
        return std::nullopt;
    return core::LayerSelection{pass.device, pass.pass->number, number};
}

void CompareResults::setWatched(bool watched)
{
    if (std::exchange(m_watched, watched) != watched)
        emit watchedChanged();
}

void CompareResults::setShown(std::shared_ptr<const DiffShown> shown)
{
    m_shown = std::move(shown);
    judge();
}

// Cheap beside the alignment, but it looks at every layer of every pass.
void CompareResults::judge()
{
    const Segmentation a = m_compare.segmentationA();
    const Segmentation b = m_compare.segmentationB();
    if (!m_shown || !a || !b || m_shown->outcome->passes.size() != 1) {
        m_job->cancel();
        m_verdict.reset();
        emit changed();
        return;
    }
    // The outcome keeps the passes of the segmentations it was made with.
    const core::PassDiff &diff = m_shown->outcome->passes.front();
    const core::Pass *passA = a->pass(diff.passes.a.device, diff.passes.a.pass->number);
    const core::Pass *passB = b->pass(diff.passes.b.device, diff.passes.b.pass->number);
    if (passA == nullptr || passB == nullptr) {
        m_job->cancel();
        m_verdict.reset();
        emit changed();
        return;
    }
    Pair pair{{diff.passes.a.device, passA}, {diff.passes.b.device, passB}};
    if (m_shown->outcome->oneLayerPair && !diff.layers.empty()) {
        pair.layerA = diff.layers.front().layer.a;
        pair.layerB = diff.layers.front().layer.b;
    }
    m_job->start<CompareVerdict>(
        [a, b, pair, ownIsA = m_shown->ownIsA](const core::JobControl &) {
            CompareVerdict verdict = verdictOf(a, b, pair);
            verdict.ownIsA = ownIsA;
            return core::Result(std::move(verdict));
        },
        [this](core::Result<CompareVerdict> verdict) {
            m_verdict = std::move(*verdict);
            emit changed();
        });
    emit changed();
}

} // namespace lamella::ui
