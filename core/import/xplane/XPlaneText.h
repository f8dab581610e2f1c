// SPDX-License-Identifier: GPL-3.0-or-later
// One event of an XSpace message as JSON text: name, times and stats, including those of its kind.
#pragma once

#include "core/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core {

// `bytes`: the whole message, with the event at `offset`. {"name": …, "offset_ps": …, "duration_ps": …, "args": {…}}; stats of
// the event take precedence over those of its kind. Errors: BadRequest if there is no such event.
[[nodiscard]] Result<std::string> xplaneEventJson(std::string_view bytes, std::int64_t offset, std::uint32_t length);

} // namespace lamella::core
