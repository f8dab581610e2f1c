// SPDX-License-Identifier: GPL-3.0-or-later
// Notes and cells of tables.
#include "widgets/common/CoreTemplates.h"

#include <QtGlobal>

namespace lamella::ui {

namespace {

constexpr CoreTemplate kTemplates[] = {
    {QT_TRANSLATE_NOOP("Core", "Shown: %1")},
    {QT_TRANSLATE_NOOP("Core", "Shown of the trace: %1")},
    {QT_TRANSLATE_NOOP("Core", "No passes were found: %1")},
    {QT_TRANSLATE_NOOP("Core", "No passes: %1")},
    {QT_TRANSLATE_NOOP("Core", "No layers were found: %1")},
    {QT_TRANSLATE_NOOP("Core", "%1 of %2 rows."), "nn"},
    {QT_TRANSLATE_NOOP("Core", "Only work with %1 counts; shares are of that."), "k"},
    {QT_TRANSLATE_NOOP("Core", "Idle: %1 in %2."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Idle: %1 in %2, each stream by itself."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Idle: %1 in %2 of the chosen stream."), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 gap"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 gaps"), "n"},
    {QT_TRANSLATE_NOOP("Core", "Gaps: %1")},
    {QT_TRANSLATE_NOOP("Core", "Communication: %1 busy, %2 of it behind compute, %3 exposed."), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "On one stream at once (programmatic dependent launch): %1."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Layer %1 is the only layer of type %2 in pass %3."), "nkn"},
    {QT_TRANSLATE_NOOP("Core", "Layer %1 is the only layer of type %2 in pass %3 of device %4."), "nknn"},
    {QT_TRANSLATE_NOOP("Core", "Layer %1 is the only layer in pass %2."), "nn"},
    {QT_TRANSLATE_NOOP("Core", "Layer %1 is the only layer in pass %2 of device %3."), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "Layer %1 stands for the %2 layers of type %3 in pass %4: its wall of %5 is the median."),
        "nnknn"},
    {QT_TRANSLATE_NOOP(
         "Core", "Layer %1 stands for the %2 layers of type %3 in pass %4 of device %5: its wall of %6 is the median."),
        "nnknnn"},
    {QT_TRANSLATE_NOOP("Core", "Layer %1 stands for the %2 layers in pass %3: its wall of %4 is the median."), "nnnn"},
    {QT_TRANSLATE_NOOP("Core", "Layer %1 stands for the %2 layers in pass %3 of device %4: its wall of %5 is the median."),
        "nnnnn"},
    {QT_TRANSLATE_NOOP("Core", "No layer %1 in what was asked for."), "k"},
    {QT_TRANSLATE_NOOP("Core", "From %1 to %2, %3; kernels that its ends cut count with what lies inside."), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "Nothing is changed by %1."), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 events match."), "n"},
    {QT_TRANSLATE_NOOP("Core", "More events match than the first %1, which are listed."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Passes by layers: %1")},
    {QT_TRANSLATE_NOOP("Core", "%1 of layer %2"), "sn"},
    {QT_TRANSLATE_NOOP("Core", "layer %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "pass %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 passes"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 on device %2"), "sn"},
    {QT_TRANSLATE_NOOP("Core", "Bottleneck: %1, %2 of the wall of %3 (%4 of %5)."), "snsnn"},
    {QT_TRANSLATE_NOOP("Core", "Likely next target: idle time (%1 of the wall, %2), see gaps"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "Likely next target: exposed communication (%1 of the wall, %2), see overlap"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "Likely next target: %1")},
    {QT_TRANSLATE_NOOP("Core", "Likely next target in %1 (%2): idle time (%3 of the wall, %4), see gaps"), "snnn"},
    {QT_TRANSLATE_NOOP("Core", "Likely next target in %1 (%2): exposed communication (%3 of the wall, %4), see overlap"), "snnn"},
    {QT_TRANSLATE_NOOP("Core", "Likely next target in %1 (%2): %3"), "sn"},
    {QT_TRANSLATE_NOOP("Core", "longest work: %1")},
    {QT_TRANSLATE_NOOP("Core", "exposed communication %1."), "n"},
    {QT_TRANSLATE_NOOP("Core", "exposed communication %1, idle %2."), "nn"},
    {QT_TRANSLATE_NOOP("Core", "idle %1."), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 in %2 (%3 of the wall, %4, %5 of it %6)"), "ssnnnk"},
    {QT_TRANSLATE_NOOP("Core", "%1 in %2 (%3 of the wall, %4)"), "ssnn"},
    {QT_TRANSLATE_NOOP("Core", "%1 (%2 of the wall, %3, %4 of it %5)"), "snnnk"},
    {QT_TRANSLATE_NOOP("Core", "%1 (%2 of the wall, %3)"), "snn"},
    {QT_TRANSLATE_NOOP("Core", "the layer of type %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "the %1 layers of type %2"), "nk"},
    {QT_TRANSLATE_NOOP("Core", "%1 of the GPU time"), "n"},
    {QT_TRANSLATE_NOOP("Core", "trace: layers of pass %1, whole"), "n"},
    {QT_TRANSLATE_NOOP("Core", "trace: layers of pass %1, which the capture cuts"), "n"},
    {QT_TRANSLATE_NOOP("Core", "evidence %1")},
    {QT_TRANSLATE_NOOP("Core", "trace: kernels of category %1, %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "trace: kernels of category %1, longest %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "trace: kernels of category communication, longest %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "trace: last dimension of the input of the first norm in %1")},
    {QT_TRANSLATE_NOOP("Core", "trace: %1")},
    {QT_TRANSLATE_NOOP("Core", "model config")},
    {QT_TRANSLATE_NOOP("Core", "no model config given (--config)")},
    {QT_TRANSLATE_NOOP("Core", "no model config given (--config; one lies beside the trace: %1)"), "k"},
    {QT_TRANSLATE_NOOP("Core", "by device: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1: %2 bytes an event"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1: %2 bytes an event, %3 a kernel"), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "%1: %2 a kernel"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "number %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 summed over all GPU work"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1, model not recorded"), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 of GPU time has no category"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 of GPU time lies inside passes"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 of the GPU work has a recorded launch"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 damaged rows were left out."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Recomputed from the rows of %1; communication is left out, as in op_statistic.csv."), "k"},
    {QT_TRANSLATE_NOOP("Core", "Recomputed from the rows of %1; Bubble and Preparing need more than its rows."), "k"},
    {QT_TRANSLATE_NOOP("Core", "No op_statistic.csv beside %1."), "k"},
    {QT_TRANSLATE_NOOP("Core", "No step_trace_time.csv beside %1."), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 of %2 figures are equal to those recorded."), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 rows of the files beside the trace could not be read."), "n"},
    {QT_TRANSLATE_NOOP("Core", "within %1 ns counts as equal"), "n"},
    {QT_TRANSLATE_NOOP("Core", "Types beyond the first %1 stand together as (others)."), "n"},
    {QT_TRANSLATE_NOOP("Core", "nsys stats: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "Reports of the file: %1 (--by)."), "k"},
    {QT_TRANSLATE_NOOP("Core", "Left out by nsys stats: %1 more."), "n"},
    {QT_TRANSLATE_NOOP("Core", "Left out by nsys stats: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 more reports of the file were not read."), "n"},
    {QT_TRANSLATE_NOOP("Core", "It has no report of kernels (cuda_gpu_kern_sum); it has %1."), "k"},
};

} // namespace

std::span<const CoreTemplate> tableTemplates()
{
    return kTemplates;
}

} // namespace lamella::ui
