// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons for passes and layers.
#include "widgets/common/CoreTemplates.h"

#include <QtGlobal>

namespace lamella::ui {

namespace {

constexpr CoreTemplate kTemplates[] = {
    {QT_TRANSLATE_NOOP("Core", "%1 of %2 uncut passes have %3 layers"), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "%1 of %2 uncut forward and backward passes have %3 layers"), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "layers of one type run %1 the same kernels in the same order"), "n"},
    {QT_TRANSLATE_NOOP("Core", "neighbouring layers run %1 the same kernels in the same order"), "n"},
    {QT_TRANSLATE_NOOP(
         "Core", "this rank holds %1 of the %2 layers of the config: it hands its work to another rank of a pipeline"),
        "nn"},
    {QT_TRANSLATE_NOOP("Core", "the config says %1 layers too"), "n"},
    {QT_TRANSLATE_NOOP("Core", "the config says %1 layers, the kernels show %2"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 of the kernels between the first and the last pass belong to no pass"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 of %2 layer boundaries were found by comparison with other layers"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 pass boundaries rest on counting layers alone"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 of the kernels run backward or update weights, outside of a backward or optimizer stage"),
        "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 of %2 annotated steps hold exactly one pass"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "the anchor of the profile %1 stands as it says in %2 of the layers"), "kn"},
    {QT_TRANSLATE_NOOP("Core", "%1 layers in a pass are more than known models have: they may be parts of layers"), "n"},
    {QT_TRANSLATE_NOOP("Core", "passes are the ranges '%1', joined by launches or, on a device's own lines, by time"), "k"},
    {QT_TRANSLATE_NOOP("Core", "stages by %1 for %2 of the kernels; names contradict %3"), "snn"},
    {QT_TRANSLATE_NOOP("Core", "%1 forward, %2 backward and %3 optimizer passes"), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "%1 further forward passes without a backward pass, before or after training"), "n"},
    {QT_TRANSLATE_NOOP(
         "Core", "%1 of the backward kernels stand in the layer that autograd's calls and the kernel names both tell"),
        "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 boundary stands as the user set it"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 boundaries stand as the user set them"), "n"},
    {QT_TRANSLATE_NOOP("Core", "the %1 that was set at %2 is not there any more: this cut has no such pass or layer"), "sn"},
    {QT_TRANSLATE_NOOP("Core", "the %1 that was set at %2 fits no kernel of the main stream, so it stays where it was found"),
        "sn"},
    {QT_TRANSLATE_NOOP("Core", "the %1 that was set at %2 would pass the boundary next to it, so it stops there"), "sn"},
    {QT_TRANSLATE_NOOP("Core", "the %1 that was set at %2 is not there: no passes were found on that device"), "sn"},
    {QT_TRANSLATE_NOOP("Core", "start of pass %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "end of pass %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "start of the tail in pass %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "start of layer %1 in pass %2"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "start of pass %1 of device %2"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "end of pass %1 of device %2"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "start of the tail in pass %1 of device %2"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "start of layer %1 in pass %2 of device %3"), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "repeats %1 times, but outside of every layer found"), "n"},
    {QT_TRANSLATE_NOOP("Core", "once in %1 of the layers, %2 of its hits lie inside layers"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 times in %2 of the layers, %3 of its hits lie inside layers"), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "%1 of %2 layers"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 of %2 layers, cut by the capture"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 of %2 layers in the middle of the capture"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 of its layers run the same kernels as another layer"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 of its time is outside of its layers"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 layer boundaries found by comparison"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 layer boundary found by comparison"), "n"},
    {QT_TRANSLATE_NOOP("Core", "partial (%1 of %2 layers)"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "%1 missing anchor bridged"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 missing anchors bridged"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 boundary set by the user"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 boundaries set by the user"), "n"},
    {QT_TRANSLATE_NOOP("Core", "step %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 request"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 requests"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 token"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1 tokens"), "n"},
    {QT_TRANSLATE_NOOP("Core", "%1: steady P%2-P%3 is the longest run within 5 % of its median, median %4"), "snnn"},
    {QT_TRANSLATE_NOOP(
         "Core", "%1: steady P%2-P%3 is the longest run within 5 % of its median, median %4, %5 more from pass to pass"),
        "snnnn"},
    {QT_TRANSLATE_NOOP("Core", "%1: steady P%2-P%3 by the user, median %4"), "snnn"},
    {QT_TRANSLATE_NOOP("Core", "%1: steady P%2-P%3 by the user, median %4, %5 more from pass to pass"), "snnnn"},
    {QT_TRANSLATE_NOOP("Core", "outlier above %1"), "n"},
    {QT_TRANSLATE_NOOP("Core", "median of %1 steady passes (%2)"), "n"},
    {QT_TRANSLATE_NOOP("Core", "the only steady pass (%1)")},
    {QT_TRANSLATE_NOOP("Core", "the only complete pass (%1)")},
    {QT_TRANSLATE_NOOP("Core", "median of %1 complete passes (%2): too few or too uneven for a steady run"), "n"},
    {QT_TRANSLATE_NOOP("Core", "pass %1: %2"), "n"},
    {QT_TRANSLATE_NOOP("Core", "pass %1 of device %2: %3"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "no passes were found, so this is the whole trace (%1)")},
    {QT_TRANSLATE_NOOP("Core", "no passes were found (%1)")},
    {QT_TRANSLATE_NOOP(
         "Core", "no kernel name matches the anchor '%1'; the table 'anchors' lists kernels that could mark layers"),
        "k"},
    {QT_TRANSLATE_NOOP("Core", "NOT: %1")},
    {QT_TRANSLATE_NOOP("Core", "any model")},
    {QT_TRANSLATE_NOOP("Core", "asked for")},
    {QT_TRANSLATE_NOOP("Core", "kernel names")},
    {QT_TRANSLATE_NOOP("Core", "model_type %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "fields: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 (no profile names model_type %2)"), "sk"},
};

} // namespace

std::span<const CoreTemplate> cutTemplates()
{
    return kTemplates;
}

} // namespace lamella::ui
