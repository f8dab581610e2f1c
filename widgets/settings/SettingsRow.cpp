// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/SettingsRow.h"

#include "widgets/common/PlainText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QFormLayout>
#include <QLabel>
#include <QWidget>

namespace lamella::ui {

QFormLayout *settingsForm(QWidget *page)
{
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    return form;
}

QLabel *settingsNote(const QString &text, QWidget *page)
{
    auto *label = plainLabel(text, page);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setMinimumWidth(380_px);
    return label;
}

void addHeading(QFormLayout &form, const QString &text, QWidget *page)
{
    auto *label = plainLabel(text, page);
    setTextFont(*label, &Theme::strongFont);
    label->setContentsMargins(0, form.rowCount() > 0 ? 10 : 0, 0, 0);
    form.addRow(label);
}

} // namespace lamella::ui
