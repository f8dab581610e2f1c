// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/JobPage.h"

#include "core/session/summary/RankSummaries.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/ranks/RankHeatMap.h"
#include "widgets/session/JobSlot.h"

#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

struct JobPage::Answer {
    RankHeatData heat;
    std::vector<core::RankLabel> labels;
    std::shared_ptr<const core::ReportTable> ranks;
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

} // namespace

JobPage::JobPage(QThreadPool &pool, QWidget *parent)
    : QWidget(parent)
    , m_job(std::make_unique<JobSlot>(pool))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *bar = new ViewBar(this);
    m_title = plainLabel({}, bar);
    auto *metric = new SegmentedControl({tr("own time"), tr("waiting")}, bar);
    metric->setAccessibleName(tr("What the colours show"));
    m_sentence = new ElidedLabel({}, ElidedLabel::Rank::Secondary, bar);
    m_sentence->setElideMode(Qt::ElideRight);
    bar->row()->addWidget(m_title);
    bar->row()->addWidget(metric);
    bar->row()->addWidget(m_sentence, 1);
    layout->addWidget(bar);
    auto *split = new QSplitter(Qt::Vertical, this);
    m_content = split;
    m_map = new RankHeatMap(split);
    m_model = new ReportTableModel(rankColumns(), pool, this);
    m_view = new QTableView(split);
    m_view->setAccessibleName(tr("Ranks and their clocks"));
    setUpTable(*m_view, *m_model);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    m_empty = new EmptyView(QStringLiteral("layers"), this);
    layout->addWidget(split, 1);
    layout->addWidget(m_empty, 1);
    m_content->hide();
    connect(metric, &SegmentedControl::activated, this, [this](int waiting) { m_map->setWaiting(waiting == 1); });
    connect(m_map, &RankHeatMap::rankPicked, this, &JobPage::showRank);
    connect(m_map, &RankHeatMap::rankOpened, this, [this](std::size_t row) { openRank(m_labels[row].rank); });
    const auto rankOf = [this](const QModelIndex &index) {
        return static_cast<int>(m_model->table()->integer(m_model->tableRow(index.row()), 0));
    };
    connect(m_view, &QTableView::activated, this, [this, rankOf](const QModelIndex &index) { openRank(rankOf(index)); });
    connect(m_view, &QTableView::clicked, this, [this, rankOf](const QModelIndex &index) {
        for (std::size_t row = 0; row < m_labels.size(); ++row)
            if (m_labels[row].rank == rankOf(index))
                m_map->select(row);
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
    m_title->setText(tr("%1 ranks · %2 passes")
                         .arg(QLocale().toString(static_cast<qulonglong>(m_labels.size())))
                         .arg(QLocale().toString(static_cast<qulonglong>(answer.heat.passes))));
    m_sentence->setText(translated(answer.straggler));
    m_map->setData(answer.heat);
    m_model->setTable(answer.ranks);
    m_empty->hide();
    m_content->show();
    if (!answer.problems.isEmpty())
        emit told(answer.problems.join(QStringLiteral(" · ")));
}

void JobPage::showRank(std::size_t row)
{
    for (int at = 0; at < m_model->rowCount(); ++at)
        if (m_model->table()->integer(m_model->tableRow(at), 0) == m_labels[row].rank) {
            m_view->selectRow(at);
            m_view->scrollTo(m_model->index(at, 0));
            return;
        }
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
