// SPDX-License-Identifier: GPL-3.0-or-later
// The user's settings for the program as a whole. An invalid value in the file is replaced by the default.
#pragma once

#include <QString>

namespace lamella::ui {

enum class AtStart { Nothing, LastSession };
enum class SecondStart { SameWindow, NewWindow };
enum class OnChange { Ask, Reload, Ignore };

struct GeneralSettings {
    AtStart atStart = AtStart::Nothing;
    SecondStart secondStart = SecondStart::NewWindow;
    OnChange onChange = OnChange::Ask; // when an open file changes
    QString language; // code; empty = the system's language
    bool rememberPlaces = true; // reopens a trace at the last position

    [[nodiscard]] static GeneralSettings load();
    void save() const;
};

} // namespace lamella::ui
