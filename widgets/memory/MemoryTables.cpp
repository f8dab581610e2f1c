// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/MemoryTables.h"

#include "core/analysis/source/FrameLabel.h"
#include "core/base/Format.h"
#include "core/profile/SourceRule.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/models/ShownRequest.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"
#include "widgets/source/EditorLink.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

QString bytesText(std::int64_t bytes)
{
    return qtext(core::formatBytes(bytes));
}

QString countText(std::size_t count)
{
    return qtext(core::formatCount(static_cast<std::int64_t>(count)));
}

// Blocks, or groups of them: the lifetime in words, with the colour of its area in the curve.
class BlocksModel final : public ReportTableModel {
public:
    using ReportTableModel::ReportTableModel;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        const bool isWord = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == kColorRole;
        if (!isWord || !index.isValid() || !table() || columns()[static_cast<std::size_t>(index.column())].id != "category")
            return ReportTableModel::data(index, role);
        const std::string_view category = table()->text(tableRow(index.row()), table()->columnIndex("category"));
        return role == kColorRole ? QVariant(memoryColor(memoryPartOf(category))) : QVariant(memoryLifetimeText(category));
    }
};

} // namespace

MemoryTables::MemoryTables(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_loader(new TableLoader(controller, this))
    , m_blocksJob(std::make_unique<JobSlot>(controller.pool()))
    , m_selectionSeen(new DeferUntilVisible(this))
{
    build();
    connect(m_which, &SegmentedControl::activated, this, [this](int which) { choose(static_cast<Which>(which)); });
    connect(m_how, &SegmentedControl::activated, this, [this](int how) { group(how == 0); });
    connect(m_loader, &TableLoader::loaded, this, [this](const std::shared_ptr<const core::ReportTable> &table) {
        m_loading->setTable(table);
        if (m_loading == m_growth && shown() == Growth)
            sayGrowth();
        else if (m_loading == m_failures && shown() == Failures)
            sayFailures();
    });
    connect(&bus, &NavigationBus::selectionChanged, this, [this](const core::Selection &, const QObject *origin) {
        if (origin != this) // the search for the row grows with the blocks
            m_selectionSeen->ask([this] { follow(m_bus.selection()); });
    });
    connect(m_loader, &TableLoader::failed, this, [this](const core::Error &error) {
        if (shown() == (m_loading == m_growth ? Growth : Failures))
            m_title->setText(errorText(error));
    });
}

MemoryTables::~MemoryTables() = default;

QTableView *MemoryTables::addView(ReportTableModel &model, const char *object, const QString &name)
{
    auto *view = new QTableView(m_stack);
    view->setObjectName(QString::fromLatin1(object));
    view->setAccessibleName(name);
    setUpTable(*view, model);
    view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // as the table has them: the largest first
    view->horizontalHeader()->setSortIndicatorClearable(true);
    view->setSortingEnabled(true);
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(
        view, &QWidget::customContextMenuRequested, this, [this, view](const QPoint &position) { showMenu(*view, position); });
    connect(view, &QTableView::clicked, this, [this](const QModelIndex &index) {
        const auto target = index.data(kTargetRole).value<core::Selection>();
        if (!std::holds_alternative<std::monostate>(target))
            m_bus.select(target, this);
    });
    return view;
}

// The row of what is selected, and none of what was selected before.
void MemoryTables::follow(const core::Selection &selection)
{
    const auto views = findChildren<QTableView *>();
    for (QTableView *list : views) {
        const auto *model = qobject_cast<const ReportTableModel *>(list->model());
        const int row = model == nullptr ? -1 : model->viewRowOf(selection);
        if (row >= 0)
            selectRows(*list, {row});
        else
            list->clearSelection();
    }
}

void MemoryTables::showMenu(const QTableView &view, const QPoint &position)
{
    QMenu menu(this);
    const QModelIndex index = view.indexAt(position);
    const auto *model = qobject_cast<const ReportTableModel *>(view.model());
    if (index.isValid() && model != nullptr) {
        const core::ReportTable &table = *model->table();
        const std::size_t row = model->tableRow(index.row());
        const std::size_t column = std::min(table.columnIndex("line"), table.columnIndex("name"));
        const core::FrameLabel label =
            table.isMissing(row, column) ? core::FrameLabel() : core::labelOfFrame(table.text(row, column), core::SourceRule());
        menu.addAction(tr("&Open in editor"), this, [this, label] { openInEditor(qtext(label.file), label.line, this); })
            ->setEnabled(label.kind == core::FrameKind::Line && !label.file.empty());
    }
    PanelExport::runTableMenu(*this, view, view.viewport()->mapToGlobal(position), &menu);
}

void MemoryTables::addGroups()
{
    auto *grouped = new QWidget(m_stack);
    auto *rows = new QVBoxLayout(grouped);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(addView(*m_groups, "memoryGroups", tr("Blocks of memory, grouped")), 1);
    m_sum = plainLabel(QString(), grouped);
    m_sum->setObjectName(QStringLiteral("memorySum"));
    m_sum->setMargin(8);
    rows->addWidget(m_sum);
    m_stack->addWidget(grouped);
}

void MemoryTables::build()
{
    auto *bar = new ViewBar(this);
    m_title = new ElidedLabel(QString(), ElidedLabel::Rank::Text, bar);
    setTextFont(*m_title, &Theme::strongFont);
    m_title->setObjectName(QStringLiteral("memoryListTitle"));
    m_title->setElideMode(Qt::ElideRight);
    m_which =
        new SegmentedControl({tr("at the cursor"), tr("largest"), tr("still held"), tr("growth"), tr("out of memory")}, bar);
    m_how = new SegmentedControl({tr("grouped"), tr("each")}, bar);
    bar->row()->addWidget(m_title, 1);
    bar->row()->addWidget(m_which);
    bar->row()->addWidget(m_how);
    m_stack = new QStackedWidget(this);
    auto &pool = m_controller.pool();
    m_blocks = new BlocksModel({{"category", {}, ColumnStyle::Category, 110, {}}, {"op", {}, ColumnStyle::Text, 120, {}},
                                   {"line", {}, ColumnStyle::Secondary, -120, {}}, {"layer", {}, ColumnStyle::Number, 48, {}},
                                   {"bytes", {}, ColumnStyle::Bar, 130, {}}, {"lifetime_ns", {}, ColumnStyle::Number, 84, {}}},
        pool, this);
    m_growth =
        new ReportTableModel({{"name", {}, ColumnStyle::Text, -160, {}}, {"kept_bytes", {}, ColumnStyle::Bar, 130, {}},
                                 {"kept_blocks", {}, ColumnStyle::Number, 64, {}}, {"periods", {}, ColumnStyle::Number, 104, {}},
                                 {"of_periods", {}, ColumnStyle::Number, 48, {}}, {"grows", {}, ColumnStyle::Text, 56, {}}},
            pool, this);
    m_failures = new ReportTableModel(
        {{"time_ns", {}, ColumnStyle::Number, 104, {}}, {"line", {}, ColumnStyle::Text, -110, "why"},
            {"asked_bytes", {}, ColumnStyle::Bar, 110, {}}, {"driver_free_bytes", {}, ColumnStyle::Number, 104, {}},
            {"free_bytes", {}, ColumnStyle::Number, 72, {}}, {"largest_free_bytes", {}, ColumnStyle::Number, 112, {}}},
        pool, this);
    m_groups = new BlocksModel({{"category", {}, ColumnStyle::Category, 110, {}}, {"name", {}, ColumnStyle::Text, -160, {}},
                                   {"blocks", {}, ColumnStyle::Number, 64, {}}, {"bytes", {}, ColumnStyle::Bar, 130, {}}},
        pool, this);
    m_stack->addWidget(addView(*m_blocks, "memoryBlocks", tr("Blocks of memory")));
    m_stack->addWidget(addView(*m_growth, "memoryGrowth", tr("Lines that keep memory")));
    auto *failed = new QWidget(m_stack);
    auto *column = new QVBoxLayout(failed);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    QTableView *view = addView(*m_failures, "memoryFailures", tr("Failed allocations"));
    m_why = plainLabel(QString(), failed);
    m_why->setObjectName(QStringLiteral("memoryWhy"));
    m_why->setWordWrap(true);
    m_why->setMargin(8);
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_why);
    column->addWidget(view, 1);
    m_stack->addWidget(failed);
    addGroups();
    connect(view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &row) { explain(row.row()); });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_stack, 1);
}

MemoryTables::Which MemoryTables::shown() const
{
    return static_cast<Which>(m_which->current());
}

QTableView *MemoryTables::view(Which which) const
{
    return findChild<QTableView *>(QLatin1String(which == Growth ? "memoryGrowth"
            : which == Failures                                  ? "memoryFailures"
                                                                 : "memoryBlocks"));
}

core::TableRequest MemoryTables::request() const
{
    core::TableRequest request;
    request.table = "memory";
    request.by = shown() == Growth ? "growth" : shown() == Failures ? "oom" : "block";
    if (m_picture)
        request.device = m_picture->device;
    return asShown(request, *shownModel());
}

ReportTableModel *MemoryTables::shownModel() const
{
    return shown() == Growth ? m_growth : shown() == Failures ? m_failures : m_how->current() == 0 ? m_groups : m_blocks;
}

ShownRows MemoryTables::shownRows() const
{
    const ReportTableModel *model = shownModel();
    const bool isWhole = model == m_growth || model == m_failures || (model == m_blocks && shown() == Largest);
    return isWhole ? ShownRows() : model->shownRows();
}

bool MemoryTables::hasRows() const
{
    return shownModel()->rowCount() > 0;
}

void MemoryTables::setPicture(std::shared_ptr<const MemoryPicture> picture)
{
    m_picture = std::move(picture);
    m_loader->cancel();
    m_blocksJob->cancel();
    for (ReportTableModel *model : {m_blocks, m_groups, m_growth, m_failures})
        model->setTable(nullptr);
    m_title->setText(QString());
    m_sum->clear();
    m_why->clear();
    const bool fails = m_picture && !m_picture->failures.empty();
    m_which->setSegmentEnabled(Failures, fails, fails ? QString() : tr("No allocation failed."));
    choose(shown() == Failures && !fails ? AtCursor : shown());
}

void MemoryTables::setCursor(std::int64_t ns)
{
    m_cursor = ns;
    if (shown() == AtCursor)
        showBlocks();
}

void MemoryTables::choose(Which which)
{
    m_which->setCurrent(which);
    m_blocksJob->cancel(); // its title is not that of the other lists
    showPage();
    if (!m_picture)
        m_title->setText(QString());
    else if (which == Growth)
        load("growth", *m_growth);
    else if (which == Failures)
        load("oom", *m_failures);
    else
        showBlocks();
}

void MemoryTables::showPage()
{
    enum Page { Each, Lines, Failed, Grouped };
    const bool blocks = shown() != Growth && shown() != Failures;
    m_how->setVisible(blocks);
    m_stack->setCurrentIndex(shown() == Growth ? Lines : shown() == Failures ? Failed : m_how->current() == 0 ? Grouped : Each);
}

void MemoryTables::group(bool grouped)
{
    m_how->setCurrent(grouped ? 0 : 1);
    showPage();
}

QString MemoryTables::sumText() const
{
    return m_sum->text();
}

void MemoryTables::load(const char *by, ReportTableModel &model)
{
    if (model.table())
        return &model == m_growth ? sayGrowth() : sayFailures();
    m_title->setText(tr("Reading memory events…"));
    m_loading = &model;
    core::TableRequest wanted = request();
    wanted.by = by;
    wanted.sort.clear(); // the model's own
    m_loader->load(wanted);
}

core::Result<MemoryTables::Blocks> MemoryTables::findBlocks(
    const MemoryPicture &picture, Which which, std::int64_t cursor, const core::JobControl &control)
{
    if (control.stopRequested()) // before it began: the cursor moves faster than blocks are found
        return core::Error{core::ErrorCode::Cancelled, "cancelled", {}, -1};
    Blocks found{picture.blocks, nullptr, {}};
    if (which != Largest)
        found.each = std::make_shared<const core::ReportTable>(
            picture.blocks->withRows(which == AtCursor ? picture.blocksAt(cursor) : picture.blocksHeld()));
    core::Result<core::ReportTable> groups = groupedBlocks(*found.each, control);
    if (!groups)
        return groups.error();
    found.groups = std::make_shared<const core::ReportTable>(*std::move(groups));
    found.sum = sumOf(*found.groups);
    return found;
}

// Those of before stay until the others are there.
void MemoryTables::showBlocks()
{
    if (!m_picture || !m_picture->blocks)
        return;
    const Which which = shown();
    m_blocksJob->start<Blocks>([picture = m_picture, which, cursor = m_cursor](
                                   const core::JobControl &control) { return findBlocks(*picture, which, cursor, control); },
        [this, which, cursor = m_cursor](const core::Result<Blocks> &blocks) {
            if (blocks)
                takeBlocks(*blocks, which, cursor);
            else
                m_title->setText(errorText(blocks.error()));
        });
}

void MemoryTables::takeBlocks(const Blocks &blocks, Which which, std::int64_t cursor)
{
    m_blocks->replaceTable(blocks.each);
    m_groups->replaceTable(blocks.groups);
    const bool moment = which == AtCursor && !m_picture->empty();
    const std::int64_t all = moment                           ? m_picture->allocated[m_picture->rowAt(cursor)]
        : which == StillHeld && !m_picture->allocated.empty() ? m_picture->allocated.back()
                                                              : blocks.sum.bytes;
    QString text = tr("All together: %1 blocks, %2")
                       .arg(countText(static_cast<std::size_t>(blocks.sum.blocks)), bytesText(blocks.sum.bytes));
    if (all > blocks.sum.bytes)
        text += QStringLiteral(" · ")
            + (m_picture->source == core::MemorySource::Tables ? tr("%1 more, in no block")
                                                               : tr("%1 more, from before the trace"))
                  .arg(bytesText(all - blocks.sum.bytes));
    const bool none = m_picture->blocks->rowCount() == 0; // a timeline has no blocks
    m_sum->setText(none ? tr("The file records no blocks") : text);
    const QString count = countText(blocks.each->rowCount());
    const QString brief = none ? m_sum->text() : tr("%1 blocks").arg(count);
    m_title->setText(moment && !none ? tr("%1 blocks at %2").arg(count, momentText(*m_picture, cursor)) : brief, brief);
}

void MemoryTables::sayGrowth()
{
    const core::ReportTable &table = *m_growth->table();
    const std::size_t grows = table.columnIndex("grows");
    const std::size_t kept = table.columnIndex("kept_bytes");
    std::size_t growing = 0;
    std::int64_t bytes = 0;
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        if (table.text(r, grows) == "yes") {
            ++growing;
            bytes += table.integer(r, kept);
        }
    m_title->setText(growing == 0 ? tr("%1 lines keep memory, none from pass to pass").arg(countText(table.rowCount()))
                                  : tr("%1 lines keep memory, %2 of them from pass to pass: %3")
                                        .arg(countText(table.rowCount()), countText(growing), bytesText(bytes)));
}

void MemoryTables::sayFailures()
{
    m_title->setText(tr("%1 failed allocations", nullptr, static_cast<int>(m_failures->table()->rowCount()))
                         .arg(countText(m_failures->table()->rowCount())));
    QTableView *list = view(Failures);
    if (!list->currentIndex().isValid() && m_failures->rowCount() > 0)
        list->setCurrentIndex(m_failures->index(0, 0));
}

QString MemoryTables::explanation() const
{
    return m_why->text();
}

// What was asked for and what there was, then what is in the way.
void MemoryTables::explain(int row)
{
    const std::shared_ptr<const core::ReportTable> table = m_failures->table();
    if (!table || row < 0 || row >= m_failures->rowCount()) {
        m_why->clear();
        return;
    }
    const std::size_t at = m_failures->tableRow(row);
    m_why->setText(translatedCell(*table, at, table->columnIndex("why")));
    const std::size_t time = table->columnIndex("time_ns");
    if (!table->isMissing(at, time))
        emit picked(table->integer(at, time));
}

} // namespace lamella::ui
