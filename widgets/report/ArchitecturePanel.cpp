// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ArchitecturePanel.h"

#include "widgets/common/UiText.h"
#include "widgets/panels/TablePane.h"

namespace lamella::ui {

ArchitecturePanel::ArchitecturePanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : PanePanel(controller, bus,
        {QStringLiteral("architecture"), tr("What the model is like"), QStringLiteral("layers"),
            tr("Nothing is known about the model"),
            tr("No model config is given, and no layers were found that would show what it is like."),
            {{"key", {}, ColumnStyle::Text, 150, {}}, {"value", {}, ColumnStyle::Text, 190, {}},
                {"source", {}, ColumnStyle::Secondary, 0, {}}}},
        parent)
{
    connect(&bus, &NavigationBus::focusChanged, this, [this] { reload(); });
}

core::TableRequest ArchitecturePanel::request() const
{
    core::TableRequest request;
    request.table = "architecture";
    askOfFocus(request);
    return request;
}

void ArchitecturePanel::present()
{
    const auto table = pane()->table();
    if (!table || table->rowCount() == 0) {
        say({});
        return;
    }
    const Focus focus = bus().focus();
    QString what = focus.pass == core::kNoPass ? tr("of the median pass") : tr("of %1").arg(passText(focus.pass));
    if (const QStringList said = notes(); !said.isEmpty())
        what += QStringLiteral(" · ") + said.first();
    say(what);
}

} // namespace lamella::ui
