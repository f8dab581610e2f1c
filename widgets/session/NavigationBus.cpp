// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/NavigationBus.h"

#include "widgets/session/SessionController.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lamella::ui {

namespace {

constexpr std::size_t kHistoryLimit = 500;

// From the first start to the last end of the kernels of the pass for which isOf() holds.
template <class IsOf>
core::TimeRange rangeInPass(const core::TraceDocument &document, const core::Segmentation &segmentation, core::DeviceId device,
    int passNumber, const IsOf &isOf)
{
    const core::Pass *pass = segmentation.pass(device, passNumber);
    if (pass == nullptr)
        return {};
    const core::KernelTable &kernels = document.kernels;
    const auto first = std::lower_bound(kernels.start.begin(), kernels.start.end(), pass->range.begin.value);
    core::TimeRange range{{std::numeric_limits<std::int64_t>::max()}, {std::numeric_limits<std::int64_t>::min()}};
    for (auto k = static_cast<std::uint32_t>(first - kernels.start.begin());
         k < kernels.size() && kernels.start[k] < pass->range.end.value; ++k) {
        if (segmentation.passOf[k] != passNumber || !isOf(k) || document.deviceOf(core::KernelId(k)) != device)
            continue;
        range.begin.value = std::min(range.begin.value, kernels.start[k]);
        range.end.value = std::max(range.end.value, kernels.end(k));
    }
    return range.begin <= range.end ? range : core::TimeRange{};
}

bool isIn(const core::TimeRange &range, const core::TimeRange &outer)
{
    return outer.begin <= range.begin && range.end <= outer.end;
}

// A range keeps the current pass as focus, unless it lies completely in another pass of the device. It keeps the layer only if it
// lies completely in it (`layer`, its range): else it is the range that is selected, no layer.
Focus focusOfRange(
    const core::Segmentation &segmentation, const Focus &focus, const core::TimeRange &layer, const core::TimeRange &range)
{
    if (focus.layer != core::kNoLayer && isIn(range, layer))
        return focus;
    const core::DeviceId device = focus.device.valid() ? focus.device : segmentation.mainDevice;
    const core::Pass *shown = segmentation.pass(device, focus.pass);
    if (device.value < segmentation.devices.size() && (shown == nullptr || !isIn(range, shown->range)))
        for (const core::Pass &pass : segmentation.devices[device.value].passes)
            if (isIn(range, pass.range))
                return {device, pass.number, core::kNoLayer};
    return {focus.device, focus.pass, core::kNoLayer};
}

} // namespace

NavigationBus::NavigationBus(SessionController &controller, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
{
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        setBrush({}); // the numbers of passes are other ones now
        if (m_controller.keepsTrace())
            followSegmentation();
        else
            clear();
    });
}

core::TimeRange NavigationBus::selectedRange() const
{
    return rangeOf(m_selection);
}

core::TimeRange NavigationBus::rangeOf(const core::Selection &selection) const
{
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    if (!document || !segmentation)
        return {};
    if (const auto *pass = std::get_if<core::PassSelection>(&selection)) {
        const core::Pass *found = segmentation->pass(pass->device, pass->pass);
        return found != nullptr ? found->range : core::TimeRange{};
    }
    if (const auto *layer = std::get_if<core::LayerSelection>(&selection)) {
        if (const core::LayerSpan *span = segmentation->layer(layer->device, layer->pass, layer->layer))
            return span->range;
        return rangeInPass(*document, *segmentation, layer->device, layer->pass, // head and tail have no recorded range
            [&](std::uint32_t k) { return segmentation->layerOf[k] == layer->layer; });
    }
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection)) {
        if (kernel->kernel.value >= document->kernels.size())
            return {};
        return {{document->kernels.start[kernel->kernel.value]}, {document->kernels.end(kernel->kernel.value)}};
    }
    if (const auto *event = std::get_if<core::EventSelection>(&selection)) {
        if (event->event.value >= document->events.size())
            return {};
        const core::EventRow row = document->events.row(event->event);
        if (row.start == core::EventTable::kNoTime)
            return {};
        return {{row.start}, {row.start + std::max<std::int64_t>(0, row.duration)}};
    }
    if (const auto *range = std::get_if<core::RangeSelection>(&selection))
        return range->range;
    if (const auto *gap = std::get_if<core::GapSelection>(&selection))
        return gap->range;
    if (const auto parts = core::partsOf(selection); !parts.empty()) {
        core::TimeRange all; // from the first to the last; of names outside of passes there is none
        for (const core::SelectedPart &part : parts) {
            const core::TimeRange one = rangeOf(core::selectionOf(part));
            if (one == core::TimeRange{})
                continue;
            all = all == core::TimeRange{} ? one : core::TimeRange{std::min(all.begin, one.begin), std::max(all.end, one.end)};
        }
        return all;
    }
    if (const auto *name = std::get_if<core::NameSelection>(&selection); name && name->pass != core::kNoPass)
        return rangeInPass(*document, *segmentation, name->device, name->pass,
            [&](std::uint32_t k) { return document->kernels.name[k] == name->name; });
    return {};
}

core::Selection NavigationBus::selectionOrTrace() const
{
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    const bool hasPasses = segmentation
        && std::any_of(segmentation->devices.begin(), segmentation->devices.end(),
            [](const core::DeviceSegmentation &device) { return !device.passes.empty(); });
    if (!document || !segmentation || hasPasses || !std::holds_alternative<std::monostate>(m_selection)
        || document->bounds.exactEnd <= document->bounds.exactBegin)
        return m_selection;
    return core::RangeSelection{{{document->bounds.exactBegin}, {document->bounds.exactEnd}}};
}

core::TimeRange NavigationBus::placeOf(const core::Selection &selection) const
{
    const auto *name = std::get_if<core::NameSelection>(&selection);
    return rangeOf(name == nullptr || name->layer == core::kNoLayer
            ? selection
            : core::Selection(core::LayerSelection{name->device, name->pass, name->layer}));
}

Focus NavigationBus::focusOf(const core::Selection &selection) const
{
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    if (!document || !segmentation || std::holds_alternative<std::monostate>(selection))
        return {};
    if (const auto parts = core::partsOf(selection); !parts.empty())
        return focusOf(core::selectionOf(parts.back()));
    if (const auto *pass = std::get_if<core::PassSelection>(&selection))
        return {pass->device, pass->pass, core::kNoLayer};
    if (const auto *layer = std::get_if<core::LayerSelection>(&selection))
        return {layer->device, layer->pass, layer->layer};
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection)) {
        const std::size_t row = kernel->kernel.value;
        if (row >= document->kernels.size())
            return m_focus;
        const core::DeviceId device = document->deviceOf(kernel->kernel);
        return {device, segmentation->passOf[row],
            segmentation->passOf[row] == core::kNoPass ? core::kNoLayer : segmentation->layerOf[row]};
    }
    const auto ofRange = [&](const core::TimeRange &range) {
        const core::LayerSelection layer{m_focus.device, m_focus.pass, m_focus.layer};
        return focusOfRange(*segmentation, m_focus, m_focus.layer != core::kNoLayer ? rangeOf(layer) : core::TimeRange{}, range);
    };
    if (const auto *range = std::get_if<core::RangeSelection>(&selection))
        return ofRange(range->range);
    if (const auto *gap = std::get_if<core::GapSelection>(&selection); gap && gap->after.value < document->kernels.size()) {
        // Idle time between passes belongs to nobody.
        const std::int32_t pass = segmentation->passOf[gap->after.value];
        if (gap->before.value < document->kernels.size() && segmentation->passOf[gap->before.value] == pass
            && pass != core::kNoPass)
            return {document->deviceOf(gap->after), pass, segmentation->layerOf[gap->after.value]};
        return ofRange(gap->range);
    }
    if (const auto *name = std::get_if<core::NameSelection>(&selection); name && name->pass != core::kNoPass)
        return {name->device, name->pass, name->layer};
    return m_focus; // events keep the current focus
}

// A name that is selected already keeps the pass in which it was chosen when others are selected with it.
core::SelectedPart NavigationBus::knownPart(const core::SelectedPart &part) const
{
    const auto *name = std::get_if<core::NameSelection>(&part);
    if (name == nullptr || name->pass != core::kNoPass)
        return part;
    if (const auto *one = std::get_if<core::NameSelection>(&m_selection); one != nullptr && one->name == name->name)
        return *one;
    for (const core::SelectedPart &known : core::partsOf(m_selection))
        if (const auto *one = std::get_if<core::NameSelection>(&known); one != nullptr && one->name == name->name)
            return known;
    return part;
}

core::Selection NavigationBus::inContext(const core::Selection &selection) const
{
    if (const auto parts = core::partsOf(selection); !parts.empty()) {
        core::SeveralSelection several;
        for (const core::SelectedPart &part : parts)
            several.parts.push_back(*core::partOf(inContext(core::selectionOf(knownPart(part)))));
        return several;
    }
    const auto *name = std::get_if<core::NameSelection>(&selection);
    if (name == nullptr || name->pass != core::kNoPass || m_focus.pass == core::kNoPass)
        return selection;
    return core::NameSelection{name->name, m_focus.device, m_focus.pass, m_focus.layer};
}

void NavigationBus::setAgainst(core::Against against)
{
    if (against == m_against)
        return;
    m_against = against;
    emit againstChanged(against);
}

void NavigationBus::select(const core::Selection &chosen, QObject *origin)
{
    const core::Selection selection = inContext(chosen);
    if (selection == m_selection) {
        if (m_detail)
            showDetail(nullptr); // the subject of a finding was clicked: now it is about the subject
        return;
    }
    push({selection, m_filters});
    apply(selection, origin);
    emit historyChanged();
}

void NavigationBus::toggle(const core::Selection &selection, QObject *origin)
{
    select(core::withToggled(m_selection, inContext(selection)), origin);
}

void NavigationBus::showDetail(std::shared_ptr<const InspectorContent> detail)
{
    m_detail = std::move(detail);
    emit detailChanged();
}

void NavigationBus::setBrush(const PassBrush &brush)
{
    const PassBrush next = brush.isEmpty() ? PassBrush{} : brush;
    if (next == m_brush)
        return;
    m_brush = next;
    emit brushChanged(m_brush);
}

void NavigationBus::noteFilters(const QStringList &kept)
{
    if (kept == m_filters)
        return;
    if (m_history.empty())
        push({m_selection, m_filters});
    m_filters = kept;
    push({m_selection, m_filters});
    emit historyChanged();
}

void NavigationBus::push(Step step)
{
    if (!m_history.empty())
        m_history.resize(m_position + 1);
    m_history.push_back(std::move(step));
    if (m_history.size() > kHistoryLimit)
        m_history.erase(m_history.begin());
    m_position = m_history.size() - 1;
}

void NavigationBus::show(const Step &step)
{
    const bool refiltered = step.filters != m_filters;
    m_filters = step.filters;
    if (step.selection != m_selection)
        apply(step.selection, this);
    if (refiltered)
        emit filtersRestored(m_filters);
}

void NavigationBus::apply(const core::Selection &selection, QObject *origin)
{
    m_selection = selection;
    m_detail.reset();
    const Focus focus = focusOf(selection);
    const bool moved = focus != m_focus;
    m_focus = focus;
    if (moved)
        emit focusChanged(m_focus);
    emit selectionChanged(m_selection, origin);
}

void NavigationBus::goBack()
{
    if (!canGoBack())
        return;
    --m_position;
    show(Step(m_history[m_position]));
    emit historyChanged();
}

void NavigationBus::goForward()
{
    if (!canGoForward())
        return;
    ++m_position;
    show(Step(m_history[m_position]));
    emit historyChanged();
}

bool NavigationBus::isThere(const core::Selection &selection) const
{
    const auto segmentation = m_controller.segmentation();
    if (const auto parts = core::partsOf(selection); !parts.empty())
        return std::all_of(
            parts.begin(), parts.end(), [this](const core::SelectedPart &part) { return isThere(core::selectionOf(part)); });
    if (const auto *pass = std::get_if<core::PassSelection>(&selection))
        return segmentation->pass(pass->device, pass->pass) != nullptr;
    if (const auto *layer = std::get_if<core::LayerSelection>(&selection)) {
        if (layer->layer >= 0)
            return segmentation->layer(layer->device, layer->pass, layer->layer) != nullptr;
        return segmentation->pass(layer->device, layer->pass) != nullptr;
    }
    if (const auto *name = std::get_if<core::NameSelection>(&selection); name && name->pass != core::kNoPass)
        return name->layer >= 0 ? segmentation->layer(name->device, name->pass, name->layer) != nullptr
                                : segmentation->pass(name->device, name->pass) != nullptr;
    return true; // kernels, events, ranges and gaps belong to the trace
}

void NavigationBus::followSegmentation()
{
    std::vector<Step> kept;
    std::size_t position = 0;
    for (std::size_t i = 0; i < m_history.size(); ++i) {
        const Step &step = m_history[i];
        const bool again = !kept.empty() && kept.back().selection == step.selection && kept.back().filters == step.filters;
        if (!isThere(step.selection) || again)
            continue;
        if (i <= m_position)
            position = kept.size();
        kept.push_back(step);
    }
    m_history = std::move(kept);
    m_position = position;
    core::Selection next = m_selection;
    if (!isThere(next)) {
        next = {};
        if (const auto *layer = std::get_if<core::LayerSelection>(&m_selection))
            next = core::PassSelection{layer->device, layer->pass};
        if (!isThere(next))
            next = {};
    }
    const bool changed = next != m_selection;
    m_selection = next;
    const bool detailed = std::exchange(m_detail, nullptr) != nullptr; // its layers may be others now
    const Focus focus = focusOf(next);
    const bool moved = focus != m_focus;
    m_focus = focus;
    if (moved)
        emit focusChanged(m_focus);
    if (changed)
        emit selectionChanged(m_selection, this);
    else if (detailed)
        emit detailChanged();
    emit historyChanged();
}

void NavigationBus::clear()
{
    m_history.clear();
    m_filters.clear();
    m_position = 0;
    const bool selected = !std::holds_alternative<std::monostate>(m_selection);
    const bool focused = m_focus != Focus{};
    const bool detailed = std::exchange(m_detail, nullptr) != nullptr;
    m_selection = {};
    m_focus = {};
    if (focused)
        emit focusChanged(m_focus);
    if (selected)
        emit selectionChanged(m_selection, this);
    else if (detailed)
        emit detailChanged();
    emit historyChanged();
}

} // namespace lamella::ui
