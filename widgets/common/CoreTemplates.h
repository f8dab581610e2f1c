// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of core with parts filled in, by topic: what core writes with %1…%9 for each part, exactly, each plural form by
// itself. Sentences without parts need no entry: cmake/core_texts.py finds them in core.
#pragma once

#include <span>

namespace lamella::ui {

struct CoreTemplate {
    const char *text; // key of the translation in the context Core
    // What each part is, one letter a part: n a number, with or without unit; k a name, kept as it is; s, also where the letters
    // end, a word or sentence of core, translated in its turn.
    const char *parts = "";
};

[[nodiscard]] std::span<const CoreTemplate> cutTemplates(); // passes, layers, why they are so
[[nodiscard]] std::span<const CoreTemplate> tableTemplates(); // notes and cells of tables
[[nodiscard]] std::span<const CoreTemplate> programTemplates(); // steps, findings, gaps, ranges
[[nodiscard]] std::span<const CoreTemplate> compareTemplates(); // two traces, ranks, grids of runs, files beside a trace
[[nodiscard]] std::span<const CoreTemplate> fileErrorTemplates(); // what is wrong with a file
[[nodiscard]] std::span<const CoreTemplate> requestErrorTemplates(); // what is wrong with what was asked for

} // namespace lamella::ui
