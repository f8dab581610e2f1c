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

// What is compared on one side of the pair: a pass, or a layer of it.
struct PlaceWall {
    core::PassRef ref;
    int layer = core::kNoLayer;
    std::int64_t wallNs = 0;
};

struct PlacePair {
    PlaceWall a;
    PlaceWall b;
    [[nodiscard]] bool ofLayers() const { return a.layer != core::kNoLayer && b.layer != core::kNoLayer; }
};

ComparedPass dotOf(const PlaceWall &place)
{
    return {place.ref.device, place.ref.pass->number, place.wallNs};
}

// The passes that count for the median of the stage of the place, or its layer in them.
std::vector<ComparedPass> counted(const core::Segmentation &segmentation, const PlaceWall &place)
{
    std::vector<ComparedPass> passes;
    const core::DeviceSegmentation &device = segmentation.devices[place.ref.device.value];
    for (const core::Pass *pass : core::stagePasses(device, place.ref.pass->stage).counted) {
        if (place.layer == core::kNoLayer)
            passes.push_back({device.device, pass->number, pass->range.length().value});
        else if (const core::LayerSpan *layer = segmentation.layer(device.device, pass->number, place.layer))
            passes.push_back({device.device, pass->number, layer->range.length().value});
    }
    return passes;
}

std::vector<std::int64_t> wallsOf(const std::vector<ComparedPass> &passes)
{
    std::vector<std::int64_t> walls;
    for (const ComparedPass &pass : passes)
        walls.push_back(pass.wallNs);
    return walls;
}

core::Figure figureOfPair(const PlacePair &pair)
{
    return core::compareSamples(
        core::Measure::Median, core::wallSample(std::array{pair.a.wallNs}), core::wallSample(std::array{pair.b.wallNs}));
}

// The layers of two passes of one trace, by number.
std::vector<core::LayerDelta> pairedLayers(const core::Segmentation &segmentation, const core::PassRef &a, const core::PassRef &b)
{
    std::vector<core::LayerDelta> layers;
    if (a.pass == b.pass)
        return layers;
    const auto wall = [](const core::LayerSpan &span) { return std::array{span.range.length().value}; };
    const core::DeviceSegmentation &device = segmentation.devices[a.device.value];
    for (int i = 0; i < a.pass->layers; ++i) {
        const core::LayerSpan &ofA = device.layers[a.pass->firstLayer + static_cast<std::size_t>(i)];
        const core::LayerSpan *ofB = segmentation.layer(b.device, b.pass->number, ofA.layer);
        if (ofA.layer >= 0 && ofB != nullptr)
            layers.push_back({ofA.layer, ofB->layer,
                core::compareSamples(core::Measure::Median, core::wallSample(wall(ofA)), core::wallSample(wall(*ofB)))});
    }
    return layers;
}

// Of one trace: the pair. A pass that counts for the median stands among the others.
void judgePair(CompareVerdict &verdict, const core::Segmentation &segmentation, const PlacePair &pair)
{
    verdict.layers = pairedLayers(segmentation, pair.a.ref, pair.b.ref);
    verdict.a = {dotOf(pair.a)};
    verdict.b = {dotOf(pair.b)};
    verdict.noiseAssumed = true;
    std::vector<ComparedPass> passes = counted(segmentation, pair.a);
    const bool among = std::any_of(
        passes.begin(), passes.end(), [&pair](const ComparedPass &pass) { return pass.pass == pair.a.ref.pass->number; });
    if (!pair.ofLayers() && among)
        verdict.a = std::move(passes);
}

// Of two traces: medians over the passes of both, unless one has no such stage or layer.
void judgeMedians(CompareVerdict &verdict, const core::Segmentation &a, const core::Segmentation &b, const PlacePair &pair)
{
    const core::PassRef &ofA = pair.a.ref;
    const core::PassRef &ofB = pair.b.ref;
    verdict.a = counted(a, pair.a);
    verdict.b = counted(b, pair.b);
    verdict.layers = core::layerDeltas(a.devices[ofA.device.value], b.devices[ofB.device.value], verdict.stage);
    if (pair.ofLayers()) {
        verdict.ofPasses = ofA.pass->stage == ofB.pass->stage && !verdict.a.empty() && !verdict.b.empty();
        if (verdict.ofPasses)
            verdict.figure = core::layerFigure(wallsOf(verdict.a), wallsOf(verdict.b));
    } else {
        for (core::StageComparison &stage :
            core::compareStages(core::stageWalls(a, ofA.device), core::stageWalls(b, ofB.device))) {
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
    }
    if (!verdict.ofPasses) {
        verdict.a = {dotOf(pair.a)};
        verdict.b = {dotOf(pair.b)};
    }
    verdict.noiseAssumed = !verdict.figure.a.spreadNs || !verdict.figure.b.spreadNs;
}

CompareVerdict verdictOf(const Segmentation &a, const Segmentation &b, const PlacePair &pair)
{
    CompareVerdict verdict;
    verdict.stage = pair.b.ref.pass->stage;
    verdict.figure = figureOfPair(pair);
    if (pair.ofLayers()) {
        verdict.layerA = pair.a.layer;
        verdict.layerB = pair.b.layer;
    }
    if (a == b)
        judgePair(verdict, *a, pair);
    else
        judgeMedians(verdict, *a, *b, pair);
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
    PlacePair pair{{{diff.passes.a.device, passA}, core::kNoLayer, passA->range.length().value},
        {{diff.passes.b.device, passB}, core::kNoLayer, passB->range.length().value}};
    if (m_shown->outcome->oneLayerPair && !diff.layers.empty()) {
        pair.a.layer = diff.layers.front().layer.a;
        pair.b.layer = diff.layers.front().layer.b;
        pair.a.wallNs = m_shown->rows.a.wallNs;
        pair.b.wallNs = m_shown->rows.b.wallNs;
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
