// SPDX-License-Identifier: GPL-3.0-or-later
// How the cache was used when a trace was opened: the window's counterpart of what the command line prints with --progress.
#pragma once

#include <QString>

#include <string>

namespace lamella::ui {

struct CacheUse {
    enum class State {
        Unknown, // nothing opened, or more than one file
        Off, // disabled by the user, or no cache folder available
        None, // such files are never cached: too small, or not a single file
        Used, // the trace was read from the cache
        Written // no usable entry; one is being written in the background
    };
    State state = State::Unknown;
    std::string note; // why an older entry was not used, from core; empty = nothing to report
    std::string failed; // why no entry could be written, from core; empty = no failure so far
};

[[nodiscard]] QString copyText(const CacheUse &use); // one or two sentences; empty for Unknown

} // namespace lamella::ui
