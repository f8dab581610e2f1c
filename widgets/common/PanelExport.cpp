// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/PanelExport.h"

#include "widgets/common/TableTools.h"

#include <QMenu>
#include <QTableView>

namespace lamella::ui {

PanelExport::PanelExport(QWidget &panel, std::function<void()> ask, std::function<bool()> hasRows)
    : QObject(&panel)
    , m_ask(std::move(ask))
    , m_hasRows(std::move(hasRows))
{
}

const PanelExport *PanelExport::of(const QWidget *from)
{
    for (const QWidget *at = from; at != nullptr; at = at->parentWidget())
        if (const auto *one = at->findChild<PanelExport *>(QString(), Qt::FindDirectChildrenOnly))
            return one;
    return nullptr;
}

PanelExport::Outcome PanelExport::run(const QWidget *from)
{
    const PanelExport *one = of(from);
    if (one == nullptr)
        return Outcome::NoPanel;
    if (one->m_hasRows && !one->m_hasRows())
        return Outcome::Nothing;
    one->m_ask();
    return Outcome::Asked;
}

bool PanelExport::isThere(const QWidget *from)
{
    return of(from) != nullptr;
}

Focus PanelExport::placeOf(const QWidget *from, const Focus &selected)
{
    const PanelExport *one = of(from);
    return one != nullptr && one->m_place ? one->m_place() : selected;
}

void PanelExport::runTableMenu(QWidget &panel, const QTableView &view, const QPoint &globalPosition, QMenu *menu)
{
    QMenu own(&panel);
    QMenu &shown = menu != nullptr ? *menu : own;
    shown.addSeparator();
    if (TableTools *tools = TableTools::of(view); tools != nullptr && view.model()->rowCount() > 0)
        tools->addTo(shown);
    shown.addSeparator();
    shown.addAction(tr("&Export this table…"), &panel, [&panel] { (void)run(&panel); });
    shown.exec(globalPosition);
}

} // namespace lamella::ui
