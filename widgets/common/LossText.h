// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about the parts of a file that are not shown.
#pragma once

#include <QStringList>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

// One for each diagnostic of lost data, most severe first: meaning and count. Empty if nothing was lost.
[[nodiscard]] QStringList lossTexts(const core::TraceDocument &document);

} // namespace lamella::ui
