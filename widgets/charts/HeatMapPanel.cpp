// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HeatMapPanel.h"

#include "widgets/charts/HeatMapChart.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextSize.h"

#include <QComboBox>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr int kMapSegment = 1;

} // namespace

HeatMapPanel::HeatMapPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
    , m_selectionSeen(new DeferUntilVisible(this))
    , m_metric(new QComboBox(this))
    , m_chart(new HeatMapChart)
{
    setObjectName(QStringLiteral("HeatMapPanel"));
    new PanelExport(
        *this, [this] { emit exportRequested(request()); }, [this] { return !m_chart->map().rows.empty(); });
    QWidget *bar = createBar();
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(m_chart);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_scroll, 1);
    setFocusProxy(m_chart);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &HeatMapPanel::reload);
    connect(m_chart, &Chart::activated, this, [this](const core::Selection &target) { m_bus.select(target, this); });
    connect(m_chart, &Chart::toggled, this, [this](const core::Selection &target) { m_bus.toggle(target, this); });
    connect(&controller, &SessionController::sessionChanged, this, &HeatMapPanel::reload);
    connect(&bus, &NavigationBus::brushChanged, this, &HeatMapPanel::reload);
    connect(&bus, &NavigationBus::selectionChanged, this, &HeatMapPanel::followSelection);
    connect(&bus, &NavigationBus::focusChanged, this, &HeatMapPanel::followSelection);
    reload();
}

QWidget *HeatMapPanel::createBar()
{
    m_metric->addItem(tr("wall"), QStringLiteral("wall"));
    m_metric->addItem(tr("busy"), QStringLiteral("busy"));
    m_metric->addItem(tr("sum"), QStringLiteral("sum"));
    m_metric->addItem(tr("idle"), QStringLiteral("idle"));
    m_metric->insertSeparator(m_metric->count());
    for (const core::CategoryInfo &category : core::categoryInfos())
        m_metric->addItem(categoryTitle(category.category), qtext(category.id));
    m_metric->setAccessibleName(tr("Metric"));
    m_metric->setToolTip(tr("Metric"));
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_metric->setMinimumContentsLength(4);
    auto *bar = new ViewBar(this);
    auto *view = new SegmentedControl({tr("bars"), tr("heat map"), tr("types")}, bar);
    view->setObjectName(QStringLiteral("heatMapView"));
    view->setAccessibleName(tr("Bars of the layers of a pass, all passes as a heat map, or bars of types of layers"));
    view->setCurrent(kMapSegment);
    bar->row()->addWidget(view);
    bar->row()->addWidget(m_metric, 1);
    connect(view, &SegmentedControl::activated, this, [this, view](int segment) {
        view->setCurrent(kMapSegment); // this panel stays the map
        if (segment != kMapSegment)
            emit barsRequested(segment > kMapSegment);
    });
    return bar;
}

HeatMapPanel::~HeatMapPanel() = default;

bool HeatMapPanel::isBusy() const
{
    return m_busy;
}

// Those in the brush of the pass strip, else all.
std::string HeatMapPanel::passes() const
{
    const PassBrush &brush = m_bus.brush();
    return brush.device == m_shownDevice ? brush.passArgument() : "all";
}

core::TableRequest HeatMapPanel::request() const
{
    core::TableRequest request;
    request.table = "heatmap";
    request.pass = passes();
    request.metric = m_metric->currentData().toString().toStdString();
    const auto document = m_controller.document();
    if (document && m_shownDevice.valid())
        request.device = deviceArgument(*document, m_shownDevice);
    return request;
}

void HeatMapPanel::setBusy(bool busy)
{
    if (m_busy == busy)
        return;
    m_busy = busy;
    emit busyChanged();
}

void HeatMapPanel::followSelection()
{
    const core::DeviceId focused = m_bus.focus().device;
    if (focused.valid() && m_shownDevice.valid() && focused != m_shownDevice)
        reload();
    m_selectionSeen->ask([this] { showSelection(); });
}

// Scrolls to the row of the focused pass, once the chart has the size that its rows need.
void HeatMapPanel::showSelection()
{
    m_chart->setSelection(m_bus.selection(), m_bus.focus());
    QMetaObject::invokeMethod(
        this,
        [this] {
            const int row = m_chart->selectedPlace().row;
            if (row < 0 || row >= static_cast<int>(m_chart->map().rows.size()))
                return;
            const QRect rect = m_chart->geometryNow().rowRect(row);
            m_scroll->ensureVisible(0, rect.center().y(), 0, rect.height());
        },
        Qt::QueuedConnection);
}

QString HeatMapPanel::explanationOf(const HeatMapData &map)
{
    if (!map.byKernel)
        return {};
    QStringList lines{map.overPasses
            ? tr("No pass has layers: rows are the kernels of a pass, columns the passes, against the median of their row")
            : tr("One pass only: rows are the kernels of a layer, against the median of their row")};
    if (map.leftOut > 0)
        lines << tr("Kernels below 0.3 % of the time have no row here: %1").arg(map.leftOut);
    return lines.join(QLatin1Char('\n'));
}

void HeatMapPanel::reload()
{
    m_job->cancel();
    m_seen->forget();
    const auto session = m_controller.session();
    const auto segmentation = m_controller.segmentation();
    if (!session || !segmentation) {
        m_shownDevice = {};
        m_metric->setEnabled(false);
        m_chart->setData({}, tr("Open a trace to see its passes."), {});
        setBusy(false);
        return;
    }
    const core::DeviceId focused = m_bus.focus().device;
    const core::DeviceId device = focused.valid() ? focused : segmentation->mainDevice;
    m_shownDevice = device;
    const std::string metric = m_metric->currentData().toString().toStdString();
    setBusy(false);
    m_seen->ask([this, session, segmentation, device, metric, passes = passes()] {
        setBusy(true);
        if (m_chart->map().rows.empty()) // a picture already shown stays until the next one
            m_chart->setData({}, tr("Adding up layers…"), {});
        m_job->start<HeatMapData>(
            [session, segmentation, device, metric, passes](const core::JobControl &control) {
                return loadHeatMap(*session, *segmentation, device, metric, passes, control);
            },
            [this](core::Result<HeatMapData> map) { present(std::move(map)); });
    });
}

void HeatMapPanel::present(core::Result<HeatMapData> map)
{
    if (map) {
        const QString why = asSentence(translated(map->whyEmpty));
        m_metric->setEnabled(!map->byKernel && !map->rows.empty());
        m_metric->setToolTip(explanationOf(*map));
        m_chart->setData(*std::move(map), why, m_metric->currentText());
    } else {
        m_chart->setData({}, errorText(map.error()), {});
    }
    showSelection();
    setBusy(false);
}

} // namespace lamella::ui
