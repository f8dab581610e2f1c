// SPDX-License-Identifier: GPL-3.0-or-later
// Parametrised sentences of core, by topic: exactly as core writes them, with %1…%9 for the parts and one entry per plural form.
// Sentences without parts need no entry: cmake/core_texts.py finds them in core.
#pragma once

#include <span>

namespace lamella::ui {

struct CoreTemplate {
    const char *text; // key of the translation in the context Core
    // Type of each part, one letter per part: n = number, with or without unit; k = name, not translated; s (also for parts
    // without a letter) = word or sentence of core, translated recursively.
    const char *parts = "";
};

[[nodiscard]] std::span<const CoreTemplate> cutTemplates(); // passes, layers and their reasons
[[nodiscard]] std::span<const CoreTemplate> tableTemplates(); // notes and cells of tables
[[nodiscard]] std::span<const CoreTemplate> programTemplates(); // steps, findings, gaps, ranges
[[nodiscard]] std::span<const CoreTemplate> compareTemplates(); // two traces, ranks, grids of runs, files beside a trace
[[nodiscard]] std::span<const CoreTemplate> fileErrorTemplates(); // errors of files
[[nodiscard]] std::span<const CoreTemplate> requestErrorTemplates(); // errors of requests

} // namespace lamella::ui
