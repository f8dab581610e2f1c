// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/TablePane.h"

#include "widgets/common/EmptyView.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/Roles.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QStackedLayout>
#include <QTableView>

#include <utility>

namespace lamella::ui {

TablePane::TablePane(SessionController &controller, std::vector<ViewColumn> columns, const QString &iconName, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_loader(new TableLoader(controller, this))
    , m_model(new ReportTableModel(std::move(columns), controller.pool(), this))
    , m_view(new QTableView(this))
    , m_empty(new EmptyView(iconName, this))
    , m_stack(new QStackedLayout(this))
    , m_sentence(tr("Nothing to list"))
{
    setUpTable(*m_view, *m_model);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    setFocusProxy(m_view);
    connect(m_loader, &TableLoader::loaded, this, [this](std::shared_ptr<const core::ReportTable> table) {
        m_failure.clear();
        m_model->setTable(std::move(table));
        emit tableChanged();
    });
    connect(m_loader, &TableLoader::failed, this, [this](const core::Error &error) {
        m_failure = errorText(error);
        m_model->setTable(nullptr);
        showRows();
        emit tableChanged();
    });
    connect(m_model, &ReportTableModel::rowsChanged, this, &TablePane::showRows);
    connect(m_empty, &EmptyView::linkActivated, this, &TablePane::emptyLinkActivated);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        emit menuRequested(m_view->indexAt(position), m_view->viewport()->mapToGlobal(position));
    });
    // A row becomes the current one before it is selected, and Ctrl+click takes one away: what is selected then is told by
    // tellSeveral().
    const auto activate = [this](const QModelIndex &index) {
        if (m_view->selectionModel()->isRowSelected(index.row()))
            emit activated(index);
    };
    connect(m_view, &QTableView::clicked, this, activate);
    connect(m_view, &QTableView::activated, this, activate);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this, activate](const QModelIndex &index) {
        if (!m_following && m_view->hasFocus() && index.isValid()) // by key; clicks are handled above
            activate(index);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TablePane::tellSeveral);
    connect(this, &TablePane::activated, this, [this](const QModelIndex &index) {
        if (!core::partsOf(selectedTogether(*m_view)).empty())
            return; // told by tellSeveral()
        const auto target = index.data(kTargetRole).value<core::Selection>();
        m_several = false;
        if (!std::holds_alternative<std::monostate>(target))
            emit targetActivated(target);
    });
}

TablePane::~TablePane() = default;

// Rows selected together by Shift or Ctrl; also the one that is left of them.
void TablePane::tellSeveral()
{
    if (m_following || !m_view->hasFocus())
        return;
    const core::Selection several = selectedTogether(*m_view);
    const bool isSeveral = !core::partsOf(several).empty();
    const bool was = std::exchange(m_several, isSeveral);
    const QModelIndexList rows = isSeveral || !was ? QModelIndexList() : m_view->selectionModel()->selectedRows();
    if (isSeveral)
        emit targetActivated(several);
    else if (rows.size() == 1)
        emit activated(rows.constFirst());
}

void TablePane::load(const core::TableRequest &request)
{
    if (!m_controller.session() || request == m_loaded)
        return;
    m_loaded = request;
    m_loader->load(request);
}

void TablePane::clear()
{
    m_loader->cancel();
    m_loaded = {};
    m_failure.clear();
    m_model->setTable(nullptr);
    showRows();
    emit tableChanged();
}

void TablePane::setEmptyText(const QString &sentence, const QString &reason, const QString &link)
{
    m_sentence = sentence;
    m_reason = reason;
    m_link = link;
    showRows();
}

void TablePane::showRows()
{
    if (!m_failure.isEmpty())
        m_empty->setMessage(tr("This cannot be listed"), m_failure);
    else if (!m_model->table())
        m_empty->setMessage(tr("Nothing is loaded"));
    else if (m_model->table()->rowCount() > 0)
        m_empty->setMessage(tr("No row matches the filter"));
    else
        m_empty->setMessage(m_sentence, m_reason, m_link);
    if (m_model->rowCount() > 0 && !m_view->currentIndex().isValid()) {
        // Otherwise the view would make the first row current, and thus select it, when it only receives the focus.
        m_following = true;
        m_view->selectionModel()->setCurrentIndex(m_model->index(0, 0), QItemSelectionModel::NoUpdate);
        m_following = false;
    }
    if (m_model->rowCount() > 0)
        m_stack->setCurrentWidget(m_view);
    else
        m_stack->setCurrentWidget(m_empty);
}

void TablePane::selectTarget(const core::Selection &target)
{
    m_following = true;
    std::vector<int> rows = m_model->viewRowsOf(target);
    if (const int row = m_model->viewRowOf(target); rows.empty() && row >= 0)
        rows.push_back(row);
    if (!rows.empty()) {
        selectRows(*m_view, rows);
        bringIntoView(*m_view, m_model->index(rows.back(), 0));
    } else {
        m_view->clearSelection();
    }
    m_following = false;
}

void TablePane::copyRows()
{
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    if (!rows.isEmpty())
        QApplication::clipboard()->setText(m_model->asTsv(rows));
}

} // namespace lamella::ui
