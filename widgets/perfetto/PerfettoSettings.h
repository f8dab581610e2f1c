// SPDX-License-Identifier: GPL-3.0-or-later
// User settings for Perfetto: origin, one tab or many, and the size from which to ask.
#pragma once

#include <QString>

#include <optional>

namespace lamella::ui {

struct PerfettoSettings {
    QString origin = QStringLiteral("https://ui.perfetto.dev"); // scheme, host, port; without trailing slash
    bool live = false; // one tab that follows the selection, instead of a new one each time
    qint64 hugeBytes = qint64{512} << 20; // inflated JSON; larger traces are asked about first

    // Invalid stored values are replaced by the defaults.
    [[nodiscard]] static PerfettoSettings load();
    void save() const;
};

// "HTTPS://Traces.example/" -> "https://traces.example"; nothing if it is not the origin of a web page.
[[nodiscard]] std::optional<QString> originFromText(const QString &text);

} // namespace lamella::ui
