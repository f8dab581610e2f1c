// SPDX-License-Identifier: GPL-3.0-or-later
// Error sentences about requests.
#include "widgets/common/CoreTemplates.h"

#include <QtGlobal>

namespace lamella::ui {

namespace {

constexpr CoreTemplate kTemplates[] = {
    {QT_TRANSLATE_NOOP("Core", "filter: %1")},
    {QT_TRANSLATE_NOOP("Core", "category %1 is not known; use %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "cat: wants a category; use %1"), "k"},
    {QT_TRANSLATE_NOOP(
         "Core", "stage %1 is not known; use prefill, decode, mixed, draft, forward, backward, optimizer or unknown"),
        "k"},
    {QT_TRANSLATE_NOOP(
        "Core", "stage: wants a stage; use prefill, decode, mixed, draft, forward, backward, optimizer or unknown")},
    {QT_TRANSLATE_NOOP("Core", "%1: wants numbers, such as %2 or %3"), "kkk"},
    {QT_TRANSLATE_NOOP("Core", "%1: wants numbers, such as %2 or %3, head or tail"), "kkk"},
    {QT_TRANSLATE_NOOP("Core", "%1 wants a length of time, such as 10us or 1.5ms"), "k"},
    {QT_TRANSLATE_NOOP("Core", "the regular expression is longer than %1 bytes"), "n"},
    {QT_TRANSLATE_NOOP("Core", "/%1/: %2"), "k"},
    {QT_TRANSLATE_NOOP("Core", "more than %1 terms"), "n"},
    {QT_TRANSLATE_NOOP("Core", "filter: table %1 cannot answer %2: it has no column %3"), "kkk"},
    {QT_TRANSLATE_NOOP("Core", "device %1 is not in this trace; it has %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "device %1 is not in this trace; it holds no GPU work"), "k"},
    {QT_TRANSLATE_NOOP("Core", "stream %1 is not on the chosen device; it has %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "stream %1 is not on the chosen device; there is no GPU work"), "k"},
    {QT_TRANSLATE_NOOP("Core", "there are passes 0 to %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "the chosen passes have layers 0 to %1, head and tail"), "n"},
    {QT_TRANSLATE_NOOP("Core", "pass %1 is not in this trace; %2"), "k"},
    {QT_TRANSLATE_NOOP("Core", "no pass is steady; %1")},
    {QT_TRANSLATE_NOOP("Core", "pass %1 is not a pass; use auto, all, trace, steady, N or N-M (%2)"), "k"},
    {QT_TRANSLATE_NOOP("Core", "no chosen pass is of stage %1; %2")},
    {QT_TRANSLATE_NOOP("Core", "layer %1 is not a layer; use all, N, N-M, head or tail (%2)"), "k"},
    {QT_TRANSLATE_NOOP("Core", "layer %1 is not a layer; use all, N, N-M, a list of those, head or tail (%2)"), "k"},
    {QT_TRANSLATE_NOOP("Core", "layer %1 is not there; %2"), "k"},
    {QT_TRANSLATE_NOOP("Core", "scale %1: %2"), "k"},
    {QT_TRANSLATE_NOOP("Core", "category %1 is not known; use one of %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "a flow cannot be ordered by %1; use heat or execution"), "k"},
    {QT_TRANSLATE_NOOP("Core", "gaps cannot be added up by %1; use cause, layer, after, region or length"), "k"},
    {QT_TRANSLATE_NOOP("Core", "metric %1 is not known; use one of %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "overlap cannot be listed by %1; use pass or layer"), "k"},
    {QT_TRANSLATE_NOOP("Core", "steps cannot be listed by %1; use step or program"), "k"},
    {QT_TRANSLATE_NOOP("Core", "whatif cannot be listed by %1; use pass or layer"), "k"},
    {QT_TRANSLATE_NOOP("Core", "a stretch cannot be summed by %1; use category, kernel or stream"), "k"},
    {QT_TRANSLATE_NOOP("Core", "kernels cannot be grouped by %1; use name, stem or shape"), "k"},
    {QT_TRANSLATE_NOOP("Core", "pipes cannot be grouped by %1; use type or category"), "k"},
    {QT_TRANSLATE_NOOP("Core", "ranks cannot be listed by %1; use layer, pass or rank"), "k"},
    {QT_TRANSLATE_NOOP("Core", "column %1 is not in this table; it has %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "profile %1 is not known; use the path of a profile file"), "k"},
    {QT_TRANSLATE_NOOP("Core", "profile %1 is not known; use %2 or the path of a file"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "the anchor is no good: %1; give TEXT or /REGEX/")},
    {QT_TRANSLATE_NOOP("Core", "--layer names %1 layers and --with-layer %2; name as many on both sides"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "view %1 is not known; use sequence, kernel, layer, type, category or replaced"), "k"},
    {QT_TRANSLATE_NOOP("Core", "there is no rank %1; there are %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "table %1 is not known; use one of %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "report %1 is not known; use %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "the file has no report %1; it has %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "table %1 of a grid is not known; use a, b, c, d or e"), "k"},
    {QT_TRANSLATE_NOOP("Core", "invalid pattern at character %1: %2"), "nk"},
    {QT_TRANSLATE_NOOP("Core",
         "the pattern of runs does not match the whole of any file name, for example %1; give one with --pattern, with .* where more may "
         "stand, and the groups (?<model>…), (?<seq>…) and (?<mode>…)"),
        "k"},
    {QT_TRANSLATE_NOOP("Core", "the pattern has no group (?<%1>…); it needs model and seq, and may have tag, mode and warm"),
        "k"},
    {QT_TRANSLATE_NOOP("Core", "pass %1 holds no kernel that is the anchor; name one with --anchor, or take --window pass"), "n"},
};

} // namespace

std::span<const CoreTemplate> requestErrorTemplates()
{
    return kTemplates;
}

} // namespace lamella::ui
