// SPDX-License-Identifier: GPL-3.0-or-later
// What the user decided about the program as a whole. A broken value in the file is replaced by the default.
#pragma once

#include <QString>

namespace lamella::ui {

enum class AtStart { Nothing, LastSession };
enum class SecondStart { SameWindow, NewWindow };
enum class OnChange { Ask, Reload, Ignore };

struct GeneralSettings {
    AtStart atStart = AtStart::Nothing;
    SecondStart secondStart = SecondStart::NewWindow;
    OnChange onChange = OnChange::Ask; // of a file that is open
    QString language; // code; empty = that of the system
    bool rememberPlaces = true; // where one was in a trace, for the next time it is opened

    [[nodiscard]] static GeneralSettings load();
    void save() const;
};

} // namespace lamella::ui
