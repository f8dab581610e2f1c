// SPDX-License-Identifier: GPL-3.0-or-later
// Command-line options of the GUI. Parsed before any window system is initialised, so that --version works without a display.
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
    QString compare; // trace to compare with the first file
    QString theme; // "light", "dark" or empty
    QString language; // one of ui::knownLanguages(); empty = system language
    QString screenshot;
    bool newWindow = false; // in the running instance, regardless of the settings
    bool restore = false; // reopens what was open last
    bool watch = false; // the folder whose new traces are opened
    QSize size;
};

struct ParsedOptions {
    GuiOptions options;
    std::optional<int> exitCode; // if set, print `text` and exit with it
    QString text;
};

[[nodiscard]] ParsedOptions parseOptions(const QStringList &arguments);

} // namespace lamella
