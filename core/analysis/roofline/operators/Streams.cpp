// SPDX-License-Identifier: GPL-3.0-or-later
// Work that only moves data past a few operations: elementwise, copies, reductions, rows of tables, lists, generated fusions.
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/WorkFormulas.h"
#include "core/base/ParseDouble.h"

#include <algorithm>
#include <charconv>

namespace lamella::core {

namespace {

constexpr std::string_view kNoShape = "the shape of the input is not recorded";
constexpr std::string_view kNoListSizes = "the sizes of the tensors of a list are not recorded";

bool isAten(std::string_view name, std::string_view list)
{
    if (!name.starts_with("aten::"))
        return false;
    std::string_view plain = plainOperator(name);
    if (isOneOf(plain, list))
        return true;
    if (plain.ends_with('_')) // in place
        plain.remove_suffix(1);
    return isOneOf(plain, list);
}

bool isFloat(ElementType type)
{
    return type != ElementType::Unknown && type < ElementType::Int64;
}

// Of a result of both: floats before integers, then the wider one.
ElementType promoted(ElementType a, ElementType b)
{
    if (a == ElementType::Unknown || b == ElementType::Unknown)
        return a == ElementType::Unknown ? b : a;
    if (isFloat(a) != isFloat(b))
        return isFloat(a) ? a : b;
    return elementBytes(a) >= elementBytes(b) ? a : b;
}

// What has one input, and what has two; a further tensor is given to write the result to.
constexpr std::string_view kOfOne =
    "pow|sqrt|rsqrt|exp|exp2|log|log2|log1p|neg|abs|sign|reciprocal|sin|cos|tanh|sigmoid|silu|gelu|relu|"
    "clamp|floor|ceil|round|trunc|erf|square|isnan|isinf|isfinite|logical_not|bitwise_not|tril|triu";
constexpr std::string_view kOfTwo =
    "add|sub|rsub|mul|div|maximum|minimum|remainder|fmod|floor_divide|eq|ne|lt|le|gt|ge|logical_and|"
    "logical_or|bitwise_and|bitwise_or|bitwise_xor";

constexpr std::string_view kComparisons = "eq|ne|lt|le|gt|ge|isnan|isinf|isfinite|logical_not|logical_and|logical_or";
constexpr std::string_view kPointwise =
    "add|sub|rsub|mul|div|pow|sqrt|rsqrt|exp|exp2|log|log2|log1p|neg|abs|sign|reciprocal|sin|cos|tanh|sigmoid|silu|gelu|relu|"
    "leaky_relu|elu|softplus|hardswish|mish|clamp|clamp_min|clamp_max|where|masked_fill|addcmul|addcdiv|lerp|maximum|minimum|"
    "floor|ceil|round|trunc|erf|remainder|fmod|floor_divide|bitwise_not|bitwise_and|bitwise_or|bitwise_xor|nan_to_num|square|"
    "dropout|native_dropout|threshold_backward|gelu_backward|silu_backward|sigmoid_backward|tanh_backward|"
    "native_dropout_backward|"
    "mse_loss|mse_loss_backward|tril|triu|eq|ne|lt|le|gt|ge|isnan|isinf|isfinite|logical_not|logical_and|logical_or|rotate_half|"
    "__and__|__or__|sigmoid|logit|atan2|hypot|glu";

bool isPointwise(std::string_view name)
{
    return isAten(name, kPointwise);
}

// Of a dimension of the result of both: one of size 1 is repeated.
std::int64_t broadcast(std::int64_t a, std::int64_t b)
{
    if (a == 1 || b == 1)
        return a == 1 ? b : a;
    return a == 0 || b == 0 ? 0 : std::max(a, b);
}

// Every input once and the result, whose shape is that of all inputs together; a result of a comparison is a bool.
OperatorCost pointwise(const OperatorCall &call)
{
    std::vector<std::int64_t> shape;
    double read = 0;
    ElementType type = ElementType::Unknown;
    const std::size_t inputs = isAten(call.name, kOfOne) ? 1 : isAten(call.name, kOfTwo) ? 2 : call.inputs.size();
    for (std::size_t i = 0; i < std::min(inputs, call.inputs.size()); ++i) {
        const Tensor &tensor = call.inputs[i];
        if (tensor.shape.empty() && (i > 0 || tensor.type == ElementType::Unknown))
            continue;
        if (tensor.type == ElementType::Unknown)
            return notCounted(kNoTypes);
        read += tensor.bytesRead();
        type = promoted(type, tensor.type);
        if (shape.size() < tensor.dims())
            shape.insert(shape.begin(), tensor.dims() - shape.size(), 1);
        for (std::size_t back = 1; back <= tensor.dims(); ++back)
            shape[shape.size() - back] = broadcast(shape[shape.size() - back], tensor.shape[tensor.dims() - back]);
    }
    if (type == ElementType::Unknown)
        return notCounted(kNoShape);
    const double elements = Tensor{shape, type}.elements();
    const ElementType written = isAten(call.name, kComparisons) ? ElementType::Bool : type;
    const double mask = isAten(call.name, "native_dropout") ? elements : 0;
    return streamCost(elements, 1, read + elements * elementBytes(written) + mask, type);
}

constexpr std::string_view kWriters = "fill|zero|zeros|ones|full|arange|normal|uniform|random|bernoulli|exponential|eye|"
                                      "zeros_like|ones_like|full_like|randint|randn|rand";

// aten::isnan compares its input with itself, which is read once.
bool isSelfComparison(std::string_view name)
{
    return isAten(name, "isnan");
}

bool isCopy(std::string_view name)
{
    return isAten(name, "copy|clone|contiguous|_to_copy|to|repeat|flip|roll|constant_pad_nd|npu_dtype_cast")
        || isAten(name, kWriters) || name == "npu::npu_dtype_cast" || name == "npu::npu_format_cast";
}

// What is read and what is written; copy_ has both as inputs.
OperatorCost copy(const OperatorCall &call)
{
    if (call.inputs.empty())
        return notCounted(kNoShape);
    const Tensor &first = call.inputs.front();
    if (first.type == ElementType::Unknown)
        return notCounted(first.shape.empty() ? kNoShape : kNoTypes);
    if (isAten(call.name, kWriters))
        return streamCost(0, 0, first.bytes(), first.type);
    if (isAten(call.name, "copy") && call.inputs.size() > 1 && call.inputs[1].type != ElementType::Unknown)
        return streamCost(0, 0, first.bytes() + call.inputs[1].bytesRead(), call.inputs[1].type);
    return streamCost(0, 0, first.bytesRead() + first.bytes(), first.type);
}

bool isReduction(std::string_view name)
{
    return isAten(name,
        "sum|mean|max|min|amax|amin|argmax|argmin|prod|any|all|norm|linalg_vector_norm|var|std|var_mean|cumsum|"
        "cumprod|logsumexp|topk|sort|argsort|nansum|count_nonzero|_local_scalar_dense|item");
}

// Elements that are left when the dimensions of the list are reduced: "[-1]" or "1"; one where no list is recorded.
double reducedTo(const Tensor &input, std::string_view dimensions)
{
    double left = input.elements();
    bool any = false;
    for (const char *at = dimensions.data(); at < dimensions.data() + dimensions.size(); ++at) {
        int dimension = 0;
        const auto [end, error] = std::from_chars(at, dimensions.data() + dimensions.size(), dimension);
        if (error != std::errc())
            continue;
        at = end - 1;
        const auto dims = static_cast<int>(input.dims());
        const int place = dimension < 0 ? dimension + dims : dimension;
        if (place < 0 || place >= dims)
            return 1;
        left /= static_cast<double>(std::max<std::int64_t>(1, input.shape[static_cast<std::size_t>(place)]));
        any = true;
    }
    return any ? left : 1;
}

// Values and their places along a dimension, `k` of them; nothing where k is not recorded.
OperatorCost topOf(const OperatorCall &call, const Tensor &input)
{
    const std::optional<double> k = wholeDouble(call.value(1));
    if (!k || *k < 0)
        return notCounted("how many elements are taken is not recorded");
    const std::string_view dimension = call.value(2);
    const double along = reducedTo(input, dimension.empty() ? "-1" : dimension);
    const double taken = input.dims() == 0 ? 1 : along * *k;
    const double written = taken * (elementBytes(input.type) + elementBytes(ElementType::Int64));
    return streamCost(input.elements(), 1, input.bytesRead() + written, input.type);
}

// Bytes of an element of the result: values, places, or both.
double reducedBytes(const OperatorCall &call, ElementType input)
{
    const double place = elementBytes(ElementType::Int64);
    if (isAten(call.name, "argmax|argmin|argsort|count_nonzero"))
        return place;
    const bool both = isAten(call.name, "sort") || (isAten(call.name, "max|min") && !call.value(1).empty());
    return elementBytes(isAten(call.name, "any|all") ? ElementType::Bool : input) + (both ? place : 0);
}

OperatorCost reduction(const OperatorCall &call)
{
    if (call.inputs.empty())
        return notCounted(kNoShape);
    const Tensor &input = call.inputs.front();
    if (input.type == ElementType::Unknown)
        return notCounted(input.shape.empty() ? kNoShape : kNoTypes);
    if (isAten(call.name, "topk"))
        return topOf(call, input);
    const bool keeps = isAten(call.name, "cumsum|cumprod|sort|argsort");
    const bool ofOrder = isAten(call.name, "norm|linalg_vector_norm"); // the order of the norm comes before the dimensions
    const double left = keeps ? input.elements() : reducedTo(input, call.value(ofOrder ? 2 : 1));
    return streamCost(input.elements(), 1, input.bytesRead() + left * reducedBytes(call, input.type), input.type);
}

bool isClassLoss(std::string_view name)
{
    return isAten(name, "nll_loss_forward|nll_loss_backward");
}

// Of every row only the element of its class is read, or its gradient written; the other gradients are zeroed by a call of their
// own.
OperatorCost classLoss(const OperatorCall &call)
{
    const bool backward = isAten(call.name, "nll_loss_backward");
    const Tensor *scores = call.tensor(backward ? 1 : 0);
    const Tensor *classes = call.tensor(backward ? 2 : 1);
    if (!scores || !classes)
        return notCounted(kNoShape);
    if (scores->type == ElementType::Unknown || classes->type == ElementType::Unknown)
        return notCounted(kNoTypes);
    const double rows = classes->elements();
    return streamCost(rows, 1, classes->bytes() + rows * elementBytes(scores->type), scores->type);
}

bool isTableLookup(std::string_view name)
{
    return isAten(name, "embedding|index_select|gather|index|take_along_dim|_embedding_bag");
}

// Rows of a table: those that are asked for are read and written, and their numbers are read.
OperatorCost tableLookup(const OperatorCall &call)
{
    const Tensor *table = call.tensor(0);
    const Tensor *rows = nullptr;
    for (std::size_t i = 1; i < call.inputs.size() && !rows; ++i)
        if (const Tensor *tensor = call.tensor(i); tensor && !isFloat(tensor->type))
            rows = tensor;
    if (!table || !rows)
        return notCounted("the shapes of table and indices are not recorded");
    if (table->type == ElementType::Unknown)
        return notCounted(kNoTypes);
    double width =
        isAten(call.name, "gather|take_along_dim") ? 1 : table->elements() / std::max(1.0, static_cast<double>(table->shape[0]));
    int dimension = 0;
    const std::string_view said = call.value(1);
    std::from_chars(said.data(), said.data() + said.size(), dimension);
    if (isAten(call.name, "index_select") && dimension > 0 && static_cast<std::size_t>(dimension) < table->dims())
        width = table->elements() / std::max(1.0, static_cast<double>(table->shape[static_cast<std::size_t>(dimension)]));
    return streamCost(0, 0, 2 * rows->elements() * width * elementBytes(table->type) + rows->bytes(), table->type);
}

bool isFusion(std::string_view name)
{
    return name.starts_with("triton_") && name.find("_tem_") == std::string_view::npos;
}

// The tensor that rows are picked from: far larger than all others, beside numbers of fewer rows than it has. Null: none.
const Tensor *pickedTable(const OperatorCall &call, double rows)
{
    constexpr double kFarLarger = 4;
    const Tensor *largest = nullptr;
    double second = 0;
    for (const Tensor &tensor : call.inputs) {
        if (tensor.shape.empty() || !isFloat(tensor.type))
            continue;
        if (!largest || tensor.elements() > largest->elements()) {
            second = largest ? largest->elements() : 0;
            largest = &tensor;
        } else {
            second = std::max(second, tensor.elements());
        }
    }
    const bool picked = largest && rows > 0 && largest->dims() > 1 && static_cast<double>(largest->shape[0]) > rows
        && largest->elements() > kFarLarger * second;
    return picked ? largest : nullptr;
}

// Every tensor that the generated kernel is given crosses the bus once. Of a table that numbers of rows go with only those rows.
OperatorCost fusion(const OperatorCall &call)
{
    double bytes = 0;
    double rows = 0;
    ElementType type = ElementType::Unknown;
    for (const Tensor &tensor : call.inputs)
        if (!tensor.shape.empty() && !isFloat(tensor.type) && tensor.type != ElementType::Bool)
            rows = std::max(rows, tensor.elements());
    const Tensor *table = pickedTable(call, rows);
    for (const Tensor &tensor : call.inputs) {
        if (tensor.shape.empty())
            continue;
        if (tensor.type == ElementType::Unknown)
            return notCounted(kNoTypes);
        type = type == ElementType::Unknown && isFloat(tensor.type) ? tensor.type : type;
        bytes += &tensor == table ? tensor.bytes() / static_cast<double>(tensor.shape[0]) * rows : tensor.bytesRead();
    }
    if (bytes <= 0)
        return notCounted(kNoShape);
    OperatorCost cost;
    cost.bytes = bytes;
    cost.input = type;
    cost.why = "operations of a generated fusion are not counted";
    return cost;
}

bool isList(std::string_view name)
{
    return isAten(name, "cat|stack|flatten_dense_tensors|unflatten_dense_tensors") || name.starts_with("aten::_foreach_")
        || name.starts_with("aten::_fused_adam");
}

OperatorCost list(const OperatorCall &call)
{
    double bytes = 0;
    double repeated = 0;
    double elements = 0;
    ElementType type = call.hint;
    for (const Tensor &tensor : call.inputs) {
        if (tensor.shape.empty())
            continue;
        type = tensor.type != ElementType::Unknown ? tensor.type : type;
        elements += tensor.elements();
        bytes += tensor.elements() * elementBytes(type);
        repeated += tensor.elements() * elementBytes(type) * (1 - 1 / tensor.repeats);
    }
    if (elements <= 0)
        return notCounted(kNoListSizes);
    if (type == ElementType::Unknown)
        return notCounted(kNoTypes);
    const std::string_view plain = plainOperator(call.name);
    if (plain.starts_with("_fused_adam")) // parameters, gradients and two moments are read, all but the gradients written
        return streamCost(elements / 4, 12, 1.75 * bytes, type);
    if (!plain.starts_with("_foreach_"))
        return streamCost(0, 0, 2 * bytes - repeated, type);
    // Every list is read and one of the same sizes written. Of a copy both are there; a norm or maximum leaves a number of each.
    const auto lists = static_cast<double>(std::max<std::size_t>(1, call.lists));
    const bool copies = plain.starts_with("_foreach_copy");
    const bool reduces = isOneOf(plain, "_foreach_norm|_foreach_max");
    const bool fills = plain.starts_with("_foreach_zero");
    const double written = copies || reduces || fills ? 0 : bytes / lists;
    return streamCost(copies || fills ? 0 : elements / lists, 1, bytes + written, type);
}

} // namespace

extern const OperatorModel kElementwiseModel{.fits = isPointwise, .cost = pointwise};
extern const OperatorModel kSelfComparisonModel{.fits = isSelfComparison, .cost = pointwise, .whole = true};
extern const OperatorModel kCopyModel{.fits = isCopy, .cost = copy};
extern const OperatorModel kReductionModel{.fits = isReduction, .cost = reduction};
extern const OperatorModel kClassLossModel{.fits = isClassLoss, .cost = classLoss};
extern const OperatorModel kEmbeddingModel{.fits = isTableLookup, .cost = tableLookup};
extern const OperatorModel kFusionModel{.fits = isFusion, .cost = fusion};
extern const OperatorModel kListModel{.fits = isList, .cost = list};

} // namespace lamella::core
