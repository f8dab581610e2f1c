// SPDX-License-Identifier: GPL-3.0-or-later
// One event of an XSpace as JSON text: its name, times and stats, those of its kind included.
#pragma once

#include "core/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core {

// `bytes`: the whole message; the event stands at the offset. {"name": …, "offset_ps": …, "duration_ps": …, "args": {…}}; of a
// stat that both have, that of the event counts. Errors: BadRequest where no such event stands there.
[[nodiscard]] Result<std::string> xplaneEventJson(std::string_view bytes, std::int64_t offset, std::uint32_t length);

} // namespace lamella::core
