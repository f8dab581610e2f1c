// SPDX-License-Identifier: GPL-3.0-or-later
// User settings for Perfetto: address, how the trace gets there, and the size from which to ask.
#pragma once

#include <QString>

#include <optional>

namespace lamella::ui {

struct PerfettoSettings {
    QString address = QStringLiteral("https://ui.perfetto.dev"); // without trailing slash
    bool live = true; // a page of ours holds Perfetto and follows the selection, instead of a new tab each time
    qint64 hugeBytes = qint64{512} << 20; // inflated JSON; larger traces are asked about first

    // Invalid stored values are replaced by the defaults.
    [[nodiscard]] static PerfettoSettings load();
    void save() const;
    [[nodiscard]] QString origin() const; // scheme, host and port of the address
    // Browsers let a page without encryption, from another machine, neither fetch from this one nor ask for it.
    [[nodiscard]] bool onlyLive() const;
};

// As core::perfettoAddress(); nothing if it is no address of a web page.
[[nodiscard]] std::optional<QString> addressFromText(const QString &text);

} // namespace lamella::ui
