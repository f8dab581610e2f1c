// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and SIGTERM as a stop token.
#pragma once

#include <stop_token>

namespace lamella::cli {

// Call once, before any other thread is started. A second signal ends the program at once, as does a timeout of two seconds.
[[nodiscard]] std::stop_token stopOnInterrupt();

} // namespace lamella::cli
