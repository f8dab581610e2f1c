// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/TableDialog.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/IconRow.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/models/ShownRequest.h"
#include "widgets/panels/TableExport.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kTextWidth = 150;
constexpr int kNumberWidth = 92;

// The last text column takes the remaining width, because it contains sentences.
std::vector<ViewColumn> columnsOf(const core::TableRequest &request)
{
    std::vector<ViewColumn> columns;
    std::size_t widest = 0;
    for (const core::ReportColumn &column : core::AnalysisSession::tableColumns(request.table, request.each)) {
        const bool text = column.kind == core::CellKind::Text;
        if (text)
            widest = columns.size();
        columns.push_back({column.id, {}, text ? ColumnStyle::Text : ColumnStyle::Number, text ? kTextWidth : kNumberWidth, {}});
    }
    if (!columns.empty())
        columns[widest].width = 0;
    return columns;
}

} // namespace

TableDialog::TableDialog(SessionController &controller, NavigationBus &bus, core::TableRequest request, QWidget *parent)
    : QDialog(parent)
    , m_controller(controller)
    , m_request(std::move(request))
    , m_loader(new TableLoader(controller, this))
    , m_model(new ReportTableModel(columnsOf(m_request), controller.pool(), this))
    , m_view(new QTableView(this))
    , m_note(new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, this))
{
    resize(940, 420);
    setUpTable(*m_view, *m_model);
    m_view->setSortingEnabled(true);
    m_view->setObjectName(QStringLiteral("wholeTable"));
    auto *exporter = new TableExport(controller, this);
    auto *bar = new QHBoxLayout;
    auto *save = new QPushButton(tr("&Export…"), this);
    auto *close = new QPushButton(tr("Close"), this);
    save->setAutoDefault(false);
    close->setAutoDefault(false);
    bar->addWidget(m_note, 1);
    bar->addWidget(save);
    bar->addWidget(close);
    m_warnings = new QWidget(this);
    auto *warnings = new QVBoxLayout(m_warnings);
    warnings->setContentsMargins(0, 0, 0, 0);
    warnings->setSpacing(4);
    m_warnings->hide();
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(12, 12, 12, 12);
    m_column->addWidget(m_warnings);
    m_column->addWidget(createFilter());
    m_column->addWidget(m_view, 1);
    m_column->addLayout(bar);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(save, &QPushButton::clicked, this, [this, exporter] { exporter->ask(shownRequest(), this); });
    connect(exporter, &TableExport::failed, this, &TableDialog::failed);
    connect(m_loader, &TableLoader::failed, this, &TableDialog::failed);
    connect(m_loader, &TableLoader::loaded, this, &TableDialog::present);
    connect(m_view, &QTableView::activated, this, [&bus, this](const QModelIndex &index) {
        const auto target = index.data(kTargetRole).value<core::Selection>();
        if (!std::holds_alternative<std::monostate>(target))
            bus.select(target, this);
    });
    connect(&controller, &SessionController::sessionChanged, this, &TableDialog::reload);
    setWindowTitle(qtext(m_request.table));
    m_view->setAccessibleName(windowTitle());
    reload();
}

TableDialog::~TableDialog() = default;

// Uses the syntax of the window's filter.
QWidget *TableDialog::createFilter()
{
    auto *filter = new SearchField(QStringLiteral("filter"), tr("Filter rows"), this);
    filter->setObjectName(QStringLiteral("tableFilter"));
    connect(filter, &QLineEdit::textChanged, m_model, &ReportTableModel::setFilter);
    connect(m_model, &ReportTableModel::filterFailed, filter, &SearchField::setProblem);
    connect(m_model, &ReportTableModel::rowsChanged, filter,
        [this, filter] { filter->setInvalid(m_model->table() && m_model->table()->rowCount() > 0 && m_model->rowCount() == 0); });
    return filter;
}

core::TableRequest TableDialog::shownRequest() const
{
    return asShown(m_request, *m_model);
}

void TableDialog::reload()
{
    if (!m_controller.session()) {
        m_model->setTable(nullptr);
        close();
        return;
    }
    m_loader->load(m_request);
}

void TableDialog::setRequest(const core::TableRequest &request)
{
    m_request = request;
    reload();
}

void TableDialog::present(const std::shared_ptr<const core::ReportTable> &table)
{
    m_model->setTable(table);
    setWindowTitle(translated(table->title()));
    m_view->setAccessibleName(windowTitle());
    const std::vector<core::Message> &warnings = table->warnings();
    m_note->setText(noteTexts(*table).join(u' '));
    clearRows(*m_warnings);
    for (const core::Message &warning : warnings) {
        auto *row = new IconRow(QStringLiteral("warning"), IconRow::Tone::Warning, translated(warning), {}, m_warnings);
        row->setObjectName(QStringLiteral("tableWarning"));
        row->setToolTip(translated(warning));
        m_warnings->layout()->addWidget(row);
    }
    m_warnings->setVisible(!warnings.empty());
}

} // namespace lamella::ui
