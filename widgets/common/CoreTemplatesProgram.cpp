// SPDX-License-Identifier: GPL-3.0-or-later
// Steps, findings, ranges, regions.
#include "widgets/common/CoreTemplates.h"

#include <QtGlobal>

namespace lamella::ui {

namespace {

constexpr CoreTemplate kTemplates[] = {
    {QT_TRANSLATE_NOOP("Core", "A step is a launch of the main program, the one with the most time: %1."), "k"},
    {QT_TRANSLATE_NOOP("Core", "A step is a forward pass of the stage with the most time: %1.")},
    {QT_TRANSLATE_NOOP("Core",
         "No line of programs is recorded: a launch is a row of operations of one module in which none comes again. The main "
         "program is %1."),
        "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 marks of steps carry no whole number and are left out."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Other stages, with their launches: %1. See steps --by program."), "k"},
    {QT_TRANSLATE_NOOP("Core", "Other programs, with their launches: %1. See steps --by program."), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 steps were left out at the beginning as warm-up."), "n"},
    {QT_TRANSLATE_NOOP(
         "Core", "Of device %1, one of %2; --device all adds up all of them, and shares are then of their common sum."),
        "nn"},
    {QT_TRANSLATE_NOOP(
         "Core", "%1 operations overlap another of their line without lying inside of it; neither loses time to the other."),
        "n"},
    {QT_TRANSLATE_NOOP(
         "Core", "Bytes and rates leave out %1 transfer without a known size, in rows where sized is less than count."),
        "n"},
    {QT_TRANSLATE_NOOP(
         "Core", "Bytes and rates leave out %1 transfers without a known size, in rows where sized is less than count."),
        "n"},
    {QT_TRANSLATE_NOOP("Core", "Time with a region: %1."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Attribution %1 gives busy times that differ by more than 10 % for %2 of %3 range (%4)."), "knnk"},
    {QT_TRANSLATE_NOOP("Core", "Attribution %1 gives busy times that differ by more than 10 % for %2 of %3 ranges (%4)."),
        "knnk"},
    {QT_TRANSLATE_NOOP("Core", "Left out as warm-up: the first %1 instance of each range."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Left out as warm-up: the first %1 instances of each range."), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 GPU operation has no recorded launch and belong to no range."), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 GPU operations have no recorded launch and belong to no range."), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1, %2 of the window of the device"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1: %2 execution, %3; runs at %4 of the peak that bounds it; gain: if it ran at that peak"),
        "knsn"},
    {QT_TRANSLATE_NOOP("Core", "%1: %2 executions, %3; runs at %4 of the peak that bounds it; gain: if it ran at that peak"),
        "knsn"},
    {QT_TRANSLATE_NOOP("Core", "%1: %2 execution, %3; no peak to measure it against is recorded; gain: for a tenth less of it"),
        "kn"},
    {QT_TRANSLATE_NOOP("Core", "%1: %2 executions, %3; no peak to measure it against is recorded; gain: for a tenth less of it"),
        "kn"},
    {QT_TRANSLATE_NOOP("Core", "While nothing computes: %1; gain: if all of it were hidden")},
    {QT_TRANSLATE_NOOP(
        "Core", "In operations that wait, or with transfers in flight alone: %1; gain: if none of it were waited for")},
    {QT_TRANSLATE_NOOP("Core", "No operation runs: %1; gain: if none of it were idle")},
    {QT_TRANSLATE_NOOP("Core", "Before %1: %2 gap, %3; longest %4; gain: if there were none"), "knsn"},
    {QT_TRANSLATE_NOOP("Core", "Before %1: %2 gaps, %3; longest %4; gain: if there were none"), "knsn"},
    {QT_TRANSLATE_NOOP("Core", "%1 steps: median %2, P90 %3, ratio %4; gain: if every step took the median"), "nnnn"},
    {QT_TRANSLATE_NOOP("Core", "Busiest %1, least busy %2; gain: if those two shared the difference"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 spans of the host; %2 rows of the table are in it"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 complete events"), "n"},
};

} // namespace

std::span<const CoreTemplate> programTemplates()
{
    return kTemplates;
}

} // namespace lamella::ui
