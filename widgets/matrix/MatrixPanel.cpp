// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/matrix/MatrixPanel.h"

#include "core/session/matrix/GridMarkdown.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/Icons.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/matrix/SparkDelegate.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/session/JobSlot.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kFirstCell = 3; // after model, mode and statistic
constexpr int kStatisticWidth = 236; // name and spark line
constexpr int kCellWidth = 110;
constexpr int kNameWidth = 230; // width of cells with kernel names
constexpr const char *kTables = "abcde";

QToolButton *barButton(const QString &iconName, const QString &text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setText(text);
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    return button;
}

// The value of a row's statistic; empty for kernel names.
std::optional<double> figureOf(const core::RunFacts &facts, std::string_view statistic)
{
    const auto number = [](const auto &value) {
        return value ? std::optional<double>(static_cast<double>(*value)) : std::optional<double>();
    };
    const auto mean = [&](std::size_t from) -> std::optional<double> {
        if (from >= facts.forwardNs.size())
            return std::nullopt;
        double sum = 0;
        for (std::size_t i = from; i < facts.forwardNs.size(); ++i)
            sum += static_cast<double>(facts.forwardNs[i]);
        return sum / static_cast<double>(facts.forwardNs.size() - from);
    };
    if (statistic == "forward_median_ns" && !facts.forwardNs.empty()) {
        std::vector<std::int64_t> sorted = facts.forwardNs;
        std::sort(sorted.begin(), sorted.end());
        return static_cast<double>(sorted[sorted.size() / 2]);
    }
    if (statistic == "forward_mean_after_warm_up_ns")
        return mean(facts.warmUp);
    if (statistic == "forward_mean_of_all_ns")
        return mean(0);
    if (statistic == "top_kernel_forward")
        return facts.topForward ? std::optional(facts.topForward->share) : std::nullopt;
    if (statistic == "top_kernel_backward")
        return facts.topBackward ? std::optional(facts.topBackward->share) : std::nullopt;
    if (statistic == "top_kernel_no_gemm")
        return facts.topOther ? std::optional(facts.topOther->share) : std::nullopt;
    if (statistic == "gemm_share")
        return facts.gemmShare;
    if (statistic == "gemm_share_top_10")
        return facts.gemmShareOfTopTen;
    if (statistic == "softmax_ns")
        return number(facts.softmaxNs);
    if (statistic == "matmul_ns")
        return number(facts.matmulNs);
    if (statistic == "softmax_to_matmul" && facts.softmaxNs && facts.matmulNs && *facts.matmulNs > 0)
        return static_cast<double>(*facts.softmaxNs) / static_cast<double>(*facts.matmulNs);
    return std::nullopt;
}

} // namespace

MatrixPanel::MatrixPanel(QThreadPool &pool, QWidget *parent)
    : QWidget(parent)
    , m_pool(pool)
    , m_job(std::make_unique<JobSlot>(pool))
{
    setObjectName(QStringLiteral("MatrixPanel"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    createBar();
    m_stack = new QStackedLayout;
    layout->addLayout(m_stack, 1);
    m_empty = new EmptyView(QStringLiteral("table"), this);
    m_stack->addWidget(m_empty);
    connect(m_empty, &EmptyView::linkActivated, this, &MatrixPanel::chooseFolder);
    load();
}

MatrixPanel::~MatrixPanel() = default;

void MatrixPanel::createBar()
{
    auto *bar = new ViewBar(this);
    m_choice = new SegmentedControl({tr("Forward"), tr("Top kernel"), tr("Not GEMM"), tr("GEMM share"), tr("Softmax")}, bar);
    m_choice->setAccessibleName(tr("Table of the grid"));
    m_choice->setMinimumWidth(m_choice->sizeHint().width());
    m_pattern = new QLineEdit(bar);
    m_pattern->setObjectName(QStringLiteral("runPattern"));
    m_pattern->setAccessibleName(tr("Pattern of file names"));
    m_pattern->setPlaceholderText(tr("pattern: …__(?<model>…)__(?<mode>FWD|FWD_BWD)__seq(?<seq>…)__warm(?<warm>…)"));
    m_pattern->setToolTip(tr("Regular expression with the groups model and seq, and optionally mode, tag and warm. Empty is the "
                             "default. Enter reads the folder again."));
    m_pattern->setText(appSettings().value(QStringLiteral("matrix/pattern")).toString());
    m_notes = new ElidedLabel({}, ElidedLabel::Rank::Secondary, bar);
    m_notes->setElideMode(Qt::ElideRight);
    auto *folder = barButton(QStringLiteral("open"), tr("Folder…"), bar);
    m_copy = barButton(QStringLiteral("copy"), tr("Markdown"), bar);
    m_copy->setToolTip(tr("Copy all five tables as Markdown"));
    bar->row()->addWidget(m_choice);
    bar->row()->addWidget(m_pattern, 2);
    bar->row()->addWidget(m_notes, 1);
    bar->row()->addWidget(m_copy);
    bar->row()->addWidget(folder);
    layout()->addWidget(bar);
    connect(m_choice, &SegmentedControl::activated, this, [this] { present(); });
    connect(m_pattern, &QLineEdit::returnPressed, this, &MatrixPanel::load);
    connect(folder, &QToolButton::clicked, this, &MatrixPanel::chooseFolder);
    connect(m_copy, &QToolButton::clicked, this, &MatrixPanel::copyMarkdown);
}

void MatrixPanel::chooseFolder()
{
    QSettings &settings = appSettings();
    const QString chosen = QFileDialog::getExistingDirectory(
        this, tr("Open a folder of runs"), settings.value(QStringLiteral("folders/runs")).toString());
    if (chosen.isEmpty())
        return;
    settings.setValue(QStringLiteral("folders/runs"), chosen);
    open({chosen});
}

void MatrixPanel::open(const QStringList &paths)
{
    m_paths = paths;
    load();
}

void MatrixPanel::load()
{
    m_job->cancel();
    m_grid.reset();
    m_choice->setEnabled(false);
    m_copy->setEnabled(false);
    m_notes->setText({});
    if (m_paths.isEmpty()) {
        showEmpty(tr("No grid of runs is open"),
            tr("A folder of profiles, one for each model, sequence length and mode, which the file names state; a table of "
               "statuses (*.md) beside them lists what was out of memory."),
            tr("Open a folder of runs…"));
        return;
    }
    appSettings().setValue(QStringLiteral("matrix/pattern"), m_pattern->text());
    showEmpty(tr("Reading the runs…"));
    core::RunGridOptions options;
    options.pattern = stdtext(m_pattern->text().trimmed());
    std::vector<std::string> paths;
    for (const QString &path : m_paths)
        paths.push_back(stdtext(path));
    using Grid = std::shared_ptr<const core::RunGrid>;
    m_job->start<Grid>(
        [paths, options](const core::JobControl &control) -> core::Result<Grid> {
            auto grid = core::RunGrid::open(paths, options, control);
            if (!grid)
                return grid.error();
            return std::make_shared<const core::RunGrid>(std::move(*grid));
        },
        [this](core::Result<Grid> grid) {
            if (!grid) {
                showEmpty(tr("The runs cannot be shown"), errorText(grid.error()), tr("Open a folder of runs…"));
                return;
            }
            m_grid = std::move(*grid);
            present();
        });
}

void MatrixPanel::showEmpty(const QString &sentence, const QString &reason, const QString &link)
{
    m_empty->setMessage(sentence, reason, link);
    m_stack->setCurrentWidget(m_empty);
}

void MatrixPanel::showTable(int which)
{
    m_choice->setCurrent(which);
    present();
}

void MatrixPanel::present()
{
    if (!m_grid)
        return;
    m_choice->setEnabled(true);
    m_copy->setEnabled(true);
    const int which = m_choice->current();
    const auto table = m_grid->table(std::string_view(kTables + which, 1));
    if (!table)
        return;
    const bool wide = which == 1 || which == 2;
    std::vector<ViewColumn> columns{{"model", {}, ColumnStyle::Text, 80, {}}, {"mode", {}, ColumnStyle::Secondary, 80, {}},
        {"statistic", {}, ColumnStyle::Secondary, kStatisticWidth, {}}};
    for (const std::int64_t sequence : m_grid->sequences())
        columns.push_back({"seq" + std::to_string(sequence), {}, ColumnStyle::Text, wide ? kNameWidth : kCellWidth, {}});
    auto *view = new QTableView(this);
    auto *model = new ReportTableModel(columns, m_pool, view);
    view->setAccessibleName(tr("Grid of runs"));
    setUpTable(*view, *model);
    view->setSelectionBehavior(QAbstractItemView::SelectItems);
    view->setToolTip(tr("Double click opens the run."));
    const auto isTime = [model](const QModelIndex &index) {
        const auto &shown = model->table();
        return shown && shown->text(model->tableRow(index.row()), shown->columnIndex("statistic")).ends_with("_ns");
    };
    for (std::size_t s = 0; s < m_grid->sequences().size(); ++s)
        view->setItemDelegateForColumn(kFirstCell + static_cast<int>(s), new GridCellDelegate(isTime, view));
    view->setItemDelegateForColumn(
        kFirstCell - 1, new SparkDelegate([this](const QModelIndex &index) { return valuesOf(index); }, view));
    view->horizontalHeader()->setMinimumSectionSize(60);
    m_stack->addWidget(view);
    m_stack->setCurrentWidget(view);
    delete m_view;
    m_view = view;
    m_model = model;
    m_model->setTable(std::make_shared<const core::ReportTable>(*table));
    QStringList notes;
    for (const core::Message &note : m_grid->notes())
        notes << translated(note);
    m_notes->setText(notes.join(QStringLiteral(" · ")));
    m_notes->setToolTip(notes.join(u'\n'));
    connect(view, &QTableView::activated, this, &MatrixPanel::openCell);
}

const core::RunFacts *MatrixPanel::factsAt(const QModelIndex &index, std::size_t sequence) const
{
    const auto &table = m_model->table();
    if (!table || !m_grid || sequence >= m_grid->sequences().size())
        return nullptr;
    const std::uint32_t row = m_model->tableRow(index.row());
    return m_grid->facts(std::string(table->text(row, 0)), std::string(table->text(row, 1)), m_grid->sequences()[sequence]);
}

std::vector<std::optional<double>> MatrixPanel::valuesOf(const QModelIndex &index) const
{
    const auto &table = m_model->table();
    if (!table || !m_grid)
        return {};
    const std::string_view statistic = table->text(m_model->tableRow(index.row()), table->columnIndex("statistic"));
    std::vector<std::optional<double>> values;
    for (std::size_t s = 0; s < m_grid->sequences().size(); ++s) {
        const core::RunFacts *facts = factsAt(index, s);
        values.push_back(facts != nullptr ? figureOf(*facts, statistic) : std::nullopt);
    }
    return values;
}

void MatrixPanel::openCell(const QModelIndex &index)
{
    if (index.column() < kFirstCell)
        return;
    if (const core::RunFacts *facts = factsAt(index, static_cast<std::size_t>(index.column() - kFirstCell)))
        emit runOpened(qtext(facts->path));
}

void MatrixPanel::copyMarkdown()
{
    if (m_grid)
        QApplication::clipboard()->setText(qtext(core::gridMarkdown(*m_grid)));
}

} // namespace lamella::ui
