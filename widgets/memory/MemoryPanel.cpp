// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/MemoryPanel.h"

#include "core/base/Format.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/IconRow.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/layers/NoLayers.h"
#include "widgets/memory/BlockMap.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/memory/MemoryMoment.h"
#include "widgets/memory/MemoryOverview.h"
#include "widgets/memory/MemoryTables.h"
#include "widgets/plot/AxisPlot.h"
#include "widgets/plot/PlotLegend.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/Stepper.h"
#include "widgets/theme/PlotLook.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lamella::ui {

namespace {

constexpr double kHeadroom = 1.12; // of the vertical axis above what is drawn

QString bytesText(std::int64_t bytes)
{
    return qtext(core::formatBytes(bytes));
}

QString bandsKey()
{
    return QStringLiteral("memory/areas");
}

constexpr std::array kBandNames{"lifetime", "module", "operator"}; // values of the setting, by MemoryBy

} // namespace

MemoryPanel::MemoryPanel(SessionController &controller, NavigationBus &bus, TimeRangeControl &range, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_range(range)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_bandsJob(std::make_unique<JobSlot>(controller.pool()))
    , m_momentJob(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
    , m_picture(std::make_shared<MemoryPicture>())
{
    setObjectName(QStringLiteral("MemoryPanel"));
    build();
    const auto ask = [this] {
        if (const ShownRows rows = m_tables->shownRows(); rows.make)
            emit tableExportRequested(rows);
        else
            emit exportRequested(m_tables->request());
    };
    (new PanelExport(*this, ask, [this] { return m_tables->hasRows(); }))->ofTrace();
    connect(&controller, &SessionController::sessionChanged, this, &MemoryPanel::reload);
    connect(&bus, &NavigationBus::selectionChanged, this, &MemoryPanel::follow);
    connect(&bus, &NavigationBus::detailChanged, this, [this] {
        if (m_moment && m_bus.detail() == nullptr && isVisible() && isAboutMoment())
            m_bus.showDetail(m_moment); // what is selected is selected again
    });
    reload();
}

MemoryPanel::~MemoryPanel() = default;

void MemoryPanel::build()
{
    m_stack = new QStackedWidget(this);
    m_empty = new EmptyView(QStringLiteral("layers"), this);
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(makeChart());
    m_below = makeBelow();
    split->addWidget(m_below);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setSizes({450, 310});
    split->setChildrenCollapsible(false);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(split);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    setFocusProxy(m_chart);
    applyLook();
}

QWidget *MemoryPanel::makeChart()
{
    auto *part = new QWidget(this);
    m_top = part;
    m_bar = new ViewBar(part);
    m_bar->setObjectName(QStringLiteral("viewBar"));
    m_what = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, m_bar);
    m_what->setObjectName(QStringLiteral("memoryWhat"));
    m_what->setElideMode(Qt::ElideRight);
    m_device = new QComboBox(m_bar);
    m_device->setAccessibleName(tr("Device"));
    m_bar->row()->addWidget(m_what, 1, FlowRow::kStatementPx);
    m_legend = new PlotLegend(m_bar);
    m_by = new SegmentedControl({tr("lifetime"), tr("module"), tr("operator")}, m_bar);
    m_by->setObjectName(QStringLiteral("memoryAreas"));
    m_by->setAccessibleName(tr("Areas of the curve"));
    m_bar->row()->addWidget(m_legend);
    m_bar->row()->addWidget(m_by);
    m_bar->row()->addWidget(m_device);
    m_chart = new MemoryChart(m_bus, m_range, part);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_warnings = new QWidget(part);
    auto *warnings = new QVBoxLayout(m_warnings);
    warnings->setContentsMargins(8, 4, 8, 4);
    warnings->setSpacing(4);
    m_warnings->hide();
    column->addWidget(m_bar);
    column->addWidget(m_warnings);
    column->addWidget(m_chart, 1);
    connect(m_device, &QComboBox::activated, this, &MemoryPanel::reload);
    connect(m_by, &SegmentedControl::activated, this, [this](int by) { chooseBands(static_cast<MemoryBy>(by)); });
    connect(m_chart, &MemoryChart::picked, this, &MemoryPanel::chooseMoment);
    connect(m_chart, &MemoryChart::pointed, this, &MemoryPanel::cursorTimeChanged);
    return part;
}

QWidget *MemoryPanel::makeBars()
{
    auto *part = new QWidget(this);
    auto *bar = new ViewBar(part);
    m_leftTitle = new ElidedLabel(QString(), ElidedLabel::Rank::Text, bar);
    setTextFont(*m_leftTitle, &Theme::strongFont);
    m_leftTitle->setElideMode(Qt::ElideRight);
    m_which = new SegmentedControl({tr("layers"), tr("passes"), tr("segments")}, bar);
    bar->row()->addWidget(m_leftTitle, 1);
    bar->row()->addWidget(m_which);
    m_left = new QStackedWidget(part);
    auto *plot = new QWidget(m_left);
    m_bars = new AxisPlot(plot);
    m_bars->setObjectName(QStringLiteral("memoryLayers"));
    m_barLegend = new PlotLegend(plot);
    plot->setBackgroundRole(QPalette::Base);
    plot->setAutoFillBackground(true);
    auto *below = new QHBoxLayout; // the legend, centred
    below->setContentsMargins(8, 0, 8, 6);
    below->addStretch(1);
    below->addWidget(m_barLegend);
    below->addStretch(1);
    auto *rows = new QVBoxLayout(plot);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_bars, 1);
    rows->addLayout(below);
    auto *scroll = new QScrollArea(m_left);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    m_map = new BlockMap(scroll);
    scroll->setWidget(m_map);
    connect(m_map, &BlockMap::chosen, scroll,
        [scroll](const QRect &row) { scroll->ensureVisible(row.left(), row.center().y(), 0, row.height()); });
    m_left->addWidget(plot);
    m_left->addWidget(scroll);
    m_noBars = new EmptyView(QStringLiteral("layers"), m_left);
    m_left->addWidget(m_noBars);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(m_left, 1);
    connect(m_which, &SegmentedControl::activated, this, [this](int bars) { chooseBars(static_cast<Bars>(bars)); });
    connect(m_bars, &AxisPlot::barPicked, this, &MemoryPanel::pickBar);
    connect(m_noBars, &EmptyView::linkActivated, this, &MemoryPanel::boundaryRequested);
    return part;
}

QWidget *MemoryPanel::makeBelow()
{
    auto *split = new QSplitter(Qt::Horizontal, this);
    m_barsPart = makeBars();
    split->addWidget(m_barsPart);
    m_tables = new MemoryTables(m_controller, m_bus, split);
    split->addWidget(m_tables);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    split->setSizes({430, 690});
    split->setChildrenCollapsible(false);
    connect(m_tables, &MemoryTables::picked, this, [this](qint64 ns) {
        if (std::holds_alternative<core::EventSelection>(m_bus.selection())) // of the moment before
            chooseMoment(ns);
        else
            setCursor(ns);
    });
    return split;
}

void MemoryPanel::applyLook()
{
    m_bars->setLook(plotLook());
    const auto number = [this](double bar) -> QString {
        const auto at = static_cast<std::size_t>(std::max(0.0, bar));
        if (m_which->current() == Passes)
            return at < m_picture->passes.size() ? QString::number(m_picture->passes[at].pass) : QString();
        return at < layers().size() ? QString::number(layers()[at].layer) : QString();
    };
    m_bars->setAxes({{}, false, true, false, number},
        {{}, false, false, false, [](double bytes) { return bytesText(static_cast<std::int64_t>(bytes)); }});
}

void MemoryPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    applyLook();
    m_chart->applyLook();
    showLegend();
    drawBars();
    showMoment(); // its colours
}

void MemoryPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    sayOverview();
    showMoment();
}

void MemoryPanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    sayOverview();
    hideMoment();
}

void MemoryPanel::sayOverview()
{
    emit overviewChanged(isVisible() && m_picture->blocks ? memoryCells(*m_picture) : std::vector<OverviewCell>());
}

void MemoryPanel::showLegend()
{
    m_legend->setEntries(plotLook(), m_chart->legend());
}

// The areas that the file knows; the one remembered, if it does.
void MemoryPanel::offerBands()
{
    m_by->setVisible(!m_picture->empty());
    m_by->setSegmentEnabled(static_cast<int>(MemoryBy::Module), m_picture->knowsModules,
        m_picture->knowsModules ? QString() : tr("The file names no modules around its allocations"));
    m_by->setSegmentEnabled(static_cast<int>(MemoryBy::Operator), m_picture->knowsOperators,
        m_picture->knowsOperators ? QString() : tr("The file names no operators around its allocations"));
    const QString wanted = appSettings().value(bandsKey()).toString();
    const bool module = wanted == QLatin1String(kBandNames[1]) && m_picture->knowsModules;
    const bool op = wanted == QLatin1String(kBandNames[2]) && m_picture->knowsOperators;
    m_by->setCurrent(static_cast<int>(module ? MemoryBy::Module : op ? MemoryBy::Operator : MemoryBy::Lifetime));
    showBands();
}

void MemoryPanel::chooseBands(MemoryBy by)
{
    appSettings().setValue(bandsKey(), QString::fromLatin1(kBandNames[static_cast<std::size_t>(by)]));
    m_by->setCurrent(static_cast<int>(by));
    showBands();
}

void MemoryPanel::showBands()
{
    m_bandsJob->cancel();
    const auto by = static_cast<MemoryBy>(m_by->current());
    if (by == MemoryBy::Lifetime || m_picture->empty()) {
        m_chart->setBands(nullptr);
        showLegend();
        return;
    }
    m_bandsJob->start<MemoryBands>(
        [picture = m_picture, by](
            const core::JobControl &control) { return bandsByOrigin(picture->moments(), *picture->blocks, by, control); },
        [this](core::Result<MemoryBands> bands) {
            if (!bands)
                return;
            m_chart->setBands(std::make_shared<const MemoryBands>(*std::move(bands)));
            showLegend();
        });
}

// An event of the allocator, what the trace opened with, or nothing.
bool MemoryPanel::isAboutMoment() const
{
    const core::Selection &selection = m_bus.selection();
    const auto segmentation = m_controller.segmentation();
    const bool opened = !m_bus.canGoBack() && segmentation && selection == firstSelection(*segmentation);
    return !m_picture->empty()
        && (std::holds_alternative<std::monostate>(selection) || opened || selection == m_chosen
            || selection == m_picture->targets[m_picture->rowAt(cursor())]);
}

// The one shown before stays until the new one is known.
void MemoryPanel::showMoment()
{
    if (!isVisible() || !isAboutMoment())
        return hideMoment();
    if (m_moment && m_bus.detail() != m_moment.get())
        m_bus.showDetail(m_moment);
    m_momentJob->start<MemoryMoment>(
        [picture = m_picture, at = cursor(), selected = m_chosen](
            const core::JobControl &control) { return memoryMoment(*picture, at, selected, control); },
        [this, picture = m_picture](const core::Result<MemoryMoment> &moment) {
            if (!moment)
                return;
            InspectorContent content = momentContent(*picture, *moment);
            if (const core::Selection &event = picture->targets[moment->row]; event != m_bus.selection()) {
                content.moment = momentText(*picture, picture->time[moment->row]);
                content.momentEvent = event;
            }
            m_moment = std::make_shared<const InspectorContent>(std::move(content));
            m_bus.showDetail(m_moment);
        });
}

void MemoryPanel::hideMoment()
{
    m_momentJob->cancel();
    const auto shown = std::exchange(m_moment, nullptr);
    if (shown && m_bus.detail() == shown.get())
        m_bus.showDetail(nullptr);
}

void MemoryPanel::setTimeline(TimelineDataPtr timeline)
{
    m_chart->setTimeline(std::move(timeline));
}

void MemoryPanel::reload()
{
    m_job->cancel();
    m_bandsJob->cancel();
    hideMoment();
    m_chosen = {};
    m_seen->forget();
    const auto session = m_controller.session();
    if (!session) {
        m_picture = std::make_shared<MemoryPicture>();
        m_chart->setPicture(nullptr, nullptr);
        m_tables->setPicture(nullptr);
        m_map->setDocument(nullptr, 0);
        m_empty->setMessage(tr("No trace is open"));
        m_stack->setCurrentWidget(m_empty);
        sayOverview();
        return;
    }
    // Rows of the trace before select nothing in this one.
    if (m_pictureOf.lock() != m_controller.document() && m_picture->blocks) {
        m_picture = std::make_shared<MemoryPicture>();
        m_chart->setPicture(nullptr, nullptr);
        m_tables->setPicture(nullptr);
        m_map->setDocument(nullptr, 0);
        m_stack->setCurrentWidget(m_empty);
        sayOverview();
    }
    const std::string device = m_device->currentText().toStdString();
    m_seen->ask([this, session, device] {
        if (m_picture->empty())
            m_empty->setMessage(tr("Reading memory events…"));
        m_job->start<MemoryPicture>(
            [session, device](const core::JobControl &control) { return loadMemoryPicture(*session, device, control); },
            [this](core::Result<MemoryPicture> picture) { present(std::move(picture)); });
    });
}

void MemoryPanel::present(core::Result<MemoryPicture> picture)
{
    const auto document = m_controller.document();
    m_map->setDocument(picture ? document : nullptr, picture ? qtext(picture->device).toInt() : 0);
    if (!picture || (picture->empty() && !m_map->hasSegments())) {
        m_bandsJob->cancel();
        hideMoment();
        m_picture = std::make_shared<MemoryPicture>();
        m_chart->setPicture(nullptr, nullptr);
        m_tables->setPicture(nullptr);
        sayOverview();
        if (!picture)
            m_empty->setMessage(tr("Memory cannot be shown"), errorText(picture.error()));
        else
            m_empty->setMessage(tr("No memory events in this file"),
                tr("Record it with profile_memory=True, or open a snapshot of torch.cuda.memory._dump_snapshot()."));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    const bool isOther = m_pictureOf.lock() != document || picture->device != m_picture->device;
    m_pictureOf = document;
    m_picture = std::make_shared<const MemoryPicture>(*std::move(picture));
    m_device->clear();
    for (const std::string &device : m_picture->devices)
        m_device->addItem(qtext(device));
    m_device->setCurrentText(qtext(m_picture->device));
    m_device->setVisible(m_picture->devices.size() > 1);
    m_stack->setCurrentIndex(1);
    m_chart->setVisible(!m_picture->empty());
    m_top->setMaximumHeight(m_picture->empty() ? m_bar->sizeHint().height() : QWIDGETSIZE_MAX);
    m_chart->setPicture(m_picture, document);
    m_tables->setPicture(m_picture);
    if (isOther && !m_picture->empty()) {
        setCursor(m_picture->time[m_picture->peak]);
        moveCursorTo(m_bus.selection());
    }
    sayTotals();
    sayWarnings();
    offerBands();
    sayOverview();
    showMoment();
    showParts();
    m_which->setSegmentEnabled(Layers, !m_picture->layers.empty(), m_picture->layers.empty() ? tr("No layers here") : QString());
    m_which->setSegmentEnabled(Passes, !m_picture->passes.empty(), m_picture->passes.empty() ? tr("No passes here") : QString());
    m_which->setSegmentEnabled(
        Segments, m_map->hasSegments(), m_map->hasSegments() ? QString() : tr("Only snapshots record segments"));
    if (isOther)
        chooseBars(m_map->hasSegments() ? Segments : m_picture->layers.empty() && !m_picture->passes.empty() ? Passes : Layers);
    else
        drawBars();
}

// Without layers, passes, segments and blocks the totals over time have all the room.
void MemoryPanel::showParts()
{
    const bool bars = !m_picture->layers.empty() || !m_picture->passes.empty() || m_map->hasSegments();
    const bool blocks = m_picture->blocks->rowCount() > 0;
    m_barsPart->setVisible(bars || !blocks || whyNoBoundary(m_controller).isEmpty()); // or says how to get bars
    m_below->setVisible(bars || blocks);
}

void MemoryPanel::sayTotals()
{
    if (m_picture->empty()) {
        m_what->setText(tr("no history in this snapshot"));
        return;
    }
    QStringList parts; // peak, reserved bytes and events stand in the overview strip
    if (m_picture->processMax > 0)
        parts << tr("whole process %1 at most").arg(bytesText(m_picture->processMax));
    if (m_picture->blocks->rowCount() == 0)
        parts << tr("totals only: the file records no blocks");
    if (m_picture->byNumber)
        parts << tr("by number of the event: the file records no times");
    if (!m_picture->host.passes.empty())
        parts << tr("allocation runs ahead of the kernels");
    QStringList notes;
    for (const core::Message &note : m_picture->timeTable->notes())
        notes << translated(note);
    m_what->setText(parts.join(QStringLiteral(" · ")));
    m_what->setToolTip(notes.join(u'\n'));
}

// How far the history can be trusted.
void MemoryPanel::sayWarnings()
{
    clearRows(*m_warnings);
    QStringList warnings;
    for (const core::Message &warning : m_picture->timeTable->warnings())
        warnings << translated(warning);
    if (const std::size_t moments = m_picture->lifetimes.cutMoments; moments > 0)
        warnings << tr(
            "At %1 moments blocks add up to more than the file states as allocated: frees were lost, or that total is of "
            "one allocator alone. Areas end at the curve.")
                        .arg(qtext(core::formatCount(static_cast<std::int64_t>(moments))));
    for (const QString &warning : warnings) {
        auto *row = new IconRow(QStringLiteral("warning"), IconRow::Tone::Warning, warning, {}, m_warnings);
        row->setObjectName(QStringLiteral("memoryWarning"));
        row->setToolTip(warning);
        m_warnings->layout()->addWidget(row);
    }
    m_warnings->setVisible(!warnings.isEmpty());
}

void MemoryPanel::chooseBars(Bars bars)
{
    m_which->setCurrent(bars);
    m_bars->setAccessibleName(bars == Passes ? tr("Memory per pass") : tr("Memory per layer"));
    drawBars();
}

QString MemoryPanel::barsTitle() const
{
    return m_leftTitle->text();
}

QString MemoryPanel::titleOf(int bars) const
{
    if (bars == Segments)
        return tr("Segments: in use, waiting, free");
    if (bars == Passes)
        return m_picture->passes.empty() ? tr("Memory per pass") : memoryGrowthText(*m_picture);
    return layers().empty() ? tr("Memory per layer") : tr("Memory per layer, P%1").arg(layers().front().pass);
}

std::span<const MemoryLayer> MemoryPanel::layers() const
{
    return m_picture->layersOf(m_bus.focus().pass);
}

void MemoryPanel::drawBars()
{
    const int which = m_which->current();
    // A moment keeps the pass and layer in focus, but they are not what is selected.
    const Focus focus = std::holds_alternative<core::EventSelection>(m_bus.selection()) ? Focus() : m_bus.focus();
    m_bars->clear();
    PlotBars kept{{}, memoryColor(MemoryPart::KvCache), which == Passes ? tr("held after it") : tr("kept")};
    PlotBars more{{}, memoryColor(MemoryPart::Temporary), tr("most held inside it")};
    QVector<QString> growth;
    double top = 1;
    int selected = -1;
    const auto add = [&](std::int64_t below, std::int64_t peak, bool chosen) {
        if (chosen)
            selected = static_cast<int>(kept.values.size());
        kept.values.push_back(static_cast<double>(below));
        more.values.push_back(static_cast<double>(peak - below));
        top = std::max(top, static_cast<double>(peak));
    };
    if (which == Layers)
        for (const MemoryLayer &layer : layers())
            add(layer.kept, layer.peak, focus.pass == layer.pass && focus.layer == layer.layer);
    else if (which == Passes)
        for (const MemoryPass &pass : m_picture->passes) {
            add(pass.end, pass.peak, focus.pass == pass.pass);
            const std::int64_t by = pass.end - pass.begin;
            growth.push_back(
                by == 0 ? QString() : QString((by > 0 ? QChar(u'+') : QChar(0x2212)) + bytesText(by > 0 ? by : -by)));
        }
    m_bars->setView(-0.7, std::max<double>(1, static_cast<double>(kept.values.size())) - 0.3, 0, top * kHeadroom);
    if (!kept.values.isEmpty())
        m_bars->addBars({kept, more});
    m_bars->addBarTexts(growth);
    m_bars->setSelectedBar(selected);
    m_bars->replot();
    m_barLegend->setEntries(plotLook(), {{more.color, more.name}, {kept.color, kept.name}});
    const bool none = kept.values.isEmpty() && which != Segments;
    if (none)
        sayNoBars();
    m_left->setCurrentIndex(which == Segments ? 1 : none ? 2 : 0);
    m_leftTitle->setText(titleOf(which));
}

void MemoryPanel::sayNoBars()
{
    const Focus focus = m_bus.focus();
    const auto segmentation = m_controller.segmentation();
    const core::Pass *pass = segmentation ? segmentation->pass(focus.device, focus.pass) : nullptr;
    if (pass == nullptr || pass->layers == 0)
        return sayNoLayers(*m_noBars, m_controller, focus.pass);
    m_noBars->setMessage(tr("No memory per layer"),
        tr("The layers of this pass have no launches among the recorded operators, so that no allocation is known to be "
           "theirs."));
}

void MemoryPanel::pickBar(int bar)
{
    const auto at = static_cast<std::size_t>(std::max(bar, 0));
    if (m_which->current() == Layers && at < layers().size())
        m_bus.select(layers()[at].target, m_bars);
    else if (m_which->current() == Passes && at < m_picture->passes.size())
        m_bus.select(m_picture->passes[at].target, m_bars);
}

std::int64_t MemoryPanel::cursor() const
{
    return m_chart->cursor();
}

// It stands at an event, so that chart, lists and inspector describe the same moment.
void MemoryPanel::setCursor(std::int64_t ns)
{
    if (!m_picture->empty())
        ns = m_picture->time[m_picture->rowAt(ns)];
    m_chart->setCursor(ns);
    m_tables->setCursor(ns);
    m_chosen = {};
    showMoment();
}

void MemoryPanel::chooseMoment(std::int64_t ns)
{
    setCursor(ns);
    if (m_picture->empty())
        return;
    const core::Selection &target = m_picture->targets[m_picture->rowAt(ns)];
    const bool isEvent = std::holds_alternative<core::EventSelection>(m_bus.selection());
    if (isEvent || !std::holds_alternative<std::monostate>(target))
        m_bus.select(core::Selection(target), this);
}

void MemoryPanel::moveCursorTo(const core::Selection &selection)
{
    const core::TimeRange range = m_bus.rangeOf(selection);
    const bool moves =
        std::holds_alternative<core::EventSelection>(selection) || std::holds_alternative<core::RangeSelection>(selection);
    if (moves && range != core::TimeRange{})
        setCursor(range.begin.value - m_controller.document()->zero());
}

// An event or a range elsewhere moves the cursor; passes and layers are marked, because their kernels run later than their
// allocations.
void MemoryPanel::follow(const core::Selection &selection, QObject *origin)
{
    const auto document = m_controller.document();
    if (!document || m_picture->empty())
        return;
    m_chart->showSelection();
    m_map->clearSelection();
    if (origin == m_tables)
        m_chosen = selection;
    else if (origin != this)
        moveCursorTo(selection);
    showMoment();
    drawBars();
}

} // namespace lamella::ui
