// SPDX-License-Identifier: GPL-3.0-or-later
// What the system allows this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace lamella::core {

// Bytes that a file may have ("ulimit -f"); nullopt without a limit.
[[nodiscard]] std::optional<std::uint64_t> maxFileBytes();

// Whether so many bytes can be mapped now; true without looking where the address space has no limit ("ulimit -v").
[[nodiscard]] bool addressSpaceHas(std::size_t bytes);

} // namespace lamella::core
