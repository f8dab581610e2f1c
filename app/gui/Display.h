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

// While it lives, warnings are kept, and Qt's abort over a display that cannot be used becomes one line and exit code 2. At its
// end the warnings are passed on. One at a time, around the making of QApplication.
class DisplayGuard {
public:
    DisplayGuard();
    ~DisplayGuard();
    DisplayGuard(const DisplayGuard &) = delete;
    DisplayGuard &operator=(const DisplayGuard &) = delete;
};

} // namespace lamella
