// SPDX-License-Identifier: GPL-3.0-or-later
// The files of resources/hardware, compiled in by the build.
#pragma once

#include <span>
#include <string_view>

namespace lamella::core {

[[nodiscard]] std::span<const std::string_view> hardwareTexts(); // by name of the file

} // namespace lamella::core
