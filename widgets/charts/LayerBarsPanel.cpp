// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/LayerBarsPanel.h"

#include "widgets/charts/CategoryLegend.h"
#include "widgets/charts/CategoryMultiples.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/layers/NoLayers.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lamella::ui {

namespace {

constexpr int kWallSegment = 0;
constexpr int kSumsSegment = 1;
constexpr int kMapSegment = 1;
constexpr int kGroupsSegment = 2;
constexpr int kEmptyPage = 2;
constexpr TextPx kNamedFrom{470};
constexpr std::array<QLatin1String, 3> kModes{QLatin1String("layers"), QLatin1String("groups"), QLatin1String("categories")};

} // namespace

LayerBarsPanel::LayerBarsPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
    , m_matchJob(std::make_unique<JobSlot>(controller.pool()))
    , m_legend(new CategoryLegend(this))
    , m_chart(new LayerBarsChart(this))
    , m_multiples(new CategoryMultiples)
    , m_metric(new SegmentedControl({tr("wall"), tr("kernel time")}, this))
    , m_view(new SegmentedControl({tr("bars"), tr("heat map"), tr("types")}, this))
{
    setObjectName(QStringLiteral("LayerBarsPanel"));
    m_metric->setAccessibleName(tr("Height of the bars"));
    m_metric->setToolTip(tr("wall: from the first start to the last end, idle time on top · kernel time: durations added up"));
    addSwitch();
    m_bar = new ViewBar(this);
    m_bar->row()->addWidget(m_view);
    m_bar->row()->addWidget(m_each);
    m_bar->row()->addStretch();
    m_bar->row()->addWidget(m_metric);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    auto *legend = new QWidget(this); // on the ground of the chart that it explains
    legend->setAutoFillBackground(true);
    legend->setBackgroundRole(QPalette::Base);
    auto *legendRow = new QHBoxLayout(legend);
    legendRow->setContentsMargins(8, 4, 8, 2);
    legendRow->addWidget(m_legend);
    layout->addWidget(legend);
    layout->addWidget(createWhy());
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(m_multiples);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_chart);
    m_stack->addWidget(scroll);
    addEmptyView();
    layout->addLayout(m_stack, 1);
    setFocusProxy(m_chart);
    connect(m_metric, &SegmentedControl::activated, this, &LayerBarsPanel::showBars);
    connect(m_legend, &CategoryLegend::chosenChanged, this, [this] {
        m_chart->setChosen(m_legend->chosen());
        QStringList ids;
        for (const core::Category category : m_legend->chosen())
            ids << qtext(core::info(category).id);
        emit categoriesChosen(ids);
    });
    for (const Chart *chart : std::initializer_list<const Chart *>{m_chart, m_multiples}) {
        connect(chart, &Chart::activated, this, [this](const core::Selection &target) { m_bus.select(target, this); });
        connect(chart, &Chart::toggled, this, [this](const core::Selection &target) { m_bus.toggle(target, this); });
        connect(chart, &Chart::opened, this, [this](const core::Selection &target) {
            m_bus.select(target, this);
            emit layerOpened();
        });
    }
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_layersDevice = {};
        reload();
    });
    connect(&bus, &NavigationBus::focusChanged, this, &LayerBarsPanel::followFocus);
    connect(&bus, &NavigationBus::selectionChanged, this, [this] { // several may change without it
        if (!m_busy)
            showSelection();
    });
    reload();
}

LayerBarsPanel::~LayerBarsPanel() = default;

void LayerBarsPanel::addSwitch()
{
    m_view->setObjectName(QStringLiteral("layerBarsView"));
    m_view->setAccessibleName(tr("Bars of the layers of a pass, all passes as a heat map, or bars of types of layers"));
    m_view->setToolTip(
        tr("bars: the layers of one pass · heat map: passes × layers · types: layers of one type together, with their mean"));
    m_each = iconButton(QStringLiteral("table"), tr("A chart for each category"), {}, this);
    m_each->setObjectName(QStringLiteral("layerBarsEach"));
    m_each->setCheckable(true);
    const auto change = [this] {
        showBars();
        emit modeChanged();
    };
    connect(m_view, &SegmentedControl::activated, this, [this, change](int segment) {
        if (segment == kMapSegment) {
            m_view->setCurrent(m_isGrouped ? kGroupsSegment : 0); // this panel stays as it is
            emit heatMapRequested();
            return;
        }
        m_isGrouped = segment == kGroupsSegment;
        m_each->setChecked(false);
        change();
    });
    connect(m_each, &QToolButton::clicked, this, change);
}

void LayerBarsPanel::addEmptyView()
{
    m_empty = new EmptyView(QStringLiteral("layers"), this);
    m_stack->addWidget(m_empty);
    connect(m_empty, &EmptyView::linkActivated, this, &LayerBarsPanel::boundaryRequested);
    auto *save = new PanelExport(
        *this, [this] { emit exportRequested(request()); }, [this] { return !m_layers.bars.empty(); });
    save->about([this] { // all layers of the pass
        Focus focus = m_bus.focus();
        focus.layer = core::kNoLayer;
        return focus;
    });
}

QWidget *LayerBarsPanel::createWhy()
{
    m_noLayers = new QWidget(this);
    auto *row = new QHBoxLayout(m_noLayers);
    row->setContentsMargins(8, 2, 8, 2);
    row->setSpacing(8);
    m_noLayersText = plainLabel({}, m_noLayers);
    m_noLayersText->setWordWrap(true);
    m_noLayersText->setForegroundRole(QPalette::PlaceholderText);
    setTextFont(*m_noLayersText, &Theme::captionFont);
    auto *link = new LinkButton(tr("choose a boundary…"), m_noLayers);
    row->addWidget(m_noLayersText, 1);
    row->addWidget(link);
    connect(link, &QToolButton::clicked, this, &LayerBarsPanel::boundaryRequested);
    m_noLayers->hide();
    return m_noLayers;
}

QString LayerBarsPanel::mode() const
{
    return QString::fromLatin1(kModes[m_each->isChecked() ? 2 : m_isGrouped ? 1 : 0]);
}

void LayerBarsPanel::setMode(const QString &mode)
{
    m_each->setChecked(mode == kModes[2]);
    showGroups(mode == kModes[1]);
}

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

void LayerBarsPanel::setOutline(core::DeviceId device, int pass, std::map<int, std::int64_t> wallNs)
{
    m_outlineDevice = device;
    m_outlinePass = pass;
    m_outline = std::move(wallNs);
    if (!m_outline.empty()) { // an outline of wall times is meaningless over bars of sums
        m_metric->setCurrent(kWallSegment);
        m_chart->setWall(true);
    }
    showOutline();
}

void LayerBarsPanel::showOutline()
{
    const bool isShown = m_outlinePass == m_shownPass && m_outlineDevice == m_shownDevice;
    m_chart->setOutline(isShown ? m_outline : std::map<int, std::int64_t>{});
}

void LayerBarsPanel::followFocus()
{
    const Focus wanted = wantedPass();
    showTitle();
    if (wanted.pass != core::kNoPass && (wanted.pass != m_shownPass || wanted.device != m_shownDevice))
        reload(); // the selection is shown with its bars
    else
        showSelection();
}

void LayerBarsPanel::showSelection()
{
    const Focus focus = m_bus.focus();
    const bool isShown = focus.pass == m_shownPass && focus.device == m_shownDevice;
    m_multiples->setSelectedLayer(isShown ? focus.layer : core::kNoLayer);
    const int row = isShown ? m_layers.rowOfLayer(focus.layer) : -1;
    std::vector<int> also;
    for (const core::SelectedPart &part : core::partsOf(m_bus.selection()))
        if (const auto *layer = std::get_if<core::LayerSelection>(&part);
            layer != nullptr && layer->pass == m_shownPass && layer->device == m_shownDevice)
            also.push_back(layer->layer);
    m_chart->setAlsoSelected(std::move(also));
    if (m_layers.ofPasses) {
        m_chart->setSelectedLayer(isShown ? focus.pass : core::kNoLayer, {});
        return;
    }
    m_chart->setSelectedLayer(
        isShown ? focus.layer : core::kNoLayer, row < 0 ? std::string() : m_layers.bars[static_cast<std::size_t>(row)].type);
}

void LayerBarsPanel::setChosen(const std::vector<core::Category> &categories)
{
    m_legend->setChosen(categories);
    m_chart->setChosen(categories);
}

void LayerBarsPanel::showGroups(bool groups)
{
    m_isGrouped = groups;
    m_view->setCurrent(groups ? kGroupsSegment : 0);
    showBars();
}

// The pass of the selection, else the median pass.
Focus LayerBarsPanel::wantedPass() const
{
    Focus focus = m_bus.focus();
    const auto segmentation = m_controller.segmentation();
    if (focus.pass != core::kNoPass || !segmentation)
        return focus;
    focus.device = segmentation->mainDevice;
    if (focus.device.value < segmentation->devices.size())
        focus.pass = segmentation->devices[focus.device.value].selectedPass;
    return focus;
}

// Where it would take a second row of controls, it names the pass only if that is not selected, and so named above.
void LayerBarsPanel::showTitle()
{
    const bool named = m_titledPass != core::kNoPass && (width() >= kNamedFrom || m_bus.focus().pass != m_titledPass);
    setWindowTitle(m_layers.ofPasses ? TraceWords::of(m_controller.document().get()).passesByCategory()
            : named                  ? tr("Layers of %1").arg(passText(m_titledPass))
                                     : tr("Layers"));
    fitMetric();
}

// The shorter word where it saves a second line.
void LayerBarsPanel::fitMetric()
{
    for (const QString &label : {tr("kernel time"), tr("kernels", "short for kernel time"), tr("kernel time")}) {
        m_metric->setLabel(kSumsSegment, label);
        if (m_bar->row()->sizeHint().width() <= width())
            return;
    }
}

void LayerBarsPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showTitle();
}

void LayerBarsPanel::reload()
{
    m_job->cancel();
    m_seen->forget();
    const auto session = m_controller.session();
    const auto segmentation = m_controller.segmentation();
    if (!session || !segmentation) {
        m_shownPass = core::kNoPass;
        m_shownDevice = {};
        m_layers = {};
        m_groups = {};
        m_why = tr("Open a trace to see its layers.");
        m_isAnswered = false;
        showBars();
        setBusy(false);
        return;
    }
    const Focus focus = wantedPass();
    m_shownPass = focus.pass;
    m_shownDevice = focus.device;
    showOutline();
    if (focus.pass == core::kNoPass || focus.device.value >= session->document().devices.size()) {
        m_layers = {};
        m_groups = {};
        m_why.clear();
        m_isAnswered = true;
        showBars();
        setBusy(false);
        return;
    }
    if (hasPasses())
        showSelection(); // they are most likely kept
    setBusy(false);
    m_seen->ask([this, session, shown = requestOfPass("layers")] { load(session, shown); });
}

bool LayerBarsPanel::hasPasses() const
{
    return m_layers.ofPasses && m_layersDevice.valid() && m_layersDevice == m_shownDevice;
}

core::TableRequest LayerBarsPanel::request() const
{
    core::TableRequest request;
    if (m_layers.ofPasses) {
        request.table = "overlap";
        request.by = "pass";
        request.pass = "all";
        if (const auto document = m_controller.document())
            request.device = deviceArgument(*document, m_shownDevice);
        return request;
    }
    return requestOfPass(m_isGrouped ? "clusters" : "layers");
}

core::TableRequest LayerBarsPanel::requestOfPass(const char *table) const
{
    core::TableRequest request;
    request.table = table;
    if (const auto document = m_controller.document(); document && m_shownPass != core::kNoPass) {
        request.pass = std::to_string(m_shownPass);
        request.device = deviceArgument(*document, m_shownDevice);
    }
    return request;
}

core::Result<LayerBarsPanel::Bars> LayerBarsPanel::barsOf(
    core::AnalysisSession &session, const core::TableRequest &request, bool hasPasses, const core::JobControl &control)
{
    const auto layers = session.table(request, control);
    if (!layers)
        return layers.error();
    Bars bars;
    bars.layers = layerBarsFrom(**layers);
    bars.note = bars.layers.note;
    const bool none = bars.layers.bars.empty();
    bars.areKept = none && hasPasses;
    if (bars.areKept)
        return bars;
    core::TableRequest other = request;
    other.table = none ? "passes" : "clusters";
    if (none)
        other.pass = "all";
    const auto passesOrClusters = session.table(other, control);
    if (!passesOrClusters)
        return passesOrClusters.error();
    other.table = "overlap";
    other.by = none ? "pass" : "layer";
    const auto overlap = session.table(other, control); // without it the bars show sums, scaled down
    if (control.stopRequested())
        return core::Error{core::ErrorCode::Cancelled, "stopped", {}, -1};
    if (none && overlap)
        bars.layers = passBarsFrom(**passesOrClusters, **overlap);
    else if (overlap)
        setExposed(bars.layers, **overlap);
    if (!none)
        bars.groups = groupBarsFrom(**passesOrClusters, bars.layers);
    return bars;
}

void LayerBarsPanel::load(const std::shared_ptr<core::AnalysisSession> &session, const core::TableRequest &request)
{
    setBusy(true);
    m_job->start<Bars>([session, request, hasPasses = hasPasses()](
                           const core::JobControl &control) { return barsOf(*session, request, hasPasses, control); },
        [this](core::Result<Bars> bars) { present(std::move(bars)); });
}

void LayerBarsPanel::present(core::Result<Bars> bars)
{
    const QString why = bars ? asSentence(translated(bars->note)) : errorText(bars.error());
    m_isAnswered = true;
    if (bars && bars->areKept && why == m_why) {
        showSelection();
        setBusy(false);
        return;
    }
    m_why = why;
    if (!bars || !bars->areKept) {
        m_layers = bars ? std::move(bars->layers) : LayerBarsData{};
        m_groups = bars ? std::move(bars->groups) : LayerBarsData{};
        m_layersDevice = m_shownDevice;
    }
    if (m_matches)
        sumMatches();
    else
        showBars();
    setBusy(false);
}

void LayerBarsPanel::setMatches(std::shared_ptr<const core::KernelMatches> matches)
{
    m_matches = std::move(matches);
    sumMatches();
}

void LayerBarsPanel::sumMatches()
{
    m_matchJob->cancel();
    const auto document = m_controller.document();
    const auto names = m_controller.names();
    const auto segmentation = m_controller.segmentation();
    const core::Pass *pass = segmentation ? segmentation->pass(m_shownDevice, m_shownPass) : nullptr;
    if (!m_matches || !document || pass == nullptr || m_layers.ofPasses || m_matches->hit.size() != document->kernels.size()) {
        setMatched(m_layers, m_groups, {}, {});
        showBars();
        return;
    }
    std::vector<int> numbers;
    for (int i = 0; i < pass->layers; ++i)
        numbers.push_back(
            segmentation->devices[m_shownDevice.value].layers[pass->firstLayer + static_cast<std::uint32_t>(i)].layer);
    using Sums = std::vector<core::CategorySums>;
    m_matchJob->start<Sums>(
        [=, matches = m_matches, device = m_shownDevice, number = m_shownPass](const core::JobControl &) -> core::Result<Sums> {
            return core::matchedLayerSums(*matches, *document, *names, *segmentation, device, number);
        },
        [this, numbers](const core::Result<Sums> &sums) {
            setMatched(m_layers, m_groups, numbers, sums ? *sums : Sums{});
            showBars();
        });
}

void LayerBarsPanel::showBars()
{
    const bool ofPasses = m_layers.ofPasses;
    const LayerBarsData &bars = m_isGrouped && !ofPasses ? m_groups : m_layers;
    const bool multiples = m_each->isChecked() && !ofPasses;
    if (!m_job->running() && !m_seen->isWaiting()) {
        m_titledPass = m_shownPass;
        showTitle();
    }
    const bool none = m_isAnswered && m_layers.bars.empty();
    m_noLayers->setVisible(ofPasses && !none);
    m_each->setVisible(!ofPasses);
    if (ofPasses)
        m_noLayersText->setText(noLayersText(m_controller, m_why));
    if (none)
        sayNoLayers(*m_empty, m_controller, m_shownPass, m_why);
    m_stack->setCurrentIndex(none ? kEmptyPage : multiples ? 1 : 0);
    setFocusProxy(none ? static_cast<QWidget *>(m_empty) : multiples ? static_cast<QWidget *>(m_multiples) : m_chart);
    m_metric->setVisible(!multiples); // parts are sums of durations
    if (multiples)
        m_multiples->setData(m_layers, m_why);
    const bool wall = m_metric->current() == kWallSegment && !multiples && !bars.bars.empty();
    const bool overlapped =
        wall && std::any_of(bars.bars.begin(), bars.bars.end(), [](const LayerBar &bar) { return bar.overlappedNs > 0; });
    m_legend->setCategories(bars.categories, wall, overlapped);
    m_chart->setWall(m_metric->current() == kWallSegment);
    m_chart->setData(bars, m_why);
    showSelection();
}

} // namespace lamella::ui
