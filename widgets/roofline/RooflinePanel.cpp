// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/roofline/RooflinePanel.h"

#include "core/base/Format.h"
#include "widgets/charts/PlotChart.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/Counts.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/ScopeSwitch.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/layers/NoLayers.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/panels/TotalRow.h"
#include "widgets/roofline/RooflineHints.h"
#include "widgets/roofline/RooflineOverview.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/PlotLook.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <set>

namespace lamella::ui {

namespace {

constexpr std::array<const char *, 3> kBy{"op", "kernel", "layer"};
constexpr int kMinNamePx = 108; // a role and the beginning of a name
constexpr int kBarPx = 110;
constexpr int kNarrowBarPx = 106; // the title with its arrow
constexpr int kLabelGapPx = 8; // between a label and its field
constexpr int kLayerColumn = 1;
constexpr int kDurationColumn = 3;
constexpr int kFloorColumn = 4;
constexpr int kOfFloorColumn = 5;
constexpr int kHeadroomColumn = 6;
constexpr TextPx kMinTablePx{110}; // header and four rows, beside hints

QString linearKey()
{
    return QStringLiteral("roofline/linear");
}

} // namespace

RooflinePanel::RooflinePanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
    , m_picture(std::make_unique<RooflinePicture>())
{
    setObjectName(QStringLiteral("RooflinePanel"));
    auto *top = new QSplitter(Qt::Horizontal, this);
    top->addWidget(makeChart());
    top->addWidget(makeTable());
    auto *all = new QSplitter(Qt::Vertical, this);
    all->addWidget(top);
    all->addWidget(makeLayers());
    all->setStretchFactor(0, 3);
    all->setStretchFactor(1, 2);
    top->setSizes({560, 560});
    all->setSizes({520, 240});
    top->setChildrenCollapsible(false);
    all->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(all);
    setFocusProxy(m_view);
    m_scope->follow(bus.focus());
    applyLook();
    new PanelExport(*this, [this] { emit exportRequested(request()); });
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        showInputs(m_controller.keepsTrace() ? Fields::Finished : Fields::All);
        m_scope->follow(m_bus.focus());
        reload();
    });
    connect(&controller, &SessionController::segmentationFailed, this, [this] { showInputs(Fields::All); }); // were refused
    connect(&bus, &NavigationBus::selectionChanged, this, &RooflinePanel::follow);
    showInputs(Fields::All);
    reload();
}

// A field that has the focus reports its text while it goes.
RooflinePanel::~RooflinePanel()
{
    for (QObject *field : std::initializer_list<QObject *>{m_peaks, m_tokens, m_context})
        field->disconnect(this);
}

QWidget *RooflinePanel::makeChart()
{
    auto *bar = new ViewBar(this);
    bar->setObjectName(QStringLiteral("viewBar"));
    m_what = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    m_what->setObjectName(QStringLiteral("rooflineWhat"));
    m_what->setElideMode(Qt::ElideRight);
    m_askPeaks = new LinkButton(tr("enter peaks…"), bar);
    m_askPeaks->setFocusPolicy(Qt::TabFocus);
    m_askPeaks->hide();
    connect(m_askPeaks, &QToolButton::clicked, this, &RooflinePanel::enterPeaks);
    bar->row()->addWidget(m_askPeaks);
    m_askConfig = new LinkButton(tr("Use a config.json…"), bar);
    m_askConfig->setFocusPolicy(Qt::TabFocus);
    m_askConfig->hide();
    connect(m_askConfig, &QToolButton::clicked, this, &RooflinePanel::configRequested);
    bar->row()->addWidget(m_askConfig);
    m_scope = new ScopeSwitch(tr("All passes"), bar);
    m_scope->followBrush(m_bus);
    m_scope->want(ScopeSwitch::kLayer); // follows the selection: the layer, else the pass
    m_scope->setObjectName(QStringLiteral("rooflineScope"));
    m_scope->setAccessibleName(tr("Scope of the roofline"));
    connect(m_scope, &ScopeSwitch::scopeChanged, this, &RooflinePanel::reload);
    bar->row()->addWidget(m_scope);
    m_by = new SegmentedControl({tr("operators"), tr("kernels"), tr("layers")}, bar);
    connect(m_by, &SegmentedControl::activated, this, &RooflinePanel::reload);
    bar->row()->addWidget(m_by);
    m_scale = new SegmentedControl({tr("log"), tr("linear")}, bar);
    m_by->setAccessibleName(tr("Dots of the chart, rows of the list"));
    m_scale->setAccessibleName(tr("Axes of the chart"));
    m_scale->setCurrent(appSettings().value(linearKey()).toBool() ? 1 : 0);
    connect(m_scale, &SegmentedControl::activated, this, [this](int scale) {
        appSettings().setValue(linearKey(), scale == 1);
        applyLook();
        draw();
    });
    bar->row()->addWidget(m_scale);
    bar->row()->addWidget(m_what, 1, FlowRow::kStatementPx);
    m_chart = new PlotChart(tr("FLOPs per second over FLOPs per byte"), this);
    m_chart->setObjectName(QStringLiteral("rooflineChart"));
    connect(m_chart, &AxisPlot::dotPicked, this, [this](int dot) {
        if (dot < 0 || dot >= static_cast<int>(m_picture->dots.size()))
            return;
        m_chart->showDot(dot);
        const core::Selection target = m_picture->table->target(m_picture->dots[static_cast<std::size_t>(dot)].row);
        if (const int row = m_model->viewRowOf(target); row >= 0)
            m_view->selectRow(row);
        select(target);
    });
    m_empty = new EmptyView(QStringLiteral("kernels"), this);
    connect(m_empty, &EmptyView::linkActivated, this, &RooflinePanel::configRequested);
    auto *either = new QWidget(this);
    m_place = new QStackedLayout(either);
    m_place->addWidget(m_chart);
    m_place->addWidget(m_empty);
    return belowBar(bar, either, this);
}

QWidget *RooflinePanel::makeTable()
{
    auto *bar = new ViewBar(this);
    addFields(*bar);
    m_model =
        new ReportTableModel({{"op", {}, ColumnStyle::Kernel, -kMinNamePx, "why"}, {"layer", {}, ColumnStyle::Number, 44, {}},
                                 {"count", {}, ColumnStyle::Number, 46, {}}, {"dur_ns", {}, ColumnStyle::Number, 66, {}},
                                 {"floor_ns", {}, ColumnStyle::Number, 66, {}}, {"of_floor", {}, ColumnStyle::Number, 74, {}},
                                 {"headroom_ns", {}, ColumnStyle::Bar, kBarPx, {}}},
            m_controller.pool(), this);
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("rooflineTable"));
    m_view->setAccessibleName(tr("Operations by headroom"));
    setUpTable(*m_view, *m_model);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(kHeadroomColumn, Qt::DescendingOrder);
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex &index) {
        const auto target = index.data(kTargetRole).value<core::Selection>();
        if (!std::holds_alternative<std::monostate>(target))
            select(target);
    });
    m_view->viewport()->installEventFilter(this);
    m_idle = new TotalRow(*m_view, TotalRow::Look::Part, 0, this);
    m_total = new TotalRow(*m_view, TotalRow::Look::Total, 0, this);
    m_hints = new RooflineHints(this);
    m_hints->hide();
    connect(m_hints, &RooflineHints::activated, this, &RooflinePanel::select);
    auto *part = new QWidget(this);
    m_fields = bar;
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget *each : std::initializer_list<QWidget *>{bar, m_view, m_idle, m_total, m_hints})
        column->addWidget(each, each == m_view ? 1 : 0);
    part->installEventFilter(this);
    return part;
}

// The rows add up to the kernel time; with what is idle, less what overlaps, to the wall.
void RooflinePanel::showTotals()
{
    const RooflinePart &part = m_picture->part;
    const auto idle = idleLessOverlap(*m_picture);
    m_total->setVisible(m_picture->durationNs > 0);
    m_idle->setVisible(m_picture->durationNs > 0 && idle.has_value());
    if (m_picture->durationNs <= 0)
        return;
    QMap<int, QString> total{{0, tr("kernel time")}, {kDurationColumn, durationText(m_picture->durationNs)}};
    if (idle) {
        total[0] = tr("wall");
        total[kDurationColumn] = durationText(part.wallNs);
    }
    const std::int64_t floor = idle ? part.floorNs : m_picture->floorNs;
    const std::int64_t time = idle ? part.wallNs : m_picture->durationNs;
    if (floor > 0 && isMostlyModelled()) {
        total[kFloorColumn] = durationText(floor);
        total[kOfFloorColumn] = qtext(core::formatShare(static_cast<double>(floor) / static_cast<double>(time)));
        total[kHeadroomColumn] = durationText(time - floor);
    }
    if (idle) {
        QMap<int, QString> parts{{0, tr("idle less overlap")}, {kDurationColumn, durationText(*idle)}};
        if (total.contains(kHeadroomColumn))
            parts[kHeadroomColumn] = parts[kDurationColumn];
        m_idle->setTexts(parts);
    }
    m_total->setTexts(total);
}

void RooflinePanel::showHints()
{
    m_hints->setHints(rooflineHints(*m_picture));
    fitHints();
}

// They make room for the table in a low window.
void RooflinePanel::fitHints()
{
    const QWidget *part = m_hints->parentWidget();
    const int fields = m_fields->heightForWidth(part->width());
    const int others = fields + m_idle->height() + m_total->height() + m_hints->sizeHint().height();
    const bool room = part->height() >= others + std::max<int>(kMinTablePx, m_view->minimumSizeHint().height());
    m_hints->setVisible(room && !m_hints->hints().empty());
}

void RooflinePanel::addFields(ViewBar &bar)
{
    FlowRow *row = bar.row();
    QWidget *fields = &bar;
    const auto labelled = [&](const QString &text, QWidget *field) {
        auto *pair = new QWidget(fields); // they go to the next line together
        auto *inner = new QHBoxLayout(pair);
        inner->setContentsMargins(0, 0, 0, 0);
        inner->setSpacing(kLabelGapPx);
        QLabel *label = plainLabel(text, pair);
        label->setBuddy(field);
        inner->addWidget(label);
        inner->addWidget(field);
        row->addWidget(pair);
    };
    m_peaks = new QLineEdit(fields);
    m_peaks->setPlaceholderText(tr("as recognised"));
    m_peaks->setToolTip(tr("Name of a device, or path of a file with its peaks"));
    m_tokens = new QSpinBox(fields);
    m_context = new QSpinBox(fields);
    for (QSpinBox *box : {m_tokens, m_context}) {
        box->setRange(0, 100'000'000);
        box->setSpecialValueText(tr("as recorded"));
        box->setKeyboardTracking(false);
    }
    m_tokens->setToolTip(tr("Tokens that a pass computes, where the trace does not tell"));
    m_context->setToolTip(tr("Keys that a request sees, where the trace does not tell"));
    labelled(tr("Peaks"), m_peaks);
    labelled(tr("Tokens"), m_tokens);
    labelled(tr("Context"), m_context);
    connect(m_peaks, &QLineEdit::editingFinished, this, &RooflinePanel::chooseInputs);
    connect(m_tokens, &QSpinBox::valueChanged, this, &RooflinePanel::chooseInputs);
    connect(m_context, &QSpinBox::valueChanged, this, &RooflinePanel::chooseInputs);
}

QWidget *RooflinePanel::makeLayers()
{
    auto *bar = new ViewBar(this);
    QLabel *title = plainLabel(tr("Layers: wall against roofline"), bar);
    setTextFont(*title, &Theme::strongFont);
    bar->row()->addWidget(title);
    m_layersWhat =
        new ElidedLabel(tr("dark: roofline time, light: above it · number: % of roofline"), ElidedLabel::Rank::Secondary, bar);
    m_layersWhat->setElideMode(Qt::ElideRight);
    bar->row()->addWidget(m_layersWhat, 1);
    m_layers = new PlotChart(tr("Layers: wall against roofline"), this);
    m_layers->setObjectName(QStringLiteral("rooflineLayers"));
    m_noLayers = new EmptyView(QStringLiteral("layers"), this);
    connect(m_noLayers, &EmptyView::linkActivated, this, &RooflinePanel::boundaryRequested);
    auto *either = new QWidget(this);
    m_layersPlace = new QStackedLayout(either);
    m_layersPlace->addWidget(m_layers);
    m_layersPlace->addWidget(m_noLayers);
    m_layers->setBarName([this](int number) { return layerSentence(number); });
    connect(m_layers, &AxisPlot::barPicked, this, [this](int layer) {
        if (layer >= 0 && layer < static_cast<int>(m_picture->layers.size()))
            m_bus.select(m_picture->layers[static_cast<std::size_t>(layer)].target, this);
        drawLayers();
    });
    return belowBar(bar, either, this);
}

void RooflinePanel::applyLook()
{
    for (PlotChart *plot : {m_chart, m_layers})
        plot->setLook(plotLook());
    const auto number = [](double value) { return QString::number(value, 'g', 4); };
    const bool log = !isLinear();
    m_chart->setAxes({tr("FLOP per byte"), log, false, true, number}, {tr("TFLOP/s"), log, false, true, number});
    m_layers->setAxes({tr("layer"), false, true, false,
                          [this](double bar) {
                              const auto at = static_cast<std::size_t>(std::lround(bar));
                              return bar >= 0 && at < m_picture->layers.size() ? QString::number(m_picture->layers[at].layer)
                                                                               : QString();
                          }},
        {tr("wall"), false, false, false, [](double us) { return us >= 1e3 ? tr("%1 ms").arg(us / 1e3) : tr("%1 µs").arg(us); }});
}

void RooflinePanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    applyLook();
    draw();
    drawLayers();
}

void RooflinePanel::enterPeaks()
{
    m_peaks->setFocus(Qt::OtherFocusReason);
}

void RooflinePanel::showInputs(Fields fields)
{
    const QSignalBlocker tokens(m_tokens);
    const QSignalBlocker context(m_context);
    const auto session = m_controller.session();
    const core::RooflineInputs before = m_inputs;
    m_inputs = session ? session->options().roofline : core::RooflineInputs{};
    const auto shows = [fields](const QWidget *field, const QLineEdit *text) {
        return fields == Fields::All || !field->hasFocus() || !text->isModified();
    };
    if (shows(m_peaks, m_peaks))
        m_peaks->setText(qtext(m_inputs.peaks));
    else
        m_inputs.peaks = before.peaks; // until the text is finished
    if (shows(m_tokens, m_tokens->findChild<QLineEdit *>()))
        m_tokens->setValue(static_cast<int>(std::min<std::int64_t>(m_inputs.tokens, m_tokens->maximum())));
    if (shows(m_context, m_context->findChild<QLineEdit *>()))
        m_context->setValue(static_cast<int>(std::min<std::int64_t>(m_inputs.context, m_context->maximum())));
}

// Takes over what differs from what the fields were given: a number that is too large for its field stays.
void RooflinePanel::chooseInputs()
{
    core::RooflineInputs inputs = m_inputs;
    inputs.peaks = stdtext(m_peaks->text().trimmed());
    m_peaks->setModified(false);
    const auto take = [](const QSpinBox *field, std::int64_t &number) {
        if (field->value() != std::min<std::int64_t>(number, field->maximum()))
            number = field->value();
    };
    take(m_tokens, inputs.tokens);
    take(m_context, inputs.context);
    if (inputs == m_inputs || !m_controller.session())
        return;
    m_inputs = inputs;
    emit inputsChosen(inputs);
}

void RooflinePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    emit statusChanged(status());
    sayOverview();
}

void RooflinePanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    emit statusChanged({});
    sayOverview();
}

void RooflinePanel::sayOverview()
{
    emit overviewChanged(isVisible() && m_isCurrent ? rooflineCells(*m_picture) : std::vector<OverviewCell>());
}

// About the wall of the layer or pass, as the overview strip says it; nothing where its limit is not known.
QStringList RooflinePanel::status() const
{
    const RooflinePart &part = m_picture->part;
    if (!m_isCurrent || part.floorNs <= 0 || part.wallNs <= 0)
        return {};
    const QString ratio = QString::number(static_cast<double>(part.wallNs) / static_cast<double>(part.floorNs), 'f', 2);
    QString line = tr("%1: roofline %2, measured %3 (×%4)")
                       .arg(part.layer ? layerText(*part.layer) : translatedTerm(part.stage), durationText(part.floorNs),
                           durationText(part.wallNs), ratio);
    if (part.mbu)
        line += tr(", MBU %1").arg(qtext(core::formatShare(*part.mbu)));
    if (part.mfu)
        line += tr(", MFU %1").arg(qtext(core::formatShare(*part.mfu)));
    return {line,
        tr("%1 and %2 TFLOP at least").arg(qtext(core::formatBytes(part.bytes)), QString::number(part.teraflop, 'g', 3)),
        tr("peaks: %1").arg(translated(m_picture->device))};
}

core::TableRequest RooflinePanel::request() const
{
    core::TableRequest request;
    request.table = "roofline";
    request.by = kBy[static_cast<std::size_t>(std::clamp(m_by->current(), 0, 2))];
    const auto document = m_controller.document();
    if (!document || m_scope->focus().pass == core::kNoPass)
        return request; // of the representative pass
    request.pass = "all";
    request.device = deviceArgument(*document, m_scope->focus().device);
    m_scope->narrow(request, *document);
    if (request.by == kBy[2]) // each layer
        request.layer = core::TableRequest().layer;
    return request;
}

void RooflinePanel::reload()
{
    m_job->cancel();
    m_seen->forget();
    m_isCurrent = false;
    if (isVisible()) {
        emit statusChanged({});
        sayOverview();
    }
    const auto session = m_controller.session();
    if (!session) {
        *m_picture = {};
        m_model->setTable(nullptr);
        showTotals();
        showHints();
        draw();
        drawLayers();
        return;
    }
    m_shown = request();
    m_seen->ask([this, session] {
        m_job->start<RooflinePicture>(
            [session, asked = m_shown](const core::JobControl &control) { return loadRooflinePicture(*session, asked, control); },
            [this](core::Result<RooflinePicture> picture) { present(std::move(picture)); });
    });
}

void RooflinePanel::present(core::Result<RooflinePicture> picture)
{
    *m_picture = picture ? *std::move(picture) : RooflinePicture();
    m_isCurrent = true;
    if (isVisible())
        emit statusChanged(status());
    sayOverview();
    showTotals();
    showHints();
    if (!picture) {
        m_model->setTable(nullptr);
        m_what->setText(errorText(picture.error()));
        draw();
        drawLayers();
        offerHelp();
        return;
    }
    m_model->setTable(m_picture->table);
    fitColumns();
    m_what->setText(statement().join(QStringLiteral(" · ")));
    QStringList lines(m_what->text());
    for (const core::Message &note : m_picture->table->notes())
        lines << translated(note);
    m_what->setToolTip(lines.join(u'\n'));
    draw();
    drawLayers();
    offerHelp();
}

// About the rows that are shown. What holds for the pass or layer stands in the strip and in the status bar.
QStringList RooflinePanel::statement() const
{
    QStringList parts;
    if (m_picture->floorNs > 0 && isMostlyModelled()) {
        const double ratio = static_cast<double>(m_picture->durationNs) / static_cast<double>(m_picture->floorNs);
        if (m_picture->part.floorNs <= 0)
            parts << tr("roofline %1, kernel time %2 (×%3)")
                         .arg(durationText(m_picture->floorNs), durationText(m_picture->durationNs),
                             QString::number(ratio, 'f', 2));
    } else if (m_picture->dots.empty()) {
        parts << tr("nothing is modelled");
    } else if (m_picture->roofs.empty()) {
        parts << tr("no peaks: %1").arg(translated(m_picture->device));
    }
    if (m_picture->withoutFlops > 0)
        parts << tr("%1 rows without FLOPs are in the list alone", nullptr, pluralCount(m_picture->withoutFlops))
                     .arg(m_picture->withoutFlops);
    return parts;
}

// Less is no statement about all of the work.
bool RooflinePanel::isMostlyModelled() const
{
    return m_picture->modelledShare >= 0.5;
}

void RooflinePanel::offerHelp()
{
    const bool peaks = !m_picture->roofs.empty();
    m_askPeaks->setVisible(m_picture->table && !peaks && !m_picture->dots.empty());
    m_askConfig->setVisible(m_picture->table && !m_picture->dots.empty() && !isMostlyModelled());
    const bool nothing = m_picture->table && m_picture->dots.empty();
    if (nothing)
        m_empty->setMessage(m_picture->withoutFlops > 0 ? tr("No work with FLOPs is known; the list has what moves bytes")
                                                        : tr("FLOPs and bytes of this work are not known"),
            tr("The trace records neither shapes nor work. The config.json of the model tells them, with tokens and context "
               "where the "
               "trace does not; a trace recorded while the graph was captured, put beside this one, does too."),
            tr("Use a config.json…"));
    m_place->setCurrentWidget(nothing ? static_cast<QWidget *>(m_empty) : m_chart);
}

std::vector<std::pair<QBrush, QString>> RooflinePanel::legend() const
{
    std::vector<std::pair<QBrush, QString>> entries;
    std::set<std::string> used;
    for (const RooflineDot &dot : m_picture->dots)
        used.insert(dot.category);
    for (const core::CategoryInfo &info : core::categoryInfos())
        if (used.contains(std::string(info.id)))
            entries.emplace_back(Theme::current().fill(info.category), categoryTitle(info.category));
    for (const Roof &roof : m_picture->roofs)
        entries.emplace_back(Theme::current().text,
            tr("%1 TB/s, %2 TFLOP/s %3: %4")
                .arg(QString::number(roof.terabytes, 'g', 4), QString::number(roof.teraflops, 'g', 4), qtext(roof.type),
                    translated(m_picture->device)));
    if (m_picture->bestTerabytes > 0)
        entries.emplace_back(Theme::current().text2, tr("dashed: best of this trace"));
    return entries;
}

QString RooflinePanel::layerSentence(int bar) const
{
    if (bar < 0 || bar >= static_cast<int>(m_picture->layers.size()))
        return {};
    const RooflineLayer &layer = m_picture->layers[static_cast<std::size_t>(bar)];
    if (layer.floorNs < 0 || layer.wallNs <= 0)
        return tr("%1, %2, roofline not known").arg(layerText(layer.layer), durationText(layer.wallNs));
    return tr("%1, %2, roofline %3, %4 of roofline")
        .arg(layerText(layer.layer), durationText(layer.wallNs), durationText(layer.floorNs),
            qtext(core::formatShare(static_cast<double>(layer.floorNs) / static_cast<double>(layer.wallNs))));
}

bool RooflinePanel::isLinear() const
{
    return m_scale->current() == 1;
}

// The representative one where none is selected.
int RooflinePanel::shownPass() const
{
    const auto segmentation = m_controller.segmentation();
    if (m_scope->focus().pass != core::kNoPass || !segmentation || !segmentation->mainDevice.valid())
        return m_scope->focus().pass;
    return segmentation->devices[segmentation->mainDevice.value].selectedPass;
}

// Columns that say nothing make room for names: the layer if it is the same or unknown in all rows, then bars.
void RooflinePanel::fitColumns()
{
    const auto &table = m_model->table();
    if (!table)
        return;
    const std::size_t layer = table->columnIndex("layer");
    std::set<std::int64_t> layers;
    bool missing = false;
    for (std::size_t row = 0; row < table->rowCount() && layers.size() < 2; ++row) {
        missing = missing || table->isMissing(row, layer);
        if (!table->isMissing(row, layer))
            layers.insert(table->integer(row, layer));
    }
    const auto roomFor = [this](bool layerShown, int headroom) {
        int used = TextPx(kMinNamePx) + headroom;
        for (int column = 1; column < kHeadroomColumn; ++column)
            if (column != kLayerColumn || layerShown)
                used += std::max(m_view->columnWidth(column), m_view->isColumnHidden(column) ? int(44_px) : 0);
        return used <= m_view->viewport()->width();
    };
    const bool wide = roomFor(true, TextPx(kBarPx));
    const bool showLayer = layers.size() + (missing ? 1 : 0) > 1 && (wide || !missing);
    m_view->setColumnHidden(kLayerColumn, !showLayer);
    m_view->setColumnWidth(kHeadroomColumn, roomFor(showLayer, TextPx(kBarPx)) ? int(TextPx(kBarPx)) : int(TextPx(kNarrowBarPx)));
}

bool RooflinePanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    if (watched == m_hints->parentWidget() && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        fitHints();
    return QWidget::eventFilter(watched, event);
}

void RooflinePanel::select(const core::Selection &target)
{
    m_selecting = true;
    m_bus.select(target, this);
    m_selecting = false;
}

void RooflinePanel::follow()
{
    if (!m_selecting) // a click in this panel keeps what it shows
        m_scope->follow(m_bus.focus());
    if (request() != m_shown) {
        reload();
        return;
    }
    const int row = m_model->viewRowOf(m_bus.selection());
    if (row >= 0)
        m_view->selectRow(row);
    const auto isSelected = [this](int dot) {
        return dot >= 0 && dot < static_cast<int>(m_picture->dots.size())
            && core::sameSubject(m_picture->table->target(m_picture->dots[static_cast<std::size_t>(dot)].row), m_bus.selection());
    };
    if (!isSelected(m_chart->selectedDot())) {
        int dot = static_cast<int>(m_picture->dots.size()) - 1;
        while (dot >= 0 && !isSelected(dot))
            --dot;
        m_chart->showDot(dot);
    }
    drawLayers();
}

} // namespace lamella::ui
