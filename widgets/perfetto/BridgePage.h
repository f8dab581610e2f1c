// SPDX-License-Identifier: GPL-3.0-or-later
// The browser page that passes a trace to Perfetto, in a frame or a tab, and navigates it: its routes and events as text, and the
// events that it reports back.
#pragma once

#include "core/analysis/PerfettoLink.h"
#include "widgets/loopback/LoopbackRoute.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace lamella::ui {

struct BridgeTrace {
    QByteArray path;
    QString fileName;
    std::uint64_t bytes = 0;
    std::uint64_t rawBytes = 0; // inflated: how long Perfetto reads it
    QString address; // of Perfetto's page
    QString tabUrl; // for a tab of its own
    QString frameUrl; // for a frame
    int serial = 0; // of the place that both show
};

struct BridgeJump {
    int serial = 0;
    core::PerfettoWindow window;
    QString label;
    QString range; // formatted for display
    QString frameUrl; // with selection and note
};

// What happened in the browser.
enum class BridgeReport {
    Opened, // Perfetto has the trace and was sent to the place
    Waiting, // for a click on the page, because Perfetto's address forbids frames
    Blocked, // the browser refused a new tab
    Closed, // the tab was closed
    Unreachable, // nothing answers at Perfetto's address
    NoMemory, // the browser has no room for the trace
    Ended // the file can no longer be read
};

// Page, script and style below `root` ("/4f…"), and the path of its events. Requests there must come from the page itself.
// `address`: of Perfetto's page, which may be framed.
[[nodiscard]] std::vector<LoopbackRoute> bridgeRoutes(const QByteArray &root, const QString &address);
// By the path of a request below `root`; none for other routes.
[[nodiscard]] std::optional<BridgeReport> bridgeReport(const QByteArray &root, const QByteArray &path);
[[nodiscard]] QByteArray bridgeDocument(const BridgeTrace &trace); // data of the event "document"
[[nodiscard]] QByteArray bridgeJump(const BridgeJump &jump); // data of the event "jump"

} // namespace lamella::ui
