// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces, ranks, grids of runs.
#include "widgets/common/CoreTemplates.h"

#include <QtGlobal>

namespace lamella::ui {

namespace {

constexpr CoreTemplate kTemplates[] = {
    {QT_TRANSLATE_NOOP(
         "Core", "Residual: A %1 idle minus %2 during which kernels overlap; B %3 idle minus %4 during which kernels overlap."),
        "nnnn"},
    {QT_TRANSLATE_NOOP("Core", "%1 kernel runs on another stream in B and counts as the same."), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 kernels run on another stream in B and count as the same."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Other model: A is %1, B is %2."), "kk"},
    {QT_TRANSLATE_NOOP("Core", "Other hardware: A ran on %1, B on %2."), "kk"},
    {QT_TRANSLATE_NOOP("Core", "Other format: A is %1, B is %2; the tools may record different things."), "kk"},
    {QT_TRANSLATE_NOOP("Core",
         "A is of a processor of the sort %1, B of the sort %2: their kernels cannot be paired, so this compares layers and "
         "categories."),
        "kk"},
    {QT_TRANSLATE_NOOP("Core", "All GPU work compared by kernel name, without passes and layers: %1.")},
    {QT_TRANSLATE_NOOP("Core", "%1 says that it is rank %2 and its name says rank %3: the file is believed."), "knn"},
    {QT_TRANSLATE_NOOP("Core", "%1 says that it is rank %2 and its name says rank %3: the file is believed; the same in %4 more."),
        "knnn"},
    {QT_TRANSLATE_NOOP("Core", "%1; the file name says %2, which the recorded facts contradict"), "sk"},
    {QT_TRANSLATE_NOOP("Core", "A has no passes")},
    {QT_TRANSLATE_NOOP("Core", "B has no passes")},
    {QT_TRANSLATE_NOOP("Core", "A has no passes (%1)")},
    {QT_TRANSLATE_NOOP("Core", "B has no passes (%1)")},
    {QT_TRANSLATE_NOOP("Core", "A is pass P%1 (%2, %3), B is pass P%4 (%5, %6)."), "nssn"},
    {QT_TRANSLATE_NOOP("Core", "%1 pair of passes, by stage, state and order; every number is the sum over them: %2"), "nk"},
    {QT_TRANSLATE_NOOP("Core", "%1 pairs of passes, by stage, state and order; every number is the sum over them: %2"), "nk"},
    {QT_TRANSLATE_NOOP("Core", "Left out, no counterpart: %1 pass of A: %2."), "nk"},
    {QT_TRANSLATE_NOOP("Core", "Left out, no counterpart: %1 passes of A: %2."), "nk"},
    {QT_TRANSLATE_NOOP("Core", "Left out, no counterpart: %1 pass of B: %2."), "nk"},
    {QT_TRANSLATE_NOOP("Core", "Left out, no counterpart: %1 passes of B: %2."), "nk"},
    {QT_TRANSLATE_NOOP("Core",
         "Layer counts differ: %1 layer of A and %2 of B have no counterpart; all their kernels count as only_a or only_b."),
        "nn"},
    {QT_TRANSLATE_NOOP("Core",
         "Layer counts differ: %1 layers of A and %2 of B have no counterpart; all their kernels count as only_a or only_b."),
        "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 pair of layers of different types."), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 pairs of layers of different types."), "n"},
    {QT_TRANSLATE_NOOP("Core",
         "%1 pair of layers are too long and too different for the best alignment; theirs holds on to kernels that occur once."),
        "n"},
    {QT_TRANSLATE_NOOP("Core",
         "%1 pairs of layers are too long and too different for the best alignment; theirs holds on to kernels that occur once."),
        "n"},
    {QT_TRANSLATE_NOOP("Core", "B has no pass of the stage of A's pass (%1), so this compares different stages.")},
    {QT_TRANSLATE_NOOP("Core", "A: %1.")},
    {QT_TRANSLATE_NOOP("Core", "B: %1.")},
    {QT_TRANSLATE_NOOP("Core",
         "Gate: failed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise, "
         "or when one side lacks what the other has."),
        "n"},
    {QT_TRANSLATE_NOOP("Core",
         "Gate: failed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise; "
         "what one side lacks is allowed."),
        "n"},
    {QT_TRANSLATE_NOOP("Core",
         "Gate: passed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise, "
         "or when one side lacks what the other has."),
        "n"},
    {QT_TRANSLATE_NOOP("Core",
         "Gate: passed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise; "
         "what one side lacks is allowed."),
        "n"},
    {QT_TRANSLATE_NOOP("Core", "passes of this stage: A has %1, B has none"), "n"},
    {QT_TRANSLATE_NOOP("Core", "passes of this stage: A has none, B has %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "passes of this stage: A has %1, B has %2, less than half"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "passes of more than 1.5 times the median: A has %1, B has %2"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "A: %1; B: %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core",
         "Rank %1 shares too few collectives with the others (%2 recorded): its clock was set by the start of the first common "
         "pass, so its skew says little."),
        "nn"},
    {QT_TRANSLATE_NOOP("Core", "Rank %1 has nothing in common with rank %2 to align the clocks on; they were taken as they are."),
        "nn"},
    {QT_TRANSLATE_NOOP("Core",
         "Rank %1: the collectives of rank %2 repeat so evenly that another shift fits as well; its offset is uncertain."),
        "nn"},
    {QT_TRANSLATE_NOOP("Core",
         "Rank %1: the ends of matching collectives are %2 apart (median), more than ranks that leave a collective together "
         "should be."),
        "nn"},
    {QT_TRANSLATE_NOOP("Core", "Rank %1: only %2 of %3 collectives have a twin; its offset rests on little."), "nnn"},
    {QT_TRANSLATE_NOOP("Core",
         "Rank %1 is the one the others wait for: %2 of own time above the median of the ranks in each pass (%3 of its wall), %4 "
         "of it in %5 (%6)."),
        "nnnnsn"},
    {QT_TRANSLATE_NOOP("Core",
         "Rank %1 is the one the others wait for: %2 of own time above the median of the ranks in each pass (%3 of its wall), "
         "over all layers, most in %4 (%5)."),
        "nnnsn"},
    {QT_TRANSLATE_NOOP("Core", "%1 does not say which rank it is; it was given number %2."), "kn"},
    {QT_TRANSLATE_NOOP("Core", "Of %1 ranks %2 are open; not there: %3."), "nnk"},
    {QT_TRANSLATE_NOOP("Core", "%1 is the same recording as %2 and was left out."), "kk"},
    {QT_TRANSLATE_NOOP("Core", "%1 could not be read whole: %2"), "k"},
    {QT_TRANSLATE_NOOP("Core", "Rank %1 is there twice: %2 was taken, %3 left out; open it alone to see it."), "nkk"},
    {QT_TRANSLATE_NOOP("Core",
         "%1 holds %2 devices: device %3, with most GPU work, was taken, %4 left out; open it alone to see them as ranks."),
        "knnk"},
    {QT_TRANSLATE_NOOP("Core", "%1 is no trace and was left out."), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 cannot be used: %2"), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 cannot be read: %2"), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 has changed since the session was saved; notes may stand beside their place."), "k"},
    {QT_TRANSLATE_NOOP("Core", "Statuses are those of %1."), "k"},
    {QT_TRANSLATE_NOOP("Core", "Two runs of %1, %2, seq %3; the first one counts, not %4."), "kknk"},
    {QT_TRANSLATE_NOOP("Core", "One file is in no cell, since the pattern of runs does not match its whole name: %1."), "k"},
    {QT_TRANSLATE_NOOP("Core",
         "%1 files are in no cell, since the pattern of runs does not match their whole names, among them %2."),
        "nk"},
    {QT_TRANSLATE_NOOP("Core",
         "Mode %1 is neither FWD (inference) nor FWD_BWD (training): the Markdown document of all tables leaves it out. Let the group "
         "(?<mode>…) of the pattern match one of these, in any case."),
        "k"},
    {QT_TRANSLATE_NOOP("Core", "%1: the longest forward takes more than three times the median, so the mean of all says little."),
        "k"},
    {QT_TRANSLATE_NOOP("Core", "%1: the first %2 steps count as warm-up (%3)."), "kn"},
    {QT_TRANSLATE_NOOP("Core", "n/a (no profile, status %1)"), "k"},
    {QT_TRANSLATE_NOOP("Core", "Grid of runs, table %1"), "k"},
};

} // namespace

std::span<const CoreTemplate> compareTemplates()
{
    return kTemplates;
}

} // namespace lamella::ui
