// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/TextSize.h"

#include <QEvent>
#include <QWidget>

namespace lamella::ui {

namespace {

// The application's font is what changes: a widget with a font of its own hears of nothing else.
class Follower : public QObject {
public:
    Follower(QWidget &widget, std::function<void()> set)
        : QObject(&widget)
        , m_set(std::move(set))
    {
        widget.installEventFilter(this);
        m_set();
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::ApplicationFontChange)
            m_set();
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void()> m_set;
};

} // namespace

void followTextSize(QWidget &widget, std::function<void()> set)
{
    new Follower(widget, std::move(set));
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
