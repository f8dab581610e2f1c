// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/CompareResults.h"

#include "core/analysis/PassLevels.h"
#include "core/analysis/StagePasses.h"
#include "core/base/Saturate.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/session/JobSlot.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lamella::ui {

namespace {

using Segmentation = std::shared_ptr<const core::Segmentation>;

// What is compared on one side of the pair: a pass, or a layer of it.
struct PlaceWall {
    Segmentation segmentation;
    core::PassRef ref;
    int layer = core::kNoLayer;
    std::int64_t wallNs = 0;
    std::vector<const core::Pass *> passes = {}; // it is shown for the median of these; empty: for itself
    [[nodiscard]] bool isMedian() const { return !passes.empty(); }
    [[nodiscard]] core::DeltaSide side() const { return {*segmentation, ref, passes}; }
    [[nodiscard]] const core::DeviceSegmentation &device() const { return segmentation->devices[ref.device.value]; }
    [[nodiscard]] core::StagePasses stage() const { return core::stagePasses(device(), ref.pass->stage); }
};

struct PlacePair {
    PlaceWall a;
    PlaceWall b;
    bool oneTrace = false;
    bool ofLevel = false;
    [[nodiscard]] bool ofLayers() const { return a.layer != core::kNoLayer && b.layer != core::kNoLayer; }
};

// The passes of the place, or its layer in them; else the pass alone.
std::vector<ComparedPass> dotsOf(const PlaceWall &place)
{
    std::vector<ComparedPass> passes;
    const core::DeviceId device = place.ref.device;
    for (const core::Pass *pass : place.passes) {
        if (place.layer == core::kNoLayer)
            passes.push_back({device, pass->number, pass->range.length().value});
        else if (const core::LayerSpan *layer = place.segmentation->layer(device, pass->number, place.layer))
            passes.push_back({device, pass->number, layer->range.length().value});
    }
    if (passes.empty())
        passes = {{device, place.ref.pass->number, place.wallNs}};
    return passes;
}

core::WallSample sampleOf(const PlaceWall &place)
{
    const core::WallSample sample = core::deltaSample(place.side(), place.layer);
    return sample.passes > 0 ? sample : core::wallSample(std::array{place.wallNs}); // head and tail are no layers
}

// Whole passes of two traces: medians of the stages, as the table `compare`.
void judgeStages(CompareVerdict &verdict, const PlacePair &pair)
{
    for (core::StageComparison &stage : core::compareStages(core::stageWalls(*pair.a.segmentation, pair.a.ref.device),
             core::stageWalls(*pair.b.segmentation, pair.b.ref.device))) {
        const auto median = std::find_if(stage.figures.begin(), stage.figures.end(),
            [](const core::Figure &figure) { return figure.measure == core::Measure::Median; });
        if (median == stage.figures.end())
            continue;
        if (stage.stage != verdict.stage)
            verdict.others.push_back(std::move(stage));
        else if (verdict.ofPasses)
            verdict.figure = *median;
    }
}

CompareVerdict withoutLayers(const PlacePair &pair)
{
    CompareVerdict verdict;
    verdict.stage = pair.b.ref.pass->stage;
    verdict.ofPasses = pair.a.isMedian() && pair.b.isMedian();
    verdict.ofLevel = pair.ofLevel;
    verdict.againstMedian = pair.a.isMedian() != pair.b.isMedian();
    verdict.a = dotsOf(pair.a);
    verdict.b = dotsOf(pair.b);
    verdict.figure = core::deltaFigure(sampleOf(pair.a), sampleOf(pair.b));
    if (pair.ofLayers()) {
        verdict.layerA = pair.a.layer;
        verdict.layerB = pair.b.layer;
    } else if (!pair.oneTrace) {
        judgeStages(verdict, pair);
    }
    verdict.noiseAssumed = !verdict.figure.a.spreadNs || !verdict.figure.b.spreadNs;
    return verdict;
}

CompareVerdict verdictOf(const PlacePair &pair)
{
    CompareVerdict verdict = withoutLayers(pair);
    if (!pair.oneTrace || pair.a.ref.pass != pair.b.ref.pass)
        verdict.layers = core::layerDeltas(pair.a.side(), pair.b.side());
    if (pair.ofLayers() && !pair.oneTrace) {
        PlacePair passes = pair;
        for (PlaceWall *side : {&passes.a, &passes.b}) {
            side->layer = core::kNoLayer;
            side->wallNs = side->ref.pass->range.length().value;
        }
        verdict.ofWholePasses = std::make_shared<const CompareVerdict>(withoutLayers(passes));
    }
    return verdict;
}

core::Result<CompareStep> stepOf(const DiffShown &shown, const core::DiffRequest &request, const core::JobControl &control)
{
    const core::DiffSession &session = *shown.session;
    const auto outcome = session.compare(request, control);
    if (!outcome)
        return outcome.error();
    const core::DiffSummary rows = session.summary(**outcome, core::DiffView::Kernel);
    CompareStep step;
    step.wallNs = core::subtractSaturated(rows.b.wallNs, rows.a.wallNs);
    if (rows.groups.empty())
        return step;
    const core::DiffGroup &most = rows.groups.front(); // the largest difference is first
    step.nameNs = most.deltaNs();
    step.count = most.countB > 0 ? most.countB : most.countA;
    for (const bool ofA : {true, false}) {
        const core::KernelId kernel = ofA ? most.kernelA : most.kernelB;
        if (!kernel.valid())
            continue;
        const core::AnalysisInput side = ofA ? session.inputA() : session.inputB();
        const core::StringId name = side.document.kernels.name[kernel.value];
        step.name = side.names[name].shortName;
        if (shown.isInWindow(ofA))
            step.target = core::NameSelection{name};
    }
    return step;
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
    , m_stepJob(std::make_unique<JobSlot>(compare.first().pool()))
    , m_limitsJob(std::make_unique<JobSlot>(compare.first().pool()))
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
    m_step.reset();
    m_limitsJob->cancel();
    m_limitA.reset();
    m_limitB.reset();
    m_limitError.reset();
    judge();
    findStep();
    findLimits();
}

void CompareResults::findStep()
{
    m_stepJob->cancel();
    auto request = m_compare.request();
    if (!m_shown || !request || !m_shown->outcome->oneLayerPair || m_shown->outcome->passes.size() != 1
        || !m_shown->session->pairsKernels()
        || (m_shown->session->sameTrace() && request->pass == request->withPass)) // two layers of one pass
        return;
    request->layer = request->withLayer = "all";
    m_stepJob->start<CompareStep>(
        [shown = m_shown, wanted = *request](const core::JobControl &control) { return stepOf(*shown, wanted, control); },
        [this](core::Result<CompareStep> step) {
            if (!step)
                return;
            m_step = std::move(*step);
            emit changed();
        });
}

// Of the pass or layer that is shown on each side.
void CompareResults::findLimits()
{
    if (!m_shown || m_shown->outcome->passes.size() != 1)
        return;
    const core::PassDiff &pair = m_shown->outcome->passes.front();
    const bool layers = m_shown->outcome->oneLayerPair && !pair.layers.empty();
    struct Side {
        std::shared_ptr<core::AnalysisSession> session;
        core::TableRequest request;
    };
    std::array<Side, 2> sides;
    for (const bool ofA : {true, false}) {
        const core::PassRef &ref = ofA ? pair.passes.a : pair.passes.b;
        const core::LayerPair layer = layers ? pair.layers.front().layer : core::LayerPair{};
        Side &side = sides[ofA ? 0 : 1];
        side.session = (m_shown->isInWindow(ofA) ? m_compare.first() : m_compare.second()).session();
        if (!side.session)
            return;
        const core::Selection place = layers
            ? core::Selection(core::LayerSelection{ref.device, ref.pass->number, ofA ? layer.a : layer.b})
            : core::Selection(core::PassSelection{ref.device, ref.pass->number});
        side.request = *inspectRequest(side.session->document(), place, core::Against::Type);
        side.request.by = "limit";
    }
    using Limits = std::array<std::shared_ptr<const core::ReportTable>, 2>;
    m_limitsJob->start<Limits>(
        [sides](const core::JobControl &control) -> core::Result<Limits> {
            Limits limits;
            for (std::size_t i = 0; i < sides.size(); ++i) {
                auto table = sides[i].session->table(sides[i].request, control);
                if (!table)
                    return table.error();
                limits[i] = std::move(*table);
            }
            return limits;
        },
        [this](core::Result<Limits> limits) {
            if (limits) {
                m_limitA = (*limits)[0];
                m_limitB = (*limits)[1];
            } else {
                m_limitError = limits.error();
            }
            emit changed();
        });
}

void CompareResults::choosePass(bool ofA, const ComparedPass &pass)
{
    if (!m_verdict)
        return;
    const bool own = ofA == m_verdict->ownIsA; // the sides may have been swapped since the verdict
    const bool isA = own != m_compare.swapped();
    const ComparePlace place{pass.pass, (isA ? m_compare.placeA() : m_compare.placeB()).layer, pass.device};
    isA ? m_compare.setPlaceA(place) : m_compare.setPlaceB(place);
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
    PlacePair pair{{a, {diff.passes.a.device, passA}, core::kNoLayer, passA->range.length().value},
        {b, {diff.passes.b.device, passB}, core::kNoLayer, passB->range.length().value}, a == b};
    PlaceWall &own = m_shown->ownIsA ? pair.a : pair.b;
    PlaceWall &other = m_shown->ownIsA ? pair.b : pair.a;
    if (!pair.oneTrace) {
        if (passA->stage == passB->stage) {
            own.passes = own.stage().counted;
            other.passes = other.stage().counted;
        }
    } else if (const auto level = m_compare.levelCompared()) {
        core::LevelSides sides = core::levelSides(own.stage().settled, level->first, level->last);
        own.passes = std::move(sides.own);
        other.passes = std::move(sides.rest);
        pair.ofLevel = true;
    } else if (other.ref.pass == m_compare.medianCompared()) {
        other.passes = other.stage().counted;
    }
    if (m_shown->outcome->oneLayerPair && !diff.layers.empty()) {
        pair.a.layer = diff.layers.front().layer.a;
        pair.b.layer = diff.layers.front().layer.b;
        pair.a.wallNs = m_shown->rows.a.wallNs;
        pair.b.wallNs = m_shown->rows.b.wallNs;
    }
    m_job->start<CompareVerdict>(
        [pair, ownIsA = m_shown->ownIsA](const core::JobControl &) {
            CompareVerdict verdict = verdictOf(pair);
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
