// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and SIGTERM as a stop token.
#pragma once

#include <stop_token>

namespace lamella::cli {

// Call once, before any other thread is started. A second signal, or two seconds without the program ending, ends it at once.
[[nodiscard]] std::stop_token stopOnInterrupt();

} // namespace lamella::cli
