// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Screenshot.h"

#include "widgets/window/MainWindow.h"

#include <QCoreApplication>
#include <QPixmap>

#include <cstdio>

namespace lamella {

namespace {

constexpr int kTurnMs = 50;
// An answer that arrives may start the next question, and a jump of the timeline is animated for 120 ms.
constexpr int kQuietTurns = 5;

} // namespace

Screenshot::Screenshot(ui::MainWindow &window, QString path, QObject *parent)
    : QObject(parent)
    , m_window(window)
    , m_path(std::move(path))
{
    m_timer.setInterval(kTurnMs);
    connect(&m_timer, &QTimer::timeout, this, &Screenshot::check);
    m_timer.start();
}

void Screenshot::check()
{
    m_quietTurns = m_window.isSettled() ? m_quietTurns + 1 : 0;
    if (m_quietTurns >= kQuietTurns) {
        m_timer.stop();
        finish();
    }
}

void Screenshot::finish()
{
    if (m_window.controller().state() == ui::SessionController::State::Failed) {
        std::fprintf(stderr, "lamella: %s\n", m_window.controller().error().message().c_str());
        QCoreApplication::exit(1);
        return;
    }
    if (!m_window.grab().save(m_path)) {
        std::fprintf(stderr, "lamella: %s: cannot write the picture; check the folder and use a name like picture.png\n",
            qPrintable(m_path));
        QCoreApplication::exit(1);
        return;
    }
    QCoreApplication::exit(0);
}

} // namespace lamella
