// SPDX-License-Identifier: GPL-3.0-or-later
// What the system allows this process.
#pragma once

#include <cstdint>
#include <optional>

namespace lamella::core {

// Bytes that a file may have ("ulimit -f"); nullopt without a limit.
[[nodiscard]] std::optional<std::uint64_t> maxFileBytes();

// Whether the address space has a limit ("ulimit -v").
[[nodiscard]] bool addressSpaceIsLimited();

} // namespace lamella::core
