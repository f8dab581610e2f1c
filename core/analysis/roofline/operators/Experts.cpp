// SPDX-License-Identifier: GPL-3.0-or-later
// Experts of a mixture in one operator: fused_experts of vLLM and SGLang, fused_moe of aiter and others.
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/WorkFormulas.h"

namespace lamella::core {

namespace {

bool isExperts(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    const auto has = [plain](std::string_view part) { return plain.find(part) != std::string_view::npos; };
    return has("fused_experts") || has("fused_moe") || has("moe_forward") || has("moe_fused");
}

// Tokens (t x h), the matrices before the activation (e x p i x h) and after it (e x h x i), and what each token chose (t x k).
OperatorCost expertsOfCall(const OperatorCall &call)
{
    const Tensor *tokens = nullptr;
    const Tensor *up = nullptr;
    const Tensor *down = nullptr;
    const Tensor *chosen = nullptr;
    for (const Tensor &tensor : call.inputs) {
        if (tensor.dims() == 3)
            (!up ? up : down) = !up || !down ? &tensor : down;
        else if (tensor.dims() == 2 && !tokens)
            tokens = &tensor;
        else if (tensor.dims() == 2 && up && !chosen && tokens && tensor.back(2) == tokens->back(2))
            chosen = &tensor;
    }
    if (!tokens || !up || !down || !chosen)
        return notCounted("the shapes of the experts' weights or choices are not recorded; give --config");
    const double hidden = tokens->back(1);
    const double intermediate = down->back(1);
    if (up->back(1) != hidden || down->back(2) != hidden || intermediate <= 0 || up->back(3) != down->back(3))
        return notCounted(kContradiction);
    ExpertWork work;
    work.tokens = tokens->back(2);
    work.topk = chosen->back(1);
    work.experts = up->back(3);
    work.hidden = hidden;
    work.intermediate = intermediate;
    work.projections = (up->back(2) + intermediate) / intermediate;
    work.inputElements = tokens->elements();
    work.outputElements = tokens->elements();
    work.input = tokens->type;
    work.weight = up->type;
    return expertCost(work);
}

} // namespace

extern const OperatorModel kExpertModel{.fits = isExperts, .cost = expertsOfCall, .whole = true};

} // namespace lamella::core
