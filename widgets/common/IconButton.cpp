// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/IconButton.h"

#include "widgets/common/Icons.h"
#include "widgets/theme/TextSize.h"

#include <QToolButton>

namespace lamella::ui {

QToolButton *iconButton(const QString &iconName, const QString &text, const QString &keys, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    followTextSize(*button, [button] { button->setIconSize(QSize(14_px, 14_px)); });
    button->setAutoRaise(true);
    fixSize(*button, 22_px, 22_px);
    button->setToolTip(keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys));
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace lamella::ui
