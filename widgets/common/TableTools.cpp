// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/TableTools.h"

#include "core/base/Format.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/Icons.h"
#include "widgets/common/StatusBarOf.h"
#include "widgets/common/UiText.h"
#include "widgets/models/CopyableTable.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTableView>

#include <algorithm>

namespace lamella::ui {

namespace {

// Limits the time on the GUI thread; more rows than anybody pastes.
constexpr int kMaxCopiedRows = 20'000;
constexpr auto kHidden = "hidden";
constexpr auto kSort = "sort";

bool isCopy(const QKeyEvent &event)
{
    return event.matches(QKeySequence::Copy);
}

bool isCopyMarkdown(const QKeyEvent &event)
{
    return event.key() == Qt::Key_C && event.modifiers() == (Qt::ControlModifier | Qt::ShiftModifier);
}

// Leads to another row, or to the first one if none is selected.
bool isStep(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
        return event.modifiers() == Qt::NoModifier || event.modifiers() == Qt::KeypadModifier;
    default:
        return false;
    }
}

// Letters and signs are commands of the window, and no search for rows that begin with them.
bool isLetter(const QKeyEvent &event)
{
    const QString text = event.text();
    return !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) && !text.isEmpty()
        && text.front().isPrint() && !text.front().isSpace();
}

} // namespace

TableTools::TableTools(QTableView &view, QAbstractItemModel &model, const CopyableTable &table)
    : QObject(&view)
    , m_view(view)
    , m_model(model)
    , m_table(table)
{
    view.installEventFilter(this);
    view.viewport()->installEventFilter(this);
    view.horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view.horizontalHeader(), &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        QMenu menu(&m_view);
        addColumns(menu);
        menu.exec(m_view.horizontalHeader()->mapToGlobal(position));
    });
    // Later, because views get their object name after set-up.
    QMetaObject::invokeMethod(this, &TableTools::read, Qt::QueuedConnection);
}

TableTools *TableTools::of(const QTableView &view)
{
    return view.findChild<TableTools *>(QString(), Qt::FindDirectChildrenOnly);
}

QString TableTools::idOf(int column) const
{
    return m_table.columnId(column);
}

QString TableTools::settingsKey(const char *what) const
{
    return m_view.objectName().isEmpty() ? QString()
                                         : QStringLiteral("tables/%1/%2").arg(m_view.objectName(), QLatin1String(what));
}

void TableTools::read()
{
    if (settingsKey(kHidden).isEmpty())
        return;
    m_hidden = appSettings().value(settingsKey(kHidden)).toStringList();
    for (int column = 0; column < m_model.columnCount(); ++column)
        if (isHiddenByUser(column))
            m_view.setColumnHidden(column, true);
    if (!m_isRestored)
        readOrder();
    connect(m_view.horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &TableTools::keepOrder);
}

void TableTools::readOrder()
{
    if (!settingsKey(kSort).isEmpty() && appSettings().contains(settingsKey(kSort)))
        setOrder(appSettings().value(settingsKey(kSort)).toString());
}

void TableTools::setUsualOrder()
{
    m_isRestored = false;
    if (!settingsKey(kSort).isEmpty() && order() != appSettings().value(settingsKey(kSort), order()).toString())
        readOrder();
}

QString TableTools::order() const
{
    const QHeaderView *header = m_view.horizontalHeader();
    const QString id = m_view.isSortingEnabled() ? idOf(header->sortIndicatorSection()) : QString();
    return header->sortIndicatorOrder() == Qt::DescendingOrder && !id.isEmpty() ? u'-' + id : id;
}

// Empty: the table's own order. Unknown columns are ignored.
void TableTools::setOrder(const QString &order)
{
    if (!m_view.isSortingEnabled())
        return;
    const bool descending = order.startsWith(u'-');
    const QString id = order.mid(descending ? 1 : 0);
    if (id.isEmpty() && m_view.horizontalHeader()->isSortIndicatorClearable())
        m_view.sortByColumn(-1, Qt::AscendingOrder);
    for (int column = 0; column < m_model.columnCount() && !id.isEmpty(); ++column)
        if (idOf(column) == id)
            m_view.sortByColumn(column, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void TableTools::restoreOrder(const QString &order)
{
    m_isRestored = true;
    const QScopedValueRollback<bool> byView(m_sortedByView, true);
    setOrder(order);
}

void TableTools::sortForView(int column, Qt::SortOrder order)
{
    const QScopedValueRollback<bool> byView(m_sortedByView, true);
    m_view.sortByColumn(column, order);
}

void TableTools::keepOrder(int column, Qt::SortOrder order)
{
    const QString id = idOf(column);
    const bool none = column < 0 && !m_view.horizontalHeader()->isSortIndicatorClearable(); // no choice that a user has
    if (m_sortedByView || none || (column >= 0 && id.isEmpty()))
        return;
    appSettings().setValue(settingsKey(kSort), order == Qt::DescendingOrder && !id.isEmpty() ? u'-' + id : id);
    emit orderChanged();
}

void TableTools::setShown(int column, bool shown)
{
    const QString id = idOf(column);
    if (id.isEmpty())
        return;
    m_hidden.removeAll(id);
    if (!shown)
        m_hidden << id;
    m_view.setColumnHidden(column, !shown || m_notOffered.contains(column));
    if (!settingsKey(kHidden).isEmpty())
        appSettings().setValue(settingsKey(kHidden), m_hidden);
}

void TableTools::setOffered(int column, bool offered)
{
    if (offered)
        m_notOffered.remove(column);
    else
        m_notOffered.insert(column);
    m_view.setColumnHidden(column, !offered || isHiddenByUser(column));
}

void TableTools::addColumns(QMenu &menu)
{
    int shown = 0;
    for (int column = 0; column < m_model.columnCount(); ++column)
        shown += m_view.isColumnHidden(column) ? 0 : 1;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        const QString title = m_model.headerData(column, Qt::Horizontal).toString();
        if (idOf(column).isEmpty() || title.isEmpty() || m_notOffered.contains(column))
            continue;
        QAction *action = menu.addAction(QString(title).replace(u'&', QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(!m_view.isColumnHidden(column));
        action->setEnabled(shown > 2 || !action->isChecked()); // without columns, the header menu would be unreachable
        action->setToolTip(m_model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
        connect(action, &QAction::toggled, this, [this, column](bool on) { setShown(column, on); });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Show &all columns")), &QAction::triggered, this, [this] {
        for (int column = 0; column < m_model.columnCount(); ++column)
            setShown(column, true);
    });
}

void TableTools::addTo(QMenu &menu)
{
    const bool any = m_model.rowCount() > 0;
    QAction *tsv = menu.addAction(icon(QStringLiteral("copy")), tr("&Copy rows"), this, &TableTools::copyTsv);
    tsv->setToolTip(tr("For a spreadsheet, with the names of the columns (Ctrl+C)"));
    QAction *markdown = menu.addAction(tr("Copy rows as &Markdown"), this, &TableTools::copyMarkdown);
    markdown->setToolTip(tr("As a table for issues and notes (Ctrl+Shift+C)"));
    tsv->setEnabled(any);
    markdown->setEnabled(any);
    addColumns(*menu.addMenu(tr("C&olumns")));
}

QModelIndexList TableTools::rows() const
{
    QModelIndexList rows = m_view.selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    if (rows.isEmpty())
        for (int row = 0; row < m_model.rowCount(); ++row)
            rows << m_model.index(row, 0);
    return rows.size() > kMaxCopiedRows ? rows.first(kMaxCopiedRows) : rows;
}

void TableTools::copyTsv() const
{
    if (m_model.rowCount() == 0)
        return;
    QApplication::clipboard()->setText(m_table.asTsv(rows()));
    warnIfTruncated();
}

void TableTools::copyMarkdown() const
{
    if (m_model.rowCount() == 0)
        return;
    QApplication::clipboard()->setText(m_table.asMarkdown(rows()));
    warnIfTruncated();
}

void TableTools::warnIfTruncated() const
{
    const auto selected = static_cast<int>(m_view.selectionModel()->selectedRows().size());
    const int meant = selected > 0 ? selected : m_model.rowCount();
    if (meant <= kMaxCopiedRows)
        return;
    if (QStatusBar *bar = statusBarOf(&m_view))
        bar->showMessage(tr("Only the first %1 of %2 rows were copied; export the table to have all of them")
                             .arg(qtext(core::formatCount(kMaxCopiedRows)), qtext(core::formatCount(meant))),
            kToldMs);
}

void TableTools::openMenu(QPoint globalPosition)
{
    QMenu menu(&m_view);
    addTo(menu);
    menu.exec(globalPosition);
}

bool TableTools::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (event->type() == QEvent::KeyPress && isStep(*key) && !m_view.selectionModel()->hasSelection())
            m_view.selectionModel()->clearCurrentIndex(); // the first row is selected then, not the one after it
        if (event->type() == QEvent::KeyPress && isLetter(*key)) {
            event->ignore(); // goes on to the window
            return true;
        }
        if (!isCopy(*key) && !isCopyMarkdown(*key))
            return false;
        if (event->type() == QEvent::ShortcutOverride)
            event->accept(); // handled by the focused table instead of the window's copy command
        else if (isCopy(*key))
            copyTsv();
        else
            copyMarkdown();
        return true;
    }
    // For views whose panel has no menu of its own.
    if (event->type() == QEvent::ContextMenu && m_view.contextMenuPolicy() == Qt::DefaultContextMenu) {
        const auto *asked = static_cast<QContextMenuEvent *>(event);
        const bool byKey = asked->reason() == QContextMenuEvent::Keyboard; // sent to the view, not to the viewport
        if (watched != (byKey ? static_cast<QObject *>(&m_view) : m_view.viewport()))
            return false;
        const QRect row = m_view.visualRect(m_view.currentIndex());
        const bool atRow = byKey && row.isValid() && m_view.viewport()->rect().intersects(row);
        openMenu(atRow ? m_view.viewport()->mapToGlobal(row.bottomLeft()) : asked->globalPos());
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lamella::ui
