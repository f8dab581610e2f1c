// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/LayerBarsPanel.h"

#include "widgets/charts/CategoryLegend.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr int kViewBarPx = 28;
constexpr int kWallSegment = 1;

} // namespace

LayerBarsPanel::LayerBarsPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_legend(new CategoryLegend(this))
    , m_chart(new LayerBarsChart(this))
    , m_metric(new SegmentedControl({tr("sum"), tr("wall")}, this))
{
    setObjectName(QStringLiteral("LayerBarsPanel"));
    m_metric->setAccessibleName(tr("Height of the bars"));
    m_metric->setToolTip(tr("sum: durations of the kernels added up · wall: from the first start to the last end"));
    auto *bar = new QWidget(this);
    bar->setFixedHeight(kViewBarPx);
    auto *barLayout = new QHBoxLayout(bar);
    barLayout->setContentsMargins(8, 0, 8, 0);
    barLayout->setSpacing(8);
    barLayout->addWidget(m_legend, 1);
    barLayout->addWidget(m_metric);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_chart, 1);
    setFocusProxy(m_chart);
    connect(m_metric, &SegmentedControl::activated, this, [this](int index) { m_chart->setWall(index == kWallSegment); });
    connect(
        m_chart, &LayerBarsChart::layerActivated, this, [this](const core::Selection &target) { m_bus.select(target, this); });
    connect(m_chart, &LayerBarsChart::layerOpened, this, [this](const core::Selection &target) {
        m_bus.select(target, this);
        emit layerOpened();
    });
    connect(&controller, &SessionController::sessionChanged, this, &LayerBarsPanel::reload);
    connect(&bus, &NavigationBus::focusChanged, this, &LayerBarsPanel::followFocus);
    reload();
}

LayerBarsPanel::~LayerBarsPanel() = default;

bool LayerBarsPanel::isBusy() const
{
    return m_busy;
}

void LayerBarsPanel::setBusy(bool busy)
{
    if (m_busy == busy)
        return;
    m_busy = busy;
    emit busyChanged();
}

void LayerBarsPanel::followFocus()
{
    const Focus focus = m_bus.focus();
    if (focus.pass != core::kNoPass && (focus.pass != m_shownPass || focus.device != m_shownDevice))
        reload();
    const bool isShown = focus.pass == m_shownPass && focus.device == m_shownDevice;
    m_chart->setSelectedLayer(isShown ? focus.layer : core::kNoLayer);
}

void LayerBarsPanel::reload()
{
    m_job->cancel();
    const auto session = m_controller.session();
    const auto segmentation = m_controller.segmentation();
    if (!session || !segmentation) {
        m_shownPass = core::kNoPass;
        m_shownDevice = {};
        m_legend->setCategories({});
        m_chart->setData({}, tr("Open a trace to see its layers."));
        setBusy(false);
        return;
    }
    Focus focus = m_bus.focus();
    if (focus.pass == core::kNoPass) {
        focus.device = segmentation->mainDevice;
        if (focus.device.value < segmentation->devices.size())
            focus.pass = segmentation->devices[focus.device.value].selectedPass;
    }
    m_shownPass = focus.pass;
    m_shownDevice = focus.device;
    if (focus.pass == core::kNoPass || focus.device.value >= session->document().devices.size()) {
        m_legend->setCategories({});
        m_chart->setData(
            {}, segmentation->whyNone.empty() ? tr("No pass is selected.") : QString::fromStdString(segmentation->whyNone));
        setBusy(false);
        return;
    }
    core::TableRequest request;
    request.table = "layers";
    request.pass = std::to_string(focus.pass);
    request.device = std::to_string(session->document().devices[focus.device.value].number);
    setBusy(true);
    using Table = std::shared_ptr<const core::ReportTable>;
    m_job->start<Table>([session, request](const core::JobControl &control) { return session->table(request, control); },
        [this](core::Result<Table> table) { present(std::move(table)); });
}

void LayerBarsPanel::present(core::Result<std::shared_ptr<const core::ReportTable>> table)
{
    if (table) {
        LayerBarsData bars = layerBarsFrom(**table);
        m_legend->setCategories(bars.categories);
        const QString why = bars.note.empty() ? tr("P%1 holds no layers.").arg(m_shownPass) : qtext(bars.note);
        m_chart->setData(std::move(bars), why);
    } else {
        m_legend->setCategories({});
        m_chart->setData({}, QString::fromStdString(table.error().message()));
    }
    const Focus focus = m_bus.focus();
    m_chart->setSelectedLayer(focus.pass == m_shownPass && focus.device == m_shownDevice ? focus.layer : core::kNoLayer);
    setBusy(false);
}

} // namespace lamella::ui
