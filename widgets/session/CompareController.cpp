// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/CompareController.h"

#include "core/analysis/StagePasses.h"
#include "widgets/common/UiText.h"

#include <QFileInfo>

#include <cstdlib>
#include <utility>

namespace lamella::ui {

namespace {

const core::DeviceSegmentation *deviceOf(const core::Segmentation *segmentation, core::DeviceId device)
{
    return segmentation != nullptr && device.value < segmentation->devices.size() ? &segmentation->devices[device.value]
                                                                                  : nullptr;
}

std::optional<ComparePlace> placeOf(const core::Selection &selection)
{
    if (const auto *pass = std::get_if<core::PassSelection>(&selection))
        return ComparePlace{pass->pass, std::nullopt, pass->device};
    if (const auto *layer = std::get_if<core::LayerSelection>(&selection))
        return ComparePlace{layer->pass, layer->layer, layer->device};
    return std::nullopt;
}

std::optional<ComparePlace> firstOfTwoPlaces(const core::Selection &selection)
{
    const auto parts = core::partsOf(selection);
    if (parts.size() != 2 || parts[0].index() != parts[1].index())
        return std::nullopt;
    return placeOf(core::selectionOf(parts.front()));
}

// Of those that are not `than`: the one whose value is nearest to the median of all; the first of several.
template <class Item, class Value>
const Item *nearestToMedian(const std::vector<const Item *> &items, const Item *than, const Value &valueOf)
{
    std::vector<std::int64_t> values;
    for (const Item *item : items)
        values.push_back(valueOf(*item));
    const std::int64_t median = core::medianNs(values);
    const Item *best = nullptr;
    for (const Item *item : items)
        if (item != than
            && (best == nullptr || std::abs(valueOf(*item) - median) < std::abs(valueOf(*best) - median)))
            best = item;
    return best;
}

std::int64_t wallNs(const core::TimeRange &range)
{
    return range.length().value;
}

// The layer of the same type in this pass that is nearest to the median of them.
ComparePlace medianLayer(const core::DeviceSegmentation &device, const core::Pass &pass, int layer)
{
    std::vector<const core::LayerSpan *> same;
    const core::LayerSpan *own = nullptr;
    for (int i = 0; i < pass.layers; ++i) {
        const core::LayerSpan &span = device.layers[pass.firstLayer + static_cast<std::size_t>(i)];
        if (span.layer == layer)
            own = &span;
    }
    if (own == nullptr)
        return {};
    for (int i = 0; i < pass.layers; ++i) {
        const core::LayerSpan &span = device.layers[pass.firstLayer + static_cast<std::size_t>(i)];
        if (span.layer >= 0 && span.type == own->type)
            same.push_back(&span);
    }
    const auto *best = nearestToMedian(same, own, [](const core::LayerSpan &span) { return wallNs(span.range); });
    return best != nullptr ? ComparePlace{pass.number, best->layer, device.device} : ComparePlace{};
}

ComparePlace nearestPass(const core::StagePasses &stage, const core::Pass &pass)
{
    const auto *best = nearestToMedian(stage.counted, &pass, [](const core::Pass &one) { return wallNs(one.range); });
    return best != nullptr ? ComparePlace{best->number, std::nullopt, {}} : ComparePlace{};
}

} // namespace

QString compareText(const ComparePlace &place)
{
    const QString pass = passText(place.pass.value_or(core::kNoPass));
    return place.layer ? QStringLiteral("%1 %2").arg(pass, layerText(*place.layer)) : pass;
}

CompareController::CompareController(SessionController &first, NavigationBus &bus, QObject *parent)
    : QObject(parent)
    , m_first(first)
    , m_bus(bus)
    , m_second(first.pool())
{
    connect(&m_bus, &NavigationBus::selectionChanged, this, &CompareController::follow);
    connect(&m_first, &SessionController::sessionChanged, this, &CompareController::followSession);
    connect(&m_second, &SessionController::sessionChanged, this, [this] {
        m_other = {};
        m_level = {};
        m_firstOfTwo = hasSecond() ? std::nullopt : firstOfTwoPlaces(m_bus.selection());
        emit changed();
    });
    connect(&m_second, &SessionController::stateChanged, this, &CompareController::changed);
    connect(&m_second, &SessionController::stateChanged, this, &CompareController::followChoices);
}

CompareController::~CompareController() = default;

std::shared_ptr<core::AnalysisSession> CompareController::sessionA() const
{
    return swapped() && hasSecond() ? m_second.session() : m_first.session();
}

std::shared_ptr<core::AnalysisSession> CompareController::sessionB() const
{
    return !swapped() && hasSecond() ? m_second.session() : m_first.session();
}

std::shared_ptr<const core::Segmentation> CompareController::segmentationA() const
{
    return swapped() && hasSecond() ? m_second.segmentation() : m_first.segmentation();
}

std::shared_ptr<const core::Segmentation> CompareController::segmentationB() const
{
    return !swapped() && hasSecond() ? m_second.segmentation() : m_first.segmentation();
}

core::SessionOptions CompareController::choicesFor(const QString &path) const
{
    core::SessionOptions options;
    if (const auto own = m_first.session())
        options = own->options();
    options.boundaries.clear();
    options.selectedPass.reset();
    options.steadyPasses.reset();
    if (QFileInfo(path) != QFileInfo(m_first.path()))
        options.roofline = {}; // of the first trace
    return options;
}

void CompareController::openSecond(const QString &path)
{
    openSecond(path, choicesFor(path));
    m_secondFollows = true;
}

// A config or profile may be chosen, or found, after the second trace was opened.
void CompareController::followChoices()
{
    if (!m_secondFollows || !hasSecond() || !m_first.session() || m_second.state() != SessionController::State::Ready)
        return;
    if (const core::SessionOptions choices = choicesFor(m_second.path()); choices != m_second.session()->options())
        m_second.segmentAgain(choices);
}

void CompareController::openSecond(const QString &path, const core::SessionOptions &options)
{
    m_swapped = false;
    m_secondFollows = false;
    m_second.open(path, options);
    emit pickRequested();
}

void CompareController::closeSecond()
{
    if (m_second.state() == SessionController::State::Loading)
        m_second.cancelLoading();
    m_swapped = false;
    m_second.close();
    emit changed();
}

void CompareController::compareWith(const core::Selection &selection)
{
    const auto place = placeOf(selection);
    if (!place)
        return;
    m_level = {};
    if (m_second.state() == SessionController::State::Failed)
        closeSecond();
    // Selections in the window are in the first trace, so beside a second one, or one that is being read, this becomes its side.
    if (m_second.state() != SessionController::State::Empty) {
        selectOwn(*place);
    } else {
        m_other = *place;
        if (place->layer && !m_own.layer && m_own.pass) // a layer can only be compared with a layer
            m_own.layer = place->layer;
        if (!place->layer)
            m_own.layer.reset();
        if (m_own == m_other)
            m_other = {};
    }
    emit changed();
    emit pickRequested();
}

void CompareController::compareLevel(const PassBrush &level, const core::PassSelection &rest)
{
    if (m_second.state() != SessionController::State::Empty)
        closeSecond();
    compareWith(rest);
    const auto segmentation = m_first.segmentation();
    if (const core::Pass *pass = segmentation ? segmentation->pass(rest.device, rest.pass) : nullptr) {
        m_level = level;
        m_levelStage = pass->stage;
        emit changed();
    }
}

std::optional<PassBrush> CompareController::levelCompared() const
{
    const auto segmentation = m_first.segmentation();
    if (hasSecond() || m_level.isEmpty() || !m_own.pass || !m_other.pass || !segmentation || !m_level.holds(*m_own.pass)
        || m_level.holds(*m_other.pass))
        return std::nullopt;
    const auto isOfStage = [&](const ComparePlace &place) {
        const core::Pass *pass = segmentation->pass(place.device, *place.pass);
        return pass != nullptr && place.device == m_level.device && pass->stage == m_levelStage;
    };
    return isOfStage(m_own) && isOfStage(m_other) ? std::optional(m_level) : std::nullopt;
}

void CompareController::pinBaseline(const core::Selection &selection)
{
    m_baseline = placeOf(selection);
    m_level = {};
    if (m_baseline)
        m_other = m_firstOfTwo.value_or(ComparePlace{});
    emit changed();
}

std::optional<ComparePlace> CompareController::keptOther() const
{
    if (m_baseline)
        return m_baseline;
    return hasSecond() || m_firstOfTwo || !m_other.pass ? std::nullopt : std::optional(m_other);
}

void CompareController::dropOther()
{
    m_baseline.reset();
    m_level = {};
    m_other = m_firstOfTwo.value_or(ComparePlace{});
    emit changed();
}

void CompareController::setOwn(const ComparePlace &place)
{
    m_own = place;
    emit changed();
}

// The window's side follows the selection, so select the place. What is selected already is not told again, though the side may
// be another place by now: a layer, because the other side is one.
void CompareController::selectOwn(const ComparePlace &place)
{
    if (!place.pass)
        return;
    m_firstOfTwo.reset(); // the other side stays
    if (place != m_own)
        setOwn(place);
    if (place.layer)
        m_bus.select(core::LayerSelection{place.device, *place.pass, *place.layer}, nullptr);
    else
        m_bus.select(core::PassSelection{place.device, *place.pass}, nullptr);
}

void CompareController::setOther(const ComparePlace &place)
{
    m_other = place;
    if (place.layer && m_own.pass && !m_own.layer) // a layer can only be compared with a layer
        m_own.layer = place.layer;
    emit changed();
}

void CompareController::setPlaceA(const ComparePlace &place)
{
    swapped() ? setOther(place) : selectOwn(place);
}

void CompareController::setPlaceB(const ComparePlace &place)
{
    swapped() ? selectOwn(place) : setOther(place);
}

void CompareController::comparePasses()
{
    const bool otherPass = m_other.pass && (hasSecond() || m_other.pass != m_own.pass);
    m_other = otherPass ? ComparePlace{m_other.pass, std::nullopt, m_other.device} : ComparePlace{};
    const ComparePlace own{m_own.pass, std::nullopt, m_own.device};
    setOwn(own);
    selectOwn(own);
}

void CompareController::compareLayer(const core::LayerSelection &layer)
{
    selectOwn({layer.pass, layer.layer, layer.device});
}

void CompareController::swapSides()
{
    m_swapped = !m_swapped;
    emit changed();
}

void CompareController::selectFromComparison(const core::Selection &selection)
{
    m_bus.select(selection, this);
}

ComparePlace CompareController::focusedPlace() const
{
    const Focus focus = m_bus.focus();
    ComparePlace place;
    if (focus.pass != core::kNoPass) {
        place.pass = focus.pass;
        place.device = focus.device;
        if (focus.layer != core::kNoLayer)
            place.layer = focus.layer;
    }
    return place;
}

void CompareController::follow(const core::Selection &selection, QObject *origin)
{
    if (origin == this)
        return;
    const std::optional<ComparePlace> before =
        std::exchange(m_firstOfTwo, hasSecond() ? std::nullopt : firstOfTwoPlaces(selection));
    if (m_firstOfTwo) {
        m_other = *m_firstOfTwo;
        m_level = {};
    } else if (before && m_other == *before) { // it was chosen by that selection alone
        m_other = {};
    }
    if (const ComparePlace place = focusedPlace(); place != m_own || before != m_firstOfTwo)
        setOwn(place);
}

// For the same trace with a new segmentation: keeps the sides as far as they still exist.
void CompareController::followSession()
{
    const auto segmentation = m_first.segmentation();
    m_level = {}; // passes may have other numbers
    if (!m_first.keepsTrace() || !segmentation) {
        m_own = {};
        m_other = {};
        m_firstOfTwo.reset();
        m_baseline.reset();
        m_swapped = false;
    } else {
        m_own = focusedPlace();
        m_firstOfTwo = hasSecond() ? std::nullopt : firstOfTwoPlaces(m_bus.selection());
        const bool there = !m_other.pass
            || (m_other.layer && *m_other.layer >= 0
                    ? segmentation->layer(m_other.device, *m_other.pass, *m_other.layer) != nullptr
                    : segmentation->pass(m_other.device, *m_other.pass) != nullptr);
        if (!hasSecond() && !there)
            m_other = {};
        followChoices();
    }
    emit changed();
}

// The baseline as the other side of the selection: the same layer of it if it is a pass, its pass if a pass is selected.
ComparePlace CompareController::baselineOther() const
{
    ComparePlace place = *m_baseline;
    place.layer = m_own.layer ? m_baseline->layer.value_or(*m_own.layer) : std::optional<int>();
    return place;
}

bool CompareController::isAtBaseline() const
{
    return !hasSecond() && m_baseline && m_other == ComparePlace{} && baselineOther() == m_own;
}

const core::Pass *CompareController::medianCompared() const
{
    return m_other == ComparePlace{} ? medianOffered() : nullptr;
}

const core::Pass *CompareController::medianOffered() const
{
    if (hasSecond() || m_baseline || !m_own.pass)
        return nullptr;
    const auto segmentation = m_first.segmentation();
    const core::Pass *pass = segmentation ? segmentation->pass(m_own.device, *m_own.pass) : nullptr;
    if (pass == nullptr)
        return nullptr;
    const core::Pass *median =
        core::representativePass(core::stagePasses(*deviceOf(segmentation.get(), m_own.device), pass->stage));
    return median != pass ? median : nullptr;
}

// In the same trace: the pinned baseline; else the same layer in the median pass of the stage. For the median pass itself the pass, and for
// a layer of it the layer of its type, that is nearest to the median.
ComparePlace CompareController::automaticOther() const
{
    if (!m_own.pass)
        return {};
    if (hasSecond())
        return counterpart();
    if (m_baseline)
        return isAtBaseline() ? ComparePlace{} : baselineOther();
    const auto segmentation = m_first.segmentation();
    if (const core::Pass *median = medianCompared()) {
        const bool there = !m_own.layer || *m_own.layer < 0 || segmentation->layer(m_own.device, median->number, *m_own.layer);
        return there ? ComparePlace{median->number, m_own.layer, m_own.device} : ComparePlace{};
    }
    const core::DeviceSegmentation *device = deviceOf(segmentation.get(), m_own.device);
    const core::Pass *pass = device != nullptr ? segmentation->pass(m_own.device, *m_own.pass) : nullptr;
    if (pass == nullptr)
        return {};
    if (m_own.layer && *m_own.layer >= 0)
        return medianLayer(*device, *pass, *m_own.layer);
    ComparePlace nearest = nearestPass(core::stagePasses(*device, pass->stage), *pass);
    nearest.device = m_own.device;
    nearest.layer = m_own.layer;
    return nearest;
}

// The pass of the second trace that corresponds to the selected one, when all passes of both are paired by stage, state and
// order.
ComparePlace CompareController::counterpart() const
{
    const auto segmentation = m_first.segmentation();
    const auto beside = m_second.segmentation();
    const core::DeviceSegmentation *device = deviceOf(segmentation.get(), m_own.device);
    const core::DeviceSegmentation *other = deviceOf(beside.get(), beside ? beside->mainDevice : core::DeviceId());
    if (device == nullptr || other == nullptr)
        return {};
    if (device->selectedPass == *m_own.pass)
        return {}; // compare the representative passes, like the command line
    const auto refs = [](const core::DeviceSegmentation &d) {
        std::vector<core::PassRef> all;
        for (const core::Pass &pass : d.passes)
            all.push_back({d.device, &pass});
        return all;
    };
    for (const core::PassPair &pair : core::pairPasses(refs(*device), refs(*other)).pairs)
        if (pair.a.pass->number == *m_own.pass)
            return {pair.b.pass->number, std::nullopt, pair.b.device};
    return {};
}

ComparePlace CompareController::resolvedOther() const
{
    return m_other == ComparePlace{} ? automaticOther() : m_other;
}

// A layer is compared with a layer: by default with its counterpart where the passes are compared. kNoCounterpart without one.
int CompareController::otherLayer(const ComparePlace &other) const
{
    if (!m_own.layer)
        return core::kNoLayer;
    const auto segmentation = m_first.segmentation();
    const auto beside = m_second.segmentation();
    const core::Pass *pass = segmentation && m_own.pass ? segmentation->pass(m_own.device, *m_own.pass) : nullptr;
    if (other.layer || *m_own.layer < 0 || !hasSecond() || !beside || !beside->mainDevice.valid() || pass == nullptr)
        return other.layer.value_or(*m_own.layer);
    const core::DeviceSegmentation &device = beside->devices[beside->mainDevice.value];
    const core::Pass *with =
        other.pass ? beside->pass(other.device, *other.pass) : core::representativePass(core::stagePasses(device, pass->stage));
    if (with == nullptr)
        with = beside->pass(device.device, device.selectedPass);
    return with == nullptr ? *m_own.layer
                           : core::counterpartOf(*m_own.layer, core::layerList(*segmentation, {m_own.device, pass}),
                               core::layerList(*beside, {other.pass ? other.device : device.device, with}));
}

bool CompareController::lacksCounterpart() const
{
    return otherLayer(resolvedOther()) == core::kNoCounterpart;
}

std::optional<core::DiffRequest> CompareController::request() const
{
    const auto own = m_first.session();
    const auto beside = hasSecond() ? m_second.session() : own;
    if (!own || !beside)
        return std::nullopt;
    const ComparePlace other = resolvedOther();
    if (!hasSecond() && (!m_own.pass || !other.pass))
        return std::nullopt;
    core::DiffRequest request;
    const auto words = [](const core::AnalysisSession &session, const std::shared_ptr<const core::Segmentation> &segmentation,
                           const ComparePlace &place, int layer, std::string &pass, std::string &layerText, std::string &device) {
        pass = place.pass ? std::to_string(*place.pass) : "auto";
        layerText = layer != core::kNoLayer ? layerArgument(layer) : "all";
        device =
            deviceArgument(session.document(), place.device.valid() || !segmentation ? place.device : segmentation->mainDevice);
    };
    const int ownLayer = m_own.layer.value_or(core::kNoLayer);
    const int otherLayer = this->otherLayer(other);
    if (otherLayer == core::kNoCounterpart)
        return std::nullopt;
    words(*own, m_first.segmentation(), m_own, ownLayer, swapped() ? request.withPass : request.pass,
        swapped() ? request.withLayer : request.layer, swapped() ? request.withDevice : request.device);
    words(*beside, hasSecond() ? m_second.segmentation() : m_first.segmentation(), other, otherLayer,
        swapped() ? request.pass : request.withPass, swapped() ? request.layer : request.withLayer,
        swapped() ? request.device : request.withDevice);
    return request;
}

} // namespace lamella::ui
