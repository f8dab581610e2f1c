// SPDX-License-Identifier: GPL-3.0-or-later
// The browser page that passes a trace to a Perfetto tab and navigates it: its routes and events as text.
#pragma once

#include "core/analysis/PerfettoLink.h"
#include "widgets/loopback/LoopbackRoute.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace lamella::ui {

struct BridgeTrace {
    QByteArray path;
    QString fileName;
    std::uint64_t bytes = 0;
    QString origin; // of Perfetto's page
    QString open; // URL of the Perfetto tab
};

struct BridgeJump {
    int serial = 0;
    core::PerfettoWindow window;
    QString label;
    QString range; // formatted for display
};

// Page, script and style below `root` ("/4f…"), and the path of its events. Requests there must come from the page itself.
[[nodiscard]] std::vector<LoopbackRoute> bridgeRoutes(const QByteArray &root);
[[nodiscard]] QByteArray bridgeDocument(const BridgeTrace &trace); // data of the event "document"
[[nodiscard]] QByteArray bridgeJump(const BridgeJump &jump); // data of the event "jump"

} // namespace lamella::ui
