// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RanksPanel.h"

#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/ranks/RankController.h"
#include "widgets/ranks/RankSkewChart.h"
#include "widgets/ranks/RankStripChart.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace lamella::ui {

struct RanksPanel::Answer {
    RankStripData strip;
    std::shared_ptr<const core::ReportTable> layers;
    std::shared_ptr<const core::ReportTable> clocks;
};

namespace {

std::vector<ViewColumn> layerColumns()
{
    return {{"rank", {}, ColumnStyle::Number, 52, {}}, {"layer", {}, ColumnStyle::Number, 56, {}},
        {"wall_ns", {}, ColumnStyle::Bar, 150, {}}, {"own_ns", {}, ColumnStyle::Number, 90, {}},
        {"wait_ns", {}, ColumnStyle::Bar, 150, {}}, {"exposed_wait_ns", {}, ColumnStyle::Number, 110, {}},
        {"late_ns", {}, ColumnStyle::Number, 90, {}}, {"skew_ns", {}, ColumnStyle::Number, 90, {}},
        {"slowest", {}, ColumnStyle::Number, 64, {}}, {"collectives", {}, ColumnStyle::Number, 84, {}}};
}

std::vector<ViewColumn> clockColumns()
{
    return {{"rank", {}, ColumnStyle::Number, 52, {}}, {"offset_ns", {}, ColumnStyle::Number, 96, {}},
        {"drift_ppm", {}, ColumnStyle::Number, 64, {}}, {"residual_ns", {}, ColumnStyle::Number, 84, {}},
        {"matches", {}, ColumnStyle::Number, 70, {}}, {"collectives", {}, ColumnStyle::Number, 84, {}},
        {"confidence", {}, ColumnStyle::Number, 80, {}}, {"wall_ns", {}, ColumnStyle::Number, 84, {}},
        {"own_ns", {}, ColumnStyle::Number, 84, {}}, {"wait_ns", {}, ColumnStyle::Bar, 140, {}},
        {"slowest_layers", {}, ColumnStyle::Number, 72, {}}, {"method", {}, ColumnStyle::Text, 190, {}},
        {"file", {}, ColumnStyle::Secondary, 0, {}}};
}

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
    auto *bar = new ViewBar(this);
    m_choice = new SegmentedControl({tr("Strip"), tr("Skew"), tr("Table"), tr("Clocks")}, bar);
    m_choice->setAccessibleName(tr("View of the ranks"));
    m_sentence = plainLabel({}, this);
    m_sentence->setWordWrap(true);
    m_sentence->setContentsMargins(8, 4, 8, 4);
    m_sentence->hide();
    m_sentence->setObjectName(QStringLiteral("stragglerSentence"));
    m_metric = new SegmentedControl({tr("start skew"), tr("longest waiting")}, bar);
    m_metric->setAccessibleName(tr("Height of the bars"));
    m_metric->hide();
    bar->row()->addWidget(m_choice);
    bar->row()->addWidget(m_metric);
    bar->row()->addStretch(1);
    m_notes = new QToolButton(bar);
    m_notes->setObjectName(QStringLiteral("rankNotes"));
    m_notes->setIcon(icon(QStringLiteral("warning")));
    m_notes->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_notes->setFocusPolicy(Qt::TabFocus);
    m_notes->setAutoRaise(true);
    m_notes->hide();
    bar->row()->addWidget(m_notes);
    connect(m_notes, &QToolButton::clicked, this, [this] { emit notesRequested(m_ranks.notes().join(QStringLiteral(" · "))); });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_sentence);
    m_stack = new QStackedLayout;
    layout->addLayout(m_stack, 1);
    createViews();
    new PanelExport(*this, [this] { emit exportRequested(request(*model(static_cast<View>(m_choice->current())))); });
    connect(m_choice, &SegmentedControl::activated, this, [this](int view) { showView(static_cast<View>(view)); });
    connect(&ranks, &RankController::ranksChanged, this, &RanksPanel::reload);
    connect(&ranks, &RankController::currentChanged, this, &RanksPanel::followFocus);
    connect(&bus, &NavigationBus::focusChanged, this, &RanksPanel::followFocus);
    connect(&controller, &SessionController::sessionChanged, this, &RanksPanel::followFocus);
    reload();
}

RanksPanel::~RanksPanel() = default;

void RanksPanel::showSentence(const QString &text)
{
    m_sentence->setText(text);
    m_sentence->setVisible(!text.isEmpty());
}

void RanksPanel::createViews()
{
    m_strip = new RankStripChart;
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_strip);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_skew = new RankSkewChart;
    m_layers = new ReportTableModel(layerColumns(), m_controller.pool(), this);
    m_clocks = new ReportTableModel(clockColumns(), m_controller.pool(), this);
    m_empty = new EmptyView(QStringLiteral("layers"), this);
    m_stack->addWidget(scroll);
    m_stack->addWidget(m_skew);
    m_stack->addWidget(createTable(*m_layers, tr("The pass by layer and rank")));
    m_stack->addWidget(createTable(*m_clocks, tr("Ranks and their clocks")));
    m_stack->addWidget(m_empty);
    connect(m_metric, &SegmentedControl::activated, this, [this](int waiting) { m_skew->setWaiting(waiting == 1); });
    connect(m_strip, &RankStripChart::layerPicked, this, &RanksPanel::pickLayer);
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
    connect(m_empty, &EmptyView::linkActivated, this, &RanksPanel::openRequested);
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
    if (focus.pass != core::kNoPass && layer != core::kNoLayer)
        m_bus.select(core::LayerSelection{focus.device, focus.pass, layer}, this);
}

void RanksPanel::showView(View view)
{
    m_choice->setCurrent(view);
    if (m_stack->currentWidget() != m_empty || (m_shownSet && m_strip->strip().pass != core::kNoPass))
        m_stack->setCurrentIndex(view);
    m_metric->setVisible(view == kSkew);
}

void RanksPanel::showEmpty(const QString &sentence, const QString &reason, const QString &link)
{
    m_strip->setData({});
    m_skew->setData({});
    showSentence({});
    m_empty->setMessage(sentence, reason, link);
    m_stack->setCurrentWidget(m_empty);
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
}

void RanksPanel::reload()
{
    m_job->cancel();
    m_seen->forget();
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
        [set = m_shownSet, member = m_shownMember, pass = m_shownPass](const core::JobControl &control) -> core::Result<Answer> {
            const auto comparison = set->comparison(control);
            if (!comparison)
                return comparison.error();
            Answer answer;
            answer.strip = rankStripOf(*set, **comparison, member, pass);
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
    if (answer.strip.isEmpty() && m_choice->current() != kClocks) {
        showEmpty(tr("%1 is on no other rank").arg(passText(m_shownPass)));
        return;
    }
    showSentence(translated(answer.strip.straggler));
    m_skew->setData(answer.strip);
    m_strip->setData(std::move(answer.strip));
    m_stack->setCurrentIndex(m_choice->current());
    followFocus();
}

} // namespace lamella::ui
