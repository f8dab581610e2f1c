// SPDX-License-Identifier: GPL-3.0-or-later
// What of a file is not shown, in sentences.
#pragma once

#include <QStringList>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

// One for each diagnostic of lost data, severest first: what it means, and how often. Empty: nothing was lost.
[[nodiscard]] QStringList lossTexts(const core::TraceDocument &document);

} // namespace lamella::ui
