// SPDX-License-Identifier: GPL-3.0-or-later
// What the user has decided about Perfetto: whose page, one tab or many, from which size on to ask.
#pragma once

#include <QString>

#include <optional>

namespace lamella::ui {

struct PerfettoSettings {
    QString origin = QStringLiteral("https://ui.perfetto.dev"); // scheme, host, port; no slash at the end
    bool live = false; // one tab that follows, instead of a new one each time
    qint64 hugeBytes = qint64{512} << 20; // of JSON, inflated; larger traces are asked about first

    // A broken value in the file is replaced by the default.
    [[nodiscard]] static PerfettoSettings load();
    void save() const;
};

// "HTTPS://Traces.example/" -> "https://traces.example"; nothing when it is no origin of a web page.
[[nodiscard]] std::optional<QString> originFromText(const QString &text);

} // namespace lamella::ui
