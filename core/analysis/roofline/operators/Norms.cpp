// SPDX-License-Identifier: GPL-3.0-or-later
// Normalisation, also fused with the addition of a residual or with a quantisation, and its backward.
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/WorkFormulas.h"

#include <algorithm>

namespace lamella::core {

namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isAnyNorm(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    for (const std::string_view part :
        {"layer_norm", "layernorm", "rms_norm", "rmsnorm", "group_norm", "batch_norm", "instance_norm"})
        if (has(plain, part))
            return !name.starts_with("autograd::") && !has(plain, "gather_stats");
    return false;
}

bool isBackward(std::string_view name)
{
    return isAnyNorm(name) && has(name, "backward");
}

bool isForward(std::string_view name)
{
    return isAnyNorm(name) && !has(name, "backward");
}

// The largest tensor: what is normalised.
const Tensor *largest(const OperatorCall &call)
{
    const Tensor *found = nullptr;
    for (const Tensor &tensor : call.inputs)
        if (!tensor.shape.empty() && (!found || tensor.elements() > found->elements()))
            found = &tensor;
    return found;
}

// Bytes of the tensors as large as the largest, at least `count` of them, and of the smaller ones once each.
OperatorCost normCost(const OperatorCall &call, std::size_t count, double perElement)
{
    const Tensor *main = largest(call);
    if (!main)
        return notCounted("the shape of the input is not recorded");
    if (main->type == ElementType::Unknown)
        return notCounted(kNoTypes);
    double bytes = 0;
    std::size_t large = 0;
    for (const Tensor &tensor : call.inputs) {
        if (tensor.shape.empty())
            continue;
        bytes += tensor.bytesRead();
        large += tensor.elements() == main->elements() ? 1 : 0;
    }
    bytes += static_cast<double>(count - std::min(count, large)) * main->bytes();
    return streamCost(main->elements(), perElement, bytes, main->type);
}

OperatorCost forward(const OperatorCall &call)
{
    const bool adds = has(plainOperator(call.name), "add");
    const bool meanSquare = has(call.name, "rms");
    // Input and output, and the residual that is read and written. Operations of an element: its square and sum, its scaling by
    // the root and by the weight; a mean is subtracted before.
    return normCost(call, adds ? 4 : 2, (meanSquare ? 4 : 5) + (adds ? 1 : 0));
}

OperatorCost backward(const OperatorCall &call)
{
    return normCost(call, 3, 8); // gradient and input are read, the gradient of the input is written
}

} // namespace

extern const OperatorModel kNormModel{.fits = isForward, .cost = forward, .whole = true};
extern const OperatorModel kNormBackwardModel{.fits = isBackward, .cost = backward, .whole = true};

} // namespace lamella::core
