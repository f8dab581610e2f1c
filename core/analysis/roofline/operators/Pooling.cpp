// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling over windows in space, and its backward.
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/WorkFormulas.h"
#include "core/analysis/roofline/operators/SlidingWindow.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::string_view kMaxForward = "aten::max_pool2d_with_indices";
constexpr std::string_view kAverageForward = "aten::avg_pool2d";
constexpr std::size_t kKernel = 1;
constexpr std::size_t kStride = 2;
constexpr std::size_t kPadding = 3;

bool isForward(std::string_view name)
{
    return isOneOf(name, "aten::adaptive_avg_pool2d|aten::_adaptive_avg_pool2d|aten::avg_pool2d|aten::max_pool2d_with_indices");
}

bool isBackward(std::string_view name)
{
    return isOneOf(name, "aten::_adaptive_avg_pool2d_backward|aten::avg_pool2d_backward|aten::max_pool2d_with_indices_backward");
}

// Of the result along one of the two last dimensions; 0 where an argument is missing or makes no sense.
double placesOf(const OperatorCall &call, double size, std::size_t place)
{
    const double kernel = listEntry(call.value(kKernel), place);
    if (call.name != kMaxForward && call.name != kAverageForward)
        return std::max(0.0, kernel); // adaptive: the size of the result is given
    const double stride = listEntry(call.value(kStride), place);
    const bool ofMax = call.name == kMaxForward;
    const double dilation = ofMax ? listEntry(call.value(kPadding + 1), place) : 1;
    const SlidingWindow window{size, kernel, stride > 0 ? stride : kernel, std::max(0.0, listEntry(call.value(kPadding), place)),
        dilation, call.isTrue(ofMax ? kPadding + 2 : kPadding + 1)};
    return kernel < 1 || dilation < 1 ? 0 : std::max(0.0, windowPlaces(window));
}

// The input is read and the result written, of a maximum its place too.
OperatorCost forward(const OperatorCall &call)
{
    const Tensor *input = call.tensor(0);
    if (!input || input->dims() < 3)
        return notCounted("the shape of the input is not recorded");
    if (input->type == ElementType::Unknown)
        return notCounted(kNoTypes);
    const double written = input->elements() / (input->back(2) * input->back(1)) * placesOf(call, input->back(2), 0)
        * placesOf(call, input->back(1), 1);
    if (!(written > 0))
        return notCounted("the sizes of the windows are not recorded");
    const double place = call.name == kMaxForward ? elementBytes(ElementType::Int64) : 0;
    return streamCost(input->elements(), 1, input->bytesRead() + written * (elementBytes(input->type) + place), input->type);
}

// The gradient is read, of a maximum with its places, and that of the input written.
OperatorCost backward(const OperatorCall &call)
{
    const Tensor *gradient = call.tensor(0);
    const Tensor *input = call.tensor(1);
    if (!gradient || !input)
        return notCounted("the shapes of gradient and input are not recorded");
    if (gradient->type == ElementType::Unknown)
        return notCounted(kNoTypes);
    const double place = call.name.find("max") == std::string_view::npos ? 0 : elementBytes(ElementType::Int64);
    const double read = gradient->bytesRead() + gradient->elements() * place;
    return streamCost(input->elements(), 1, read + input->elements() * elementBytes(gradient->type), gradient->type);
}

} // namespace

extern const OperatorModel kPoolingModel{.fits = isForward, .cost = forward};
extern const OperatorModel kPoolingBackwardModel{.fits = isBackward, .cost = backward};

} // namespace lamella::core
