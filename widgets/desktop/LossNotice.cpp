// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/LossNotice.h"

#include "widgets/common/LossText.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/LayerEditing.h"
#include "widgets/window/MainWindow.h"

#include <QAction>

namespace lamella::ui {

LossNotice::LossNotice(MainWindow &window)
    : QObject(&window)
    , m_window(window)
{
    connect(&window.controller(), &SessionController::sessionChanged, this, &LossNotice::look);
}

void LossNotice::look()
{
    const auto document = m_window.controller().document();
    if (!document || !m_window.controller().session() || m_told.lock() == document)
        return;
    m_told = document;
    const QStringList losses = lossTexts(*document);
    if (losses.isEmpty())
        return;
    QAction *diagnostics = m_window.layerEditing().diagnostics;
    m_window.message().show(MessageStrip::Kind::Warning, tr("A part of the file is missing here. %1").arg(losses.first()),
        tr("Diagnostics"), [diagnostics] { diagnostics->trigger(); });
}

} // namespace lamella::ui
