// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ManyPasses.h"

#include "core/analysis/Segmentation.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/WorkspaceArea.h"

namespace lamella::ui {

namespace {

constexpr std::size_t kMapAbovePasses = 60;

bool hasManyPasses(const core::Segmentation *segmentation)
{
    return segmentation != nullptr && segmentation->mainDevice.value < segmentation->devices.size()
        && segmentation->devices[segmentation->mainDevice.value].passes.size() > kMapAbovePasses;
}

} // namespace

void showManyPasses(WorkspaceArea &area, SessionController &controller, NavigationBus &bus)
{
    const QString map = QStringLiteral("heatmap");
    QObject::connect(&controller, &SessionController::sessionChanged, &area, [&area, &controller, map] {
        if (controller.keepsTrace())
            return;
        if (hasManyPasses(controller.segmentation().get()))
            area.lend(map);
        else
            area.giveBack(map);
    });
    QObject::connect(
        &bus, &NavigationBus::selectionChanged, &area, [&area, map](const core::Selection &now, const QObject *origin) {
            // The second click of a double click in the map must find the map.
            if (std::holds_alternative<core::LayerSelection>(now) && origin != area.panel(map))
                area.giveBack(map);
        });
}

} // namespace lamella::ui
