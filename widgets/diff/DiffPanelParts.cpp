// SPDX-License-Identifier: GPL-3.0-or-later
// DiffPanel: its bars, its tables and its export.
#include "widgets/common/FlowRow.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/CompareResults.h"
#include "widgets/diff/DiffDelegates.h"
#include "widgets/diff/DiffLanes.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/diff/PlaceField.h"
#include "widgets/session/JobSlot.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kRowPx{22};
constexpr int kTotalsRows = 3;
constexpr TextPx kTracePx{220};
constexpr TextPx kRoomyFrom{440}; // minimum height for all parts
constexpr TextPx kTraceCompactPx{130};

QToolButton *iconButton(const QString &iconName, const QString &name, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void setUpView(QTableView &view, DiffTableModel &model)
{
    view.setModel(&model);
    view.setFrameShape(QFrame::NoFrame);
    view.setShowGrid(false);
    view.setWordWrap(false);
    view.setTextElideMode(Qt::ElideMiddle);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view.setTabKeyNavigation(false);
    view.setCornerButtonEnabled(false);
    view.verticalHeader()->hide();
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.verticalHeader()->setMinimumSectionSize(kRowPx);
    view.verticalHeader()->setDefaultSectionSize(qMax<int>(kRowPx, view.fontMetrics().height() + 6));
    view.horizontalHeader()->setHighlightSections(false);
    view.horizontalHeader()->setMinimumSectionSize(30);
    view.setItemDelegate(new TextDelegate(&view));
    view.setItemDelegateForColumn(DiffTableModel::kNumber, new NumberDelegate(&view));
    view.setItemDelegateForColumn(DiffTableModel::kDelta, new DeltaDelegate(&view));
    for (const int column : {DiffTableModel::kNameA, DiffTableModel::kNameB})
        view.setItemDelegateForColumn(column, new DiffNameDelegate(&view));
    for (const int column : {DiffTableModel::kTimeA, DiffTableModel::kTimeB})
        view.setItemDelegateForColumn(column, new DiffTimeDelegate(&view));
}

// Rows are chosen with others, to be copied: that is no selection of the window.
bool isExtending()
{
    return (QGuiApplication::keyboardModifiers() & (Qt::ShiftModifier | Qt::ControlModifier)) != 0;
}

struct ViewEntry {
    const char *id;
    QString title;
};

} // namespace

QWidget *DiffPanel::createBar()
{
    auto *bar = new ViewBar(this);
    addPlaces(*bar);
    addScope(*bar);
    bar->row()->addStretch(1);
    return bar;
}

// What the table shows, as which rows, in which order.
QWidget *DiffPanel::createTableBar(QWidget *parent)
{
    auto *bar = new ViewBar(parent);
    m_view = new QComboBox(bar);
    m_view->setObjectName(QStringLiteral("diffView"));
    m_view->setSizeAdjustPolicy(QComboBox::AdjustToContents); // which change with the scope
    m_view->setAccessibleName(tr("What the rows are"));
    m_view->view()->setAccessibleName(m_view->accessibleName());
    m_view->setToolTip(m_view->accessibleName());
    bar->row()->addWidget(m_view);
    addRowScope(*bar);
    addChips(*bar);
    m_order = new SegmentedControl({tr("in order"), QStringLiteral("|Δ|")}, bar);
    m_order->setObjectName(QStringLiteral("diffOrder"));
    m_order->setAccessibleName(tr("Order of the rows"));
    auto *save = iconButton(QStringLiteral("export"), tr("Export this comparison…"), bar);
    save->setObjectName(QStringLiteral("diffExport"));
    bar->row()->addStretch(1);
    bar->row()->addWidget(m_order);
    bar->row()->addWidget(save);
    new PanelExport(
        *this, [this] { emit exportRequested(m_rows->table); }, [this] { return m_rows != nullptr; });
    connect(save, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
    save->setEnabled(false);
    connect(m_model, &QAbstractItemModel::modelReset, save, [this, save] { save->setEnabled(m_rows != nullptr); });
    connect(m_order, &SegmentedControl::activated, this, [this](int index) {
        if (index == 1)
            m_table->sortByColumn(DiffTableModel::kDelta, Qt::DescendingOrder);
        else
            m_table->sortByColumn(-1, Qt::AscendingOrder); // their own
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &DiffPanel::showOrder);
    fillViews();
    connect(m_view, &QComboBox::activated, this, &DiffPanel::reload);
    return bar;
}

void DiffPanel::showOrder()
{
    const bool always = m_model->isAlwaysByDelta();
    m_order->setSegmentEnabled(0, !always, always ? tr("Rows of one name each have no order in time") : QString());
    m_order->setCurrent(m_model->isByDelta() ? 1 : 0);
}

void DiffPanel::addPlaces(ViewBar &bar)
{
    m_placeA = new PlaceField(QStringLiteral("A"), &bar);
    m_placeB = new PlaceField(QStringLiteral("B"), &bar);
    auto *swap = iconButton(QStringLiteral("diff"), tr("Swap A and B"), &bar);
    swap->setObjectName(QStringLiteral("diffSwap"));
    m_trace = new QToolButton(&bar);
    m_trace->setObjectName(QStringLiteral("diffTrace"));
    m_trace->setAccessibleName(tr("Trace to compare with"));
    m_trace->setPopupMode(QToolButton::InstantPopup);
    m_trace->setFocusPolicy(Qt::TabFocus);
    m_trace->setMaximumWidth(kTracePx);
    auto *menu = new QMenu(m_trace);
    menu->addAction(tr("&Open to compare…"), this, &DiffPanel::openRequested);
    QAction *config = menu->addAction(tr("&Model config of the second trace…"), this, &DiffPanel::configRequested);
    QAction *close = menu->addAction(tr("&Close the second trace"), &m_compare, &CompareController::closeSecond);
    connect(menu, &QMenu::aboutToShow, this, [this, config, close] {
        config->setEnabled(m_compare.hasSecond());
        close->setEnabled(m_compare.hasSecond() || m_compare.second().state() != SessionController::State::Empty);
    });
    m_trace->setMenu(menu);
    bar.row()->addWidget(m_placeA);
    bar.row()->addWidget(swap);
    bar.row()->addWidget(m_placeB);
    bar.row()->addWidget(m_trace);
    connect(swap, &QToolButton::clicked, &m_compare, &CompareController::swapSides);
    connect(m_placeA, &PlaceField::chosen, &m_compare, &CompareController::setPlaceA);
    connect(m_placeB, &PlaceField::chosen, &m_compare, &CompareController::setPlaceB);
}

void DiffPanel::addScope(ViewBar &bar)
{
    m_scope = new SegmentedControl({tr("pass"), tr("layer")}, &bar);
    m_scope->setObjectName(QStringLiteral("diffScope"));
    m_scope->setAccessibleName(tr("What is compared"));
    bar.row()->addWidget(m_scope);
    connect(m_scope, &SegmentedControl::activated, this, [this](int index) {
        if (index == 0)
            m_compare.comparePasses();
        else
            compareLayers();
        showScope();
    });
    connect(&m_results, &CompareResults::changed, this, &DiffPanel::showScope);
}

void DiffPanel::addRowScope(ViewBar &bar)
{
    m_rowScope = new SegmentedControl({tr("layer"), tr("pass")}, &bar);
    m_rowScope->setObjectName(QStringLiteral("diffRowScope"));
    m_rowScope->setAccessibleName(tr("Part that the rows are of"));
    bar.row()->addWidget(m_rowScope);
    connect(m_rowScope, &SegmentedControl::activated, this, [this](int index) {
        m_ofPass = index == 1;
        const auto request = m_compare.request();
        if (request && request->layer == "all") {
            if (!m_ofPass)
                compareLayers();
            showRowScope();
        } else {
            reload();
        }
    });
}

void DiffPanel::addChips(ViewBar &bar)
{
    const std::array names{
        QStringLiteral("diffSame"), QStringLiteral("diffReplaced"), QStringLiteral("diffOnlyA"), QStringLiteral("diffOnlyB")};
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        m_chips[i] = new QToolButton(&bar);
        m_chips[i]->setObjectName(names[i]);
        m_chips[i]->setAccessibleName(changeText(static_cast<core::DiffChange>(i)));
        m_chips[i]->setCheckable(true);
        m_chips[i]->setChecked(true);
        m_chips[i]->setFocusPolicy(Qt::TabFocus);
        m_chips[i]->setToolTip(tr("Show or hide these rows; the sums below stay"));
        bar.row()->addWidget(m_chips[i]);
        connect(m_chips[i], &QToolButton::toggled, this, [this, i](bool on) {
            m_model->setVisible(static_cast<core::DiffChange>(i), on);
            fitTotals();
        });
    }
}

// The order of kernels only helps when two layers are compared, not for thousands of rows.
void DiffPanel::fillViews()
{
    const auto request = m_compare.request();
    const bool layers = request && request->layer != "all" && !m_ofPass;
    const QString current = m_view->currentData().toString();
    const std::array<ViewEntry, 6> entries{{{"auto", layers ? tr("kernels in order") : tr("kernels by name")},
        {layers ? "kernel" : "sequence", layers ? tr("kernels by name") : tr("kernels in order")}, {"layer", tr("layers")},
        {"type", tr("layer types")}, {"category", tr("categories")}, {"replaced", tr("replaced kernels")}}};
    m_view->clear();
    for (const ViewEntry &entry : entries)
        m_view->addItem(entry.title, QString::fromLatin1(entry.id));
    m_view->setCurrentIndex(std::max(0, m_view->findData(current)));
}

QWidget *DiffPanel::createBody()
{
    auto *body = new QWidget(this);
    auto *row = new QHBoxLayout(body);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    auto *left = new QVBoxLayout;
    left->setSpacing(0);
    m_lanes = new DiffLanes(body);
    m_table = new QTableView(body);
    m_table->setObjectName(QStringLiteral("diffTable"));
    m_table->setAccessibleName(tr("Aligned kernels of A and B"));
    setUpView(*m_table, *m_model);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection); // of rows to copy
    createTotals(body);
    left->addWidget(m_lanes);
    auto *tables = new QWidget(body);
    auto *tablesColumn = new QVBoxLayout(tables);
    tablesColumn->setContentsMargins(0, 0, 0, 0);
    tablesColumn->setSpacing(0);
    tablesColumn->addWidget(createTableBar(tables));
    tablesColumn->addWidget(m_table, 1);
    tablesColumn->addWidget(m_totals);
    m_lower = new QSplitter(Qt::Horizontal, body);
    m_lower->setChildrenCollapsible(false);
    m_lower->setHandleWidth(1);
    m_lower->addWidget(tables);
    left->addWidget(m_lower, 1);
    row->addLayout(left, 1);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex &index) {
        if (isExtending())
            return;
        const bool ofB = index.column() == DiffTableModel::kNameB || index.column() == DiffTableModel::kTimeB;
        selectRow(static_cast<int>(m_model->tableRow(index.row())), !ofB);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        if (!m_following && !isExtending() && index.isValid() && m_table->hasFocus()
            && (QGuiApplication::mouseButtons() & Qt::LeftButton) == 0)
            selectRow(static_cast<int>(m_model->tableRow(index.row())), true);
    });
    connect(m_lanes, &DiffLanes::rowActivated, this, &DiffPanel::selectBar);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        PanelExport::runTableMenu(*this, *m_table, m_table->viewport()->mapToGlobal(position));
    });
    return body;
}

void DiffPanel::createTotals(QWidget *parent)
{
    m_totals = new QTableView(parent);
    m_totals->setObjectName(QStringLiteral("diffTotals"));
    m_totals->setAccessibleName(tr("Kernel time, idle and overlap, wall"));
    setUpView(*m_totals, *m_totalsModel);
    m_totals->setItemDelegateForColumn(DiffTableModel::kNumber, new DiffTotalDelegate(m_totals));
    m_totals->horizontalHeader()->setMinimumSectionSize(24);
    m_totals->horizontalHeader()->hide();
    m_totals->setSelectionMode(QAbstractItemView::NoSelection);
    m_totals->setFocusPolicy(Qt::NoFocus);
    m_totals->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_totals->setFixedHeight(kTotalsRows * m_totals->verticalHeader()->defaultSectionSize() + 1);
    QHeaderView *header = m_table->horizontalHeader();
    const std::array<std::pair<int, int>, 5> widths{{{DiffTableModel::kNumber, 40}, {DiffTableModel::kChange, 88},
        {DiffTableModel::kTimeA, 84}, {DiffTableModel::kDelta, 190}, {DiffTableModel::kTimeB, 84}}};
    for (const auto &[column, width] : widths)
        header->resizeSection(column, width);
    for (const int column : {DiffTableModel::kNameA, DiffTableModel::kNameB})
        header->setSectionResizeMode(column, QHeaderView::Stretch);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::DescendingOrder);
    m_table->setSortingEnabled(true);
    new TableTools(*m_table, *m_model, *m_model);
    connect(header, &QHeaderView::sectionResized, this, [this](int section) {
        if (section == DiffTableModel::kNameA)
            fitBars();
        fitTotals();
    });
    connect(
        m_table->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] { fitTotals(); }, Qt::QueuedConnection);
}

// Words are hidden before numbers.
void DiffPanel::fitSize()
{
    constexpr TextPx kWordsFrom{720};
    m_lanes->setCompact(height() < kRoomyFrom);
    m_compact = m_inWorkspace || width() < kWordsFrom; // the table has a neighbour there
    m_order->setVisible(m_inWorkspace || !m_compact); // a click on the header of the difference column does the same
    m_trace->setMaximumWidth(m_compact ? kTraceCompactPx : kTracePx);
    showTrace();
    m_model->setCompact(m_compact);
    QHeaderView *header = m_table->horizontalHeader();
    header->setMinimumSectionSize(24);
    header->resizeSection(DiffTableModel::kNumber, m_compact ? 34_px : 40_px);
    header->resizeSection(DiffTableModel::kChange, m_compact ? 26_px : 88_px);
    fitBars();
    for (const int column : {DiffTableModel::kTimeA, DiffTableModel::kTimeB})
        header->resizeSection(column, m_compact ? 80_px : 84_px);
    updateCounts();
    fitTotals();
}

// Bars of differences give way to names.
void DiffPanel::fitBars()
{
    constexpr TextPx kMinNamePx{150};
    constexpr TextPx kMinDeltaPx{92}; // the number alone
    QHeaderView *header = m_table->horizontalHeader();
    const int room = header->sectionSize(DiffTableModel::kNameA) + header->sectionSize(DiffTableModel::kDelta);
    const int wanted = m_compact && !m_model->namesAlike() ? 130_px : 190_px;
    header->resizeSection(DiffTableModel::kDelta, std::clamp<int>(room - kMinNamePx, kMinDeltaPx, wanted));
}

void DiffPanel::fitTotals()
{
    // In a low panel, rows matter more than the components of the wall time.
    const bool low = height() < kRoomyFrom;
    for (int row = 0; row + 1 < m_totalsModel->rowCount(); ++row)
        m_totals->setRowHidden(row, low);
    m_totals->setFixedHeight((low ? 1 : kTotalsRows) * m_totals->verticalHeader()->defaultSectionSize() + 1);
    for (int column = 0; column < DiffTableModel::kColumns; ++column)
        m_totals->setColumnHidden(column, m_table->isColumnHidden(column));
    for (int column = 0; column < DiffTableModel::kColumns; ++column)
        if (!m_totals->isColumnHidden(column))
            m_totals->horizontalHeader()->resizeSection(column, m_table->horizontalHeader()->sectionSize(column));
    for (int row = 0; row < m_totalsModel->rowCount(); ++row)
        if (m_totals->columnSpan(row, DiffTableModel::kNumber) == 1)
            m_totals->setSpan(row, DiffTableModel::kNumber, 1, DiffTableModel::kTimeA);
}

} // namespace lamella::ui
