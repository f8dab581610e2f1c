// SPDX-License-Identifier: GPL-3.0-or-later
// Command line of the window. Read before any window system is touched, so that --version works without a display.
#pragma once

#include "core/session/AnalysisSession.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace lamella {

struct GuiOptions {
    QStringList files;
    core::SessionOptions session;
    std::optional<int> pass;
    std::optional<int> layer;
    QString view;
    QString compare; // trace to open beside the first file
    QString theme; // "light", "dark" or empty
    QString language; // one of ui::knownLanguages(), or empty: that of the system
    QString screenshot;
    bool newWindow = false; // in the program that runs already, whatever the settings say
    bool restore = false; // what was open last
    QSize size;
};

struct ParsedOptions {
    GuiOptions options;
    std::optional<int> exitCode; // set: print `text` and leave
    QString text;
};

[[nodiscard]] ParsedOptions parseOptions(const QStringList &arguments);

} // namespace lamella
