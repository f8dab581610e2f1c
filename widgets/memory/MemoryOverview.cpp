// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/MemoryOverview.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/overview/OverviewPhrase.h"

#include <QCoreApplication>

#include <algorithm>

namespace lamella::ui {

namespace {

using Cell = OverviewCell;
using Look = OverviewRun::Look;

class MemoryCellText {
    Q_DECLARE_TR_FUNCTIONS(MemoryCellText)
};

QString bytesText(std::int64_t bytes)
{
    return qtext(core::formatBytes(bytes));
}

Cell peakCell(const MemoryPicture &picture)
{
    Cell cell = captionedCell(Cell::Id::Peak, MemoryCellText::tr("Peak allocated"));
    const std::int64_t bytes = picture.allocated[picture.peak];
    if (picture.peakLayer >= 0)
        addPhrase(
            cell, MemoryCellText::tr("<b>%1</b> in %2", "bytes in a layer"), {bytesText(bytes), layerText(picture.peakLayer)});
    else
        addFigure(cell, bytesText(bytes));
    cell.action = OverviewAction::Select;
    cell.target = picture.targets[picture.peak];
    if (std::holds_alternative<std::monostate>(cell.target))
        cell.action = OverviewAction::None;
    cell.tip =
        MemoryCellText::tr("The most that tensors hold at one time, at %1").arg(momentText(picture, picture.time[picture.peak]));
    return cell;
}

Cell reservedCell(const MemoryPicture &picture)
{
    Cell cell = captionedCell(Cell::Id::Reserved, MemoryCellText::tr("Reserved at most"));
    if (picture.reserved.empty())
        addReason(cell, MemoryCellText::tr("not recorded"));
    else
        addFigure(cell, bytesText(picture.reservedMax));
    cell.tip = MemoryCellText::tr("Held from the driver");
    return cell;
}

// Of the pass that allocates most.
Cell keptCell(const MemoryPicture &picture)
{
    Cell cell = captionedCell(Cell::Id::Kept, MemoryCellText::tr("Kept per layer"));
    const std::span<const MemoryLayer> layers = picture.layersOf(core::kNoPass);
    if (layers.empty()) {
        addReason(cell, MemoryCellText::tr("no layers here"));
        return cell;
    }
    const auto [least, most] = std::minmax_element(
        layers.begin(), layers.end(), [](const MemoryLayer &a, const MemoryLayer &b) { return a.kept < b.kept; });
    const QString kept = least->kept == most->kept
        ? bytesText(most->kept)
        : MemoryCellText::tr("%1 to %2").arg(bytesText(least->kept), bytesText(most->kept));
    if (picture.cachePerLayer > 0)
        addPhrase(cell, MemoryCellText::tr("<b>%1</b>[, %2 of it KV cache]"), {kept, bytesText(picture.cachePerLayer)});
    else
        addFigure(cell, kept);
    cell.tip = MemoryCellText::tr("Allocated in a layer of P%1 and held when it ends").arg(layers.front().pass);
    return cell;
}

Cell afterCell(const MemoryPicture &picture)
{
    if (picture.passes.empty()) {
        Cell cell = captionedCell(Cell::Id::After, MemoryCellText::tr("Held at the end"));
        addFigure(cell, bytesText(picture.empty() ? picture.heldAtEnd : picture.allocated.back()));
        return cell;
    }
    const MemoryPass &first = picture.passes.front();
    const MemoryPass &last = picture.passes.back();
    Cell cell = captionedCell(Cell::Id::After,
        picture.passes.size() == 1 ? MemoryCellText::tr("After the pass") : MemoryCellText::tr("After the passes"));
    if (last.end > first.begin)
        addPhrase(
            cell, MemoryCellText::tr("<b>%1</b>[, %2 left behind]"), {bytesText(last.end), bytesText(last.end - first.begin)});
    else
        addPhrase(cell, MemoryCellText::tr("<b>%1</b>[, nothing left behind]"), {bytesText(last.end)});
    cell.tip =
        MemoryCellText::tr("Allocated after P%1; %2 before P%3").arg(last.pass).arg(bytesText(first.begin)).arg(first.pass);
    return cell;
}

Cell eventsCell(const MemoryPicture &picture)
{
    Cell cell = captionedCell(Cell::Id::Events, MemoryCellText::tr("Events"));
    if (picture.eventCount == 0) {
        addReason(cell, MemoryCellText::tr("no history"));
        return cell;
    }
    const auto count = static_cast<std::int64_t>(picture.eventCount);
    addPhrase(cell, MemoryCellText::tr("<b>%1</b>[ of the allocator]", "events"), {qtext(core::formatCount(count))});
    return cell;
}

Cell sourceCell(const MemoryPicture &picture)
{
    Cell cell = captionedCell(Cell::Id::Source, MemoryCellText::tr("Source"));
    const auto text = [&picture] {
        switch (picture.source) {
        case core::MemorySource::Snapshot:
            return MemoryCellText::tr("snapshot of the allocator");
        case core::MemorySource::Timeline:
            return MemoryCellText::tr("raw memory timeline");
        case core::MemorySource::Tables:
            return MemoryCellText::tr("memory tables of the profiler");
        case core::MemorySource::Events:
        case core::MemorySource::None:
            break;
        }
        return MemoryCellText::tr("memory events of the trace");
    };
    cell.line.push_back({text(), Look::Plain, {}, {}, false});
    return cell;
}

} // namespace

std::vector<OverviewCell> memoryCells(const MemoryPicture &picture)
{
    std::vector<Cell> cells;
    if (!picture.empty()) {
        cells.push_back(peakCell(picture));
        cells.push_back(reservedCell(picture));
    }
    if (!picture.passes.empty())
        cells.push_back(keptCell(picture));
    cells.push_back(afterCell(picture));
    cells.push_back(eventsCell(picture));
    cells.push_back(sourceCell(picture));
    return cells;
}

} // namespace lamella::ui
