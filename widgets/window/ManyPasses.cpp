// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ManyPasses.h"

#include "core/analysis/Segmentation.h"
#include "widgets/charts/HeatMapData.h"
#include "widgets/charts/PassMapChart.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/WorkspaceArea.h"

namespace lamella::ui {

namespace {

bool hasManyPasses(const core::Segmentation *segmentation)
{
    return segmentation != nullptr && segmentation->mainDevice.value < segmentation->devices.size()
        && arePassesColumns(segmentation->devices[segmentation->mainDevice.value]);
}

} // namespace

void showManyPasses(WorkspaceArea &area, SessionController &controller, NavigationBus &bus)
{
    const QString map = QStringLiteral("heatmap");
    QObject::connect(&controller, &SessionController::sessionChanged, &area, [&area, &controller, map, had = false]() mutable {
        const bool has = hasManyPasses(controller.segmentation().get());
        if (controller.keepsTrace() && has == had) // other boundaries: the user's choice stays
            return;
        had = has;
        area.putAbove(has ? map : QString());
    });
    QObject::connect(&bus, &NavigationBus::selectionChanged, &area,
        [&area, &bus, map, hadLayer = false](const core::Selection &now, const QObject *origin) mutable {
            const bool hasLayer = bus.focus().layer != core::kNoLayer;
            // A kernel brings its layer, unless one is looked at already.
            const bool bringsLayer = hasLayer && !hadLayer && std::holds_alternative<core::KernelSelection>(now);
            hadLayer = hasLayer;
            // The keys go on through the map, and the second click of a double click must find it.
            if ((bringsLayer || std::holds_alternative<core::LayerSelection>(now)) && origin != area.panel(map))
                area.showPanels();
        });
    area.forEach<PassMapChart>(&area, [&area](PassMapChart &chart) {
        QObject::connect(&chart, &PassMapChart::layerClicked, &area, &WorkspaceArea::showPanels);
        QObject::connect(&chart, &Chart::opened, &area, [&area](const core::Selection &opened) {
            if (std::holds_alternative<core::LayerSelection>(opened))
                area.showPanels();
        });
    });
}

} // namespace lamella::ui
