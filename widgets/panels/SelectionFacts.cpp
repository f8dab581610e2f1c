// SPDX-License-Identifier: GPL-3.0-or-later
// SelectionPanel: facts for each kind of selection.
#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/panels/LaunchFacts.h"
#include "widgets/panels/SelectionPanel.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <algorithm>

namespace lamella::ui {

namespace {

FactOptions missing(const QString &why)
{
    FactOptions options;
    options.rank = ElidedLabel::Rank::Tertiary;
    options.tooltip = why;
    return options;
}

QString shapeText(const std::array<std::uint32_t, 3> &shape)
{
    return QStringLiteral("%1×%2×%3").arg(shape[0]).arg(shape[1]).arg(shape[2]);
}

// "kernel 9 of 15": position among the work of the same pass, layer and device, in start order.
std::pair<int, int> placeInLayer(
    const core::TraceDocument &document, const core::Segmentation &segmentation, core::KernelId kernel)
{
    const std::int32_t pass = segmentation.passOf[kernel.value];
    const std::int32_t layer = segmentation.layerOf[kernel.value];
    const core::DeviceId device = document.deviceOf(kernel);
    const core::Pass *found = segmentation.pass(device, pass);
    if (found == nullptr)
        return {0, 0};
    const auto &starts = document.kernels.start;
    const auto first = std::lower_bound(starts.begin(), starts.end(), found->range.begin.value);
    std::pair<int, int> place{0, 0};
    for (auto i = static_cast<std::uint32_t>(first - starts.begin());
         i < document.kernels.size() && starts[i] < found->range.end.value; ++i) {
        if (segmentation.passOf[i] != pass || segmentation.layerOf[i] != layer || document.deviceOf(core::KernelId(i)) != device)
            continue;
        ++place.second;
        if (i <= kernel.value)
            ++place.first;
    }
    return place;
}

// The part of the full name that the short name omits.
QString restOfName(const core::KernelName &name)
{
    const std::size_t at = name.full.find(name.shortName);
    return at == std::string::npos ? qtext(name.full) : qtext(std::string_view(name.full).substr(at + name.shortName.size()));
}

} // namespace

void SelectionPanel::setTitle(const QString &title, const QString &subtitle)
{
    m_title->setText(title);
    m_subtitle->setText(subtitle);
    m_subtitle->setVisible(!subtitle.isEmpty());
}

void SelectionPanel::showFacts(const SelectionDetails *details)
{
    m_facts->clear();
    const core::Selection &selection = m_bus.selection();
    if (const auto *pass = std::get_if<core::PassSelection>(&selection)) {
        partFacts(pass->device, pass->pass, core::kNoLayer);
    } else if (const auto *layer = std::get_if<core::LayerSelection>(&selection)) {
        partFacts(layer->device, layer->pass, layer->layer);
    } else if (const auto *kernel = std::get_if<core::KernelSelection>(&selection)) {
        kernelFacts(kernel->kernel, details);
    } else if (const auto *name = std::get_if<core::NameSelection>(&selection)) {
        nameFacts(name->name, details);
    } else if (const auto *event = std::get_if<core::EventSelection>(&selection)) {
        eventFacts(event->event);
    } else if (const auto *range = std::get_if<core::RangeSelection>(&selection)) {
        setTitle(tr("Time range"));
        m_facts->add(tr("Length"), durationText(range->range.length().value));
    }
}

void SelectionPanel::kernelFacts(core::KernelId kernel, const SelectionDetails *details)
{
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    const std::size_t row = kernel.value;
    const core::KernelTable &kernels = document->kernels;
    const core::KernelName &name = (*m_controller.names())[kernels.name[row]];
    setTitle(qtext(name.shortName), restOfName(name));
    FactOptions category;
    category.category = static_cast<int>(name.category);
    m_facts->add(tr("Category"), categoryTitle(name.category), category);

    const Focus focus = m_bus.focus();
    QStringList part{passText(focus.pass)};
    if (focus.layer != core::kNoLayer)
        part << layerText(focus.layer);
    if (const auto [place, count] = placeInLayer(*document, *segmentation, kernel); count > 0)
        part << tr("kernel %1 of %2").arg(place).arg(count);
    m_facts->add(tr("Part"), part.join(QStringLiteral(" · ")));
    const core::Stream &stream = document->streams[kernels.stream[row].value];
    QString where = tr("device %1 · stream %2").arg(document->devices[stream.device.value].number).arg(stream.number);
    if (segmentation->side[row] != 0)
        where += tr(" · side");
    m_facts->add(tr("Stream"), where);

    QString duration = durationText(kernels.duration[row]);
    const core::TimeRange layer = m_bus.rangeOf(core::LayerSelection{focus.device, focus.pass, focus.layer});
    if (layer.length().value > 0)
        duration += QStringLiteral(" · ")
            + tr("%1 of %2", "share of the layer")
                  .arg(qtext(core::formatShare(
                           static_cast<double>(kernels.duration[row]) / static_cast<double>(layer.length().value))),
                      layerText(focus.layer));
    m_facts->add(tr("Duration"), duration);
    if (details == nullptr)
        m_facts->add(tr("Input dims"), tr("reading…"), missing({}));
    else if (details->inputDims.empty())
        m_facts->add(
            tr("Input dims"), tr("n/a · not recorded"), missing(tr("No CPU operator with input shapes encloses the launch")));
    else
        m_facts->add(tr("Input dims"), qtext(details->inputDims));
    const core::ShapeId shape = kernels.shape[row];
    if (shape.valid())
        m_facts->add(tr("Grid, block"),
            shapeText(kernels.shapes[shape.value].grid) + QStringLiteral(", ") + shapeText(kernels.shapes[shape.value].block));
    else
        m_facts->add(tr("Grid, block"), tr("n/a · not recorded"), missing({}));
    const core::EventId launch = kernels.launch[row];
    if (launch.valid()) {
        FactOptions link;
        link.tooltip = tr("Select the launch");
        link.activate = [this, launch] { m_bus.select(core::EventSelection{launch}, this); };
        m_facts->add(tr("Launch"), qtext(document->text(document->events.row(launch).name)), link);
    } else {
        m_facts->add(tr("Launch"), tr("n/a · not recorded"), missing({}));
    }
    if (details != nullptr)
        addLaunchFacts(
            *m_facts, *document, *details, [this](core::EventId event) { m_bus.select(core::EventSelection{event}, this); });
}

void SelectionPanel::partFacts(core::DeviceId device, int passNumber, int layerNumber)
{
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    const core::Pass *pass = segmentation->pass(device, passNumber);
    if (pass == nullptr) {
        setTitle(passText(passNumber));
        return;
    }
    const bool wholePass = layerNumber == core::kNoLayer;
    const core::TimeRange range = m_bus.selectedRange();
    QString title = passText(passNumber);
    title += QStringLiteral(" · ") + (wholePass ? translatedTerm(core::stageName(pass->stage)) : layerText(layerNumber));
    setTitle(title);
    m_facts->add(tr("Device"),
        QString::number(document->devices[device.value].number)
            + (document->devices[device.value].name.empty()
                    ? QString()
                    : QStringLiteral(" · ") + qtext(document->devices[device.value].name)));
    QString wall = durationText(range.length().value);
    if (!wholePass && pass->range.length().value > 0)
        wall += QStringLiteral(" · ")
            + tr("%1 of %2", "share of the pass")
                  .arg(qtext(core::formatShare(
                           static_cast<double>(range.length().value) / static_cast<double>(pass->range.length().value))),
                      passText(passNumber));
    m_facts->add(tr("Wall"), wall);
    if (wholePass) {
        m_facts->add(tr("State"), translatedTerm(core::stateName(pass->state)));
        m_facts->add(tr("Layers"),
            pass->expectedLayers > 0
                ? tr("%1 of %2").arg(qtext(core::formatCount(pass->layers)), qtext(core::formatCount(pass->expectedLayers)))
                : QString::number(pass->layers));
        m_facts->add(tr("Kernels"), qtext(core::formatCount(pass->kernels)));
        m_facts->add(tr("Evidence"), translatedTerm(core::evidenceName(pass->evidence)));
        if (!pass->note.empty())
            m_facts->add(tr("Note"), translated(pass->note));
        return;
    }
    if (const core::LayerSpan *layer = segmentation->layer(device, passNumber, layerNumber)) {
        const auto &types = segmentation->devices[device.value].typeNames;
        if (layer->type >= 0 && static_cast<std::size_t>(layer->type) < types.size())
            m_facts->add(tr("Type"), qtext(types[static_cast<std::size_t>(layer->type)]));
        m_facts->add(tr("Kernels"), qtext(core::formatCount(layer->kernels)));
    }
}

void SelectionPanel::nameFacts(core::StringId id, const SelectionDetails *details)
{
    const core::KernelName &name = (*m_controller.names())[id];
    setTitle(qtext(name.shortName), restOfName(name));
    FactOptions category;
    category.category = static_cast<int>(name.category);
    m_facts->add(tr("Category"), categoryTitle(name.category), category);
    if (details == nullptr)
        return;
    m_facts->add(tr("In the trace"),
        tr("%1 times", nullptr, pluralCount(static_cast<std::int64_t>(details->nameCount)))
            .arg(qtext(core::formatCount(static_cast<std::int64_t>(details->nameCount)))));
    m_facts->add(tr("Sum"), durationText(details->nameSumNs));
}

void SelectionPanel::eventFacts(core::EventId id)
{
    const auto document = m_controller.document();
    const core::EventRow event = document->events.row(id);
    setTitle(qtext(document->text(event.name)));
    m_facts->add(tr("Kind"), qtext(document->text(event.category)));
    if (event.track.value < document->tracks.size()) {
        const core::Track &track = document->tracks[event.track.value];
        const auto label = [](const std::string &name, const std::string &number) {
            return qtext(name.empty() ? number : name + " " + number);
        };
        m_facts->add(tr("Process"), label(track.processName, track.process));
        m_facts->add(tr("Thread"), label(track.threadName, track.thread));
    }
    if (event.duration >= 0)
        m_facts->add(tr("Duration"), durationText(event.duration));
}

} // namespace lamella::ui
