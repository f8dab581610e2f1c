// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/KernelTablePanel.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/Elide.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/ScopeSwitch.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/panels/OverLayersDelegate.h"
#include "widgets/session/JobSlot.h"
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
#include <QVBoxLayout>

#include <array>

namespace lamella::ui {

namespace {

std::vector<ViewColumn> kernelColumns()
{
    return {
        {{}, QStringLiteral("#"), ColumnStyle::RowNumber, 30, {}},
        {"short_name", KernelTablePanel::tr("Kernel"), ColumnStyle::Text, 0, "name"},
        {"category", {}, ColumnStyle::Category, 104, {}},
        {"count", {}, ColumnStyle::Number, 48, {}},
        {"sum_ns", {}, ColumnStyle::Bar, 98, {}},
        {"share", {}, ColumnStyle::Number, 56, {}},
        {"avg_ns", {}, ColumnStyle::Number, 66, {}},
        {"input_dims", {}, ColumnStyle::Secondary, 120, {}},
        {"grid", {}, ColumnStyle::Secondary, 84, {}},
        {{}, KernelTablePanel::tr("Over layers"), ColumnStyle::Text, 110, {}},
        {"names", {}, ColumnStyle::Number, 54, {}},
    };
}

constexpr int kSumColumn = 4;
// Category and share: hidden in favour of shapes if there is not enough room for all.
constexpr std::array kOnlyByName{2, 5};
constexpr std::array kOnlyByShape{7, 8};
constexpr int kNamesColumn = 10;
constexpr TextPx kAllColumnsFromPx{900};
constexpr int kOverLayersColumn = 9;
constexpr qsizetype kMaxMenuChars = 60;
constexpr TextPx kOverLayersFromPx{640}; // names take precedence

enum Rows { kByName, kByStem, kByShape };

} // namespace

KernelTablePanel::KernelTablePanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_loader(new TableLoader(controller, this))
    , m_model(new ReportTableModel(kernelColumns(), controller.pool(), this))
    , m_spread(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createBar());
    createView();
    m_empty = new EmptyView(QStringLiteral("kernels"), this);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    layout->addLayout(m_stack, 1);

    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_model->setTable(nullptr);
        m_loaded = {};
        followFocus();
        reload();
    });
    connect(&controller, &SessionController::sessionChanged, this, &KernelTablePanel::spreadOverLayers);
    connect(&bus, &NavigationBus::focusChanged, this, &KernelTablePanel::followFocus);
    connect(&bus, &NavigationBus::focusChanged, this, &KernelTablePanel::spreadOverLayers);
    connect(&bus, &NavigationBus::selectionChanged, this, &KernelTablePanel::followSelection);
    connect(m_loader, &TableLoader::loaded, this, &KernelTablePanel::showTable);
    connect(m_loader, &TableLoader::failed, this, [this](const core::Error &error) {
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
    connect(m_scope, &ScopeSwitch::scopeChanged, this, &KernelTablePanel::reload);
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

void KernelTablePanel::spreadOverLayers()
{
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    const Focus focus = m_bus.focus();
    m_spread->cancel();
    m_seen->forget();
    m_overLayers->setData(nullptr);
    m_view->viewport()->update();
    if (!document || !segmentation || focus.pass == core::kNoPass)
        return;
    using Spread = std::shared_ptr<const core::NamesOverLayers>;
    m_seen->ask([this, document, segmentation, focus] {
        m_spread->start<Spread>(
            [document, segmentation, focus](const core::JobControl &control) -> core::Result<Spread> {
                return Spread(std::make_shared<const core::NamesOverLayers>(
                    core::namesOverLayers(*document, *segmentation, focus.device, focus.pass, control)));
            },
            [this](const core::Result<Spread> &spread) {
                m_overLayers->setData(spread ? *spread : nullptr);
                m_view->viewport()->update();
            });
    });
}

QWidget *KernelTablePanel::createBar()
{
    auto *bar = new ViewBar(this);
    m_filter = new SearchField(QStringLiteral("filter"), tr("Filter by name or category"), bar);
    m_filter->setObjectName(QStringLiteral("kernelFilter"));
    m_scope = new ScopeSwitch(tr("All"), bar);
    m_scope->setObjectName(QStringLiteral("kernelScope"));
    m_scope->setAccessibleName(tr("Scope of the kernel table"));
    m_count = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    m_count->setFont(bar->font());
    m_count->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_count->setObjectName(QStringLiteral("kernelCount"));
    m_rows = new SegmentedControl({tr("names"), tr("stems"), tr("shapes")}, bar);
    m_rows->setObjectName(QStringLiteral("kernelRows"));
    m_rows->setAccessibleName(tr("What the rows are"));
    m_rows->setSegmentEnabled(kByName, true, tr("One row for each kernel name"));
    m_rows->setSegmentEnabled(
        kByStem, true, tr("One row for each kernel name without its number: fusion.12 and fusion.13 are fusion"));
    m_rows->setSegmentEnabled(kByShape, true, tr("One row for each kernel name with the same input dims and grid"));
    bar->row()->addWidget(m_filter, 1);
    bar->row()->addWidget(m_rows);
    bar->row()->addWidget(m_scope);
    bar->row()->addWidget(m_count);
    return bar;
}

void KernelTablePanel::createView()
{
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("kernelTable"));
    m_view->setAccessibleName(tr("Kernels by time"));
    setUpTable(*m_view, *m_model);
    m_overLayers = new OverLayersDelegate(m_view);
    m_view->setItemDelegateForColumn(kOverLayersColumn, m_overLayers);
    m_view->horizontalHeader()->setSortIndicator(kSumColumn, Qt::DescendingOrder);
    m_view->setSortingEnabled(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &KernelTablePanel::showMenu);
    connect(m_view, &QTableView::clicked, this, &KernelTablePanel::activate);
    connect(m_view, &QTableView::activated, this, &KernelTablePanel::activate);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        if (m_view->hasFocus()) // by key; clicks are handled above
            activate(index);
    });
}

void KernelTablePanel::fitColumns()
{
    const bool byShape = m_rows->current() == kByShape;
    TableTools *tools = TableTools::of(*m_view);
    for (const int column : kOnlyByShape)
        tools->withhold(column, !byShape);
    const bool byStem = m_rows->current() == kByStem;
    tools->withhold(kNamesColumn, !byStem);
    tools->withhold(kOverLayersColumn, byStem || width() < kOverLayersFromPx); // its chart is for a single name
    for (const int column : kOnlyByName)
        tools->withhold(column, byShape && width() < kAllColumnsFromPx);
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
    if (m_rows->current() != kByName)
        request.group = m_rows->current() == kByShape ? "shape" : "stem";
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
    m_model->setTable(std::move(table));
}

void KernelTablePanel::showCount()
{
    const int shown = m_model->rowCount();
    const auto all = m_model->table() ? m_model->table()->rowCount() : 0;
    const QString number = qtext(core::formatCount(shown));
    m_count->setText(static_cast<std::size_t>(shown) == all
            ? m_rows->current() != kByName ? rowCountText(shown) : tr("%1 kernels", "distinct names", shown).arg(number)
            : tr("%1 of %2").arg(number, qtext(core::formatCount(static_cast<std::int64_t>(all)))));
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
    if (origin == this)
        return;
    core::Selection target = selection;
    const auto document = m_controller.document();
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection);
        kernel != nullptr && document && kernel->kernel.value < document->kernels.size())
        target = core::NameSelection{document->kernels.name[kernel->kernel.value]};
    const int row = m_model->viewRowOf(target);
    m_following = true;
    if (row >= 0) {
        m_view->selectRow(row);
        bringIntoView(*m_view, m_model->index(row, 0));
    } else {
        m_view->clearSelection();
    }
    m_following = false;
}

void KernelTablePanel::activate(const QModelIndex &index)
{
    if (m_following || !index.isValid())
        return;
    const auto target = index.data(kTargetRole).value<core::Selection>();
    if (!std::holds_alternative<std::monostate>(target))
        m_bus.select(target, this);
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
        const auto table = m_model->table();
        const std::uint32_t row = m_model->tableRow(index.row());
        const QString name = qtext(table->text(row, table->columnIndex("name")));
        const QString shortName = index.siblingAtColumn(1).data().toString();
        menu.addAction(tr("Copy full &name"), this, [name] { QApplication::clipboard()->setText(name); });
        const QString shown = shortened(shortName, Qt::ElideMiddle, kMaxMenuChars).replace(u'&', QStringLiteral("&&"));
        menu.addAction(tr("&Filter by “%1”").arg(shown), this, [this, shortName] { setFilter(shortName); });
        menu.addSeparator();
    }
    PanelExport::runTableMenu(*this, *m_view, m_view->viewport()->mapToGlobal(position), &menu);
}

} // namespace lamella::ui
