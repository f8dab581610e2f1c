// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/WithinPanel.h"

#include "core/base/Format.h"
#include "core/report/tables/WithinTable.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

enum By { kCategory, kKernel, kStream };
const char *const kByWords[] = {"category", "kernel", "stream"};
enum Column { kDeviceColumn = 1, kStreamColumn, kCategoryColumn, kNameColumn };

std::vector<ViewColumn> withinViewColumns()
{
    return {
        {{}, QStringLiteral("#"), ColumnStyle::RowNumber, 30, {}},
        {"device", {}, ColumnStyle::Number, 56, {}},
        {"stream", {}, ColumnStyle::Number, 56, {}},
        {"category", {}, ColumnStyle::Category, 130, {}},
        {"short_name", {}, ColumnStyle::Text, 0, "name"},
        {"count", {}, ColumnStyle::Number, 56, {}},
        {"sum_ns", {}, ColumnStyle::Bar, 116, {}},
        {"busy_ns", {}, ColumnStyle::Number, 80, {}},
        {"share", {}, ColumnStyle::Number, 80, {}},
        {"avg_ns", {}, ColumnStyle::Number, 76, {}},
        {"min_ns", {}, ColumnStyle::Number, 76, {}},
        {"max_ns", {}, ColumnStyle::Number, 76, {}},
    };
}

} // namespace

WithinPanel::WithinPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
    , m_model(new ReportTableModel(withinViewColumns(), controller.pool(), this))
{
    setObjectName(QStringLiteral("WithinPanel"));
    auto *bar = new ViewBar(this);
    m_what = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    m_what->setObjectName(QStringLiteral("withinWhat"));
    m_by = new SegmentedControl({tr("categories"), tr("kernels"), tr("streams")}, bar);
    m_by->setObjectName(QStringLiteral("withinBy"));
    m_by->setAccessibleName(tr("What the rows are"));
    auto *save = new LinkButton(tr("Export…"), bar);
    save->setFocusPolicy(Qt::TabFocus);
    bar->row()->addWidget(m_what, 1);
    bar->row()->addWidget(m_by);
    bar->row()->addWidget(save);
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("withinTable"));
    m_view->setAccessibleName(tr("What runs in the selected time range"));
    setUpTable(*m_view, *m_model);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_empty = new EmptyView(QStringLiteral("time"), this);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addLayout(m_stack, 1);
    setFocusProxy(m_view);
    new PanelExport(
        *this, [this] { emit exportRequested(maker()); }, [this] { return maker() != nullptr; });
    connect(m_by, &SegmentedControl::activated, this, &WithinPanel::reload);
    connect(save, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
    connect(m_view, &QWidget::customContextMenuRequested, this, &WithinPanel::showMenu);
    connect(m_view, &QTableView::activated, this, [this](const QModelIndex &index) {
        const auto target = index.data(kTargetRole).value<core::Selection>();
        if (!std::holds_alternative<std::monostate>(target))
            m_bus.select(target, this);
    });
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_range = {};
        follow();
        reload();
    });
    connect(&bus, &NavigationBus::selectionChanged, this, &WithinPanel::follow);
    follow();
    reload();
}

WithinPanel::~WithinPanel() = default;

// Of a kernel, which contains nothing, and of a name, whose kernels do not lie side by side, the previous contents stay.
void WithinPanel::follow()
{
    const core::Selection &selection = m_bus.selection();
    if (std::holds_alternative<core::KernelSelection>(selection) || std::holds_alternative<core::NameSelection>(selection))
        return;
    const core::TimeRange range = m_bus.selectedRange();
    if (range.length().value <= 0 || range == m_range)
        return;
    m_range = range;
    reload();
}

TableMaker WithinPanel::maker() const
{
    const auto document = m_controller.document();
    const auto names = m_controller.names();
    if (!document || !names || m_range.length().value <= 0)
        return {};
    using Table = std::shared_ptr<const core::ReportTable>;
    return [document, names, range = m_range, by = std::string(kByWords[m_by->current()])](
               const core::JobControl &control) -> core::Result<Table> {
        auto table = core::withinTable(document, names, range, by, control);
        if (!table)
            return table.error();
        return Table(std::make_shared<const core::ReportTable>(std::move(*table)));
    };
}

void WithinPanel::fitColumns()
{
    const auto document = m_controller.document();
    TableTools *tools = TableTools::of(*m_view);
    const auto show = [tools](int column, bool shown) { tools->setOffered(column, shown); };
    show(kDeviceColumn, document && document->devices.size() > 1);
    show(kStreamColumn, m_by->current() == kStream);
    show(kCategoryColumn, m_by->current() != kStream);
    show(kNameColumn, m_by->current() == kKernel);
}

void WithinPanel::reload()
{
    fitColumns();
    m_job->cancel();
    m_seen->forget();
    const TableMaker make = maker();
    if (!make) {
        m_model->setTable(nullptr);
        m_what->setText({});
        m_empty->setMessage(
            tr("No time range is selected"), tr("Draw one on the ruler of the timeline, or select a pass or a layer."));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    m_seen->ask([this, make] {
        m_job->start<std::shared_ptr<const core::ReportTable>>(make, [this](const auto &table) { present(table); });
    });
}

void WithinPanel::present(const core::Result<std::shared_ptr<const core::ReportTable>> &table)
{
    m_model->setTable(table ? *table : nullptr);
    if (!table) {
        m_empty->setMessage(tr("This cannot be summed"), errorText(table.error()));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    const std::int64_t zero = m_controller.document()->zero();
    m_what->setText(
        tr("%1 from %2 on").arg(durationText(m_range.length().value), qtext(core::formatTime(m_range.begin.value - zero))));
    m_empty->setMessage(tr("No GPU work runs here"));
    m_stack->setCurrentWidget((*table)->rowCount() > 0 ? static_cast<QWidget *>(m_view) : m_empty);
}

void WithinPanel::showMenu(const QPoint &position)
{
    PanelExport::runTableMenu(*this, *m_view, m_view->viewport()->mapToGlobal(position));
}

} // namespace lamella::ui
