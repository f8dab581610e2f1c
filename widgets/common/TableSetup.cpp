// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/TableSetup.h"

#include "core/base/Format.h"
#include "widgets/common/DigitGrid.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/StatusBarOf.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/UiText.h"
#include "widgets/delegates/CellDelegates.h"
#include "widgets/delegates/KernelDelegate.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPainter>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

QAbstractItemDelegate *delegateFor(ColumnStyle style, QObject *parent)
{
    switch (style) {
    case ColumnStyle::RowNumber:
    case ColumnStyle::Number:
        return new NumberDelegate(parent);
    case ColumnStyle::Bar:
        return new BarDelegate(parent);
    case ColumnStyle::Category:
        return new CategoryDelegate(parent);
    case ColumnStyle::Kernel:
        return new KernelDelegate(parent);
    case ColumnStyle::Delta:
        return new DifferenceDelegate(parent);
    case ColumnStyle::Text:
    case ColumnStyle::Secondary:
        break;
    }
    return new TextDelegate(parent);
}

// A section that takes the remaining width, but at least what its names need; then the table scrolls horizontally.
class MinWidth : public QObject {
public:
    MinWidth(QTableView &view, int section, int minPx)
        : QObject(&view)
        , m_view(view)
        , m_section(section)
        , m_minPx(minPx)
    {
        view.viewport()->installEventFilter(this);
        QObject::connect(view.horizontalHeader(), &QHeaderView::sectionResized, this, [this](int changed) {
            if (changed != m_section)
                fit();
        });
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Resize)
            fit();
        return QObject::eventFilter(watched, event);
    }

private:
    void fit()
    {
        QHeaderView *header = m_view.horizontalHeader();
        if (m_fitting || header->isSectionHidden(m_section) || header->sectionResizeMode(m_section) != QHeaderView::Interactive)
            return;
        m_fitting = true; // resizing toggles scroll bars, which resizes the view again
        const int others = header->length() - header->sectionSize(m_section);
        header->resizeSection(m_section, qMax(m_minPx, m_view.viewport()->width() - others));
        m_fitting = false;
    }

    QTableView &m_view;
    int m_section;
    int m_minPx;
    bool m_fitting = false;
};

// Sections of counts grow with the largest one: a number without its first digits is another number. The rows of a list of single
// kernels are their own counts, so that a part of a long table tells.
void fitCounts(QTableView &view, const ReportTableModel &model)
{
    constexpr int kMaxRows = 100'000;
    constexpr TextPx kPadding{14};
    const std::shared_ptr<const core::ReportTable> &table = model.table();
    if (!table)
        return;
    for (std::size_t i = 0; i < model.columns().size(); ++i) {
        const ViewColumn &column = model.columns()[i];
        const std::size_t source = column.style == ColumnStyle::Number ? table->columnIndex(column.id) : core::ReportTable::npos;
        if (source == core::ReportTable::npos || table->columns()[source].kind != core::CellKind::Integer)
            continue;
        int widest = -1;
        std::int64_t largest = 0;
        for (int row = 0; row < qMin(model.rowCount(), kMaxRows); ++row) {
            if (table->isMissing(model.tableRow(row), source))
                continue;
            const std::int64_t number = table->integer(model.tableRow(row), source);
            if (widest < 0 || number > largest) {
                widest = row;
                largest = number;
            }
        }
        const int section = static_cast<int>(i);
        const QString text = widest < 0 ? QString() : model.index(widest, section).data().toString();
        const int needed = static_cast<int>(std::ceil(digitGridWidth(text, view.font()))) + kPadding;
        if (!text.isEmpty() && view.horizontalHeader()->sectionSize(section) < needed)
            view.horizontalHeader()->resizeSection(section, needed);
    }
}

} // namespace

void setUpTable(QTableView &view, ReportTableModel &model)
{
    constexpr TextPx kRow{22};
    view.setModel(&model);
    view.setFrameShape(QFrame::NoFrame);
    view.setShowGrid(false);
    view.setWordWrap(false);
    view.setTextElideMode(Qt::ElideMiddle);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::ExtendedSelection);
    view.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setTabKeyNavigation(false);
    view.setCornerButtonEnabled(false);
    view.setMouseTracking(true);
    QHeaderView *rows = view.verticalHeader();
    rows->hide();
    rows->setSectionResizeMode(QHeaderView::Fixed);
    rows->setMinimumSectionSize(kRow);
    rows->setDefaultSectionSize(qMax<int>(kRow, view.fontMetrics().height() + 6));
    QHeaderView *header = view.horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumSectionSize(36_px);
    header->setSectionResizeMode(QHeaderView::Interactive);
    const auto &columns = model.columns();
    new TableTools(view, model);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const int section = static_cast<int>(i);
        view.setItemDelegateForColumn(section, delegateFor(columns[i].style, &view));
        if (columns[i].width == 0)
            header->setSectionResizeMode(section, QHeaderView::Stretch);
        else if (columns[i].width < 0)
            new MinWidth(view, section, TextPx(-columns[i].width));
        else
            header->resizeSection(section, TextPx(columns[i].width));
    }
    QObject::connect(&model, &ReportTableModel::rowsChanged, &view, [&view, &model] { fitCounts(view, model); });
}

void bringIntoView(QAbstractItemView &view, const QModelIndex &index)
{
    if (QGuiApplication::mouseButtons() == Qt::NoButton || !view.hasFocus())
        view.scrollTo(index);
}

void selectRows(QTableView &view, const std::vector<int> &rows)
{
    // QTableView::selectRow() extends what is selected while Shift is held, which may be meant for another view.
    if (rows.size() == 1 && QGuiApplication::keyboardModifiers() == Qt::NoModifier) {
        view.selectRow(rows.front());
        return;
    }
    QItemSelection chosen;
    for (std::size_t i = 0; i < rows.size();) { // neighbours as one range
        std::size_t end = i + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        chosen.select(view.model()->index(rows[i], 0), view.model()->index(rows[end - 1], 0));
        i = end;
    }
    view.selectionModel()->select(chosen, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

namespace {

// In the status bar of the window, until the rows selected change.
void sayTruncated(const QTableView &view, std::size_t rows)
{
    QStatusBar *bar = statusBarOf(view.viewport());
    if (bar == nullptr)
        return;
    const auto number = [](std::size_t count) { return qtext(core::formatCount(static_cast<std::int64_t>(count))); };
    bar->showMessage(
        QCoreApplication::translate("TableSetup", "The first %1 of %2 rows are selected: more cannot be selected together")
            .arg(number(core::SeveralSelection::kMaxParts), number(rows)));
    QObject::connect(
        view.selectionModel(), &QItemSelectionModel::selectionChanged, bar, &QStatusBar::clearMessage, Qt::SingleShotConnection);
}

} // namespace

core::Selection selectedTogether(const QTableView &view)
{
    std::size_t count = 0;
    QItemSelection chosen = view.selectionModel()->selection();
    std::sort(chosen.begin(), chosen.end(),
        [](const QItemSelectionRange &a, const QItemSelectionRange &b) { return a.top() < b.top(); });
    for (const QItemSelectionRange &range : chosen)
        count += static_cast<std::size_t>(range.height());
    if (count < 2)
        return {};
    constexpr std::size_t kMax = core::SeveralSelection::kMaxParts;
    if (count > kMax)
        sayTruncated(view, count);
    std::vector<core::Selection> targets;
    for (const QItemSelectionRange &range : chosen)
        for (int row = range.top(); row <= range.bottom() && targets.size() < kMax; ++row)
            targets.push_back(view.model()->index(row, 0).data(kTargetRole).value<core::Selection>());
    const core::Selection several = core::severalOf(targets);
    return core::partsOf(several).empty() ? core::Selection() : several;
}

ViewBar::ViewBar(QWidget *parent)
    : QWidget(parent)
    , m_row(new FlowRow(this))
{
    m_row->setContentsMargins(8, 4, 8, 4);
    m_row->setSpacing(8);
    m_row->setLineHeight(qMax(26, fontMetrics().height() + 10));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum); // Fixed would mean the height of one line
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ViewBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

} // namespace lamella::ui
