// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/PanelExport.h"

#include <QWidget>

namespace lamella::ui {

PanelExport::PanelExport(QWidget &panel, std::function<void()> ask)
    : QObject(&panel)
    , m_ask(std::move(ask))
{
}

bool PanelExport::run(const QWidget *from)
{
    for (const QWidget *at = from; at != nullptr; at = at->parentWidget())
        if (const auto *one = at->findChild<PanelExport *>(QString(), Qt::FindDirectChildrenOnly)) {
            one->m_ask();
            return true;
        }
    return false;
}

} // namespace lamella::ui
