// SPDX-License-Identifier: GPL-3.0-or-later
// What became of the copy for reopening when a trace was opened. Says in the window what the command line says with --progress.
#pragma once

#include <QString>

#include <string>

namespace lamella::ui {

struct CacheUse {
    enum class State {
        Unknown, // nothing was opened, or more than one file
        Off, // by the user's choice, or there is no place for copies
        None, // none of such a file is ever kept: it is small, or not one file alone
        Used, // the trace came from its copy
        Written // there was none that could be used; one is written while the trace is looked at
    };
    State state = State::Unknown;
    std::string note; // why an older copy was not used, from core; empty = nothing worth a word
    std::string failed; // why none could be written after all, from core; empty = nothing failed so far
};

[[nodiscard]] QString copyText(const CacheUse &use); // a sentence, or two; empty for Unknown

} // namespace lamella::ui
