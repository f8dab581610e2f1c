// SPDX-License-Identifier: GPL-3.0-or-later
// The window's settings for Perfetto, used by `perfetto --serve`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lamella::cli {

struct PerfettoChoices {
    std::uint16_t port = 9001; // the only one that Perfetto's public page may fetch from
    std::string address; // of the page; empty: the public one
};

// From $XDG_CONFIG_HOME/Lamella/lamella.ini, where the window stores them, or below ~/.config. Missing and invalid values are the
// defaults.
[[nodiscard]] PerfettoChoices perfettoChoicesOfWindow();

// The same from the text of the file.
[[nodiscard]] PerfettoChoices perfettoChoicesIn(const std::string &settings);

} // namespace lamella::cli
