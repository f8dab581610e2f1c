// SPDX-License-Identifier: GPL-3.0-or-later
// Where a source that passes on the same text again and again keeps the id that its reader has given to it.
#pragma once

#include <cstdint>

namespace lamella::core {

struct TextNote {
    const void *of = nullptr; // the table of ids; null: none yet
    std::uint32_t id = 0;
};

} // namespace lamella::core
