// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/MemoryPanel.h"

#include "core/base/Format.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/memory/BlockMap.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/plot/AxisPlot.h"
#include "widgets/plot/PlotLegend.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/PlotLook.h"
#include "widgets/theme/Theme.h"

#include <QColor>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr double kNsPerMs = 1e6;
constexpr double kHeadroom = 1.12; // of the vertical axis above what is drawn
enum Which { AtCursor, Largest, StillHeld };

QVector<double> vector(const std::vector<double> &values)
{
    return {values.begin(), values.end()};
}

QString bytesText(double bytes)
{
    return qtext(core::formatBytes(static_cast<std::int64_t>(bytes)));
}

QColor between(const QColor &a, const QColor &b)
{
    return {(a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2};
}

// Neutral tints, because a lifetime is no category: the longer it lives, the lighter.
QColor colorOf(MemoryPart part)
{
    const Theme &theme = Theme::current();
    switch (part) {
    case MemoryPart::Before:
    case MemoryPart::Weights:
        return part == MemoryPart::Before ? theme.track : theme.separatorStrong;
    case MemoryPart::KvCache:
        return theme.cellBar;
    case MemoryPart::Kept:
        return theme.text3;
    case MemoryPart::Activation:
        return between(theme.stage0, theme.cellBar);
    case MemoryPart::Temporary:
        break;
    }
    return theme.stage0;
}

} // namespace

MemoryPanel::MemoryPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
    , m_picture(std::make_unique<MemoryPicture>())
{
    setObjectName(QStringLiteral("MemoryPanel"));
    build();
    new PanelExport(*this, [this] {
        core::TableRequest request;
        request.table = "memory";
        request.by = "block";
        request.device = m_picture->device == "host" ? "-1" : m_picture->device;
        emit exportRequested(request);
    });
    connect(&controller, &SessionController::sessionChanged, this, &MemoryPanel::reload);
    connect(&bus, &NavigationBus::selectionChanged, this, &MemoryPanel::follow);
    reload();
}

MemoryPanel::~MemoryPanel() = default;

void MemoryPanel::build()
{
    m_stack = new QStackedWidget(this);
    m_empty = new EmptyView(QStringLiteral("layers"), this);
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(makeChart());
    split->addWidget(makeBelow());
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
    m_bar = new ViewBar(part);
    m_bar->setObjectName(QStringLiteral("viewBar"));
    m_what = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, m_bar);
    m_what->setObjectName(QStringLiteral("memoryWhat"));
    m_what->setElideMode(Qt::ElideRight);
    m_device = new QComboBox(m_bar);
    m_device->setAccessibleName(tr("Device"));
    m_bar->row()->addWidget(m_what, 1);
    m_legend = new PlotLegend(m_bar);
    m_bar->row()->addWidget(m_legend);
    m_bar->row()->addWidget(m_device);
    m_chart = new AxisPlot(part);
    m_chart->setObjectName(QStringLiteral("memoryChart"));
    m_chart->setAccessibleName(tr("Allocated memory over time"));
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_chart, 1);
    connect(m_device, &QComboBox::activated, this, &MemoryPanel::reload);
    connect(m_chart, &AxisPlot::viewChanged, this, &MemoryPanel::draw);
    connect(m_chart, &AxisPlot::positionPicked, this, [this](double ms) {
        const auto ns = static_cast<std::int64_t>(ms * kNsPerMs);
        setCursor(ns);
        if (!m_picture->empty())
            m_bus.select(m_picture->targets[m_picture->rowAt(ns)], this);
    });
    return part;
}

QWidget *MemoryPanel::makeBelow()
{
    auto *split = new QSplitter(Qt::Horizontal, this);
    const auto column = [split](QWidget *bar, QWidget *body) {
        auto *part = new QWidget(split);
        auto *layout = new QVBoxLayout(part);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(bar);
        layout->addWidget(body, 1);
        split->addWidget(part);
    };
    auto *leftBar = new ViewBar(this);
    m_leftTitle = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, leftBar);
    leftBar->row()->addWidget(m_leftTitle, 1);
    m_left = new QStackedWidget(this);
    m_layers = new AxisPlot(m_left);
    m_layers->setObjectName(QStringLiteral("memoryLayers"));
    m_layers->setAccessibleName(tr("Memory per layer"));
    m_map = new BlockMap(m_left);
    m_left->addWidget(m_layers);
    m_left->addWidget(m_map);
    column(leftBar, m_left);
    auto *rightBar = new ViewBar(this);
    m_blockTitle = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, rightBar);
    m_which = new SegmentedControl({tr("at the cursor"), tr("largest"), tr("still held")}, rightBar);
    rightBar->row()->addWidget(m_blockTitle, 1);
    rightBar->row()->addWidget(m_which);
    m_model = new ReportTableModel({{"category", {}, ColumnStyle::Text, 84, {}}, {"op", {}, ColumnStyle::Text, 120, {}},
                                       {"line", {}, ColumnStyle::Secondary, -120, {}}, {"layer", {}, ColumnStyle::Number, 48, {}},
                                       {"bytes", {}, ColumnStyle::Bar, 130, {}}, {"lifetime_ns", {}, ColumnStyle::Number, 84, {}}},
        m_controller.pool(), this);
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("memoryBlocks"));
    m_view->setAccessibleName(tr("Blocks of memory"));
    setUpTable(*m_view, *m_model);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // as the table has them: the largest first
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    column(rightBar, m_view);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    split->setSizes({430, 690});
    split->setChildrenCollapsible(false);
    connect(m_which, &SegmentedControl::activated, this, &MemoryPanel::showBlocks);
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex &index) {
        const auto target = index.data(kTargetRole).value<core::Selection>();
        if (!std::holds_alternative<std::monostate>(target))
            m_bus.select(target, this);
    });
    connect(m_layers, &AxisPlot::barPicked, this, [this](int bar) {
        if (bar >= 0 && bar < static_cast<int>(m_picture->layers.size()))
            m_bus.select(m_picture->layers[static_cast<std::size_t>(bar)].target, this);
    });
    return split;
}

void MemoryPanel::applyLook()
{
    const PlotLook look = plotLook();
    for (AxisPlot *plot : {m_chart, m_layers})
        plot->setLook(look);
    m_chart->setAxes({tr("ms, time of the host"), false, false, true, [](double ms) { return QString::number(ms, 'g', 6); }},
        {{}, false, false, false, bytesText});
    m_layers->setAxes({tr("layer"), false, true, false,
                          [this](double bar) {
                              const auto at = static_cast<std::size_t>(std::lround(bar));
                              return bar >= 0 && at < m_picture->layers.size() ? QString::number(m_picture->layers[at].layer) : QString();
                          }},
        {{}, false, false, false, bytesText});
}

void MemoryPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    applyLook();
    showLegend();
    draw();
    drawLayers();
}

void MemoryPanel::reload()
{
    m_job->cancel();
    m_seen->forget();
    const auto session = m_controller.session();
    if (!session) {
        *m_picture = {};
        m_model->setTable(nullptr);
        m_map->setDocument(nullptr);
        m_empty->setMessage(tr("No trace is open"));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    const std::string device = m_device->currentText().toStdString();
    std::optional<int> pass;
    if (m_bus.focus().pass != core::kNoPass)
        pass = m_bus.focus().pass;
    m_seen->ask([this, session, device, pass] {
        if (m_picture->empty())
            m_empty->setMessage(tr("Reading memory events…"));
        m_job->start<MemoryPicture>(
            [session, device, pass](const core::JobControl &control) { return loadMemoryPicture(*session, device, pass, control); },
            [this](core::Result<MemoryPicture> picture) { present(std::move(picture)); });
    });
}

void MemoryPanel::present(core::Result<MemoryPicture> picture)
{
    const auto document = m_controller.document();
    m_map->setDocument(document);
    if (!picture || (picture->empty() && !m_map->hasSegments())) {
        *m_picture = {};
        m_model->setTable(nullptr);
        if (!picture)
            m_empty->setMessage(tr("Memory cannot be shown"), errorText(picture.error()));
        else
            m_empty->setMessage(tr("No memory events in this file"),
                tr("Record it with profile_memory=True, or open a snapshot of torch.cuda.memory._dump_snapshot()."));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    *m_picture = *std::move(picture);
    m_device->clear();
    for (const std::string &device : m_picture->devices)
        m_device->addItem(qtext(device));
    m_device->setCurrentText(qtext(m_picture->device));
    m_device->setVisible(m_picture->devices.size() > 1);
    m_stack->setCurrentIndex(1);
    m_left->setCurrentWidget(m_map->hasSegments() ? static_cast<QWidget *>(m_map) : m_layers);
    m_leftTitle->setText(m_map->hasSegments() ? tr("Segments and their blocks: in use, waiting, free")
            : m_picture->layers.empty()       ? tr("No layers here")
                                              : tr("Memory per layer, pass %1: kept, and most held inside it").arg(m_picture->layers.front().pass));
    if (!m_picture->empty()) {
        const double begin = static_cast<double>(m_picture->time.front()) / kNsPerMs;
        const double end = static_cast<double>(m_picture->time.back()) / kNsPerMs;
        double top = static_cast<double>(m_picture->allocated[m_picture->peak]);
        for (const std::int64_t reserved : m_picture->reserved)
            top = std::max(top, static_cast<double>(reserved));
        const double margin = std::max((end - begin) * 0.02, 1e-6);
        m_chart->setView(begin - margin, end + margin, 0, std::max(top, 1.0) * kHeadroom);
        m_cursor = m_picture->time[m_picture->peak];
    }
    sayTotals();
    showLegend();
    draw();
    drawLayers();
    showBlocks();
}

void MemoryPanel::sayTotals()
{
    if (m_picture->empty()) {
        m_what->setText(tr("no history in this snapshot"));
        return;
    }
    QString text = tr("peak %1 at %2")
                       .arg(bytesText(static_cast<double>(m_picture->allocated[m_picture->peak])),
                           qtext(core::formatDuration(m_picture->time[m_picture->peak])));
    if (!m_picture->reserved.empty())
        text += QStringLiteral(" · ") + tr("reserved %1 at most").arg(bytesText(static_cast<double>(*std::max_element(m_picture->reserved.begin(), m_picture->reserved.end()))));
    text += QStringLiteral(" · ") + tr("%1 events").arg(qtext(core::formatCount(static_cast<std::int64_t>(m_picture->time.size()))));
    text += QStringLiteral(" · ") + tr("allocation runs ahead of the kernels");
    QStringList notes;
    for (const core::Message &note : m_picture->timeTable->notes())
        notes << translated(note);
    m_what->setText(text);
    m_what->setToolTip(notes.join(u'\n'));
}

QString MemoryPanel::partText(MemoryPart part)
{
    switch (part) {
    case MemoryPart::Before:
        return tr("before the trace");
    case MemoryPart::Weights:
        return tr("weights");
    case MemoryPart::KvCache:
        return tr("KV cache");
    case MemoryPart::Kept:
        return tr("kept");
    case MemoryPart::Activation:
        return tr("activations");
    case MemoryPart::Temporary:
        break;
    }
    return tr("temporary");
}

void MemoryPanel::showLegend()
{
    QVector<PlotLegendEntry> entries;
    for (std::size_t p = 0; p < kMemoryParts; ++p) {
        const std::vector<std::int64_t> &bytes = m_picture->parts[p];
        if (std::any_of(bytes.begin(), bytes.end(), [](std::int64_t held) { return held > 0; }))
            entries.push_back({colorOf(static_cast<MemoryPart>(p)), partText(static_cast<MemoryPart>(p))});
    }
    if (!m_picture->reserved.empty())
        entries.push_back({Theme::current().text2, tr("reserved"), true});
    m_legend->setEntries(plotLook(), entries);
}

void MemoryPanel::draw()
{
    m_chart->clear();
    if (m_picture->empty()) {
        m_chart->replot();
        return;
    }
    const MemorySamples samples =
        m_picture->samples(m_chart->viewBegin() * kNsPerMs, m_chart->viewEnd() * kNsPerMs, m_chart->plotWidthPx());
    const QVector<double> x = vector(samples.time);
    for (std::size_t p = 0; p < kMemoryParts; ++p)
        if (!m_picture->parts[p].empty())
            m_chart->addArea(x, vector(samples.upper[p]), colorOf(static_cast<MemoryPart>(p)));
    const Theme &theme = Theme::current();
    if (!samples.reserved.empty())
        m_chart->addLine({x, vector(samples.reserved), theme.text2, Qt::DashLine, true, 1});
    const double peakMs = static_cast<double>(m_picture->time[m_picture->peak]) / kNsPerMs;
    const double peak = static_cast<double>(m_picture->allocated[m_picture->peak]);
    PlotDot dot;
    dot.x = peakMs;
    dot.y = peak;
    dot.fill = theme.accent;
    dot.tip = tr("peak %1").arg(bytesText(peak));
    m_chart->addDot(dot);
    m_chart->addText(peakMs, peak, tr("peak %1").arg(bytesText(peak)), Qt::AlignLeft, theme.text);
    m_chart->setCursorAt(static_cast<double>(m_cursor) / kNsPerMs);
    m_chart->replot();
}

void MemoryPanel::drawLayers()
{
    m_layers->clear();
    PlotBars kept{{}, colorOf(MemoryPart::KvCache), tr("kept")};
    PlotBars more{{}, colorOf(MemoryPart::Temporary), tr("most held inside it")};
    double top = 1;
    int selected = -1;
    for (const MemoryLayer &layer : m_picture->layers) {
        if (m_bus.focus().pass == layer.pass && m_bus.focus().layer == layer.layer)
            selected = static_cast<int>(kept.values.size());
        kept.values.push_back(static_cast<double>(layer.kept));
        more.values.push_back(static_cast<double>(layer.peak - layer.kept));
        top = std::max(top, static_cast<double>(layer.peak));
    }
    m_layers->setView(-0.7, std::max<double>(1, static_cast<double>(kept.values.size())) - 0.3, 0, top * kHeadroom);
    if (!kept.values.isEmpty())
        m_layers->addBars({kept, more});
    m_layers->setSelectedBar(selected);
    m_layers->replot();
}

void MemoryPanel::showBlocks()
{
    if (!m_picture->blocks) {
        m_model->setTable(nullptr);
        return;
    }
    const int which = m_which->current();
    std::shared_ptr<const core::ReportTable> table = m_picture->blocks;
    if (which == AtCursor)
        table = std::make_shared<const core::ReportTable>(table->withRows(m_picture->blocksAt(m_cursor)));
    else if (which == StillHeld)
        table = std::make_shared<const core::ReportTable>(table->withRows(m_picture->blocksHeld()));
    m_model->setTable(table);
    const QString count = qtext(core::formatCount(static_cast<std::int64_t>(table->rowCount())));
    m_blockTitle->setText(which == AtCursor && !m_picture->empty()
            ? tr("%1 blocks at %2 · %3 allocated")
                  .arg(count, qtext(core::formatDuration(m_cursor)),
                      bytesText(static_cast<double>(m_picture->allocated[m_picture->rowAt(m_cursor)])))
            : tr("%1 blocks").arg(count));
}

void MemoryPanel::setCursor(std::int64_t ns)
{
    m_cursor = ns;
    m_chart->setCursorAt(static_cast<double>(ns) / kNsPerMs);
    m_chart->replot();
    if (m_which->current() == AtCursor)
        showBlocks();
}

// An event or a range elsewhere moves the cursor; a layer is marked among the bars, because its kernels run later than its
// allocations.
void MemoryPanel::follow(const core::Selection &selection, QObject *origin)
{
    const auto document = m_controller.document();
    if (!document || origin == this || m_picture->empty())
        return;
    const core::TimeRange range = m_bus.rangeOf(selection);
    const bool moves = std::holds_alternative<core::EventSelection>(selection) || std::holds_alternative<core::RangeSelection>(selection);
    if (moves && range != core::TimeRange{})
        setCursor(range.begin.value - document->zero());
    const int pass = m_bus.focus().pass;
    if (pass != core::kNoPass && !m_picture->layers.empty() && m_picture->layers.front().pass != pass)
        reload();
    else
        drawLayers();
}

} // namespace lamella::ui
