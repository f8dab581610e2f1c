// SPDX-License-Identifier: GPL-3.0-or-later
// User settings for Perfetto: address, port, how the trace gets there, and the size from which to ask. lamella-cli reads address
// and port for `perfetto --serve` (app/cli/WindowSettings.h).
#pragma once

#include <QString>

#include <optional>

namespace lamella::ui {

struct PerfettoSettings {
    static constexpr quint16 kPort = 9001; // the only port that Perfetto's public page may fetch from
    QString address = QStringLiteral("https://ui.perfetto.dev"); // without trailing slash
    quint16 port = kPort; // on 127.0.0.1; see pagePort() for the page of Lamella
    bool live = true; // a page of ours shows Perfetto and follows the selection, instead of a new tab each time
    qint64 hugeBytes = qint64{512} << 20; // inflated JSON; for larger traces the user is asked first

    // Invalid stored values are replaced by the defaults.
    [[nodiscard]] static PerfettoSettings load();
    void save() const;
    [[nodiscard]] QString origin() const; // scheme, host and port of the address
    // Of Lamella's page: any free one (0), unless the user has chosen a port. Never kPort, where Perfetto's page looks for
    // trace_processor.
    [[nodiscard]] quint16 pagePort() const { return port == kPort ? 0 : port; }
    // Browsers do not let an unencrypted page of another machine fetch from this one, nor ask for permission.
    [[nodiscard]] bool onlyLive() const;
};

// As core::perfettoAddress(); nothing if it is no address of a web page.
[[nodiscard]] std::optional<QString> addressFromText(const QString &text);

} // namespace lamella::ui
