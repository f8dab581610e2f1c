// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingNames.h"

#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/base/ContainsAny.h"
#include "core/profile/NameText.h"

#include <array>
#include <charconv>

namespace lamella::core {

namespace {

constexpr std::string_view kAutograd = "autograd::engine::evaluate_function";
constexpr std::string_view kProfilerStep = "ProfilerStep#";

bool isLetter(char c)
{
    return c >= 'a' && c <= 'z';
}

StageHint hintOfFrame(std::string_view name)
{
    if ((name.find("torch/optim/") != std::string_view::npos && name.ends_with(": step"))
        || containsAny(name, {"clip_grad_norm", "clip_grads_with_norm", "get_total_norm"}))
        return StageHint::Optimizer;
    if (containsAny(name, {"torch/autograd/", "torch/_tensor.py"}) && name.ends_with(": backward"))
        return StageHint::Backward;
    return StageHint::None;
}

StageHint hintOfAnnotation(std::string_view name)
{
    const bool backward = containsAny(name, {"backward", "bwd"});
    const bool forward = containsAny(name, {"forward", "fwd"});
    if (backward != forward)
        return backward ? StageHint::Backward : StageHint::Forward;
    if (backward) // "forward_backward_step" holds both
        return StageHint::None;
    return containsAny(name, {"optimizer", "grad_norm", "clip_grad", "grad-norm"}) ? StageHint::Optimizer : StageHint::None;
}

} // namespace

StageHint hintOfKernel(std::string_view name)
{
    if (containsAny(name,
            {"backward", "bwd", "bprop", "dgrad", "wgrad", "_wrw", "gradinput", "grad_input", "gradweight", "grad_weight",
                "gradgammabeta", "grad_indice", "fmha_cutlassb", "dgated_act", "dswiglu", "dgelu", "dsilu", "drelu", "dsrelu",
                "krn_partial", "sum_and_scatter"}))
        return StageHint::Backward;
    if (holdsWord(name, "adam") || holdsWord(name, "sgd") || holdsWord(name, "muon")
        || containsAny(name,
            {"multi_tensor", "multitensor", "adagrad", "adafactor", "rmsprop", "fusedadam", "fused_adam", "addcdiv", "unscale",
                "amp_update_scale", "lpnormfunctor", "lamb_stage", "lambstage", "koptimizer"}))
        return StageHint::Optimizer;
    if (containsAny(
            name, {"nll_loss", "logsoftmaxforward", "cross_entropy", "xentropyforward", "mse_kernel", "smooth_l1_kernel"}))
        return StageHint::Loss;
    if (containsAny(name, {"fwd", "forward", "fprop", "fmha_cutlassf"}))
        return StageHint::Forward;
    return containsAny(name, {"fillfunctor", "fused_fill", "memset"}) ? StageHint::Fill : StageHint::None;
}

StageHint hintOfProduct(std::string_view name)
{
    constexpr std::array<std::string_view, 7> kFamilies{
        "ampere_", "volta_", "turing_", "maxwell_", "cutlass_", "xmma_gemm", "hopper_"};
    if (name.starts_with("cijk_"))
        return name.starts_with("cijk_ailk_bjlk") ? StageHint::Gradient
            : name.starts_with("cijk_alik_bljk")  ? StageHint::Product
                                                  : StageHint::None;
    if (name.starts_with("nvjet_"))
        return containsAny(name, {"_ntn", "_ntt"}) ? StageHint::Gradient
            : containsAny(name, {"_tnn", "_tnt"})  ? StageHint::Product
                                                   : StageHint::None;
    if (name.find("gemm") == std::string_view::npos || !containsAny(name, kFamilies))
        return StageHint::None;
    // A word of its own, "..._128x64_nt_align1".
    return holdsWord(name, "nt", true) ? StageHint::Gradient : holdsWord(name, "tn", true) ? StageHint::Product : StageHint::None;
}

std::vector<StageHint> stageHints(
    const KernelNames &names, const MainSequence &sequence, LayoutHints layouts, const JobControl &control)
{
    constexpr std::uint32_t kPollNames = 1U << 12; // between two looks at the stop request
    std::vector<StageHint> byCode;
    std::vector<StageHint> hints(sequence.size());
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        if (sequence.code[i] == byCode.size()) {
            if (byCode.size() % kPollNames == 0 && control.stopRequested())
                return {};
            const std::string name = lowerCasedText(names[sequence.symbol[i]].full);
            byCode.push_back(hintOfKernel(name));
            if (byCode.back() == StageHint::None && layouts != LayoutHints::None)
                if (const StageHint hint = hintOfProduct(name); layouts == LayoutHints::All || hint == StageHint::Gradient)
                    byCode.back() = hint;
        }
        hints[i] = byCode[sequence.code[i]];
    }
    return hints;
}

bool holdsWord(std::string_view text, std::string_view word, bool whole)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isLetter(text[at - 1])) && (!whole || end == text.size() || !isLetter(text[end])))
            return true;
    }
    return false;
}

bool isConvolutionGradient(std::string_view name)
{
    return containsAny(name, {"dgrad", "wgrad", "igemm_bwd", "_wrw", "bwd_data", "bwd_weight"})
        && name.find("backward") == std::string_view::npos;
}

bool isAutogradCall(std::string_view name, std::string_view category)
{
    return name.starts_with(kAutograd) && (category == "cpu_op" || category == "operator");
}

StageHint hintOfCall(std::string_view name, std::string_view category)
{
    if (name.find("zero_grad") != std::string_view::npos)
        return StageHint::None; // before the forward of its step, or after the optimizer of the last one
    if (name.starts_with("optimizer.step#")) // a cpu_op before PyTorch 1.12
        return StageHint::Optimizer;
    if (isAutogradCall(name, category))
        return StageHint::Backward;
    if (category == "python_function")
        return hintOfFrame(name);
    if (name.starts_with("nccl:") || name.starts_with("profilerstep#"))
        return StageHint::None;
    return isAnnotation(category) ? hintOfAnnotation(name) : StageHint::None;
}

std::int64_t profilerStep(std::string_view name)
{
    if (!name.starts_with(kProfilerStep))
        return -1;
    const std::string_view digits = name.substr(kProfilerStep.size());
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} && end == digits.data() + digits.size() && number >= 0 ? number : -1;
}

} // namespace lamella::core
