// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ManyPasses.h"

#include "core/analysis/Segmentation.h"
#include "widgets/charts/HeatMapData.h"
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
    QObject::connect(
        &bus, &NavigationBus::selectionChanged, &area, [&area, map](const core::Selection &now, const QObject *origin) {
            // The second click of a double click in the map must find the map.
            if (std::holds_alternative<core::LayerSelection>(now) && origin != area.panel(map))
                area.showPanels();
        });
}

} // namespace lamella::ui
