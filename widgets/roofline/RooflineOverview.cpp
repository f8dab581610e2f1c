// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/roofline/RooflineOverview.h"

#include "core/analysis/Segmentation.h"
#include "core/report/tables/RooflineCells.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/OverviewPhrase.h"

#include <QCoreApplication>

#include <algorithm>

namespace lamella::ui {

namespace {

using Cell = OverviewCell;

struct RooflineCellText {
    Q_DECLARE_TR_FUNCTIONS(RooflineCellText)
};

Cell wallCell(const RooflinePicture &picture)
{
    const RooflinePart &part = picture.part;
    if (part.wallNs <= 0) {
        Cell cell = captionedCell(Cell::Id::Step, RooflineCellText::tr("Kernel time"));
        addFigure(cell, durationText(picture.durationNs));
        return cell;
    }
    Cell cell = captionedCell(Cell::Id::Step,
        part.layer ? RooflineCellText::tr("Layer %1", "the wall of it").arg(layerText(*part.layer))
                   : stepCaption(core::stageFromName(part.stage).value_or(core::Stage::Unknown)));
    addFigure(cell, durationText(part.wallNs));
    cell.action = OverviewAction::Select;
    cell.target = part.target;
    cell.tip = RooflineCellText::tr("Wall: the end of its last work minus the start of its first");
    return cell;
}

Cell floorCell(const RooflinePicture &picture)
{
    Cell cell = captionedCell(Cell::Id::Limit, RooflineCellText::tr("Roofline time"));
    const bool whole = picture.part.wallNs > 0;
    const std::int64_t floor = whole ? picture.part.floorNs : picture.floorNs;
    const std::int64_t measured = whole ? picture.part.wallNs : picture.durationNs;
    if (floor > 0 && picture.modelledShare >= 0.5) {
        addPhrase(cell, RooflineCellText::tr("<b>%1</b>[ · measured is <b>×%2</b>]"),
            {durationText(floor), QString::number(static_cast<double>(measured) / static_cast<double>(floor), 'f', 2)});
        cell.tip = RooflineCellText::tr("The least time that the device needs for the FLOPs and bytes of the modelled work");
        return cell;
    }
    if (picture.roofs.empty()) {
        addReason(cell, RooflineCellText::tr("n/a: no peaks for this device"));
        return cell;
    }
    if (picture.modelledShare >= 0.5) {
        const bool above = whole
            ? picture.part.isAboveLimit
            : std::any_of(picture.dots.begin(), picture.dots.end(), [](const RooflineDot &dot) { return dot.cannotBe(); });
        addReason(cell,
            above ? RooflineCellText::tr("n/a: it is longer than measured")
                  : RooflineCellText::tr("n/a: no peak is stated for these types"));
        cell.tip = above ? translated(core::aboveLimitMark()) : QString();
        return cell;
    }
    addReason(cell,
        picture.modelledShare > 0 ? RooflineCellText::tr("n/a: most work is not modelled")
                                  : RooflineCellText::tr("n/a: no shapes recorded"));
    addLink(cell, RooflineCellText::tr("add config.json…"), OverviewAction::Config);
    return cell;
}

// `of`: a pattern for the share.
Cell rateCell(Cell::Id id, const QString &caption, double share, const QString &of, const QString &tip)
{
    Cell cell = captionedCell(id, caption);
    cell.share = share;
    cell.accentBar = true;
    addPhrase(cell, of, {shownPercent(share)});
    cell.tip = tip;
    return cell;
}

void addRates(const RooflinePicture &picture, std::vector<Cell> &cells)
{
    if (picture.roofs.empty())
        return;
    const auto number = [](double value) { return QString::number(value, 'g', 4); };
    const Roof &roof = picture.roofs.front();
    if (picture.part.mbu)
        cells.push_back(rateCell(Cell::Id::Mbu, RooflineCellText::tr("Memory bandwidth used (MBU)"), *picture.part.mbu,
            RooflineCellText::tr("<b>%1</b>[ of %2 TB/s]").arg(QStringLiteral("%1"), number(roof.terabytes)),
            RooflineCellText::tr("Bytes that the modelled work must move, over the wall, of the bandwidth of the device")));
    if (picture.part.mfu)
        cells.push_back(rateCell(Cell::Id::Mfu, RooflineCellText::tr("Compute used (MFU)"), *picture.part.mfu,
            picture.roofs.size() == 1
                ? RooflineCellText::tr("<b>%1</b>[ of %2 TFLOP/s]").arg(QStringLiteral("%1"), number(roof.teraflops))
                : RooflineCellText::tr("<b>%1</b>[ of the peaks of its types]"),
            RooflineCellText::tr("FLOPs of the modelled work over the wall, of the peak of the device")));
}

Cell peaksCell(const RooflinePicture &picture)
{
    Cell cell = captionedCell(Cell::Id::Peaks, RooflineCellText::tr("Peaks"));
    const bool known = !picture.roofs.empty();
    cell.line.push_back({known ? translated(picture.device) : RooflineCellText::tr("not known"),
        known ? OverviewRun::Look::Plain : OverviewRun::Look::Muted, {}, {}, false});
    addLink(cell, known ? RooflineCellText::tr("change") : RooflineCellText::tr("enter…"), OverviewAction::Peaks);
    cell.tip = known ? QString() : translated(picture.device);
    return cell;
}

} // namespace

std::vector<OverviewCell> rooflineCells(const RooflinePicture &picture)
{
    if (!picture.table || picture.durationNs <= 0)
        return {};
    std::vector<Cell> cells{wallCell(picture), floorCell(picture)};
    addRates(picture, cells);
    cells.push_back(peaksCell(picture));
    Cell modelled = captionedCell(Cell::Id::Modelled, RooflineCellText::tr("Modelled"));
    addPhrase(modelled, RooflineCellText::tr("<b>%1</b> of kernel time"), {shownPercent(picture.modelledShare)});
    modelled.tip = RooflineCellText::tr("Kernel time of the work whose FLOPs or bytes are known");
    cells.push_back(std::move(modelled));
    return cells;
}

} // namespace lamella::ui
