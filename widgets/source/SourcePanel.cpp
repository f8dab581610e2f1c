// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/source/SourcePanel.h"

#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/source/EditorLink.h"
#include "widgets/source/FlameLegend.h"
#include "widgets/source/OriginContent.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QShowEvent>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lamella::ui {

namespace {

constexpr std::array<std::string_view, 5> kBy{"line", "function", "file", "module", "op"};

constexpr int kMinFilePx = 150; // a folder and a name
constexpr int kMinChartPx = 120; // of a graph of few frames

std::vector<ViewColumn> sourceViewColumns()
{
    return {{"file", {}, ColumnStyle::Path, -kMinFilePx, "file"}, {"line", {}, ColumnStyle::Number, 52, {}},
        {"function", {}, ColumnStyle::Text, 150, {}}, {"module", {}, ColumnStyle::Secondary, 124, {}},
        {"yours", {}, ColumnStyle::Secondary, 64, {}}, {"kernels", {}, ColumnStyle::Number, 60, {}},
        {"launches", {}, ColumnStyle::Number, 68, {}}, {"layers", {}, ColumnStyle::Number, 52, {}},
        {"self_ns", {}, ColumnStyle::Bar, 108, {}}, {"inclusive_ns", {}, ColumnStyle::Number, 88, {}},
        {"share", {}, ColumnStyle::Number, 56, {}}, {"host_ns", {}, ColumnStyle::Number, 80, {}},
        {"samples", {}, ColumnStyle::Number, 64, {}}, {"origin", {}, ColumnStyle::Secondary, 76, {}}};
}

} // namespace

SourcePanel::SourcePanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_chart(new FlameChart(this))
    , m_pane(new TablePane(controller, sourceViewColumns(), QStringLiteral("kernels"), this))
    , m_layers(new SegmentedControl({tr("layers merged"), tr("one by one")}, this))
    , m_frames(new SegmentedControl({tr("your code and packages"), tr("all frames")}, this))
    , m_by(new SegmentedControl({tr("line"), tr("function"), tr("file"), tr("module"), tr("operator")}, this))
    , m_what(new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, this))
    , m_notes(new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, this))
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_lineJob(std::make_unique<JobSlot>(controller.pool()))
    , m_originJob(std::make_unique<JobSlot>(controller.pool()))
    , m_sumsJob(std::make_unique<JobSlot>(controller.pool()))
{
    setObjectName(QStringLiteral("SourcePanel"));
    auto *parts = new QSplitter(Qt::Vertical, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(flamePart());
    parts->addWidget(linesPart());
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(parts);
    setFocusProxy(m_pane);
    (new PanelExport(*this, [this] { emit exportRequested(asShown(request(), *m_pane->model())); }))->about([this] {
        return m_focus;
    });
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        for (JobSlot *job : {m_job.get(), m_lineJob.get(), m_originJob.get(), m_sumsJob.get()})
            job->cancel();
        m_pane->clear();
        m_graphForm = -1;
        clearSums();
        m_chart->setData(nullptr, {});
        m_focus = m_bus.focus();
        reload();
    });
    m_focus = bus.focus();
    connect(&bus, &NavigationBus::focusChanged, this, &SourcePanel::follow);
    connect(&bus, &NavigationBus::selectionChanged, this, [this] {
        m_originJob->cancel(); // what it is about is no longer selected
        if (m_choosing)
            return;
        follow();
        findLine();
    });
    connect(m_by, &SegmentedControl::activated, this, [this] { m_byChosen = true; });
    for (SegmentedControl *control : {m_layers, m_frames, m_by})
        connect(control, &SegmentedControl::activated, this, [this] { reload(); });
    connect(m_pane, &TablePane::tableChanged, this, [this] {
        offerColumns();
        describe();
        markLine();
    });
    connect(m_pane, &TablePane::targetActivated, this, [this](const core::Selection &target) {
        choose(target);
        showOrigin();
    });
    connect(m_pane, &TablePane::menuRequested, this, &SourcePanel::showMenu);
    connect(m_pane->view(), &QTableView::doubleClicked, this, &SourcePanel::openRow);
    connect(m_chart, &Chart::activated, this, &SourcePanel::choose);
    connect(m_chart, &FlameChart::frameSelected, this, [this] { describe(); });
}

SourcePanel::~SourcePanel() = default;

QWidget *SourcePanel::flamePart()
{
    auto *part = new QWidget(this);
    m_flamePart = part;
    auto *bar = new ViewBar(part);
    m_layers->setAccessibleName(tr("Layers of the flame graph"));
    m_frames->setAccessibleName(tr("Frames of the flame graph"));
    bar->row()->addWidget(m_what, 1);
    bar->row()->addWidget(new FlameLegend(bar));
    bar->row()->addWidget(m_frames);
    bar->row()->addWidget(m_layers);
    auto *scroll = new QScrollArea(part);
    scroll->setFocusPolicy(Qt::NoFocus); // the chart in it takes the keys
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_chart);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(scroll, 1);
    return part;
}

QWidget *SourcePanel::linesPart()
{
    auto *part = new QWidget(this);
    auto *bar = new ViewBar(part);
    m_by->setAccessibleName(tr("Rows of the table of source lines"));
    m_pane->view()->setObjectName(QStringLiteral("sourceTable"));
    m_pane->view()->setAccessibleName(tr("Source lines by GPU time"));
    m_pane->setEmptyText(tr("No GPU work here"), tr("Nothing was recorded on a GPU in this part of the trace."));
    bar->row()->addWidget(m_by);
    m_notes->setElideMode(Qt::ElideRight); // a sentence
    bar->row()->addWidget(m_notes, 1, FlowRow::kStatementPx);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(m_pane, 1);
    return part;
}

core::TableRequest SourcePanel::scope() const
{
    core::TableRequest request;
    request.table = "source";
    const auto document = m_controller.document();
    if (!document || m_focus.pass == core::kNoPass)
        return request;
    request.pass = std::to_string(m_focus.pass);
    request.device = deviceArgument(*document, m_focus.device);
    if (m_focus.layer != core::kNoLayer)
        request.layer = layerArgument(m_focus.layer);
    return request;
}

void SourcePanel::choose(const core::Selection &target)
{
    const QScopedValueRollback<bool> own(m_choosing, true);
    m_bus.select(target, this);
}

void SourcePanel::follow()
{
    if (m_choosing || m_focus == m_bus.focus())
        return;
    m_focus = m_bus.focus();
    reload();
}

core::TableRequest SourcePanel::request() const
{
    core::TableRequest request = scope();
    request.by = kBy[static_cast<std::size_t>(std::max(0, m_by->current()))];
    return request;
}

void SourcePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    reload();
    sayOverview();
}

void SourcePanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    sayOverview();
}

void SourcePanel::sayOverview()
{
    emit overviewChanged(isVisible() ? sourceCells(m_sums) : std::vector<OverviewCell>());
}

void SourcePanel::clearSums()
{
    m_sums = {};
    if (isVisible())
        sayOverview();
}

void SourcePanel::loadSums()
{
    clearSums();
    m_sumsJob->start<SourceSums>([session = m_controller.session(), request = m_graphRequest](
                                     const core::JobControl &control) { return loadSourceSums(*session, request, control); },
        [this](const core::Result<SourceSums> &sums) {
            m_sums = sums ? *sums : SourceSums();
            sayOverview();
            groupByWhatIsRecorded();
        });
}

// A trace without stacks has rows by operator; by line all of its work would be one row without a name.
void SourcePanel::groupByWhatIsRecorded()
{
    if (m_byChosen || m_sums.kernels == 0)
        return;
    const int by = static_cast<int>(std::ranges::find(kBy, std::string_view(m_sums.named == 0 ? "op" : "line")) - kBy.begin());
    if (by == m_by->current())
        return;
    m_by->setCurrent(by);
    reload();
}

void SourcePanel::followOverviewLink()
{
    const auto session = m_controller.session();
    if (!session)
        return;
    auto *dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("What is your own code"));
    auto *column = new QVBoxLayout(dialog);
    QLabel *text = plainLabel(
        tr("Parts of paths, separated by commas; a part with ! before it is not yours. Empty: all but Python, installed packages "
           "and the cores of serving engines."),
        dialog);
    text->setWordWrap(true);
    auto *field = new QLineEdit(qtext(session->options().yours), dialog);
    field->setAccessibleName(dialog->windowTitle());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, dialog);
    column->addWidget(text);
    column->addWidget(field);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(dialog, &QDialog::accepted, this, [this, field, before = field->text()] {
        if (field->text().trimmed() != before)
            emit ruleChosen(field->text().trimmed());
    });
    dialog->open();
}

void SourcePanel::reload()
{
    if (!isVisible() || !m_controller.session())
        return;
    m_pane->load(request());
    loadGraph();
    findLine();
}

// Rows by operator have no file and no line, a trace without stacks no module: columns without a value give their room to the
// others, but for the one that names the rows, which says why it has none.
void SourcePanel::offerColumns()
{
    const auto table = m_pane->table();
    if (!table || table->rowCount() == 0)
        return;
    const auto &columns = m_pane->model()->columns();
    const auto section = [&columns](std::string_view id) {
        return static_cast<int>(std::ranges::find(columns, id, &ViewColumn::id) - columns.begin());
    };
    // Without files the functions take their room. (A stretched section that gets hidden leaves a blank.)
    QHeaderView *header = m_pane->view()->horizontalHeader();
    header->setSectionResizeMode(section("function"), QHeaderView::Interactive);
    const std::string by = request().by;
    m_pane->model()->setTitle("function", by == "op" ? tr("Operator") : QString());
    const std::string_view naming = by == "module" ? "module" : by == "line" || by == "file" ? "file" : "function";
    for (int column = 0; column < m_pane->model()->columnCount(); ++column) {
        const std::string id = m_pane->model()->columnId(column).toStdString();
        const std::size_t at = table->columnIndex(id);
        std::size_t row = 0;
        while (at != core::ReportTable::npos && row < table->rowCount() && table->isMissing(row, at))
            ++row;
        const bool offered = id == naming || (at != core::ReportTable::npos && row < table->rowCount());
        TableTools::of(*m_pane->view())->setOffered(column, offered);
    }
    if (header->isSectionHidden(section("file")))
        header->setSectionResizeMode(section("function"), QHeaderView::Stretch);
}

void SourcePanel::findLine()
{
    m_lineJob->cancel();
    m_line = {};
    const auto *kernel = std::get_if<core::KernelSelection>(&m_bus.selection());
    if (kernel == nullptr || !isVisible() || !m_controller.session())
        return;
    m_lineJob->start<core::FrameLabel>(
        [session = m_controller.session(), id = kernel->kernel](
            const core::JobControl &control) -> core::Result<core::FrameLabel> {
            const auto tree = session->callTree(control);
            if (!tree)
                return tree.error();
            if (id.value >= (*tree)->nodeOf.size())
                return core::FrameLabel();
            const std::uint32_t node = (*tree)->sourceLine((*tree)->nodeOf[id.value]);
            return node == core::CallNode::kNone ? core::FrameLabel() : (*tree)->labels[(*tree)->nodes[node].label];
        },
        [this](const core::Result<core::FrameLabel> &line) {
            m_line = line ? *line : core::FrameLabel();
            markLine();
        });
}

// The row of that line, of its function or of its file.
void SourcePanel::markLine()
{
    const auto table = m_pane->table();
    if (!table || m_line.file.empty())
        return;
    const auto is = [&table](std::size_t row, const char *column, auto same) {
        const std::size_t at = table->columnIndex(column);
        return table->isMissing(row, at) || same(row, at);
    };
    const std::size_t file = table->columnIndex("file");
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        if (table->isMissing(row, file) || table->text(row, file) != m_line.file)
            continue;
        const bool line = is(row, "line", [&](std::size_t r, std::size_t at) { return table->integer(r, at) == m_line.line; });
        const bool text = is(row, "function", [&](std::size_t r, std::size_t at) { return table->text(r, at) == m_line.text; });
        if (line && text) {
            m_pane->selectTarget(table->target(row));
            return;
        }
    }
}

void SourcePanel::loadGraph()
{
    const core::TableRequest request = scope();
    const int form = 2 * std::max(0, m_layers->current()) + std::max(0, m_frames->current());
    if (form == m_graphForm && request == m_graphRequest)
        return;
    const bool sums = m_graphForm < 0 || request != m_graphRequest;
    m_graphForm = form;
    m_graphRequest = request;
    if (sums)
        loadSums();
    const core::FlameOptions options{m_layers->current() == 1, m_frames->current() == 1};
    const QString where = m_focus.pass == core::kNoPass ? tr("Median pass")
        : m_focus.layer == core::kNoLayer               ? passText(m_focus.pass)
                                          : passText(m_focus.pass) + QStringLiteral(" · ") + layerText(m_focus.layer);
    m_job->start<std::shared_ptr<const FlameData>>(
        [session = m_controller.session(), request, options, where](
            const core::JobControl &control) -> core::Result<std::shared_ptr<const FlameData>> {
            auto made = std::make_shared<FlameData>();
            auto graph = session->flameGraph(request, options, control);
            if (!graph)
                return graph.error();
            const auto tree = session->callTree(control);
            if (!tree)
                return tree.error();
            made->graph = std::move(*graph);
            made->tree = *tree;
            made->names = session->kernelNames();
            made->rootText = where;
            return std::shared_ptr<const FlameData>(std::move(made));
        },
        [this](core::Result<std::shared_ptr<const FlameData>> made) { showGraph(std::move(made)); });
}

void SourcePanel::showGraph(core::Result<std::shared_ptr<const FlameData>> made)
{
    if (!made) {
        m_chart->setData(nullptr, errorText(made.error()));
        return;
    }
    m_chart->setData(std::move(*made), tr("No GPU work here"));
    m_chart->setMinimumHeight(m_chart->sizeHint().height());
    m_flamePart->setMaximumHeight( // the rest is the table's
        m_flamePart->layout()->itemAt(0)->sizeHint().height() + std::max(m_chart->sizeHint().height(), kMinChartPx));
    describe();
}

void SourcePanel::describe()
{
    const FlameData *flame = m_chart->data();
    const int selected = m_chart->selectedPart();
    if (flame && !flame->graph.frames.empty()) {
        const core::FlameFrame &frame = flame->graph.frames[static_cast<std::size_t>(std::max(0, selected))];
        if (selected > 0)
            m_what->setText(
                tr("%1: %2, %3").arg(m_chart->frameText(selected), durationText(frame.ns()), kernelCount(frame.kernels)));
        else
            m_what->setText(tr("Width is GPU time: %1 of %2").arg(durationText(flame->graph.totalNs), kernelCount(frame.kernels)),
                tr("Width is GPU time"));
    } else {
        m_what->setText({});
    }
    QStringList notes;
    if (const auto table = m_pane->table())
        for (const core::Message &note : table->notes())
            notes << translated(note);
    m_notes->setText(notes.join(u' '));
}

void SourcePanel::openRow(const QModelIndex &index)
{
    const auto table = m_pane->table();
    const auto row = m_pane->model()->tableRow(index.row());
    if (!table || row >= table->rowCount())
        return;
    const std::size_t file = table->columnIndex("file");
    const std::size_t line = table->columnIndex("line");
    if (table->isMissing(row, file))
        return;
    openInEditor(qtext(table->text(row, file)), table->isMissing(row, line) ? 1 : table->integer(row, line), this);
}

void SourcePanel::showOrigin()
{
    const auto table = m_pane->table();
    const QModelIndexList rows = m_pane->view()->selectionModel()->selectedRows();
    if (rows.size() != 1)
        return; // several have an inspector of their own
    const auto row = m_pane->model()->tableRow(rows.constFirst().row());
    const auto segmentation = m_controller.segmentation();
    const auto by = core::sourceByFromName(request().by);
    if (!table || row >= table->rowCount() || !segmentation || !by)
        return;
    const auto cell = [&](const char *column) {
        const std::size_t at = table->columnIndex(column);
        return at == core::ReportTable::npos || table->isMissing(row, at) ? std::string() : std::string(table->text(row, at));
    };
    const std::size_t line = table->columnIndex("line");
    const core::FrameKind kind = *by == core::SourceBy::Module ? core::FrameKind::Module
        : *by == core::SourceBy::Op                            ? core::FrameKind::Operator
                                                               : core::FrameKind::Line;
    const core::FrameLabel label{kind, cell("function"), cell("file"),
        table->isMissing(row, line) ? 0 : table->integer(row, line), cell("yours") == "yes"};
    if (label.text.empty() && label.file.empty())
        return; // work without an origin
    OriginPlace place = originPlace({*by, label}, m_focus, *segmentation);
    place.module = cell("module");
    if (!place.device.valid())
        return;
    m_originJob->start<OriginFacts>([session = m_controller.session(), place](
                                        const core::JobControl &control) { return originFacts(*session, place, control); },
        [this](const core::Result<OriginFacts> &facts) {
            if (facts)
                m_bus.showDetail(std::make_shared<const InspectorContent>(originContent(*facts, *m_controller.names())));
        });
}

void SourcePanel::showMenu(const QModelIndex &index, const QPoint &position)
{
    QMenu menu;
    QAction *open = menu.addAction(tr("Open in editor"));
    QAction *save = menu.addAction(tr("Export…"));
    open->setEnabled(index.isValid());
    const QAction *chosen = menu.exec(position);
    if (chosen == open)
        openRow(index);
    else if (chosen == save)
        (void)PanelExport::run(this);
}

} // namespace lamella::ui
