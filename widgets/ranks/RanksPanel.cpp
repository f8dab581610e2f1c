// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RanksPanel.h"

#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/ranks/RankController.h"
#include "widgets/ranks/RankDetail.h"
#include "widgets/ranks/RankHeatMap.h"
#include "widgets/ranks/RankSkewChart.h"
#include "widgets/ranks/RankStripChart.h"
#include "widgets/ranks/RanksOverview.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lamella::ui {

struct RanksPanel::Answer {
    RankStripData strip;
    std::shared_ptr<const core::ReportTable> layers;
    std::shared_ptr<const core::ReportTable> clocks;
    RankHeatData heat;
};

namespace {

std::vector<ViewColumn> layerColumns()
{
    return {{"rank", {}, ColumnStyle::Number, 52, {}}, {"layer", {}, ColumnStyle::Number, 56, {}},
        {"wall_ns", {}, ColumnStyle::Bar, -150, {}}, {"own_ns", {}, ColumnStyle::Number, 90, {}},
        {"wait_ns", {}, ColumnStyle::Bar, 150, {}}, {"exposed_wait_ns", {}, ColumnStyle::Number, 110, {}},
        {"late_ns", {}, ColumnStyle::Number, 90, {}}, {"skew_ns", {}, ColumnStyle::Number, 90, {}},
        {"slowest", {}, ColumnStyle::Number, 64, {}}, {"collectives", {}, ColumnStyle::Number, 84, {}}};
}

std::vector<ViewColumn> rankViewColumns()
{
    return {{"rank", {}, ColumnStyle::Number, 52, {}}, {"wait_ns", RanksPanel::tr("Mean waiting"), ColumnStyle::Bar, -130, {}},
        {"own_ns", RanksPanel::tr("Mean own"), ColumnStyle::Number, 88, {}},
        {"exposed_wait_ns", {}, ColumnStyle::Number, 112, {}},
        {"wall_ns", RanksPanel::tr("Mean wall"), ColumnStyle::Number, 88, {}}, {"slowest_layers", {}, ColumnStyle::Number, 76, {}},
        {"offset_ns", {}, ColumnStyle::Number, 96, {}}, {"drift_ppm", {}, ColumnStyle::Number, 60, {}},
        {"residual_ns", {}, ColumnStyle::Number, 76, {}}, {"matches", {}, ColumnStyle::Number, 70, {}},
        {"collectives", {}, ColumnStyle::Number, 84, {}}, {"confidence", {}, ColumnStyle::Number, 80, {}},
        {"method", {}, ColumnStyle::Text, 190, {}}, {"file", {}, ColumnStyle::Secondary, 160, {}}};
}

constexpr int kRankColumn = 0;
constexpr int kWaitColumn = 1;
constexpr std::size_t kMaxChosen = 8; // lanes of ranks that were clicked

// What the colours of collectives mean.
class WaitingKey : public QWidget {
public:
    explicit WaitingKey(QWidget *parent)
        : QWidget(parent)
    {
        setAccessibleName(RanksPanel::tr("Light: waiting for other ranks; full: transfer"));
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics metrics(Theme::captionFont());
        return {2 * kChipPx + 26_px + metrics.horizontalAdvance(waiting()) + metrics.horizontalAdvance(transfer()), 20_px};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setFont(Theme::captionFont());
        painter.setPen(Theme::current().text2);
        int x = 0;
        const auto entry = [&](const QColor &color, const QString &text) {
            painter.fillRect(x, (height() - kChipPx) / 2, kChipPx, kChipPx, color);
            x += kChipPx + 6_px;
            const int wide = painter.fontMetrics().horizontalAdvance(text);
            painter.drawText(QRect(x, 0, wide + 2, height()), Qt::AlignVCenter, text);
            x += wide + 14_px;
        };
        entry(RankStripChart::waiting(), waiting());
        entry(Theme::current().fill(core::Category::Communication), transfer());
    }

private:
    static constexpr TextPx kChipPx{10};
    static QString waiting() { return RanksPanel::tr("waiting for other ranks"); }
    static QString transfer() { return RanksPanel::tr("transfer"); }
};

} // namespace

RanksPanel::RanksPanel(SessionController &controller, NavigationBus &bus, RankController &ranks, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_ranks(ranks)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
{
    setObjectName(QStringLiteral("RanksPanel"));
    auto *split = new QSplitter(Qt::Vertical, this);
    split->setChildrenCollapsible(false);
    m_views = split;
    split->addWidget(makeStrip());
    auto *below = new QSplitter(Qt::Horizontal, split);
    below->setChildrenCollapsible(false);
    below->addWidget(makeMap());
    below->addWidget(makeTables());
    below->setStretchFactor(0, 1);
    below->setStretchFactor(1, 1);
    below->setSizes({500, 600});
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setSizes({360, 380});
    m_empty = new EmptyView(QStringLiteral("layers"), this);
    m_stack = new QStackedLayout(this);
    m_stack->setContentsMargins(0, 0, 0, 0);
    m_stack->addWidget(split);
    m_stack->addWidget(m_empty);
    connectViews();
    new PanelExport(*this, [this] { emit exportRequested(request(*model(static_cast<View>(m_choice->current())))); });
    connect(&ranks, &RankController::ranksChanged, this, &RanksPanel::reload);
    connect(&ranks, &RankController::currentChanged, this, &RanksPanel::followFocus);
    connect(&bus, &NavigationBus::focusChanged, this, &RanksPanel::followFocus);
    connect(&controller, &SessionController::sessionChanged, this, &RanksPanel::followFocus);
    reload();
}

RanksPanel::~RanksPanel() = default;

QWidget *RanksPanel::makeStrip()
{
    auto *bar = new ViewBar(this);
    bar->setObjectName(QStringLiteral("viewBar"));
    auto *clock = new SegmentedControl({tr("aligned clocks"), tr("from own start")}, bar);
    clock->setAccessibleName(tr("Where the lanes of the ranks begin"));
    m_notes = new QToolButton(bar);
    m_notes->setObjectName(QStringLiteral("rankNotes"));
    m_notes->setIcon(icon(QStringLiteral("warning")));
    m_notes->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_notes->setFocusPolicy(Qt::TabFocus);
    m_notes->setAutoRaise(true);
    m_notes->hide();
    connect(m_notes, &QToolButton::clicked, this, [this] { emit notesRequested(m_ranks.notes().join(QStringLiteral(" · "))); });
    bar->row()->addStretch(1);
    bar->row()->addWidget(m_notes);
    bar->row()->addWidget(new WaitingKey(bar));
    bar->row()->addWidget(clock);
    m_strip = new RankStripChart;
    constexpr double kStep = 1.5;
    const auto addButton = [this, bar](const char *image, const QString &text, const QString &keys, auto act) {
        QToolButton *button = iconButton(QString::fromLatin1(image), text, keys, bar);
        connect(button, &QToolButton::clicked, this, act);
        bar->row()->addWidget(button);
    };
    addButton("zoom-out", tr("Zoom out"), QStringLiteral("-"), [this] { m_strip->zoomBy(1 / kStep); });
    addButton("zoom-in", tr("Zoom in"), QStringLiteral("+"), [this] { m_strip->zoomBy(kStep); });
    addButton("zoom-fit", tr("Whole pass"), QStringLiteral("Home"), [this] { m_strip->zoomOut(); });
    connect(clock, &SegmentedControl::activated, this, [this](int own) { m_strip->setFromOwnStart(own == 1); });
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_strip);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    return belowBar(bar, scroll, this);
}

QWidget *RanksPanel::makeMap()
{
    auto *bar = new ViewBar(this);
    auto *metric = new SegmentedControl({tr("waited"), tr("wall"), tr("own time")}, bar);
    metric->setAccessibleName(tr("What the colours show"));
    QLabel *title = plainLabel(tr("Ranks × layers"), bar);
    setTextFont(*title, &Theme::strongFont);
    QLabel *base = plainLabel(tr("mean of all passes"), bar);
    setTextFont(*base, &Theme::captionFont);
    base->setToolTip(tr("Means over the passes compared"));
    bar->row()->addWidget(title);
    bar->row()->addWidget(base);
    bar->row()->addStretch(1);
    bar->row()->addWidget(metric);
    m_map = new RankHeatMap;
    m_map->setMetric(RankHeatMap::Metric::Waiting);
    connect(metric, &SegmentedControl::activated, this, [this](int chosen) {
        using Metric = RankHeatMap::Metric;
        m_map->setMetric(chosen == 0 ? Metric::Waiting : chosen == 1 ? Metric::Wall : Metric::Own);
    });
    return belowBar(bar, m_map, this);
}

QWidget *RanksPanel::makeTables()
{
    auto *bar = new ViewBar(this);
    m_choice = new SegmentedControl({tr("ranks"), tr("by layer"), tr("skew")}, bar);
    m_choice->setAccessibleName(tr("Table of the ranks"));
    m_order = new SegmentedControl({tr("by waiting"), tr("by number")}, bar);
    m_order->setAccessibleName(tr("Order of the ranks"));
    m_metric = new SegmentedControl({tr("start skew"), tr("longest waiting")}, bar);
    m_metric->setAccessibleName(tr("Height of the bars"));
    m_metric->hide();
    bar->row()->addWidget(m_choice);
    bar->row()->addStretch(1);
    bar->row()->addWidget(m_order);
    bar->row()->addWidget(m_metric);
    m_skew = new RankSkewChart;
    m_layers = new ReportTableModel(layerColumns(), m_controller.pool(), this);
    m_clocks = new ReportTableModel(rankViewColumns(), m_controller.pool(), this);
    auto *body = new QWidget(this);
    m_tables = new QStackedLayout(body);
    m_rankTable = createTable(*m_clocks, tr("Ranks and their clocks"));
    m_rankTable->setObjectName(QStringLiteral("rankTable"));
    m_rankTable->sortByColumn(kWaitColumn, Qt::AscendingOrder);
    m_tables->addWidget(m_rankTable);
    m_tables->addWidget(createTable(*m_layers, tr("The pass by layer and rank")));
    m_tables->addWidget(m_skew);
    return belowBar(bar, body, this);
}

void RanksPanel::connectViews()
{
    connect(m_choice, &SegmentedControl::activated, this, [this](int view) { showView(static_cast<View>(view)); });
    connect(m_order, &SegmentedControl::activated, this,
        [this](int number) { m_rankTable->sortByColumn(number == 1 ? kRankColumn : kWaitColumn, Qt::AscendingOrder); });
    connect(m_metric, &SegmentedControl::activated, this, [this](int waiting) { m_skew->setWaiting(waiting == 1); });
    connect(m_strip, &RankStripChart::layerPicked, this, &RanksPanel::pickLayer);
    connect(m_strip, &RankStripChart::rankPicked, this, &RanksPanel::pickRank);
    connect(m_map, &RankHeatMap::layerPicked, this, &RanksPanel::pickLayer);
    connect(m_map, &RankHeatMap::rankPicked, this, &RanksPanel::pickRank); // its rows are the members
    connect(m_map, &RankHeatMap::rankOpened, this, [this](std::size_t member) { m_ranks.show(member); });
    connect(m_skew, &RankSkewChart::layerPicked, this, &RanksPanel::pickLayer);
    connect(m_strip, &RankStripChart::rankOpened, this, [this](std::size_t member, int layer) {
        for (const RankStripRow &row : m_strip->strip().rows) {
            if (row.member != member)
                continue;
            if (layer == core::kNoLayer)
                m_ranks.show(member, core::PassSelection{row.device, row.pass});
            else
                m_ranks.show(member, core::LayerSelection{row.device, row.pass, layer});
            return;
        }
    });
    connect(m_rankTable, &QTableView::clicked, this, [this](const QModelIndex &index) { pickRow(index.row()); });
    connect(m_rankTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        const bool byKey = m_rankTable->hasFocus() && m_rankTable->selectionModel()->isRowSelected(index.row());
        if (!m_marking && index.isValid() && byKey)
            pickRow(index.row());
    });
    connect(m_clocks, &ReportTableModel::rowsChanged, this, &RanksPanel::markPicked);
    connect(m_empty, &EmptyView::linkActivated, this, &RanksPanel::openRequested);
}

void RanksPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    sayOverview();
    showDetail();
}

void RanksPanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    sayOverview();
    hideDetail();
}

void RanksPanel::sayOverview()
{
    emit overviewChanged(isVisible() ? rankCells(m_strip->strip()) : std::vector<OverviewCell>());
}

// The rank that was clicked; else the one that takes longest.
void RanksPanel::showDetail()
{
    const RankStripData &strip = m_strip->strip();
    std::optional<std::size_t> member = m_picked;
    if (!member && strip.straggler)
        member = strip.straggler->rank;
    markPicked();
    std::optional<InspectorContent> content = member && isVisible() ? rankDetail(strip, *member) : std::nullopt;
    if (!content)
        return hideDetail();
    m_detail = std::make_shared<const InspectorContent>(*std::move(content));
    m_bus.showDetail(m_detail);
}

void RanksPanel::hideDetail()
{
    const auto shown = std::exchange(m_detail, nullptr);
    if (shown && m_bus.detail() == shown.get())
        m_bus.showDetail(nullptr);
}

void RanksPanel::pickRow(int row)
{
    const auto rank = m_clocks->table()->integer(m_clocks->tableRow(row), 0);
    for (const RankWork &work : m_strip->strip().works)
        if (work.rank == rank)
            return pickRank(work.member);
}

void RanksPanel::markPicked()
{
    const QScopedValueRollback<bool> marking(m_marking, true);
    const RankStripData &strip = m_strip->strip();
    const std::size_t member = m_picked ? *m_picked : strip.straggler ? strip.straggler->rank : SIZE_MAX;
    m_strip->setMarked(member);
    m_map->select(member);
    const RankWork *work = strip.workOf(member);
    if (work == nullptr || !m_clocks->table())
        return;
    for (int row = 0; row < m_clocks->rowCount(); ++row)
        if (m_clocks->table()->integer(m_clocks->tableRow(row), 0) == work->rank) {
            selectRows(*m_rankTable, {row}); // also while Ctrl is held
            bringIntoView(*m_rankTable, m_clocks->index(row, 0));
        }
}

std::vector<std::size_t> RanksPanel::lanes() const
{
    std::vector<std::size_t> members = m_chosen;
    members.push_back(m_ranks.current());
    return members;
}

void RanksPanel::pickRank(std::size_t member)
{
    m_picked = member;
    std::erase(m_chosen, member);
    m_chosen.push_back(member);
    if (m_chosen.size() > kMaxChosen)
        m_chosen.erase(m_chosen.begin());
    showDetail();
    const auto &rows = m_strip->strip().rows;
    if (!rows.empty()
        && std::none_of(rows.begin(), rows.end(), [member](const RankStripRow &row) { return row.member == member; }))
        m_seen->ask([this] { compare(); }); // with a lane for it
}

QTableView *RanksPanel::createTable(ReportTableModel &model, const QString &name)
{
    auto *view = new QTableView(this);
    view->setAccessibleName(name);
    setUpTable(*view, model);
    view->setSortingEnabled(true);
    view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view->setToolTip(tr("Double click shows the rank in the other views."));
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view, &QWidget::customContextMenuRequested, this,
        [this, view, &model](const QPoint &position) { showMenu(*view, model, position); });
    connect(view, &QTableView::activated, this, [this, &model](const QModelIndex &index) { openRow(index, model); });
    connect(view, &QTableView::clicked, this, [this, &model](const QModelIndex &index) {
        const core::Selection &target = model.table()->target(model.tableRow(index.row()));
        if (const auto *layer = std::get_if<core::LayerSelection>(&target))
            pickLayer(layer->layer);
    });
    return view;
}

core::RankTableRequest RanksPanel::request(const ReportTableModel &model) const
{
    core::RankTableRequest request;
    request.base.table = "ranks";
    request.base.by = &model == m_clocks ? "rank" : "layer";
    if (&model != m_clocks)
        request.base.pass = std::to_string(m_strip->strip().pass);
    const TableOrder &order = model.order();
    if (model.table() && order.column != core::ReportTable::npos)
        request.base.sort = (order.descending ? "-" : "") + model.table()->columns()[order.column].id;
    return request;
}

void RanksPanel::showMenu(const QTableView &view, const ReportTableModel &model, const QPoint &position)
{
    QMenu menu(this);
    const QModelIndex index = view.indexAt(position);
    if (index.isValid()) {
        menu.addAction(tr("Show this &rank"), this, [this, index, &model] { openRow(index, model); });
        menu.addAction(tr("Copy &rows"), this,
            [&view, &model] { QApplication::clipboard()->setText(model.asTsv(view.selectionModel()->selectedRows())); });
        menu.addSeparator();
    }
    menu.addAction(tr("&Export this table…"), this, [this, &model] { emit exportRequested(request(model)); });
    menu.exec(view.viewport()->mapToGlobal(position));
}

// The first column of both tables is the rank; a row of the clock table links to the rank as a whole.
void RanksPanel::openRow(const QModelIndex &index, const ReportTableModel &model)
{
    const auto set = m_ranks.set();
    if (!set || !model.table())
        return;
    const std::uint32_t row = model.tableRow(index.row());
    const auto rank = model.table()->integer(row, 0);
    for (std::size_t member = 0; member < set->members().size(); ++member) {
        if (set->members()[member].rank != rank)
            continue;
        const core::Selection &target = model.table()->target(row);
        if (std::holds_alternative<std::monostate>(target))
            m_ranks.show(member);
        else
            m_ranks.show(member, target);
        return;
    }
}

void RanksPanel::pickLayer(int layer)
{
    const Focus focus = m_bus.focus();
    if (focus.pass == core::kNoPass || layer == core::kNoLayer)
        return;
    m_bus.select(core::LayerSelection{focus.device, focus.pass, layer}, this);
    showDetail(); // stays about the rank
}

void RanksPanel::showView(View view)
{
    m_choice->setCurrent(view);
    m_tables->setCurrentIndex(view);
    m_metric->setVisible(view == kSkew);
    m_order->setVisible(view == kRanks);
}

void RanksPanel::showEmpty(const QString &sentence, const QString &reason, const QString &link)
{
    m_strip->setData({});
    m_skew->setData({});
    m_map->setData({});
    m_empty->setMessage(sentence, reason, link);
    m_stack->setCurrentWidget(m_empty);
    sayOverview();
    hideDetail();
}

void RanksPanel::followFocus()
{
    if (m_ranks.isSwitching())
        return; // transient state without selection
    const Focus focus = m_bus.focus();
    if (m_ranks.set() != m_shownSet || focus.pass != m_shownPass || m_ranks.current() != m_shownMember) {
        reload();
        return;
    }
    m_strip->setSelection(m_ranks.current(), focus.layer);
    m_skew->setSelectedLayer(focus.layer);
    m_map->setLayer(focus.layer);
}

void RanksPanel::reload()
{
    m_job->cancel();
    m_seen->forget();
    if (m_ranks.set() != m_shownSet) {
        m_picked.reset();
        m_chosen.clear();
    }
    m_shownSet = m_ranks.set();
    m_shownMember = m_ranks.current();
    m_shownPass = m_bus.focus().pass;
    m_choice->setEnabled(m_shownSet != nullptr);
    const QStringList notes = m_ranks.notes();
    m_notes->setVisible(!notes.isEmpty());
    m_notes->setText(QString::number(notes.size()));
    m_notes->setToolTip(notes.join(u'\n'));
    m_notes->setAccessibleName(tr("Problems with these ranks"));
    m_notes->setAccessibleDescription(m_notes->toolTip());
    if (!m_shownSet) {
        showEmpty(tr("Only one rank is open"),
            tr("Open the files of several ranks at once, or their folder: their clocks are aligned by the collectives they "
               "share."),
            tr("Open ranks…"));
        return;
    }
    if (m_shownPass == core::kNoPass) {
        showEmpty(tr("No pass is selected"));
        return;
    }
    if (m_stack->currentWidget() == m_empty) // otherwise the previous contents stay until the result arrives
        m_empty->setMessage(tr("Comparing the ranks…"), {}, {});
    m_seen->ask([this] { compare(); });
}

void RanksPanel::compare()
{
    m_job->start<Answer>(
        [set = m_shownSet, member = m_shownMember, pass = m_shownPass, lanes = lanes()](
            const core::JobControl &control) -> core::Result<Answer> {
            const auto comparison = set->comparison(control);
            if (!comparison)
                return comparison.error();
            Answer answer;
            std::vector<std::size_t> shown = lanes;
            if ((*comparison)->straggler)
                shown.push_back((*comparison)->straggler->rank);
            answer.strip = rankStripOf(*set, **comparison, member, pass, shown);
            answer.heat = rankHeatOf(**comparison, labelsOf(*set));
            core::RankTableRequest request;
            request.base.by = "rank";
            auto clocks = set->table(request, control);
            if (!clocks)
                return clocks.error();
            answer.clocks = std::move(*clocks);
            if (answer.strip.isEmpty())
                return answer;
            request.base.by = "layer";
            request.base.pass = std::to_string(answer.strip.pass);
            auto layers = set->table(request, control);
            if (!layers)
                return layers.error();
            answer.layers = std::move(*layers);
            return answer;
        },
        [this](core::Result<Answer> answer) {
            if (answer)
                present(std::move(*answer));
            else
                showEmpty(tr("The ranks cannot be compared"), errorText(answer.error()));
        });
}

void RanksPanel::present(Answer answer)
{
    m_clocks->setTable(answer.clocks);
    m_layers->setTable(answer.layers);
    if (answer.strip.isEmpty()) {
        showEmpty(tr("%1 is on no other rank").arg(passText(m_shownPass)));
        return;
    }
    m_skew->setData(answer.strip);
    m_strip->setData(std::move(answer.strip));
    m_map->setData(std::move(answer.heat));
    m_stack->setCurrentWidget(m_views);
    followFocus();
    sayOverview();
    showDetail();
}

} // namespace lamella::ui
