// SPDX-License-Identifier: GPL-3.0-or-later
// Why a command cannot be used at present, as a sentence for its tooltip and the palette.
#pragma once

#include <QString>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

// `document`: the trace that is open, or null.
[[nodiscard]] QString reasonOfCommand(const QString &id, const core::TraceDocument *document);
// Why nothing of it can be shown in Perfetto.
[[nodiscard]] QString reasonOfPerfetto(const core::TraceDocument &document);

} // namespace lamella::ui
