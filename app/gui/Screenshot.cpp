// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Screenshot.h"

#include "widgets/common/MessageStrip.h"
#include "widgets/common/PictureExport.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/MainWindow.h"
#include "widgets/window/PictureWiring.h"
#include "widgets/window/WorkspaceArea.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPixmap>
#include <QScrollArea>

#include <cstdio>

namespace lamella {

namespace {

constexpr int kTurnMs = 50;
// Turns without activity before the picture: an arriving answer may start the next request, and a jump of the timeline is
// animated for 120 ms.
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

QWidget &Screenshot::picture() const
{
    QWidget *panel = m_view.isEmpty() ? nullptr : m_window.workspaces().panel(m_view);
    if (panel == nullptr)
        return *m_window.findChild<ui::TimelineView *>();
    // For a scrollable chart, the whole content.
    const auto areas = panel->findChildren<QScrollArea *>();
    for (const QScrollArea *area : areas)
        if (area->widget() != nullptr && area->isVisible() && area->width() * 2 > panel->width())
            return *area->widget();
    return *panel;
}

void Screenshot::finish()
{
    if (m_window.controller().state() == ui::SessionController::State::Failed) {
        std::fprintf(stderr, "lamella: %s\n", m_window.controller().error().message().c_str());
        QCoreApplication::exit(1);
        return;
    }
    if (!m_view.isEmpty() && !m_window.workspaces().has(m_view)) {
        std::fprintf(stderr, "lamella: there is no view %s; lamella --help names them\n", qPrintable(m_view));
        QCoreApplication::exit(2);
        return;
    }
    // What the window says in its message strip, "There is no pass 99 in this trace", nobody sees in a script.
    const auto messages = m_window.findChildren<ui::MessageStrip *>();
    for (const ui::MessageStrip *message : messages)
        if (message->isVisible() && message->kind() != ui::MessageStrip::Kind::Info)
            std::fprintf(stderr, "lamella: %s\n", qPrintable(message->text()));
    const ui::Focus shown = m_window.bus().focus();
    if ((m_pass && shown.pass != *m_pass) || (m_layer && shown.layer != *m_layer)) {
        QCoreApplication::exit(2);
        return;
    }
    QDir().mkpath(QFileInfo(m_path).absolutePath()); // saving says what is wrong where this fails
    const QString ending = QFileInfo(m_path).suffix().toLower();
    const bool lines = ending == QStringLiteral("svg") || ending == QStringLiteral("pdf");
    if (const auto saved = lines
            ? ui::savePicture(picture(), m_path, {}, 1, m_window.pictures().frameOf(picture()))
            : ui::savePixels(m_window.grab(), m_path); !saved) {
        std::fprintf(stderr, "lamella: %s\n", saved.error().message().c_str());
        QCoreApplication::exit(1);
        return;
    }
    QCoreApplication::exit(0);
}

} // namespace lamella
