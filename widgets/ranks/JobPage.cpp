// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/JobPage.h"

#include "core/session/summary/RankSummaries.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/ranks/RankHeatMap.h"
#include "widgets/session/JobSlot.h"

#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace lamella::ui {

struct JobPage::Answer {
    RankHeatData heat;
    std::vector<core::RankLabel> labels;
    std::vector<core::RankDivision> divisions;
    std::shared_ptr<const core::ReportTable> ranks;
    std::shared_ptr<const core::ReportTable> groups;
    core::Message straggler;
    QStringList problems;
};

namespace {

std::vector<ViewColumn> rankColumns()
{
    return {{"rank", {}, ColumnStyle::Number, 60, {}}, {"wall_ns", {}, ColumnStyle::Number, 90, {}},
        {"own_ns", {}, ColumnStyle::Bar, 150, {}}, {"wait_ns", {}, ColumnStyle::Bar, 150, {}},
        {"exposed_wait_ns", {}, ColumnStyle::Number, 110, {}}, {"slowest_layers", {}, ColumnStyle::Number, 84, {}},
        {"offset_ns", {}, ColumnStyle::Number, 96, {}}, {"matches", {}, ColumnStyle::Number, 76, {}},
        {"collectives", {}, ColumnStyle::Number, 90, {}}, {"confidence", {}, ColumnStyle::Number, 84, {}},
        {"method", {}, ColumnStyle::Text, 200, {}}, {"file", {}, ColumnStyle::Secondary, 0, {}}};
}

std::vector<ViewColumn> groupColumns()
{
    return {{"ranks", {}, ColumnStyle::Text, -140, {}}, {"size", {}, ColumnStyle::Number, 60, {}},
        {"wall_ns", {}, ColumnStyle::Number, 90, {}}, {"own_ns", {}, ColumnStyle::Bar, 150, {}},
        {"wait_ns", {}, ColumnStyle::Bar, 150, {}}, {"slowest", {}, ColumnStyle::Number, 76, {}},
        {"excess_ns", {}, ColumnStyle::Bar, 140, {}}, {"slowest_layers", {}, ColumnStyle::Number, 84, {}},
        {"collectives", {}, ColumnStyle::Number, 90, {}}};
}

} // namespace

JobPage::JobPage(QThreadPool &pool, QWidget *parent)
    : QWidget(parent)
    , m_job(std::make_unique<JobSlot>(pool))
{
    build(pool);
    connect(m_map, &RankHeatMap::rankPicked, this, &JobPage::showRow);
    connect(m_map, &RankHeatMap::rankOpened, this, &JobPage::openRow);
    connectTables();
}

void JobPage::build(QThreadPool &pool)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_bar = makeBar();
    m_bar->hide(); // says and changes what is shown
    layout->addWidget(m_bar);
    auto *split = new QSplitter(Qt::Vertical, this);
    m_content = split;
    m_map = new RankHeatMap(split);
    m_tables = new QStackedWidget(split);
    m_model = new ReportTableModel(rankColumns(), pool, this);
    m_view = addTable(*m_model, tr("Ranks and their clocks"));
    m_view->setObjectName(QStringLiteral("jobRanks"));
    m_groupModel = new ReportTableModel(groupColumns(), pool, this);
    m_groupView = addTable(*m_groupModel, tr("Groups of ranks"));
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    m_empty = new EmptyView(QStringLiteral("layers"), this);
    layout->addWidget(split, 1);
    layout->addWidget(m_empty, 1);
    m_content->hide();
}

ViewBar *JobPage::makeBar()
{
    auto *bar = new ViewBar(this);
    m_title = plainLabel({}, bar);
    auto *metric = new SegmentedControl({tr("own time"), tr("waiting"), tr("wall")}, bar);
    metric->setAccessibleName(tr("What the colours show"));
    m_fold = new QComboBox(bar);
    m_fold->setAccessibleName(tr("Ranks or groups of ranks"));
    m_fold->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_fold->setMinimumContentsLength(16);
    m_order = new SegmentedControl({tr("by number"), tr("slowest first")}, bar);
    m_order->setAccessibleName(tr("Order of the rows"));
    m_back = new LinkButton({}, bar);
    m_back->hide();
    m_sentence = new ElidedLabel({}, ElidedLabel::Rank::Secondary, bar);
    m_sentence->setElideMode(Qt::ElideRight);
    bar->row()->addWidget(m_title);
    bar->row()->addWidget(metric);
    bar->row()->addWidget(m_fold);
    bar->row()->addWidget(m_order);
    bar->row()->addWidget(m_back);
    bar->row()->addWidget(m_sentence, 1);
    connect(metric, &SegmentedControl::activated, this,
        [this](int chosen) { m_map->setMetric(static_cast<RankHeatMap::Metric>(chosen)); });
    connect(m_fold, &QComboBox::activated, this, [this](int at) { fold(at - 1); });
    connect(m_order, &SegmentedControl::activated, this, [this](int order) { setSlowestFirst(order == 1); });
    connect(m_back, &LinkButton::clicked, this, &JobPage::showAllRanks);
    return bar;
}

QTableView *JobPage::addTable(ReportTableModel &model, const QString &name)
{
    auto *view = new QTableView(m_tables);
    view->setAccessibleName(name);
    setUpTable(*view, model);
    view->setSortingEnabled(true);
    view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_tables->addWidget(view);
    return view;
}

int JobPage::rankOf(const QModelIndex &index) const
{
    return static_cast<int>(m_model->table()->integer(m_model->tableRow(index.row()), 0));
}

void JobPage::connectTables()
{
    connect(m_view, &QTableView::activated, this, [this](const QModelIndex &index) { openRank(rankOf(index)); });
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex &index) {
        for (std::size_t row = 0; row < m_rows.size(); ++row)
            if (m_labels[m_rows[row]].rank == rankOf(index))
                m_map->select(row);
    });
    connect(m_groupView, &QTableView::activated, this,
        [this](const QModelIndex &index) { openGroup(m_groupModel->tableRow(index.row())); });
    connect(m_groupView, &QTableView::clicked, this, [this](const QModelIndex &index) {
        const auto at = std::find(m_rows.begin(), m_rows.end(), m_groupModel->tableRow(index.row()));
        if (at != m_rows.end())
            m_map->select(static_cast<std::size_t>(at - m_rows.begin()));
    });
}

JobPage::~JobPage() = default;

QString JobPage::sentence() const
{
    return m_sentence->text();
}

bool JobPage::isBusy() const
{
    return m_job->running();
}

void JobPage::cancel()
{
    m_job->cancel();
}

void JobPage::open(const QString &folder)
{
    m_requested.clear();
    m_only.clear(); // nothing is left to go back to
    m_bar->hide();
    m_content->hide();
    m_empty->show();
    m_title->clear();
    m_sentence->setText({});
    m_empty->setMessage(tr("Reading the summaries of the ranks…"), folder);
    m_job->start<Answer>(
        [path = QFile::encodeName(folder).toStdString()](const core::JobControl &control) -> core::Result<Answer> {
            const auto set = core::RankSummaries::open({path}, control);
            if (!set)
                return set.error();
            const auto comparison = (*set)->comparison(control);
            if (!comparison)
                return comparison.error();
            Answer answer;
            core::RankTableRequest request;
            request.base.by = "rank";
            auto ranks = (*set)->table(request, *comparison);
            if (!ranks)
                return ranks.error();
            answer.ranks = std::move(*ranks);
            request.base.by = "group";
            auto groups = (*set)->table(request, *comparison);
            if (!groups)
                return groups.error();
            answer.groups = std::move(*groups);
            answer.divisions = comparison->divisions;
            answer.labels = (*set)->labels();
            answer.heat = rankHeatOf(*comparison, answer.labels);
            answer.straggler = core::stragglerSentence(*comparison, answer.labels);
            for (const core::RankNote &note : (*set)->notes())
                if (note.serious)
                    answer.problems << translated(note.sentence);
            return answer;
        },
        [this](const core::Result<Answer> &answer) {
            if (answer)
                present(*answer);
            else
                m_empty->setMessage(tr("The ranks cannot be compared"), errorText(answer.error()));
        });
}

void JobPage::present(const Answer &answer)
{
    m_labels = answer.labels;
    m_heat = answer.heat;
    m_divisions = answer.divisions;
    m_ranks = answer.ranks;
    m_groups = answer.groups;
    m_division = -1;
    m_only.clear();
    m_title->setText(tr("%1 ranks · %2 passes")
                         .arg(QLocale().toString(static_cast<qulonglong>(m_labels.size())))
                         .arg(QLocale().toString(static_cast<qulonglong>(answer.heat.passes))));
    m_sentence->setText(translated(answer.straggler));
    m_fold->clear();
    m_fold->addItem(tr("each rank"));
    for (const core::RankDivision &division : m_divisions) { // the first group tells those of one size apart
        const QString first = qtext(core::groupRanksText(division.groups.front(), m_labels));
        m_fold->addItem(tr("%1 groups of %2: %3…")
                            .arg(QLocale().toString(static_cast<qulonglong>(division.groups.size())),
                                QLocale().toString(static_cast<qulonglong>(division.size())), first));
    }
    m_fold->setVisible(!m_divisions.empty());
    m_empty->hide();
    m_bar->show();
    m_content->show();
    arrange();
    if (!answer.problems.isEmpty())
        emit told(answer.problems.join(QStringLiteral(" · ")));
}

void JobPage::fold(int division)
{
    m_division = division < divisions() ? division : -1;
    m_only.clear();
    arrange();
}

void JobPage::openGroup(std::size_t group)
{
    if (m_division < 0 || group >= m_divisions[static_cast<std::size_t>(m_division)].groups.size())
        return;
    const core::RankGroup &opened = m_divisions[static_cast<std::size_t>(m_division)].groups[group];
    m_only = opened.ranks;
    m_back->setText(tr("Ranks %1: show all").arg(qtext(core::groupRanksText(opened, m_labels))));
    arrange();
}

void JobPage::showAllRanks()
{
    m_only.clear();
    arrange();
}

void JobPage::setSlowestFirst(bool on)
{
    m_order->setCurrent(on ? 1 : 0);
    arrange();
}

void JobPage::arrange()
{
    const bool groups = m_division >= 0 && m_only.empty();
    RankHeatData heat = groups ? foldedBy(m_heat, m_divisions[static_cast<std::size_t>(m_division)], m_labels)
        : m_only.empty()       ? m_heat
                               : withRows(m_heat, m_only);
    m_rows.resize(heat.ranks.size());
    std::iota(m_rows.begin(), m_rows.end(), 0U);
    if (m_order->current() == 1) {
        m_rows = slowestFirst(heat);
        heat = withRows(heat, m_rows);
    }
    if (!groups && !m_only.empty())
        for (std::uint32_t &row : m_rows)
            row = m_only[row];
    m_map->setData(std::move(heat));
    m_fold->setCurrentIndex(m_division + 1);
    m_back->setVisible(!m_only.empty());
    if (groups) {
        std::uint32_t first = 0; // of the division in the table of all
        for (int before = 0; before < m_division; ++before)
            first += static_cast<std::uint32_t>(m_divisions[static_cast<std::size_t>(before)].groups.size());
        std::vector<std::uint32_t> rows(m_divisions[static_cast<std::size_t>(m_division)].groups.size());
        std::iota(rows.begin(), rows.end(), first);
        m_groupModel->setTable(std::make_shared<const core::ReportTable>(m_groups->withRows(rows)));
    } else {
        m_model->setTable(m_only.empty() ? m_ranks : std::make_shared<const core::ReportTable>(m_ranks->withRows(m_only)));
    }
    m_tables->setCurrentWidget(groups ? m_groupView : m_view);
}

void JobPage::showRow(std::size_t row)
{
    const bool groups = m_tables->currentWidget() == m_groupView;
    const ReportTableModel &model = groups ? *m_groupModel : *m_model;
    QTableView *view = groups ? m_groupView : m_view;
    const auto isIt = [&](int at) {
        return groups ? m_groupModel->tableRow(at) == m_rows[row] : rankOf(m_model->index(at, 0)) == m_labels[m_rows[row]].rank;
    };
    for (int at = 0; at < model.rowCount(); ++at)
        if (isIt(at)) {
            view->selectRow(at);
            view->scrollTo(model.index(at, 0));
            return;
        }
}

void JobPage::openRow(std::size_t row)
{
    if (m_tables->currentWidget() == m_groupView)
        openGroup(m_rows[row]);
    else
        openRank(m_labels[m_rows[row]].rank);
}

// Esc leaves the group.
void JobPage::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !m_only.empty())
        return showAllRanks();
    QWidget::keyPressEvent(event);
}

void JobPage::openRank(int rank)
{
    for (const core::RankLabel &label : m_labels) {
        if (label.rank != rank)
            continue;
        const QString path = QFile::decodeName(QByteArray::fromStdString(label.file));
        m_requested = path;
        if (QFileInfo::exists(path))
            emit traceRequested(path);
        else
            emit told(tr("The trace of rank %1 is not here: %2").arg(rank).arg(path));
        return;
    }
}

} // namespace lamella::ui
