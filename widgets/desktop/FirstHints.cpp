// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/FirstHints.h"

#include "widgets/common/AppSettings.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/window/MainWindow.h"

#include <QTimer>

namespace lamella::ui {

namespace {

const QString kSeen = QStringLiteral("hints/seen"); // number of hints shown
constexpr int kDelayMs = 800; // after the messages of a newly opened trace

} // namespace

FirstHints::FirstHints(MainWindow &window)
    : QObject(&window)
    , m_window(window)
{
    connect(&window.controller(), &SessionController::sessionChanged, this, [this] {
        if (m_window.controller().session() && !m_window.controller().keepsTrace())
            QTimer::singleShot(kDelayMs, this, &FirstHints::showNext);
    });
}

void FirstHints::showNext()
{
    const QStringList hints{
        tr("Click a pass, a layer or a kernel: every view follows. F1 explains the view."),
        tr("Ctrl+K finds commands and places: “p5 l12”, “12.5 ms”, a kernel."),
        tr("W S A D zoom and move in the timeline; Ctrl+Return shows the same in Perfetto."),
    };
    QSettings &settings = appSettings();
    const int seen = settings.value(kSeen, 0).toInt();
    if (seen < 0 || seen >= hints.size() || m_window.message().isVisible() || !m_window.controller().session())
        return;
    settings.setValue(kSeen, seen + 1);
    m_window.message().show(MessageStrip::Kind::Info, hints[seen], tr("No more hints"), [this, all = hints.size()] {
        appSettings().setValue(kSeen, all);
        m_window.message().hide();
    });
}

} // namespace lamella::ui
