// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineTips.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

// lupdate only recognises the context of a class; a free function tr() would leave these texts untranslated.
struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

QString joined(const QStringList &parts)
{
    return parts.join(QStringLiteral(" · "));
}

void addTime(TipText &tip, const TimelineData &data, std::int64_t start, std::int64_t length)
{
    tip.figures.emplace_back(TimelineText::tr("Duration"), durationText(length));
    tip.figures.emplace_back(TimelineText::tr("Start"), QString::fromStdString(core::formatTime(start - data.document->zero())));
}

} // namespace

TipText kernelTip(const TimelineData &data, core::KernelId kernel)
{
    const core::TraceDocument &document = *data.document;
    const std::uint32_t row = kernel.value;
    const core::KernelName &name = (*data.names)[document.kernels.name[row]];
    TipText tip;
    tip.name = name.shortName.empty() ? qtext(document.text(document.kernels.name[row])) : QString::fromStdString(name.shortName);
    const core::Stream &stream = document.streams[document.kernels.stream[row].value];
    QStringList where{categoryTitle(name.category)};
    if (data.roles && data.roles->id(kernel) != 0)
        where.prepend(qtext(data.roles->of(kernel)));
    const core::Segmentation *segmentation = data.segmentation.get();
    if (segmentation != nullptr && row < segmentation->passOf.size() && segmentation->passOf[row] != core::kNoPass) {
        where << QStringLiteral("P%1").arg(segmentation->passOf[row]);
        if (!layerText(segmentation->layerOf[row]).isEmpty())
            where << layerText(segmentation->layerOf[row]);
    }
    if (stream.recorded())
        where << TimelineText::tr("stream %1").arg(stream.number);
    tip.where = joined(where);
    addTime(tip, data, document.kernels.start[row], document.kernels.duration[row]);
    if (segmentation != nullptr && row < segmentation->passOf.size()) {
        const core::LayerSpan *layer = segmentation->layer(stream.device, segmentation->passOf[row], segmentation->layerOf[row]);
        if (layer != nullptr && layer->range.length().value > 0) {
            const double share =
                static_cast<double>(document.kernels.duration[row]) / static_cast<double>(layer->range.length().value);
            tip.figures.emplace_back(
                TimelineText::tr("Share of L%1").arg(layer->layer), QString::fromStdString(core::formatShare(share)));
        }
    }
    return tip;
}

TipText eventTip(const TimelineData &data, core::EventId event)
{
    const core::TraceDocument &document = *data.document;
    const core::EventRow row = document.events.row(event);
    TipText tip;
    tip.name = qtext(document.text(row.name));
    QStringList where;
    if (!document.text(row.category).empty())
        where << qtext(document.text(row.category));
    if (row.track.value < document.tracks.size()) {
        const core::Track &track = document.tracks[row.track.value];
        where << TimelineText::tr("process %1").arg(QString::fromStdString(track.process))
              << TimelineText::tr("thread %1").arg(QString::fromStdString(track.thread));
    }
    tip.where = joined(where);
    if (row.duration >= 0) {
        addTime(tip, data, row.start, row.duration);
    } else {
        tip.figures.emplace_back(TimelineText::tr("Duration"), TimelineText::tr("n/a: no end recorded"));
        tip.figures.emplace_back(
            TimelineText::tr("Start"), QString::fromStdString(core::formatTime(row.start - document.zero())));
    }
    return tip;
}

TipText bandTip(const TimelineData &data, const TimelineBand &band)
{
    TipText tip;
    if (band.kind == TimelineBand::Kind::Pass) {
        tip.name = TimelineText::tr("Pass P%1").arg(band.number);
        const auto *target = std::get_if<core::PassSelection>(&band.target);
        const core::Pass *pass =
            target != nullptr && data.segmentation ? data.segmentation->pass(target->device, target->pass) : nullptr;
        if (pass != nullptr) {
            QStringList where{translatedTerm(core::stageName(pass->stage)), translatedTerm(core::stateName(pass->state))};
            if (pass->layers > 0)
                where << layerCount(pass->layers);
            tip.where = joined(where);
        }
    } else if (band.kind == TimelineBand::Kind::Run) {
        tip.name = TimelineText::tr("Passes P%1 to P%2").arg(band.number).arg(band.number + band.count - 1);
        tip.where = translatedTerm(core::stageName(band.stage));
    } else {
        tip.name = TimelineText::tr("Layer %1").arg(layerText(band.number));
        if (const auto *target = std::get_if<core::LayerSelection>(&band.target))
            tip.where = QStringLiteral("P%1").arg(target->pass);
    }
    tip.figures.emplace_back(TimelineText::tr("Wall"), durationText(band.wallNs));
    if (band.kernels > 0)
        tip.figures.emplace_back(TimelineText::tr("Kernels"), QString::fromStdString(core::formatCount(band.kernels)));
    tip.figures.emplace_back(
        TimelineText::tr("Start"), QString::fromStdString(core::formatTime(band.range.begin.value - data.document->zero())));
    tip.hint = TimelineText::tr("Click selects, with Shift also · double click zooms");
    return tip;
}

TipText mergedTip(const TimelineData &data, const TimelineLane &lane, const core::LodCell &cell)
{
    const core::Lane &spans = lane.lod->lane();
    TipText tip;
    if (lane.kind == LaneKind::Kernels) {
        tip.name = kernelCount(cell.count);
        tip.where = TimelineText::tr("mostly %1").arg(categoryTitle(static_cast<core::Category>(cell.tag)));
    } else {
        tip.name = eventCount(cell.count);
    }
    const std::int64_t start = spans.start(cell.first);
    tip.figures.emplace_back(
        TimelineText::tr("From first to last"), durationText(spans.end(cell.first + cell.count - 1) - start));
    tip.figures.emplace_back(TimelineText::tr("Start"), QString::fromStdString(core::formatTime(start - data.document->zero())));
    tip.hint = TimelineText::tr("Narrower than a pixel: double click zooms in");
    return tip;
}

} // namespace lamella::ui
