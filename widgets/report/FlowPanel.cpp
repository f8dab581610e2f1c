// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/FlowPanel.h"

#include "core/base/Saturate.h"
#include "widgets/common/Counts.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/UiText.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/SessionController.h"

#include <QTableView>

namespace lamella::ui {

namespace {

constexpr int kLayerColumn = 1;
constexpr int kTypeColumn = 2;

std::vector<ViewColumn> flowViewColumns()
{
    return {
        {"row", QStringLiteral("#"), ColumnStyle::Number, 40, {}},
        {"layer", {}, ColumnStyle::Number, 48, {}},
        {"type", {}, ColumnStyle::Secondary, 64, {}},
        {"part", {}, ColumnStyle::Secondary, 48, {}},
        {"category", {}, ColumnStyle::Category, 112, {}},
        {"short_name", {}, ColumnStyle::Text, 0, "name"},
        {"dur_ns", {}, ColumnStyle::Bar, 108, {}},
        {"share", {}, ColumnStyle::Number, 68, {}},
        {"in_layer_ns", {}, ColumnStyle::Number, 84, {}},
        {"idle_before_ns", {}, ColumnStyle::Number, 84, {}},
        {"start_ns", {}, ColumnStyle::Number, 96, {}},
        {"stream", {}, ColumnStyle::Number, 56, {}},
        {"input_dims", {}, ColumnStyle::Secondary, 180, {}},
    };
}

} // namespace

FlowPanel::FlowPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : PanePanel(controller, bus,
        {QStringLiteral("flow"), tr("What a layer runs"), QStringLiteral("kernels"), tr("No layer to show"),
            tr("Select a layer, or a pass with layers."), flowViewColumns()},
        parent)
    , m_order(new SegmentedControl({tr("in order"), tr("by heat")}, this))
{
    m_order->setObjectName(QStringLiteral("flowOrder"));
    m_order->setAccessibleName(tr("Order of the kernels"));
    addToBar(m_order);
    connect(m_order, &SegmentedControl::activated, this, [this] { reload(); });
    connect(&bus, &NavigationBus::focusChanged, this, [this] { reload(); });
    connect(&bus, &NavigationBus::selectionChanged, this, &FlowPanel::followSelection);
}

core::TableRequest FlowPanel::request() const
{
    core::TableRequest request;
    request.table = "flow";
    request.by = m_order->current() == 0 ? "execution" : "heat";
    askOfFocus(request);
    const Focus focus = bus().focus();
    if (controller().document() && focus.pass != core::kNoPass && focus.layer != core::kNoLayer)
        request.layer = layerArgument(focus.layer);
    return request;
}

void FlowPanel::present()
{
    const auto table = pane()->table();
    if (!table || table->rowCount() == 0) {
        say({});
        return;
    }
    const std::size_t duration = table->columnIndex("dur_ns");
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < table->rowCount(); ++row)
        sum = core::addSaturated(sum, table->isMissing(row, duration) ? 0 : table->integer(row, duration));
    const Focus focus = bus().focus();
    // For a single layer these columns have the same value in every row.
    TableTools *tools = TableTools::of(*pane()->view());
    for (const int column : {kLayerColumn, kTypeColumn})
        tools->withhold(column, focus.layer != core::kNoLayer);
    const QString where = focus.layer != core::kNoLayer ? passText(focus.pass) + QStringLiteral(" · ") + layerText(focus.layer)
                                                        : tr("the most typical layer of each type");
    say(tr("%1 of %2, together %3").arg(kernelCount(static_cast<std::int64_t>(table->rowCount())), where, durationText(sum)));
    followSelection(bus().selection(), nullptr);
}

void FlowPanel::followSelection(const core::Selection &selection, QObject *origin)
{
    if (origin != this && std::holds_alternative<core::KernelSelection>(selection))
        pane()->selectTarget(selection);
}

} // namespace lamella::ui
