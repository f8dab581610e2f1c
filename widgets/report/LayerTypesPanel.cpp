// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/LayerTypesPanel.h"

#include "widgets/common/UiText.h"
#include "widgets/layers/NoLayers.h"
#include "widgets/panels/TablePane.h"

namespace lamella::ui {

LayerTypesPanel::LayerTypesPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : PanePanel(controller, bus,
        {QStringLiteral("layerTypes"), tr("Types of layers"), QStringLiteral("layers"), {}, {},
            {{"type", {}, ColumnStyle::LayerType, -90, {}}, {"layers", {}, ColumnStyle::Number, 60, {}},
                {"avg_wall_ns", {}, ColumnStyle::Bar, 140, {}}, {"avg_busy_ns", {}, ColumnStyle::Number, 84, {}}}},
        parent)
{
    connect(&bus, &NavigationBus::focusChanged, this, [this] { reload(); });
    connect(pane(), &TablePane::emptyLinkActivated, this, &LayerTypesPanel::boundaryRequested);
}

core::TableRequest LayerTypesPanel::request() const
{
    core::TableRequest request;
    request.table = "clusters";
    askOfFocus(request);
    return request;
}

void LayerTypesPanel::present()
{
    const Focus focus = bus().focus();
    const NoLayersMessage none = noLayersMessage(controller(), focus.pass);
    pane()->setEmptyText(none.sentence, none.reason, none.link);
    const auto table = pane()->table();
    say(!table || table->rowCount() == 0   ? QString()
            : focus.pass == core::kNoPass ? tr("of the median pass")
                                          : tr("of %1").arg(passText(focus.pass)));
}

} // namespace lamella::ui
