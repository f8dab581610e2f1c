// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/HistoryPanel.h"

#include "core/base/Format.h"
#include "core/session/history/RunHistory.h"
#include "widgets/charts/PlotChart.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/PlotLook.h"
#include "widgets/theme/Theme.h"

#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QItemSelectionModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr double kNsPerMs = 1e6;
constexpr double kDotPx = 4;

QString lastFolder()
{
    return appSettings().value(QStringLiteral("folders/history")).toString();
}

} // namespace

core::Result<HistoryPicture> loadHistory(const std::vector<std::string> &inputs, const core::JobControl &control)
{
    const auto history = core::RunHistory::open(inputs, {}, control);
    if (!history)
        return history.error();
    const auto series = history->table("series");
    if (!series)
        return series.error();
    const auto runs = history->table("run");
    if (!runs)
        return runs.error();
    return HistoryPicture{std::make_shared<const core::ReportTable>(*series), std::make_shared<const core::ReportTable>(*runs)};
}

std::vector<HistoryRun> HistoryPicture::runsOf(std::size_t row) const
{
    std::vector<HistoryRun> found;
    if (!series || !runs || row >= series->rowCount())
        return found;
    const auto text = [](const core::ReportTable &table, std::size_t at, const char *id) {
        return table.text(at, table.columnIndex(id));
    };
    const std::string kind(text(*series, row, "kind"));
    const std::string name(text(*series, row, "name"));
    const std::size_t kinds = runs->columnIndex("kind");
    const std::size_t names = runs->columnIndex("name");
    for (std::size_t r = 0; r < runs->rowCount(); ++r) {
        if (runs->text(r, kinds) != kind || runs->text(r, names) != name || runs->isMissing(r, runs->columnIndex("value_ns")))
            continue;
        HistoryRun run;
        run.run = static_cast<int>(runs->integer(r, runs->columnIndex("run")));
        run.file = text(*runs, r, "file");
        run.ns = runs->integer(r, runs->columnIndex("value_ns"));
        run.levelNs = runs->integer(r, runs->columnIndex("level_ns"));
        if (const std::size_t change = runs->columnIndex("change_share"); !runs->isMissing(r, change))
            run.change = runs->real(r, change);
        found.push_back(std::move(run));
    }
    return found;
}

HistoryPanel::HistoryPanel(SessionController &controller, QWidget *parent)
    : QWidget(parent)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    setObjectName(QStringLiteral("HistoryPanel"));
    m_chart = new PlotChart(tr("Time over runs, oldest first"), this);
    m_chart->setObjectName(QStringLiteral("historyChart"));
    connect(m_chart, &AxisPlot::dotPicked, this, [this](int dot) { m_chart->showDot(dot); });
    m_model =
        new ReportTableModel({{"kind", {}, ColumnStyle::Text, 80, {}}, {"name", {}, ColumnStyle::Text, 150, {}},
                                 {"runs", {}, ColumnStyle::Number, 52, {}}, {"level_ns", {}, ColumnStyle::Number, 84, {}},
                                 {"newest_ns", {}, ColumnStyle::Number, 84, {}}, {"delta_share", {}, ColumnStyle::Number, 76, {}},
                                 {"verdict", {}, ColumnStyle::Text, 84, {}}, {"changes", {}, ColumnStyle::Secondary, -180, {}}},
            controller.pool(), this);
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("historyTable"));
    m_view->setAccessibleName(tr("Stages, layer types and categories over the runs"));
    setUpTable(*m_view, *m_model);
    m_empty = new EmptyView(QStringLiteral("time"), this);
    auto *split = new QSplitter(Qt::Vertical, this);
    split->setChildrenCollapsible(false);
    split->addWidget(m_chart);
    split->addWidget(m_view);
    auto *body = new QWidget(this);
    m_stack = new QStackedLayout(body);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(split);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(body, 1);
    setFocusProxy(m_view);
    applyLook();
    m_empty->setMessage(tr("No runs are open"),
        tr("Choose summaries (lamella-cli summary FILE --format json) or traces of two runs or more, oldest first by name."),
        tr("Open runs…"));
    connect(m_empty, &EmptyView::linkActivated, this, &HistoryPanel::askFiles);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &HistoryPanel::draw);
    new PanelExport(
        *this, [this] { emit exportRequested(m_picture.runs); }, [this] { return m_picture.runs != nullptr; });
}

HistoryPanel::~HistoryPanel() = default;

QWidget *HistoryPanel::makeBar()
{
    auto *bar = new ViewBar(this);
    bar->setObjectName(QStringLiteral("viewBar"));
    m_what = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    m_what->setObjectName(QStringLiteral("historyWhat"));
    m_what->setElideMode(Qt::ElideRight);
    auto *files = new LinkButton(tr("Open runs…"), bar);
    auto *folder = new LinkButton(tr("Open a folder…"), bar);
    auto *save = new LinkButton(tr("Export…"), bar);
    bar->row()->addWidget(m_what, 1);
    for (LinkButton *button : {files, folder, save}) {
        button->setFocusPolicy(Qt::TabFocus);
        bar->row()->addWidget(button);
    }
    connect(files, &QToolButton::clicked, this, &HistoryPanel::askFiles);
    connect(folder, &QToolButton::clicked, this, &HistoryPanel::askFolder);
    connect(save, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
    return bar;
}

void HistoryPanel::askFiles()
{
    open(QFileDialog::getOpenFileNames(this, tr("Summaries or traces of runs"), lastFolder(),
        tr("Summaries and traces (*.json *.json.gz *.sqlite *.pb *.pftrace);;All files (*)")));
}

void HistoryPanel::askFolder()
{
    if (const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder with summaries or traces"), lastFolder());
        !folder.isEmpty())
        open({folder});
}

void HistoryPanel::open(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    appSettings().setValue(QStringLiteral("folders/history"), QFileInfo(paths.front()).absolutePath());
    std::vector<std::string> inputs;
    for (const QString &path : paths)
        inputs.push_back(QFile::encodeName(path).toStdString());
    m_what->setText(tr("Reading the runs…"));
    m_job->start<HistoryPicture>([inputs](const core::JobControl &control) { return loadHistory(inputs, control); },
        [this](core::Result<HistoryPicture> made) { present(std::move(made)); });
}

void HistoryPanel::present(core::Result<HistoryPicture> made)
{
    if (!made) {
        m_what->setText({});
        m_empty->setMessage(tr("These runs have no history"), errorText(made.error()), tr("Open runs…"));
        m_picture = {};
        m_model->setTable(nullptr);
        m_stack->setCurrentIndex(0);
        return;
    }
    m_picture = std::move(*made);
    m_model->setTable(m_picture.series);
    const QStringList notes = noteTexts(*m_picture.series);
    m_what->setText(notes.join(QLatin1Char(' ')));
    m_what->setToolTip(notes.join(u'\n'));
    m_stack->setCurrentIndex(1);
    m_view->selectRow(0);
    draw();
}

int HistoryPanel::currentRow() const
{
    const QModelIndex current = m_view->currentIndex();
    return current.isValid() && current.row() < m_model->rowCount() ? static_cast<int>(m_model->tableRow(current.row())) : -1;
}

void HistoryPanel::draw()
{
    m_chart->clear();
    m_chart->setSelectedDot(-1);
    const int row = currentRow();
    m_drawn = row >= 0 ? m_picture.runsOf(static_cast<std::size_t>(row)) : std::vector<HistoryRun>();
    if (m_drawn.empty()) {
        m_chart->replot();
        return;
    }
    const Theme &theme = Theme::current();
    double top = 0;
    PlotLine level{{}, {}, theme.text2, Qt::SolidLine, false, 1.4};
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const HistoryRun &run = m_drawn[i];
        const bool begins = i == 0 || run.change;
        if (begins && !level.x.isEmpty()) {
            m_chart->addLine(level);
            level.x.clear();
            level.y.clear();
        }
        level.x << run.run - 0.5 << run.run + 0.5;
        level.y << static_cast<double>(run.levelNs) / kNsPerMs << static_cast<double>(run.levelNs) / kNsPerMs;
        top = std::max({top, static_cast<double>(run.ns) / kNsPerMs, static_cast<double>(run.levelNs) / kNsPerMs});
    }
    m_chart->addLine(level);
    constexpr double kRoom = 1.2;
    m_chart->setView(m_drawn.front().run - 0.7, m_drawn.back().run + 0.7, 0, std::max(top, 1e-6) * kRoom);
    for (const HistoryRun &run : m_drawn) {
        PlotDot dot;
        dot.x = run.run;
        dot.y = static_cast<double>(run.ns) / kNsPerMs;
        dot.radiusPx = kDotPx;
        dot.fill = theme.accent;
        dot.tip = qtext(run.file) + QLatin1Char('\n') + durationText(run.ns) + QStringLiteral(" · ")
            + tr("level %1").arg(durationText(run.levelNs));
        if (run.change) {
            dot.label = signedShare(*run.change);
            dot.labelAbove = true; // the line of the level is beside it
            dot.tip += QLatin1Char('\n') + tr("a new level begins: %1").arg(dot.label);
        }
        m_chart->addDot(dot);
    }
    m_chart->replot();
}

void HistoryPanel::applyLook()
{
    m_chart->setLook(plotLook());
    const auto number = [](double value) { return QString::number(value, 'g', 4); };
    m_chart->setAxes({tr("run"), false, true, true, number}, {tr("ms"), false, false, false, number});
}

void HistoryPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    applyLook();
    draw();
}

} // namespace lamella::ui
