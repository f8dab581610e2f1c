// SPDX-License-Identifier: GPL-3.0-or-later
// A count with its noun in the correct grammatical number: "1 gap", "1 471 gaps".
#pragma once

#include <QString>

#include <cstdint>

namespace lamella::ui {

[[nodiscard]] QString grouped(std::int64_t count); // "1 471", with thin spaces
[[nodiscard]] QString passCount(std::int64_t count, std::int64_t devices = 1); // of all these devices
[[nodiscard]] QString layerCount(std::int64_t count);
[[nodiscard]] QString kernelCount(std::int64_t count);
[[nodiscard]] QString gapCount(std::int64_t count);
[[nodiscard]] QString eventCount(std::int64_t count);
[[nodiscard]] QString diagnosticCount(std::int64_t count);
[[nodiscard]] QString rowCountText(std::int64_t count);
[[nodiscard]] QString rankCount(std::int64_t count);
[[nodiscard]] QString barCount(std::int64_t count);

// A count for tr() to choose the plural form. The displayed number is inserted with .arg(), which keeps its grouping.
[[nodiscard]] int pluralCount(std::int64_t count);

} // namespace lamella::ui
