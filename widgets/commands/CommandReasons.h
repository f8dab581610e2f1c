// SPDX-License-Identifier: GPL-3.0-or-later
// Why a command is disabled, as a sentence for its tooltip and the palette.
#pragma once

#include <QString>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

// `document`: the open trace, or null.
[[nodiscard]] QString reasonOfCommand(const QString &id, const core::TraceDocument *document);
// Why the trace cannot be shown in Perfetto.
[[nodiscard]] QString reasonOfPerfetto(const core::TraceDocument &document);

} // namespace lamella::ui
