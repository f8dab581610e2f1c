// SPDX-License-Identifier: GPL-3.0-or-later
// Why a command cannot be used at present, as a sentence for its tooltip and the palette.
#pragma once

#include <QString>

namespace lamella::ui {

[[nodiscard]] QString reasonOfCommand(const QString &id, bool traceOpen);

} // namespace lamella::ui
