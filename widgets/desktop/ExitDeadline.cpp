// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/ExitDeadline.h"

#include <QGuiApplication>

#include <atomic>
#include <cstdlib>
#include <system_error>
#include <thread>

namespace lamella::ui {

namespace {

std::atomic<int> s_code{EXIT_SUCCESS};

void begin(std::chrono::milliseconds patience)
{
    static std::atomic_flag begun;
    if (begun.test_and_set())
        return;
#if defined(__SANITIZE_ADDRESS__)
    patience *= 60; // the leak check at exit takes its time
#endif
    try {
        std::thread([patience] {
            std::this_thread::sleep_for(patience);
            std::_Exit(s_code); // skips destructors, which might wait as well
        }).detach();
    } catch (const std::system_error &) { // no thread available: exits when the workers end
    }
}

} // namespace

void keepExitDeadline(const QGuiApplication &application, std::chrono::milliseconds patience)
{
    const auto end = [patience] { begin(patience); };
    QObject::connect(&application, &QGuiApplication::lastWindowClosed, &application, end);
    QObject::connect(&application, &QCoreApplication::aboutToQuit, &application, end);
}

int exitingWith(int code)
{
    s_code = code;
    return code;
}

} // namespace lamella::ui
