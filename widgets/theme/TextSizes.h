// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace lamella::ui {

// Tells widgets that the size of text changed: Qt tells the application's font to windows only, and from there to widgets without
// a font of their own. For TextSize.cpp alone; the window's thread.
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
