// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HeatMapPanel.h"

#include "core/base/Format.h"
#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/MetricChoice.h"
#include "widgets/charts/PassMapChart.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/passes/BrushStrip.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kMapSegment = 1;
enum Scope { kAll, kBrush };
enum Form { kPassRows, kPassColumns };

} // namespace

HeatMapPanel::HeatMapPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
    , m_selectionSeen(new DeferUntilVisible(this))
{
    setObjectName(QStringLiteral("HeatMapPanel"));
    new PanelExport(
        *this, [this] { emit exportRequested(request()); },
        [this] { return !(hasColumns() ? m_map->map() : m_chart->map()).rows.empty(); });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createBar());
    m_stack = new QStackedLayout;
    m_stack->addWidget(createRows());
    m_stack->addWidget(createColumns());
    layout->addLayout(m_stack, 1);
    for (const Chart *chart : std::initializer_list<const Chart *>{m_chart, m_map}) {
        connect(chart, &Chart::activated, this, [this](const core::Selection &target) { m_bus.select(target, this); });
        connect(chart, &Chart::toggled, this, [this](const core::Selection &target) { m_bus.toggle(target, this); });
    }
    connect(m_strip, &Chart::toggled, this, [this](const core::Selection &target) { m_bus.toggle(target, this); });
    for (const Chart *chart : std::initializer_list<const Chart *>{m_chart, m_map, m_strip})
        connect(chart, &Chart::opened, this, [this](const core::Selection &target) {
            m_bus.select(target, this);
            emit placeOpened();
        });
    connect(m_metric, &MetricChoice::changed, this, &HeatMapPanel::reload);
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        if (!m_controller.keepsTrace())
            forgetPicture();
        reload();
    });
    connect(&bus, &NavigationBus::brushChanged, this, &HeatMapPanel::followBrush);
    connect(&bus, &NavigationBus::selectionChanged, this, &HeatMapPanel::followSelection);
    connect(&bus, &NavigationBus::focusChanged, this, &HeatMapPanel::followSelection);
    reload();
}

QWidget *HeatMapPanel::createBar()
{
    auto *bar = new ViewBar(this);
    auto *view = new SegmentedControl({tr("bars"), tr("heat map"), tr("types")}, bar);
    view->setObjectName(QStringLiteral("heatMapView"));
    view->setAccessibleName(tr("Bars of the layers of a pass, all passes as a heat map, or bars of types of layers"));
    view->setCurrent(kMapSegment);
    m_scope = new SegmentedControl({tr("all"), tr("brush")}, bar);
    m_scope->setObjectName(QStringLiteral("heatMapScope"));
    m_scope->setAccessibleName(tr("All passes, or those in the brush of the pass strip"));
    m_metric = new MetricChoice(bar);
    m_order = new SegmentedControl({tr("in time"), tr("by wall")}, bar);
    m_order->setObjectName(QStringLiteral("heatMapOrder"));
    m_order->setAccessibleName(tr("Passes in the order of time, or the longest first"));
    m_save = iconButton(QStringLiteral("export"), tr("Export this table…"), {}, bar);
    bar->row()->addWidget(view);
    bar->row()->addWidget(m_scope);
    bar->row()->addStretch();
    bar->row()->addWidget(m_metric);
    bar->row()->addWidget(m_order);
    bar->row()->addWidget(m_save);
    connect(view, &SegmentedControl::activated, this, [this, view](int segment) {
        view->setCurrent(kMapSegment); // this panel stays the map
        if (segment != kMapSegment)
            emit barsRequested(segment > kMapSegment);
    });
    connect(m_scope, &SegmentedControl::activated, this, &HeatMapPanel::showColumns);
    connect(m_order, &SegmentedControl::activated, this, &HeatMapPanel::showColumns);
    connect(m_save, &QToolButton::clicked, this, [this] { emit exportRequested(request()); });
    return bar;
}

QWidget *HeatMapPanel::createRows()
{
    m_chart = new HeatMapChart;
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(m_chart);
    return m_scroll;
}

QWidget *HeatMapPanel::createColumns()
{
    auto *columns = new QWidget(this);
    m_strip = new BrushStrip(m_controller, m_bus, columns);
    m_map = new PassMapChart(columns);
    auto *layout = new QVBoxLayout(columns);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addWidget(m_map, 1);
    return columns;
}

HeatMapPanel::~HeatMapPanel() = default;

bool HeatMapPanel::isBusy() const
{
    return m_busy;
}

bool HeatMapPanel::hasColumns() const
{
    return m_stack->currentIndex() == kPassColumns;
}

bool HeatMapPanel::hasBrush() const
{
    return !m_bus.brush().isEmpty() && m_bus.brush().device == m_shownDevice;
}

bool HeatMapPanel::inBrush() const
{
    return hasBrush() && (!hasColumns() || m_scope->current() == kBrush);
}

// Those in the brush of the pass strip, else all.
std::string HeatMapPanel::passes() const
{
    return inBrush() ? m_bus.brush().passArgument() : "all";
}

core::TableRequest HeatMapPanel::request() const
{
    core::TableRequest request;
    request.table = "heatmap";
    request.pass = passes();
    request.metric = m_metric->id();
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

// Columns are a part of all that is there; rows are loaded.
void HeatMapPanel::followBrush()
{
    const bool has = hasBrush();
    if (has != m_hadBrush) // a new brush is what is looked at
        m_scope->setCurrent(has ? kBrush : kAll);
    m_hadBrush = has;
    if (hasColumns())
        showColumns();
    else
        reload();
}

void HeatMapPanel::followSelection()
{
    const core::DeviceId focused = m_bus.focus().device;
    if (focused.valid() && m_shownDevice.valid() && focused != m_shownDevice) {
        forgetPicture();
        reload();
    }
    m_selectionSeen->ask([this] { showSelection(); });
}

// The passes of the device, in the order chosen. They are there already while only the brush moves.
void HeatMapPanel::takePasses(const std::shared_ptr<const core::Segmentation> &segmentation)
{
    const bool known = m_passesOf.lock() == segmentation && m_passes.device == m_shownDevice;
    if (!known) {
        m_passesOf = segmentation;
        m_passes = passStripData(segmentation->devices[m_shownDevice.value]);
        m_strip->setPasses(m_passes);
        m_map->setPasses(m_passes, {});
    }
    const auto order = m_order->current() == 0 ? StripOrder::Time : StripOrder::Wall;
    if (known && order == m_orderOfRows)
        return;
    m_orderOfRows = order;
    m_rows = stripOrder(m_passes, order);
}

void HeatMapPanel::showColumns()
{
    const auto segmentation = m_controller.segmentation();
    if (!segmentation || m_shownDevice.value >= segmentation->devices.size())
        return;
    takePasses(segmentation);
    std::vector<std::uint32_t> rows = m_rows;
    const bool has = hasBrush();
    if (!has)
        m_scope->setCurrent(kAll);
    const bool only = inBrush();
    m_scope->setLabel(
        kAll, tr("all %1", "number of passes").arg(qtext(core::formatCount(static_cast<std::int64_t>(rows.size())))));
    m_scope->setSegmentEnabled(kBrush, has, has ? QString() : tr("Drag over the pass strip to mark passes"));
    if (only)
        std::erase_if(rows, [&](std::uint32_t row) { return !m_bus.brush().holds(m_passes.passes[row].number); });
    m_strip->setVisible(only && !rows.empty());
    if (only)
        m_strip->showRows(rows, m_orderOfRows);
    m_map->setRows(std::move(rows));
    m_map->setSelection(m_bus.selection(), m_bus.focus());
}

// Scrolls to the row of the focused pass, once the chart has the size that its rows need.
void HeatMapPanel::showSelection()
{
    if (hasColumns()) {
        m_map->setSelection(m_bus.selection(), m_bus.focus());
        return;
    }
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

void HeatMapPanel::chooseForm()
{
    const auto segmentation = m_controller.segmentation();
    const bool columns = segmentation && m_shownDevice.value < segmentation->devices.size()
        && arePassesColumns(segmentation->devices[m_shownDevice.value]);
    m_stack->setCurrentIndex(columns ? kPassColumns : kPassRows);
    m_metric->setWide(columns);
    for (QWidget *only : std::initializer_list<QWidget *>{m_scope, m_order, m_save})
        only->setVisible(columns);
    setFocusProxy(columns ? static_cast<QWidget *>(m_map) : m_chart);
    if (columns)
        m_chart->setData({}, {}, {});
    else
        m_map->setData({}, {}, {});
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
        chooseForm();
        m_chart->setData({}, tr("Open a trace to see its passes."), {});
        setBusy(false);
        return;
    }
    const core::DeviceId focused = m_bus.focus().device;
    m_shownDevice = focused.valid() ? focused : segmentation->mainDevice;
    chooseForm();
    setBusy(false);
    m_seen->ask([this, session, segmentation, device = m_shownDevice, metric = m_metric->id(),
                    passes = hasColumns() ? std::string("all") : passes()] {
        setBusy(true);
        showText(tr("Adding up layers…")); // a picture already shown stays until the next one
        m_job->start<HeatMapData>(
            [session, segmentation, device, metric, passes](const core::JobControl &control) {
                return loadHeatMap(*session, *segmentation, device, metric, passes, control);
            },
            [this](core::Result<HeatMapData> map) { present(std::move(map)); });
    });
}

// Of another trace or device: what is in it cannot be selected any more.
void HeatMapPanel::forgetPicture()
{
    m_chart->setData({}, {}, {});
    m_map->setData({}, {}, {});
}

// In place of a picture, where none is shown.
void HeatMapPanel::showText(const QString &text)
{
    if (hasColumns() && m_map->map().rows.empty())
        m_map->setData({}, text, {});
    else if (!hasColumns() && m_chart->map().rows.empty())
        m_chart->setData({}, text, {});
}

void HeatMapPanel::present(core::Result<HeatMapData> map)
{
    const QString why = map ? asSentence(translated(map->whyEmpty)) : errorText(map.error());
    HeatMapData shown = map ? *std::move(map) : HeatMapData();
    m_metric->setEnabled(!shown.byKernel && !shown.rows.empty());
    m_metric->setToolTip(explanationOf(shown));
    if (hasColumns()) {
        m_map->setData(std::move(shown), why, m_metric->title());
        showColumns();
    } else {
        m_chart->setData(std::move(shown), why, m_metric->title());
    }
    showSelection();
    setBusy(false);
}

} // namespace lamella::ui
