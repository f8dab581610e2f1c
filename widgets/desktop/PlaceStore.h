// SPDX-License-Identifier: GPL-3.0-or-later
// Stores places by the fingerprint of their trace, one small file each, in the program's data folder. Pure file functions, for
// workers.
#pragma once

#include "core/base/Result.h"
#include "widgets/desktop/TracePlace.h"

#include <QString>

#include <optional>
#include <string>

namespace lamella::ui {

[[nodiscard]] QString placeFolder();
[[nodiscard]] std::optional<TracePlace> readPlace(const QString &folder, const std::string &fingerprint);
// Written to a temporary file and renamed. Only the newest `max` places are kept. Io error if the folder is not writable.
core::Result<bool> writePlace(const QString &folder, const std::string &fingerprint, const TracePlace &place, int max = 300);

} // namespace lamella::ui
