// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/TextSize.h"

#include "widgets/theme/TextSizes.h"

#include <QWidget>

namespace lamella::ui {

void followTextSize(QWidget &widget, std::function<void()> set)
{
    set();
    QObject::connect(&TextSizes::instance(), &TextSizes::changed, &widget, std::move(set));
}

void tellTextSize()
{
    emit TextSizes::instance().changed();
}

void setTextFont(QWidget &widget, QFont (*font)())
{
    followTextSize(widget, [&widget, font] { widget.setFont(font()); });
}

void fixWidth(QWidget &widget, TextPx width)
{
    followTextSize(widget, [&widget, width] { widget.setFixedWidth(width); });
}

void fixHeight(QWidget &widget, TextPx height)
{
    followTextSize(widget, [&widget, height] { widget.setFixedHeight(height); });
}

void fixSize(QWidget &widget, TextPx width, TextPx height)
{
    followTextSize(widget, [&widget, width, height] { widget.setFixedSize(width, height); });
}

} // namespace lamella::ui
