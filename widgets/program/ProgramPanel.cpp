// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/program/ProgramPanel.h"

#include "widgets/common/PlainText.h"
#include "widgets/common/Translated.h"
#include "widgets/panels/TablePane.h"

#include <QItemSelectionModel>
#include <QLabel>
#include <QTableView>

namespace lamella::ui {

namespace {

constexpr int kMarginPx = 12;

} // namespace

ProgramPanel::ProgramPanel(SessionController &controller, NavigationBus &bus, ProgramView view, QWidget *parent)
    : PanePanel(controller, bus, view.look, parent)
    , m_table(std::move(view.table))
    , m_sentences(std::move(view.sentences))
{
    pane()->view()->setTextElideMode(view.elide);
    connect(pane()->view(), &QTableView::doubleClicked, this, &ProgramPanel::rangeOpened);
    if (m_sentences.empty())
        return;
    m_told = plainLabel({}, this);
    m_told->setObjectName(view.look.name + QStringLiteral("Told"));
    m_told->setAccessibleName(tr("The current row in full"));
    m_told->setWordWrap(true);
    m_told->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_told->setFocusPolicy(Qt::NoFocus); // the row above has the focus; Ctrl+C copies the same text
    m_told->setContentsMargins(kMarginPx, kMarginPx / 2, kMarginPx, kMarginPx / 2);
    m_told->hide();
    addBelow(m_told);
    connect(pane()->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ProgramPanel::tell);
}

core::TableRequest ProgramPanel::request() const
{
    core::TableRequest request;
    request.table = m_table;
    return request;
}

void ProgramPanel::present()
{
    const auto table = pane()->table();
    const bool empty = !table || table->rowCount() == 0;
    say(empty ? QString() : notes().join(QLatin1Char(' '))); // the empty state gives the reason
    if (m_told != nullptr)
        tell(pane()->view()->currentIndex());
}

void ProgramPanel::tell(const QModelIndex &row)
{
    const auto table = pane()->table();
    QStringList lines;
    if (table && row.isValid() && row.row() < pane()->model()->rowCount()) {
        const std::size_t at = pane()->model()->tableRow(row.row());
        for (const std::string &id : m_sentences) {
            const std::size_t column = table->columnIndex(id);
            if (column != core::ReportTable::npos && at < table->rowCount() && !table->isMissing(at, column))
                lines << translatedCell(*table, at, column);
        }
    }
    m_told->setText(lines.join(QLatin1Char('\n')));
    m_told->setVisible(!lines.isEmpty());
}

} // namespace lamella::ui
