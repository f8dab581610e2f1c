// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace lamella::ui {

// Notifies widgets of a changed text size: Qt notifies only windows of the application font, and through them widgets without a
// font of their own. For TextSize.cpp only; GUI thread.
class TextSizes : public QObject {
    Q_OBJECT
public:
    static TextSizes &instance()
    {
        static TextSizes sizes;
        return sizes;
    }

signals:
    void changed();
};

} // namespace lamella::ui
