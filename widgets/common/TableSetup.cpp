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
#include <QSet>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

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
    case ColumnStyle::Path:
        return new PathDelegate(parent);
    case ColumnStyle::Text:
    case ColumnStyle::Secondary:
    case ColumnStyle::LayerType:
        break;
    }
    return new TextDelegate(parent);
}

// A section that takes the remaining width, but at least what its texts need. Where the others need more, the table scrolls
// horizontally, and the section takes what is left beside those that are seen whole, so that none is cut at the edge.
class MinWidth : public QObject {
public:
    MinWidth(QTableView &view, int section, int minPx)
        : QObject(&view)
        , m_view(view)
        , m_section(section)
        , m_minPx(minPx)
    {
        view.viewport()->installEventFilter(this);
        view.horizontalHeader()->viewport()->installEventFilter(this);
        QObject::connect(view.horizontalHeader(), &QHeaderView::sectionResized, this, [this](int changed) {
            if (changed == m_section)
                return;
            if (m_held)
                m_late = true;
            else
                fit();
        });
    }

    void raise(int minPx)
    {
        m_minPx = qMax(m_minPx, minPx);
        fit();
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == m_view.viewport()) {
            if (event->type() == QEvent::Resize)
                fit();
        } else if (event->type() == QEvent::MouseButtonPress) {
            m_held = true;
        } else if (event->type() == QEvent::MouseButtonRelease) {
            m_held = false;
            if (std::exchange(m_late, false))
                fit();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void fit()
    {
        QHeaderView *header = m_view.horizontalHeader();
        if (m_fitting || header->isSectionHidden(m_section) || header->sectionResizeMode(m_section) != QHeaderView::Interactive)
            return;
        m_fitting = true; // resizing toggles scroll bars, which resizes the view again
        header->resizeSection(m_section, qMax(m_minPx, m_view.viewport()->width() - besidePx(*header)));
        m_fitting = false;
    }

    [[nodiscard]] int besidePx(const QHeaderView &header) const
    {
        const int room = m_view.viewport()->width() - m_minPx;
        int px = 0;
        bool isSeen = false;
        for (int visual = 0; visual < header.count(); ++visual) {
            const int section = header.logicalIndex(visual);
            if (section == m_section) {
                isSeen = true;
                continue;
            }
            if (px + header.sectionSize(section) > room)
                return isSeen ? px : room;
            px += header.sectionSize(section);
        }
        return px;
    }

    QTableView &m_view;
    int m_section;
    int m_minPx;
    bool m_fitting = false;
    bool m_held = false; // a button is down on the header, perhaps on an edge, which must not run away from the pointer
    bool m_late = false; // a section was resized meanwhile
};

// Sections of numbers grow with the widest one: a number without its first digits is another number. Hidden ones have no width
// of their own to compare with; they are fitted when they are shown.
void fitNumbers(QTableView &view, const ReportTableModel &model, const std::map<int, MinWidth *> &stretched)
{
    constexpr TextPx kPadding{14};
    constexpr int kFirstRows = 100;
    if (model.rowCount() == 0)
        return;
    for (std::size_t i = 0; i < model.columns().size(); ++i) {
        const int section = static_cast<int>(i);
        if (!holdsNumbers(model.columns()[i].style) || view.isColumnHidden(section))
            continue;
        QSet<QString> shapes; // texts that differ in their digits alone are equally wide
        int needed = 0;
        const auto measure = [&](QString text) {
            for (QChar &each : text)
                each = each >= u'0' && each <= u'9' ? QChar(u'0') : each;
            if (shapes.contains(text))
                return;
            shapes.insert(text);
            needed = qMax(needed, static_cast<int>(std::ceil(digitGridWidth(text, view.font()))) + kPadding);
        };
        const bool isRowNumber = model.columns()[i].style == ColumnStyle::RowNumber;
        for (int row = isRowNumber ? model.rowCount() - 1 : 0; row < model.rowCount() && (isRowNumber || row < kFirstRows); ++row)
            measure(model.index(row, section).data().toString());
        for (const std::uint32_t row : model.widestRows(section))
            measure(model.shownText(row, i));
        if (const auto wide = stretched.find(section); wide != stretched.end())
            wide->second->raise(needed);
        else if (view.horizontalHeader()->sectionSize(section) < needed)
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
    std::map<int, MinWidth *> stretched; // of those with numbers
    new TableTools(view, model, model);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const int section = static_cast<int>(i);
        view.setItemDelegateForColumn(section, delegateFor(columns[i].style, &view));
        if (columns[i].width <= 0 && holdsNumbers(columns[i].style))
            stretched[section] = new MinWidth(view, section, TextPx(-columns[i].width));
        else if (columns[i].width == 0)
            header->setSectionResizeMode(section, QHeaderView::Stretch);
        else if (columns[i].width < 0)
            new MinWidth(view, section, TextPx(-columns[i].width));
        else
            header->resizeSection(section, TextPx(columns[i].width));
    }
    // Return on the row that the keys are at selects it first: where nothing is selected that is the first row.
    QObject::connect(&view, &QTableView::activated, &view, [&view](const QModelIndex &index) {
        if (!view.selectionModel()->hasSelection())
            view.selectRow(index.row());
    });
    // The ring of the keyboard is around the whole row; Qt draws only the cell again.
    QObject::connect(
        view.selectionModel(), &QItemSelectionModel::currentRowChanged, view.viewport(), qOverload<>(&QWidget::update));
    QObject::connect(&model, &ReportTableModel::rowsChanged, &view, [&view, &model, stretched] {
        fitNumbers(view, model, stretched);
        // Rows that come after the focus: their first one has the ring, as if they had been there before.
        if (view.hasFocus() && !view.currentIndex().isValid())
            view.selectionModel()->setCurrentIndex(model.index(0, 0), QItemSelectionModel::NoUpdate);
        view.doItemsLayout(); // now: after the first picture it would be painted again
    });
    QObject::connect(header, &QHeaderView::sectionResized, &view, [&view, &model, stretched](int, int before, int after) {
        if (before == 0 && after > 0) // shown
            fitNumbers(view, model, stretched);
    });
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
    setAttribute(Qt::WA_OpaquePaintEvent); // else what is behind it is painted too
}

void ViewBar::setTitle(QWidget *title)
{
    m_row->insertFirst(title, kTitleInsetPx);
}

void ViewBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

QWidget *belowBar(QWidget *bar, QWidget *view, QWidget *parent)
{
    auto *both = new QWidget(parent);
    auto *layout = new QVBoxLayout(both);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(view, 1);
    return both;
}

} // namespace lamella::ui
