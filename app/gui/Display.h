// SPDX-License-Identifier: GPL-3.0-or-later
// Programs without a display: Qt aborts where it finds none, with advice to reinstall and a core file.
#pragma once

#include <QString>
#include <QtGlobal>

namespace lamella {

// Whether Qt has somewhere to show windows: a platform set by QT_QPA_PLATFORM or -platform, or else a display that the
// environment names. On systems where every session has a display, always. Call before QApplication is made, which removes
// arguments.
[[nodiscard]] bool hasDisplay(int argc, char **argv);

// The message of a start without a display, one line.
[[nodiscard]] QString noDisplaySentence();

// While it exists, warnings are collected, and Qt's abort because of an unusable display becomes one line and exit code 2. Its
// destructor passes the warnings on. One instance at a time, around the construction of QApplication.
class DisplayGuard {
public:
    DisplayGuard();
    ~DisplayGuard();
    DisplayGuard(const DisplayGuard &) = delete;
    DisplayGuard &operator=(const DisplayGuard &) = delete;
};

} // namespace lamella
