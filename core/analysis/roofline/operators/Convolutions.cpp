// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of one to three dimensions, transposed ones, and their backward.
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/WorkFormulas.h"
#include "core/analysis/roofline/operators/SlidingWindow.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

constexpr std::size_t kNoArgument = 99;
constexpr std::string_view kBothGradients = "which gradients are computed is not recorded: both are counted";
constexpr std::string_view kNoStride = "stride and padding are not recorded";

// Positions of the arguments. Source: ATen/native/native_functions.yaml of PyTorch 2.9.
struct Form {
    std::string_view names;
    std::size_t stride;
    std::size_t padding;
    std::size_t dilation;
    std::size_t transposed;
    std::size_t groups;
};
constexpr std::array<Form, 5> kForms{
    {{"convolution|_convolution|convolution_overrideable", 3, 4, 5, 6, 8}, {"conv1d|conv2d|conv3d", 3, 4, 5, kNoArgument, 6},
        {"cudnn_convolution", 3, 2, 4, kNoArgument, 5}, {"miopen_convolution", 4, 3, 5, kNoArgument, 6},
        {"conv_transpose1d|conv_transpose2d|conv_transpose3d", 3, 4, 7, kNoArgument, 6}}};

bool isForward(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    return name.starts_with("aten::")
        && std::any_of(kForms.begin(), kForms.end(), [plain](const Form &f) { return isOneOf(plain, f.names); });
}

bool isBackward(std::string_view name)
{
    return name == "aten::convolution_backward";
}

double pixels(const Tensor &tensor)
{
    double product = 1;
    for (std::size_t i = 2; i < tensor.dims(); ++i)
        product *= static_cast<double>(tensor.shape[i]);
    return product;
}

// Outputs in space of a convolution that is not transposed; 0 where an argument is missing or makes no sense.
double outputPixels(const OperatorCall &call, const Form &form, const Tensor &input, const Tensor &weight)
{
    double product = 1;
    for (std::size_t i = 2; i < input.dims(); ++i) {
        const double stride = listEntry(call.value(form.stride), i - 2);
        const double padding = listEntry(call.value(form.padding), i - 2);
        const double dilation = listEntry(call.value(form.dilation), i - 2);
        if (stride < 1 || padding < 0 || dilation < 1)
            return 0;
        product *=
            windowPlaces({static_cast<double>(input.shape[i]), static_cast<double>(weight.shape[i]), stride, padding, dilation});
    }
    return std::max(product, 0.0);
}

OperatorCost forward(const OperatorCall &call)
{
    const std::string_view plain = plainOperator(call.name);
    const Form &form = *std::find_if(kForms.begin(), kForms.end(), [plain](const Form &f) { return isOneOf(plain, f.names); });
    const Tensor *input = call.tensor(0);
    const Tensor *weight = call.tensor(1);
    if (!input || !weight || input->dims() < 3)
        return notCounted("the shapes of input and weight are not recorded");
    if (weight->dims() != input->dims())
        return notCounted(kContradiction);
    if (call.isTrue(form.transposed) || plain.starts_with("conv_transpose"))
        return notCounted("transposed convolutions are not counted");
    Convolution convolution;
    convolution.images = static_cast<double>(input->shape[0]);
    convolution.channelsIn = static_cast<double>(input->shape[1]);
    convolution.channelsOut = static_cast<double>(weight->shape[0]);
    convolution.groups = std::max(1.0, listEntry(call.value(form.groups), 0));
    convolution.inputPixels = pixels(*input);
    convolution.kernelPixels = pixels(*weight);
    convolution.type = input->type;
    if (static_cast<double>(weight->shape[1]) * convolution.groups != convolution.channelsIn)
        return notCounted(call.value(form.groups).empty() ? kNoStride : kContradiction);
    convolution.outputPixels = outputPixels(call, form, *input, *weight);
    if (convolution.outputPixels <= 0)
        return notCounted(kNoStride);
    OperatorCost cost = convolutionCost(convolution);
    cost.bytes -= input->bytesRepeated();
    return cost;
}

// Gradients of input and weight are a convolution each, of the same size; the mask says which are wanted.
OperatorCost backward(const OperatorCall &call)
{
    constexpr std::size_t kTransposed = 7;
    constexpr std::size_t kGroups = 9;
    constexpr std::size_t kMask = 10;
    const Tensor *gradient = call.tensor(0);
    const Tensor *input = call.tensor(1);
    const Tensor *weight = call.tensor(2);
    if (!gradient || !input || !weight || gradient->dims() < 3)
        return notCounted("the shapes of input and weight are not recorded");
    if (weight->dims() != input->dims() || gradient->dims() != input->dims() || gradient->shape[0] != input->shape[0])
        return notCounted(kContradiction);
    if (call.isTrue(kTransposed))
        return notCounted("transposed convolutions are not counted");
    Convolution convolution;
    convolution.images = static_cast<double>(input->shape[0]);
    convolution.channelsIn = static_cast<double>(input->shape[1]);
    convolution.channelsOut = static_cast<double>(weight->shape[0]);
    convolution.groups = std::max(1.0, listEntry(call.value(kGroups), 0));
    convolution.inputPixels = pixels(*input);
    convolution.outputPixels = pixels(*gradient);
    convolution.kernelPixels = pixels(*weight);
    convolution.type = input->type;
    OperatorCost cost = convolutionCost(convolution);
    const std::string_view mask = call.value(kMask);
    if (mask.empty() && cost.why.empty())
        cost.why = kBothGradients;
    const bool ofInput = !mask.starts_with("[False");
    const bool ofWeight = mask.find(", False,") == std::string_view::npos;
    cost.flops *= (ofInput ? 1 : 0) + (ofWeight ? 1 : 0);
    if (isCounted(cost.bytes))
        cost.bytes += (ofInput ? input->bytes() : -weight->bytes()) + (ofWeight ? weight->bytes() : -input->bytes())
            - gradient->bytesRepeated();
    return cost;
}

} // namespace

extern const OperatorModel kConvolutionModel{.fits = isForward, .cost = forward, .category = Category::Gemm, .whole = true};
extern const OperatorModel kConvolutionBackwardModel{
    .fits = isBackward, .cost = backward, .category = Category::Gemm, .whole = true};

} // namespace lamella::core
