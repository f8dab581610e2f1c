// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/KernelTablePanel.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/ScopeSwitch.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/panels/KernelMenu.h"
#include "widgets/panels/TotalRow.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"
#include "widgets/theme/TextPx.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <optional>

namespace lamella::ui {

namespace {

constexpr int kTimePx = 104; // with a bar
constexpr int kOperatorPx = 150;

std::vector<ViewColumn> kernelColumns()
{
    return {
        {{}, QStringLiteral("#"), ColumnStyle::RowNumber, 30, {}},
        {"short_name", KernelTablePanel::tr("Kernel"), ColumnStyle::Kernel, -150, "name"},
        {"cpu_op", {}, ColumnStyle::Secondary, kOperatorPx, {}},
        {"input_dims", {}, ColumnStyle::Secondary, 130, {}},
        {"grid", {}, ColumnStyle::Secondary, 84, {}},
        {"start_ns", {}, ColumnStyle::Number, 96, {}},
        {"stream", {}, ColumnStyle::Number, 56, {}},
        {"names", {}, ColumnStyle::Number, 54, {}},
        {"count", {}, ColumnStyle::Number, 60, {}},
        {"dur_ns", KernelTablePanel::tr("Time"), ColumnStyle::Bar, kTimePx, {}},
        {"sum_ns", KernelTablePanel::tr("Time"), ColumnStyle::Bar, kTimePx, {}},
        {"avg_ns", {}, ColumnStyle::Number, 70, {}},
        {"delta_ns", KernelTablePanel::tr("Δ to median"), ColumnStyle::Delta, 112, {}},
        {"of_floor", KernelTablePanel::tr("Of roofline"), ColumnStyle::Number, 76, {}},
    };
}

enum Columns {
    kNameColumn = 1,
    kOperator,
    kDims,
    kGrid,
    kStart,
    kStream,
    kNames,
    kCount,
    kTime,
    kSum,
    kAverage,
    kDelta,
    kOfFloor
};
constexpr TextPx kOperatorFromPx{760};
constexpr TextPx kLongOperatorFromPx{840}; // in a wide window
constexpr TextPx kLongOperatorPx{196};
constexpr TextPx kDimsFromPx{900};
constexpr TextPx kAverageFromPx{612};
// In a window below 1360 px the table has no bars in its times, but all columns of differences.
constexpr TextPx kBarsFromPx{570};
constexpr TextPx kTimeWithoutBarPx{78};
constexpr TextPx kMinFilterPx{48}; // rather without its word than with the icon behind it in a line of its own

enum Rows { kByName, kByStem, kByShape };
enum Sequence { kByTime, kInOrder };

} // namespace

KernelTablePanel::KernelTablePanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_loader(new TableLoader(controller, this))
    , m_model(new ReportTableModel(kernelColumns(), controller.pool(), this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createBar());
    createView();
    setFocusProxy(m_view);
    m_total = new TotalRow(*m_view, this);
    m_empty = new EmptyView(QStringLiteral("kernels"), this);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    layout->addLayout(m_stack, 1);
    layout->addWidget(m_total);

    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_model->setTable(nullptr);
        m_loaded = {};
        followFocus();
        reload();
    });
    connect(&bus, &NavigationBus::focusChanged, this, &KernelTablePanel::followFocus);
    connect(&bus, &NavigationBus::againstChanged, this, &KernelTablePanel::reload);
    connect(&bus, &NavigationBus::selectionChanged, this, &KernelTablePanel::followSelection);
    connect(m_loader, &TableLoader::loaded, this, &KernelTablePanel::showTable);
    connect(m_loader, &TableLoader::failed, this, [this](const core::Error &error) {
        fitColumns();
        m_model->setTable(nullptr);
        m_empty->setMessage(tr("The kernels cannot be listed"), errorText(error));
        m_stack->setCurrentWidget(m_empty);
    });
    connect(m_model, &ReportTableModel::rowsChanged, this, [this] {
        showCount();
        followSelection(m_bus.selection(), nullptr);
        if (m_model->rowCount() > 0 && !m_view->currentIndex().isValid()) {
            // Otherwise the view would make the first row current, and thus select it, when it only receives the focus.
            m_following = true;
            m_view->selectionModel()->setCurrentIndex(m_model->index(0, 0), QItemSelectionModel::NoUpdate);
            m_following = false;
        }
    });
    connect(m_filter, &QLineEdit::textChanged, this, &KernelTablePanel::applyFilter);
    connect(m_model, &ReportTableModel::filterFailed, m_filter, &SearchField::setProblem);
    connect(m_filter, &QLineEdit::textEdited, this, &KernelTablePanel::filterEdited);
    connect(m_scope, &ScopeSwitch::scopeChanged, this, [this] {
        fitColumns();
        reload();
    });
    connect(m_sequence, &SegmentedControl::activated, this, &KernelTablePanel::fitColumns);
    connect(m_rows, &SegmentedControl::activated, this, [this] {
        fitColumns();
        reload();
    });
    fitColumns();
    new PanelExport(*this, [this] { emit exportRequested(request()); });
    connect(m_empty, &EmptyView::linkActivated, this, [this] {
        m_filter->clear();
        emit filterEdited({});
    });
}

KernelTablePanel::~KernelTablePanel() = default;

QWidget *KernelTablePanel::createBar()
{
    auto *bar = new ViewBar(this);
    m_filter = new SearchField(QStringLiteral("filter"), tr("Filter by name or category"), bar);
    m_filter->setObjectName(QStringLiteral("kernelFilter"));
    m_filter->setShortPlaceholder(tr("Filter"));
    m_scope = new ScopeSwitch(tr("All"), bar);
    m_scope->followBrush(m_bus);
    m_scope->want(ScopeSwitch::kLayer); // follows the selection: the layer, else the pass
    m_scope->setObjectName(QStringLiteral("kernelScope"));
    m_scope->setAccessibleName(tr("Scope of the kernel table"));
    m_sequence = new SegmentedControl({tr("by time"), tr("in order")}, bar);
    m_sequence->setObjectName(QStringLiteral("kernelSequence"));
    m_sequence->setAccessibleName(tr("Order of the kernels"));
    m_rows = new SegmentedControl({tr("by name"), tr("by stem"), tr("by shape")}, bar);
    m_rows->setObjectName(QStringLiteral("kernelRows"));
    m_rows->setAccessibleName(tr("What the rows are"));
    m_rows->setSegmentEnabled(kByName, true, tr("One row for each kernel name"));
    m_rows->setSegmentEnabled(
        kByStem, true, tr("One row for each kernel name without its number: fusion.12 and fusion.13 are fusion"));
    m_rows->setSegmentEnabled(kByShape, true, tr("One row for each kernel name with the same input dims and grid"));
    bar->row()->addWidget(m_scope);
    bar->row()->addWidget(m_filter, 1, kMinFilterPx);
    bar->row()->addWidget(m_rows);
    bar->row()->addWidget(m_sequence);
    auto *save = iconButton(QStringLiteral("export"), tr("Export these kernels…"), {}, bar);
    save->setObjectName(QStringLiteral("kernelExport"));
    connect(save, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
    bar->row()->addWidget(save);
    return bar;
}

void KernelTablePanel::createView()
{
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("kernelTable"));
    m_view->setAccessibleName(tr("Kernels by time"));
    setUpTable(*m_view, *m_model);
    m_view->horizontalHeader()->setSortIndicator(kSum, Qt::DescendingOrder);
    m_view->setSortingEnabled(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &KernelTablePanel::showMenu);
    connect(m_view, &QTableView::clicked, this, &KernelTablePanel::activate);
    connect(m_view, &QTableView::activated, this, &KernelTablePanel::activate);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        if (m_view->hasFocus()) // by key; clicks are handled above
            activate(index);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &KernelTablePanel::tellSeveral);
    connect(m_view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this](int column) {
        if (column < 0)
            return;
        if (isEach() && column != kStart && column != kStream)
            m_sequence->setCurrent(
                kByTime); // a click on the header ends the other order; those two are shown in that order alone
        if (m_view->isColumnHidden(column)) // an order of another scope
            fitColumns();
    });
}

bool KernelTablePanel::isEach() const
{
    return m_scope->scope() == ScopeSwitch::kLayer;
}

void KernelTablePanel::fitColumns()
{
    const bool each = isEach();
    const bool byShape = !each && m_rows->current() == kByShape;
    const bool byStem = !each && m_rows->current() == kByStem;
    TableTools *tools = TableTools::of(*m_view);
    m_rows->setVisible(!each);
    m_sequence->setVisible(each);
    const auto show = [tools](int column, bool on) { tools->setOffered(column, on); };
    show(kOperator, each && width() >= kOperatorFromPx);
    show(kDims, byShape || (each && width() >= kDimsFromPx));
    show(kGrid, byShape);
    const bool inOrder = each && m_sequence->current() == kInOrder && width() >= kDimsFromPx;
    show(kStart, inOrder);
    show(kStream, inOrder);
    show(kNames, byStem);
    show(kCount, !each);
    show(kTime, each);
    show(kSum, !each);
    show(kAverage, !each && width() >= kAverageFromPx);
    show(kDelta, !byShape && !byStem);
    show(kOfFloor, !byShape && !byStem);
    if (const bool wide = width() >= kLongOperatorFromPx; wide != m_longOperator) {
        m_longOperator = wide;
        m_view->horizontalHeader()->resizeSection(kOperator, wide ? int(kLongOperatorPx) : int(TextPx(kOperatorPx)));
    }
    if (const bool bars = width() >= kBarsFromPx; bars != m_bars) {
        m_bars = bars;
        for (const int column : {kTime, kSum})
            m_view->horizontalHeader()->resizeSection(column, bars ? int(TextPx(kTimePx)) : int(kTimeWithoutBarPx));
    }
    // By time where the order is about a column that is not shown; in order is the table's own order.
    const QHeaderView *header = m_view->horizontalHeader();
    const int sorted = header->sortIndicatorSection();
    if (each && m_sequence->current() == kInOrder) {
        const bool ofThisOrder = (sorted == kStart || sorted == kStream) && !header->isSectionHidden(sorted);
        if (sorted != -1 && !ofThisOrder)
            tools->sortForView(-1, Qt::AscendingOrder);
    } else if (sorted < 0 || header->isSectionHidden(sorted)) {
        tools->sortForView(each ? kTime : kSum, Qt::DescendingOrder);
    }
}

void KernelTablePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

core::TableRequest KernelTablePanel::request() const
{
    core::TableRequest request;
    request.table = "kernels";
    request.pass = "trace";
    request.each = isEach();
    if (!request.each && m_rows->current() != kByName)
        request.group = m_rows->current() == kByShape ? "shape" : "stem";
    else
        request.against = m_bus.against() == core::Against::Steady ? "steady" : "type";
    const auto document = m_controller.document();
    if (document)
        m_scope->narrow(request, *document);
    const TableOrder &order = m_model->order();
    request.filter = m_work.with(m_names).text();
    if (m_model->table() && order.column != core::ReportTable::npos)
        request.sort = (order.descending ? "-" : "") + m_model->table()->columns()[order.column].id;
    return request;
}

void KernelTablePanel::setFilter(const QString &text)
{
    m_filter->setText(text);
    emit filterEdited(text);
}

void KernelTablePanel::setFilters(const QString &kept, const QString &typed)
{
    m_kept = kept;
    const QSignalBlocker blocker(m_filter); // applied once, below
    if (m_filter->text() != typed)
        m_filter->setText(typed);
    applyFilter();
}

// Terms about names apply to rows; the others choose the kernels that rows count, so they require a new table.
void KernelTablePanel::applyFilter()
{
    const auto typed = core::KernelFilter::parse(stdtext(m_filter->text()));
    m_filter->setProblem(typed ? QString() : filterProblem(typed.error()));
    if (typed)
        m_typed = *typed;
    const auto kept = core::KernelFilter::parse(stdtext(m_kept));
    const core::KernelFilter whole = kept ? kept->with(m_typed) : m_typed;
    m_names = whole.aboutNames();
    m_work = whole.aboutWork();
    m_model->setFilter(qtext(m_names.text()));
    reload();
}

void KernelTablePanel::followFocus()
{
    m_scope->follow(m_bus.focus());
    reload();
    if (!m_loader->isBusy()) // else the rows that stand there keep their columns until they are replaced
        fitColumns();
}

void KernelTablePanel::reload()
{
    core::TableRequest wanted = request();
    wanted.filter = m_work.text(); // the model applies name filters and order
    wanted.sort.clear();
    if (!m_controller.session() || wanted == m_loaded)
        return;
    m_loaded = wanted;
    m_loader->load(wanted);
}

void KernelTablePanel::showTable(std::shared_ptr<const core::ReportTable> table)
{
    m_model->awaitTable();
    fitColumns();
    m_model->setTable(std::move(table));
}

void KernelTablePanel::showCount()
{
    const int shown = m_model->rowCount();
    const auto all = m_model->table() ? m_model->table()->rowCount() : 0;
    showTotal();
    const bool nothingMatches = shown == 0 && (all > 0 || (m_model->table() && !m_work.empty()));
    m_filter->setInvalid(nothingMatches);
    if (shown > 0 || !m_model->table()) {
        m_stack->setCurrentWidget(m_view);
        return;
    }
    if (nothingMatches)
        m_empty->setMessage(
            tr("No kernel here matches “%1”").arg(qtext(m_work.with(m_names).text())), {}, tr("Clear the filter"));
    else
        m_empty->setMessage(tr("No GPU work here"), tr("Nothing was recorded on a GPU in this part of the trace."));
    m_stack->setCurrentWidget(m_empty);
}

void KernelTablePanel::followSelection(const core::Selection &selection, QObject *origin)
{
    if (origin == this || m_loader->isBusy()) // the rows of the next table are selected when they stand there
        return;
    core::Selection target = selection;
    const auto document = m_controller.document();
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection);
        kernel != nullptr && !isEach() && document && kernel->kernel.value < document->kernels.size())
        target = core::NameSelection{document->kernels.name[kernel->kernel.value]};
    std::vector<int> rows = m_model->viewRowsOf(namesOf(target));
    if (const int row = m_model->viewRowOf(target); rows.empty() && row >= 0)
        rows.push_back(row);
    m_following = true;
    if (!rows.empty()) {
        selectRows(*m_view, rows);
        bringIntoView(*m_view, m_model->index(rows.back(), 0));
    } else {
        m_view->clearSelection();
    }
    m_following = false;
}

// In a table of names a kernel stands for its name.
core::Selection KernelTablePanel::namesOf(const core::Selection &selection) const
{
    const auto document = m_controller.document();
    if (isEach() || !document)
        return selection;
    std::vector<core::Selection> names;
    for (const core::SelectedPart &part : core::partsOf(selection))
        if (const auto *kernel = std::get_if<core::KernelSelection>(&part);
            kernel != nullptr && kernel->kernel.value < document->kernels.size())
            names.emplace_back(core::NameSelection{document->kernels.name[kernel->kernel.value]});
        else
            names.push_back(core::selectionOf(part));
    const core::Selection all = core::severalOf(names);
    const auto one = core::partOf(all);
    return one ? core::Selection(core::SeveralSelection{{*one}}) : all;
}

// Rows selected together by Shift or Ctrl; also the one that is left of them.
void KernelTablePanel::tellSeveral()
{
    if (m_following || !m_view->hasFocus())
        return;
    const core::Selection several = selectedTogether(*m_view);
    if (!core::partsOf(several).empty())
        m_bus.select(several, this);
    else if (const QModelIndexList rows = m_view->selectionModel()->selectedRows();
             rows.size() == 1 && !core::partsOf(m_bus.selection()).empty())
        activate(rows.constFirst());
}

void KernelTablePanel::activate(const QModelIndex &index)
{
    // A row becomes the current one before it is selected, and Ctrl+click takes one away: what is selected then is told by
    // tellSeveral().
    if (m_following || !index.isValid() || !m_view->selectionModel()->isRowSelected(index.row())
        || !core::partsOf(selectedTogether(*m_view)).empty())
        return;
    const auto target = index.data(kTargetRole).value<core::Selection>();
    if (!std::holds_alternative<std::monostate>(target))
        m_bus.select(target, this);
}

// "12 names", "3 of 12"; nothing where each kernel has its row.
QString KernelTablePanel::rowsText() const
{
    const int shown = m_model->rowCount();
    const auto all = static_cast<std::int64_t>(m_model->table()->rowCount());
    const QString number = qtext(core::formatCount(shown));
    if (shown != all)
        return tr("%1 of %2").arg(number, qtext(core::formatCount(all)));
    if (isEach())
        return {};
    return m_rows->current() == kByName ? tr("%1 names", nullptr, shown).arg(number) : rowCountText(shown);
}

// The wall of the layer or pass whose kernels are all shown; 0 if they are of several passes, or some are left out.
std::int64_t KernelTablePanel::wallShown() const
{
    const Focus &focus = m_scope->focus();
    if (m_scope->scope() == ScopeSwitch::kAll || focus.pass == core::kNoPass || !m_work.empty() || !m_names.empty())
        return 0;
    const core::Selection shown = isEach() ? core::Selection(core::LayerSelection{focus.device, focus.pass, focus.layer})
                                           : core::Selection(core::PassSelection{focus.device, focus.pass});
    return m_bus.rangeOf(shown).length().value;
}

// Of the rows shown: time and difference; of a whole layer or pass also how near it is to the roofline, of its wall as
// everywhere.
void KernelTablePanel::showTotal()
{
    const auto table = m_model->table();
    QMap<int, QString> texts;
    if (table && m_model->rowCount() > 0) {
        const std::size_t time = table->columnIndex(isEach() ? "dur_ns" : "sum_ns");
        const std::size_t delta = table->columnIndex("delta_ns");
        const std::size_t floor = table->columnIndex("floor_ns");
        const std::size_t count = table->columnIndex("count");
        std::int64_t timeNs = 0;
        std::int64_t deltaNs = 0;
        std::int64_t floorNs = 0;
        std::int64_t modelledNs = 0; // of the rows with a roofline time
        std::int64_t kernels = 0;
        bool anyDelta = false;
        bool anyCopy = false; // or memset: no kernel
        const auto value = [&](std::size_t row, std::size_t column) -> std::optional<std::int64_t> {
            if (column == core::ReportTable::npos || table->isMissing(row, column))
                return std::nullopt;
            return table->integer(row, column);
        };
        for (int i = 0; i < m_model->rowCount(); ++i) {
            const std::size_t row = m_model->tableRow(i);
            const std::int64_t ownNs = value(row, time).value_or(0);
            anyCopy = anyCopy || isCopy(table->target(row));
            timeNs = core::addSaturated(timeNs, ownNs);
            if (const auto least = value(row, floor)) {
                floorNs = core::addSaturated(floorNs, *least);
                modelledNs = core::addSaturated(modelledNs, ownNs);
            }
            kernels = core::addSaturated(kernels, value(row, count).value_or(1));
            if (const auto difference = value(row, delta)) {
                deltaNs = core::addSaturated(deltaNs, *difference);
                anyDelta = true;
            }
        }
        const QString counted = qtext(core::formatCount(kernels));
        texts[kNameColumn] = anyCopy ? tr("%1 kernels and copies", nullptr, pluralCount(kernels)).arg(counted)
                                     : TraceWords::of(m_controller.document().get()).kernelCount(kernels);
        if (const QString rows = rowsText(); !rows.isEmpty())
            texts[kNameColumn] += QStringLiteral(" · ") + rows;
        texts[isEach() ? kTime : kSum] = durationText(timeNs);
        if (anyDelta)
            texts[kDelta] = (deltaNs > 0 ? QStringLiteral("+") : QString()) + durationText(deltaNs);
        const std::int64_t wallNs = wallShown();
        if (wallNs > 0 && floorNs > 0 && modelledNs >= timeNs - modelledNs) // less is no statement about all of it
            texts[kOfFloor] = qtext(core::formatShare(static_cast<double>(floorNs) / static_cast<double>(wallNs)));
    }
    m_total->setTexts(texts);
}

// A copy or a memset. By its kind: kernels, too, can be of the category of memory.
bool KernelTablePanel::isCopy(const core::Selection &row)
{
    const auto document = m_controller.document();
    if (!document)
        return false;
    const core::KernelTable &kernels = document->kernels;
    const auto isCopyAt = [&kernels](std::uint32_t at) {
        return kernels.kind[at] == core::KernelKind::Memcpy || kernels.kind[at] == core::KernelKind::Memset;
    };
    if (m_copiesOf.lock() != document) {
        m_copiesOf = document;
        m_copies.clear();
        for (std::uint32_t i = 0; i < kernels.size(); ++i)
            if (isCopyAt(i))
                m_copies.insert(kernels.name[i]);
    }
    if (const auto *one = std::get_if<core::KernelSelection>(&row))
        return one->kernel.value < kernels.size() && isCopyAt(one->kernel.value);
    const auto *name = std::get_if<core::NameSelection>(&row);
    return name != nullptr && m_copies.count(name->name) > 0;
}

void KernelTablePanel::copyRows()
{
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    if (!rows.isEmpty())
        QApplication::clipboard()->setText(m_model->asTsv(rows));
}

void KernelTablePanel::showMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    QMenu menu(this);
    if (index.isValid()) {
        activate(index); // the right button selects the row
        const auto table = m_model->table();
        const std::uint32_t row = m_model->tableRow(index.row());
        const QString name = qtext(table->text(row, table->columnIndex("name")));
        const QString shortName = index.siblingAtColumn(1).data().toString();
        const auto ask = [&](void (KernelTablePanel::*requested)()) {
            return [this, index, requested] {
                activate(index);
                emit(this->*requested)();
            };
        };
        fillKernelMenu(menu,
            {name, shortName, ask(&KernelTablePanel::showInPerfettoRequested), ask(&KernelTablePanel::compareRequested),
                ask(&KernelTablePanel::sourceRequested), [this, shortName] { setFilter(shortName); }});
        menu.addSeparator();
    }
    PanelExport::runTableMenu(*this, *m_view, m_view->viewport()->mapToGlobal(position), &menu);
}

} // namespace lamella::ui
