// SPDX-License-Identifier: GPL-3.0-or-later
// Small operators of decoder layers: rotary positions, storing keys and values, gated activations, quantisation, softmax.
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/WorkFormulas.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::string_view kNoShape = "the shape of the input is not recorded";

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isWhole(ElementType type)
{
    return type == ElementType::Int64 || type == ElementType::Int32 || type == ElementType::Int16 || type == ElementType::Bool;
}

bool isRotary(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    return has(plain, "rotary") || has(plain, "apply_rope") || plain == "rope" || has(plain, "rope_fwd");
}

// Queries and keys (t x heads x width) are read and written, of the table of positions one row a token is read.
OperatorCost rotary(const OperatorCall &call)
{
    const Tensor *positions = nullptr;
    for (const Tensor &tensor : call.inputs)
        if (!positions && !tensor.shape.empty() && isWhole(tensor.type))
            positions = &tensor;
    double tokens = positions ? positions->elements() : 0;
    double bytes = positions ? positions->bytes() : 0;
    double elements = 0;
    ElementType type = ElementType::Unknown;
    for (const Tensor &tensor : call.inputs) {
        if (tensor.dims() < 2 || isWhole(tensor.type) || tensor.type == ElementType::Unknown)
            continue;
        const auto rows = static_cast<double>(tensor.shape[0]);
        if (tokens == 0)
            tokens = rows;
        const bool table = rows != tokens && tensor.elements() / tokens != std::floor(tensor.elements() / tokens);
        const bool large = tensor.dims() == 2 && rows > tokens;
        if (table || large) {
            bytes += tokens * tensor.back(1) * elementBytes(tensor.type);
            continue;
        }
        type = tensor.type;
        elements += tensor.elements();
        bytes += 2 * tensor.bytes();
    }
    return elements > 0 ? streamCost(elements, 3, bytes, type) : notCounted(kNoShape);
}

bool isKvStore(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    return has(plain, "reshape_and_cache") || has(plain, "store_cache") || has(plain, "store_kv")
        || has(plain, "concat_and_cache_mla");
}

// Keys and values of the new tokens are read and written.
OperatorCost kvStore(const OperatorCall &call)
{
    const Tensor *keys = call.tensor(0);
    const Tensor *values = call.tensor(1);
    if (!keys || !values)
        return notCounted("the shapes of keys and values are not recorded");
    if (keys->type == ElementType::Unknown)
        return notCounted(kNoTypes);
    return streamCost(0, 0, 2 * (keys->bytes() + values->bytes()), keys->type);
}

bool isGatedActivation(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    return (has(plain, "_and_mul") || has(plain, "swiglu")) && !has(plain, "backward") && !has(plain, "quant");
}

// (t x 2 i) is read, (t x i) written: an activation of some five operations and a product.
OperatorCost gatedActivation(const OperatorCall &call)
{
    const Tensor *input = nullptr;
    for (const Tensor &tensor : call.inputs)
        if (!tensor.shape.empty() && (!input || tensor.elements() > input->elements()))
            input = &tensor;
    if (!input)
        return notCounted(kNoShape);
    if (input->type == ElementType::Unknown)
        return notCounted(kNoTypes);
    return streamCost(input->elements() / 2, 6, 1.5 * input->bytes(), input->type);
}

bool isQuantize(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    return has(plain, "quant") && !has(plain, "gemm") && !has(plain, "_mm") && !has(plain, "matmul") && !has(plain, "norm")
        && !has(plain, "linear") && !has(plain, "moe") && !has(plain, "attention");
}

// The input is read and as many elements are written, of the type of a recorded output or else of one byte.
OperatorCost quantize(const OperatorCall &call)
{
    const Tensor *input = nullptr;
    double bytes = 0;
    for (const Tensor &tensor : call.inputs) {
        if (tensor.shape.empty())
            continue;
        bytes += tensor.bytesRead();
        if (!input || elementBytes(tensor.type) * tensor.elements() > input->bytes())
            input = &tensor;
    }
    if (!input)
        return notCounted(kNoShape);
    if (input->type == ElementType::Unknown)
        return notCounted(kNoTypes);
    const auto same = std::count_if(call.inputs.begin(), call.inputs.end(),
        [input](const Tensor &tensor) { return !tensor.shape.empty() && tensor.elements() == input->elements(); });
    if (has(call.name, "fake_quant")) { // the result has the input's type
        const double mask = call.name.ends_with("cachemask") ? input->elements() : 0;
        return streamCost(input->elements(), 2, bytes + input->bytes() + mask, input->type);
    }
    if (same == 1 && has(call.name, "dequant"))
        return notCounted("the type of the result is not recorded");
    const double written = has(call.name, "and_mul") ? input->elements() / 2 : input->elements();
    return streamCost(input->elements(), 2, same > 1 ? bytes : bytes + written, input->type);
}

bool isSoftmax(std::string_view name)
{
    return has(name, "softmax") && !name.starts_with("autograd::") && !has(name, "topk") && !has(name, "moe");
}

// Of a result: what the call says, where it converts (softmax to fp32, its backward to the type of the input), else the input's.
ElementType softmaxResult(const OperatorCall &call, const Tensor &input)
{
    const ElementType said = elementTypeOfScalar(call.value(3));
    if (has(call.name, "backward"))
        return said == ElementType::Unknown ? input.type : said;
    return call.isTrue(2) ? ElementType::Fp32 : input.type;
}

// Read and written once; the backward reads gradient and result.
OperatorCost softmax(const OperatorCall &call)
{
    const Tensor *input = call.tensor(0);
    if (!input)
        return notCounted(kNoShape);
    if (input->type == ElementType::Unknown)
        return notCounted(kNoTypes);
    const double read = input->bytesRead() + (has(call.name, "backward") ? input->bytes() : 0);
    return streamCost(input->elements(), 5, read + input->elements() * elementBytes(softmaxResult(call, *input)), input->type);
}

} // namespace

extern const OperatorModel kRotaryModel{.fits = isRotary, .cost = rotary};
extern const OperatorModel kKvStoreModel{.fits = isKvStore, .cost = kvStore};
extern const OperatorModel kGatedActivationModel{.fits = isGatedActivation, .cost = gatedActivation};
extern const OperatorModel kQuantizeModel{.fits = isQuantize, .cost = quantize};
extern const OperatorModel kSoftmaxModel{.fits = isSoftmax, .cost = softmax};

} // namespace lamella::core
