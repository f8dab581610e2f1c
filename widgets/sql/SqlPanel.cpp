// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sql/SqlPanel.h"

#include "widgets/common/AppSettings.h"
#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/ranks/RankController.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/sql/SqlEditor.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <utility>

namespace lamella::ui {

namespace {

constexpr int kMaxHistory = 50;
constexpr std::size_t kMaxRows = 100'000; // more than anyone reads in a window; the command line gives a million
constexpr int kTextWidth = 220;
constexpr int kNumberWidth = 110;
constexpr const char *kHistoryKey = "sql/history";

struct Example {
    const char *title; // English, QT_TRANSLATE_NOOP
    const char *query;
};

constexpr std::array<Example, 8> kExamples{{
    {QT_TRANSLATE_NOOP("SqlExamples", "Which kernels take the time?"),
        "SELECT short_name, category, count(*) AS n, sum(dur_ns) AS sum_ns\nFROM kernels\nGROUP BY short_name\nORDER BY sum_ns "
        "DESC\n"
        "LIMIT 20"},
    {QT_TRANSLATE_NOOP("SqlExamples", "Which passes are slower than others of their stage?"),
        "WITH m AS (SELECT stage, median(wall_ns) AS median_ns FROM passes GROUP BY stage)\n"
        "SELECT pass, stage, state, wall_ns, median_ns FROM passes JOIN m USING (stage)\nWHERE wall_ns > 1.5 * median_ns"},
    {QT_TRANSLATE_NOOP("SqlExamples", "Which layers are slower than the median of their type?"),
        "WITH m AS (SELECT pass, type, median(wall_ns) AS median_ns FROM layers WHERE layer >= 0 GROUP BY pass, type)\n"
        "SELECT pass, layer, wall_ns, median_ns, wall_ns - median_ns AS more_ns\nFROM layers JOIN m USING (pass, type)\n"
        "WHERE layer >= 0\nORDER BY more_ns DESC\nLIMIT 20"},
    {QT_TRANSLATE_NOOP("SqlExamples", "Why is the GPU idle?"),
        "SELECT cause, sum(gaps) AS gaps, sum(dur_ns) AS sum_ns\nFROM gaps\nGROUP BY cause\nORDER BY sum_ns DESC"},
    {QT_TRANSLATE_NOOP("SqlExamples", "Which kernels start long after their launch?"),
        "SELECT k.kernel, k.short_name, k.pass, l.queued_ns\nFROM launches l JOIN kernels k USING (kernel)\n"
        "ORDER BY l.queued_ns DESC\nLIMIT 20"},
    {QT_TRANSLATE_NOOP("SqlExamples", "Which shapes does each GEMM run with?"),
        "SELECT short_name, grid, input_dims, count(*) AS n, median(dur_ns) AS median_ns\nFROM kernels\nWHERE category = 'gemm'\n"
        "GROUP BY short_name, grid, input_dims\nORDER BY sum(dur_ns) DESC\nLIMIT 20"},
    {QT_TRANSLATE_NOOP("SqlExamples", "What runs outside of all passes?"),
        "SELECT category, short_name, count(*) AS n, sum(dur_ns) AS sum_ns\nFROM kernels\nWHERE pass IS NULL\nGROUP BY "
        "short_name\n"
        "ORDER BY sum_ns DESC\nLIMIT 20"},
    {QT_TRANSLATE_NOOP("SqlExamples", "Which tables are there?"), "SELECT name, meaning, command FROM tables"},
}};

// The last text takes the remaining width.
std::vector<ViewColumn> columnsOf(const core::ReportTable &table)
{
    std::vector<ViewColumn> columns;
    ViewColumn *last = nullptr;
    columns.reserve(table.columns().size()); // so that `last` stays
    for (const core::ReportColumn &column : table.columns()) {
        const bool text = column.kind == core::CellKind::Text;
        columns.push_back(
            {column.id, qtext(column.id), text ? ColumnStyle::Text : ColumnStyle::Number, text ? kTextWidth : kNumberWidth, {}});
        if (text)
            last = &columns.back();
    }
    if (last)
        last->width = -kTextWidth;
    return columns;
}

void remember(const QString &query)
{
    QStringList all = SqlPanel::history();
    all.removeAll(query);
    all.prepend(query);
    appSettings().setValue(QString::fromLatin1(kHistoryKey), all.mid(0, kMaxHistory));
}

QToolButton *button(QWidget *parent, const char *name, const QString &text, const QString &tip)
{
    auto *made = new QToolButton(parent);
    made->setObjectName(QString::fromLatin1(name));
    made->setText(text);
    made->setToolTip(tip);
    made->setToolButtonStyle(Qt::ToolButtonTextOnly);
    made->setFocusPolicy(Qt::TabFocus);
    return made;
}

// A query as one line of a menu.
QString oneLine(const QString &query)
{
    constexpr qsizetype kMax = 90;
    QString line = query.simplified();
    if (line.size() > kMax)
        line = line.left(kMax) + QStringLiteral("…");
    return line.replace(u'&', QStringLiteral("&&"));
}

// The character that an error of a query names; 0 = none.
int placeOf(const core::Error &error)
{
    if (error.detail.pattern() != "the query is not understood at character %1: %2" || error.detail.arguments().empty())
        return 0;
    return qtext(error.detail.arguments().front().english()).toInt();
}

} // namespace

SqlPanel::SqlPanel(SessionController &controller, NavigationBus &bus, RankController &ranks, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_ranks(ranks)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_editor(new SqlEditor(this))
    , m_empty(new EmptyView(QStringLiteral("table"), this))
{
    setObjectName(QStringLiteral("SqlPanel"));
    auto *result = new QWidget(this);
    auto *rows = new QVBoxLayout(result);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_error = new MessageStrip(result);
    m_error->setObjectName(QStringLiteral("sqlError"));
    m_error->hide();
    rows->addWidget(m_error);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_empty);
    rows->addLayout(m_stack, 1);
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_editor);
    split->addWidget(result);
    split->setStretchFactor(1, 1);
    split->setSizes({150, 400});
    split->setChildrenCollapsible(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(split, 1);
    setFocusProxy(m_editor);
    connect(m_editor, &SqlEditor::runRequested, this, &SqlPanel::run);
    connect(m_empty, &EmptyView::linkActivated, this, &SqlPanel::goToError);
    connect(m_error, &MessageStrip::actionTriggered, this, &SqlPanel::goToError);
    connect(&controller, &SessionController::sessionChanged, this, &SqlPanel::followSession);
    connect(&ranks, &RankController::ranksChanged, this, &SqlPanel::followSession);
    const QStringList earlier = history();
    m_editor->setQuery(earlier.isEmpty() ? QString::fromLatin1(kExamples.front().query) : earlier.first());
    followSession();
}

SqlPanel::~SqlPanel() = default;

QWidget *SqlPanel::makeBar()
{
    auto *bar = new ViewBar(this);
    m_run = button(bar, "sqlRun", tr("Run"), tr("Run the query (Ctrl+Enter)"));
    m_stop = button(bar, "sqlStop", tr("Stop"), tr("Stop the query"));
    auto *examples = button(bar, "sqlExamples", tr("Examples"), tr("Queries to begin with"));
    auto *earlier = button(bar, "sqlHistory", tr("History"), tr("Queries that were run, the newest first"));
    m_export = button(bar, "sqlExport", tr("Export…"), tr("Write the result to a file"));
    m_note = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    m_note->setObjectName(QStringLiteral("sqlNote"));
    for (QToolButton *one : {m_run, m_stop, examples, earlier, m_export})
        bar->row()->addWidget(one);
    bar->row()->addWidget(m_note, 1);
    for (QToolButton *one : {examples, earlier}) {
        one->setPopupMode(QToolButton::InstantPopup);
        one->setMenu(new QMenu(one));
    }
    fillExamples(*examples->menu());
    connect(earlier->menu(), &QMenu::aboutToShow, this, [this, earlier] { fillHistory(*earlier->menu()); });
    connect(m_run, &QToolButton::clicked, this, &SqlPanel::run);
    connect(m_stop, &QToolButton::clicked, this, &SqlPanel::stop);
    (new PanelExport(
         *this, [this] { emit tableExportRequested(m_model->shownRows()); }, [this] { return m_export->isEnabled(); }))
        ->ofTrace();
    connect(m_export, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
    return bar;
}

void SqlPanel::fillExamples(QMenu &menu)
{
    for (const Example &example : kExamples)
        menu.addAction(QCoreApplication::translate("SqlExamples", example.title), this, [this, query = example.query] {
            m_editor->setQuery(QString::fromLatin1(query));
            run();
        });
}

void SqlPanel::fillHistory(QMenu &menu)
{
    menu.clear();
    const QStringList all = history();
    for (const QString &query : all)
        menu.addAction(oneLine(query), this, [this, query] {
            m_editor->setQuery(query);
            m_editor->setFocus(Qt::OtherFocusReason);
        });
    if (all.isEmpty()) {
        menu.addAction(tr("No query was run yet"))->setEnabled(false);
        return;
    }
    menu.addSeparator();
    menu.addAction(tr("Forget all"), this, [] { appSettings().remove(QString::fromLatin1(kHistoryKey)); });
}

QStringList SqlPanel::history()
{
    return appSettings().value(QString::fromLatin1(kHistoryKey)).toStringList();
}

// All ranks of a job, else the trace alone.
std::vector<core::SqlTrace> SqlPanel::traces() const
{
    std::vector<core::SqlTrace> all;
    if (const auto set = m_ranks.set())
        for (const core::RankMember &member : set->members())
            if (all.empty() || all.back().session != member.session)
                all.push_back({member.path, member.rank, member.session});
    if (all.empty() && m_controller.session())
        all.push_back({m_controller.document()->source.path, 0, m_controller.session()});
    return all;
}

void SqlPanel::followSession()
{
    stop();
    showBegin();
}

void SqlPanel::showBegin()
{
    m_place = 0;
    m_error->hide();
    m_export->setEnabled(false);
    m_note->setText(tr("Up to %1 rows and %2 seconds")
                        .arg(QLocale().toString(static_cast<qulonglong>(kMaxRows)))
                        .arg(core::kSqlTimeLimit.count() / 1000));
    if (m_controller.session())
        m_empty->setMessage(tr("Ask the trace in SQL"),
            tr("Every kernel, event and table of the trace can be asked. Ctrl+Enter runs the query, Ctrl+Space completes "
               "names."));
    else
        m_empty->setMessage(tr("No trace is open"));
    m_stack->setCurrentWidget(m_empty);
    setRunning(false);
}

void SqlPanel::setRunning(bool running)
{
    m_run->setEnabled(!running && m_controller.session() != nullptr);
    m_stop->setEnabled(running);
}

void SqlPanel::run()
{
    const std::vector<core::SqlTrace> all = traces();
    const QString query = m_editor->query().trimmed();
    if (all.empty())
        return;
    if (!query.isEmpty())
        remember(query);
    m_place = 0;
    m_error->hide();
    setRunning(true);
    m_note->setText(tr("Running…"));
    if (!hasResult()) {
        m_empty->setMessage(tr("Running…"));
        m_stack->setCurrentWidget(m_empty);
    }
    m_job->start<Table>(
        [all, text = stdtext(m_editor->query())](const core::JobControl &control) -> core::Result<Table> {
            core::SqlOptions options;
            options.maxRows = kMaxRows;
            auto table = core::runSql(all, text, options, control);
            if (!table)
                return table.error();
            return std::make_shared<const core::ReportTable>(std::move(*table));
        },
        [this](core::Result<Table> result) { present(result); });
}

void SqlPanel::stop()
{
    if (!m_job->running())
        return;
    m_job->cancel();
    m_note->setText(tr("Stopped"));
    if (!hasResult())
        m_empty->setMessage(tr("The query was stopped"));
    setRunning(false);
}

void SqlPanel::present(const core::Result<Table> &result)
{
    setRunning(false);
    if (result)
        showTable(*result);
    else
        showError(result.error());
}

void SqlPanel::showTable(const Table &table)
{
    // Each result has columns of its own, so it gets a view of its own.
    auto *model = new ReportTableModel(columnsOf(*table), m_controller.pool(), this);
    auto *view = new QTableView(this);
    view->setObjectName(QStringLiteral("sqlResult"));
    view->setAccessibleName(tr("Result of the query"));
    setUpTable(*view, *model);
    view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // the order of the query, until a heading is clicked
    view->setSortingEnabled(true);
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    view->installEventFilter(this);
    connect(view, &QTableView::activated, this, &SqlPanel::openRow);
    connect(view, &QWidget::customContextMenuRequested, this, &SqlPanel::showMenu);
    model->setTable(table);
    m_stack->addWidget(view);
    if (m_view) {
        m_stack->removeWidget(m_view);
        m_view->deleteLater();
        m_model->deleteLater();
    }
    m_view = view;
    m_model = model;
    m_export->setEnabled(true);
    const auto rows = static_cast<int>(table->rowCount());
    if (rows == 0)
        m_empty->setMessage(tr("The query has no rows"));
    m_stack->setCurrentWidget(rows == 0 ? static_cast<QWidget *>(m_empty) : view);
    m_note->setText(rowCountText(rows));
}

bool SqlPanel::hasResult() const
{
    return m_view != nullptr && m_stack->currentWidget() == m_view;
}

// The result of the query before stays, and can be exported: only what was asked now has none.
void SqlPanel::showError(const core::Error &error)
{
    m_place = placeOf(error);
    const bool ended = error.code == core::ErrorCode::Limit;
    const QString action = m_place > 0 ? tr("Show the place") : tr("Change the query");
    if (hasResult()) {
        m_error->show(MessageStrip::Kind::Error,
            (ended ? tr("The query was ended: %1") : tr("The query cannot be run: %1")).arg(errorText(error)), action);
        m_note->setText(tr("Result of the query before"));
    } else {
        m_export->setEnabled(false);
        m_note->setText({});
        m_empty->setMessage(ended ? tr("The query was ended") : tr("The query cannot be run"), errorText(error), action);
        m_stack->setCurrentWidget(m_empty);
    }
    if (m_place > 0)
        m_editor->showPlace(m_place);
}

void SqlPanel::goToError()
{
    if (m_place > 0)
        m_editor->showPlace(m_place);
    else
        m_editor->setFocus(Qt::OtherFocusReason);
}

// Ctrl+Enter is a command of the window too, and the result would open its row.
bool SqlPanel::takesKey(QEvent &event)
{
    if (event.type() != QEvent::ShortcutOverride && event.type() != QEvent::KeyPress)
        return false;
    const auto &key = static_cast<const QKeyEvent &>(event);
    if (!key.modifiers().testFlag(Qt::ControlModifier) || (key.key() != Qt::Key_Return && key.key() != Qt::Key_Enter))
        return false;
    event.accept();
    if (event.type() == QEvent::KeyPress && m_run->isEnabled())
        run();
    return true;
}

bool SqlPanel::event(QEvent *event)
{
    return takesKey(*event) || QWidget::event(event);
}

bool SqlPanel::eventFilter(QObject *watched, QEvent *event)
{
    return (watched == m_view && takesKey(*event)) || QWidget::eventFilter(watched, event);
}

void SqlPanel::openRow(const QModelIndex &index)
{
    const auto target = index.data(kTargetRole).value<core::Selection>();
    if (!std::holds_alternative<std::monostate>(target))
        m_bus.select(target, this);
}

void SqlPanel::showMenu(const QPoint &position)
{
    QMenu menu(this);
    const QModelIndex index = m_view->indexAt(position);
    if (index.isValid()) {
        const bool leads = !std::holds_alternative<std::monostate>(index.data(kTargetRole).value<core::Selection>());
        menu.addAction(tr("&Select what this row names"), this, [this, index] { openRow(index); })->setEnabled(leads);
    }
    PanelExport::runTableMenu(*this, *m_view, m_view->viewport()->mapToGlobal(position), &menu);
}

} // namespace lamella::ui
