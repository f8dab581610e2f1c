// SPDX-License-Identifier: GPL-3.0-or-later
// GEMMs: torch.mm and its kin, linear layers, scaled and quantised products of serving engines, grouped products.
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/WorkFormulas.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isGrouped(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    return isOneOf(plain, "_grouped_mm|_scaled_grouped_mm|gmm|npu_grouped_matmul|groupedmatmul") || has(plain, "grouped_gemm")
        || has(plain, "group_gemm") || has(plain, "gemm_nt_f8f8bf16_contiguous") || has(plain, "grouped_mm");
}

bool isProduct(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    return isOneOf(plain, "mm|addmm|bmm|baddbmm|addbmm|matmul|linear|mv|addmv|dot|_int_mm|_addmm_activation|matmulv2|matmulv3")
        || has(plain, "batchmatmul") || has(plain, "quant_matmul") || has(plain, "gemm") || has(plain, "scaled_mm")
        || plain.ends_with("_mm") || plain.ends_with("_linear") || plain.starts_with("linear");
}

// Positions of the factors among the arguments.
struct Form {
    std::string_view names;
    std::size_t a;
    std::size_t b;
    std::size_t bias; // kNoArgument: the product takes none
    std::size_t scale; // argument that the bias is multiplied with; kNoArgument: 1
    std::size_t blockScales = 99; // those of the first factor, and behind them those of the second; kNoArgument: none
    std::size_t result = 99; // element type of the result; kNoArgument: it is not said
};
constexpr std::size_t kNoArgument = 99;
constexpr std::array<Form, 13> kForms{{{"addmm|baddbmm|addbmm|addmv|_addmm_activation", 1, 2, 0, 3},
    {"cutlass_scaled_mm|cutlass_scaled_fp4_mm", 1, 2, kNoArgument, kNoArgument, 3},
    {"rocm_aiter_gemm_w8a8", 1, 2, kNoArgument, kNoArgument}, {"_scaled_mm", 0, 1, 4, kNoArgument, 2, 6},
    {"mm|bmm|matmul|mv|dot|_int_mm", 0, 1, kNoArgument, kNoArgument}, {"awq_gemm", 0, 1, kNoArgument, kNoArgument, 2},
    {"fp8_scaled_mm|int8_scaled_mm|fp8_blockwise_scaled_mm", 0, 1, 5, kNoArgument, 2, 4},
    {"_scaled_grouped_mm", 0, 1, kNoArgument, kNoArgument, 2}, {"_weight_int8pack_mm", 0, 1, kNoArgument, kNoArgument, 2},
    {"_weight_int4pack_mm", 0, 1, kNoArgument, kNoArgument, 3},
    // Of Ascend: scales and offsets, then the bias; the last input has a scale for each row.
    {"quantbatchmatmul|quantbatchmatmulv2|quantbatchmatmulv3|quantbatchmatmulv4", 0, 1, 4, kNoArgument, 2},
    {"npu_quant_matmul", 0, 1, 5, kNoArgument, 2},
    {"weightquantbatchmatmul|weightquantbatchmatmulv2|npu_weight_quant_batchmatmul", 0, 1, 6, kNoArgument, 2}}};
constexpr Form kOther{"", 0, 1, 2, kNoArgument}; // linear and what is like it

Form formOf(std::string_view plain)
{
    const auto found = std::find_if(kForms.begin(), kForms.end(), [plain](const Form &f) { return isOneOf(plain, f.names); });
    return found == kForms.end() ? kOther : *found;
}

double leading(const Tensor &tensor, std::size_t without)
{
    double product = 1;
    for (std::size_t i = 0; i + without < tensor.dims(); ++i)
        product *= static_cast<double>(tensor.shape[i]);
    return product;
}

// The bias that is read, where there is one of the width of the output or of the whole output.
double biasOf(const OperatorCall &call, const Form &form, const Product &product)
{
    const Tensor *bias = form.bias == kNoArgument ? nullptr : call.tensor(form.bias);
    if (!bias || isOneOf(call.value(form.scale), "0|0."))
        return 0;
    const double elements = bias->elements();
    const bool row = bias->dims() == 1 && elements == product.n; // scales of blocks may have as many elements
    return row || (form.bias == 0 && elements <= product.batch * product.m * product.n) ? elements / bias->repeats : 0;
}

// Weights of linear layers lie as (n x k), second factors of PyTorch's products as (k x n).
bool isTransposed(std::string_view plain, const Tensor &a, const Tensor &b)
{
    constexpr std::string_view kPlainProducts = "mm|addmm|bmm|baddbmm|addbmm|matmul|_int_mm|_scaled_mm|_addmm_activation";
    return !isOneOf(plain, kPlainProducts) && b.back(1) == a.back(1);
}

// Types that are not recorded: of the kernel's name, else of the config. Returns what was assumed, empty for nothing.
std::string_view assumeTypes(const OperatorCall &call, Tensor &first, Tensor &second)
{
    if (first.type != ElementType::Unknown || second.type != ElementType::Unknown)
        return {};
    const bool named = call.hint != ElementType::Unknown && call.hint != ElementType::Tf32;
    first.type = second.type = named ? call.hint : call.usual;
    if (first.type == ElementType::Unknown)
        return {};
    return named ? "the element types are taken from the kernel's name" : "the element types are taken from the config";
}

// A factor whose elements are recorded several at a time along its last dimension: pairs of fp4 in bytes, int4 of AWQ in words.
Tensor unpacked(const Tensor &recorded, std::string_view plain)
{
    Tensor tensor = recorded;
    if (tensor.type == ElementType::Int8 && has(plain, "fp4")) {
        tensor.type = ElementType::Fp4;
        tensor.shape.back() = addSaturated(tensor.shape.back(), tensor.shape.back());
    }
    if (tensor.type == ElementType::Int32 && has(plain, "awq") && tensor.dims() == 2) { // eight elements of int4 in each
        tensor.type = ElementType::Int4;
        for (int doubled = 1; doubled < 8; doubled *= 2)
            tensor.shape.back() = addSaturated(tensor.shape.back(), tensor.shape.back());
    }
    return tensor;
}

// Weights of tinygemm as tiles of words that hold eight int4 each: (n / 8) x (k / tile) x 32 x words.
Tensor untiled(const Tensor &recorded, double k)
{
    constexpr double kInWord = 8;
    const double n = k > 0 ? recorded.elements() * kInWord / k : 0;
    if (recorded.dims() != 4 || recorded.type != ElementType::Int32 || n != std::floor(n) || n > 1e15)
        return recorded;
    return {{static_cast<std::int64_t>(n), static_cast<std::int64_t>(k)}, ElementType::Int4};
}

// Products of matrices beside each other, where a factor with fewer of them is used several times.
double batchesOf(const Tensor &a, const Tensor &b)
{
    double batches = 1;
    for (std::size_t place = 3; place <= std::max(a.dims(), b.dims()); ++place)
        batches *= a.back(place) == 1 ? b.back(place) : a.back(place);
    return batches;
}

// What is read beside the elements of both factors: the scales of blocks or rows that are recorded beside them. Less what the
// factors repeat.
double moreBytes(const OperatorCall &call, const Form &form, const Tensor &a, const Tensor &b)
{
    double bytes = -a.bytesRepeated() - b.bytesRepeated();
    for (const std::size_t argument : {form.blockScales, form.blockScales + 1})
        if (const Tensor *scales = call.tensor(argument))
            bytes += scales->bytesRead();
    return bytes;
}

// Unknown where the call does not say it.
ElementType resultOf(const OperatorCall &call, const Form &form, const Product &product)
{
    const std::string_view plain = plainOperator(call.name);
    // mm.out: the third tensor is the result; others are given it first.
    const bool givenFirst = form.a > 0 && form.bias == kNoArgument;
    const Tensor *out = givenFirst || isOneOf(plain, "mm|bmm|matmul") ? call.tensor(givenFirst ? 0 : 2) : nullptr;
    if (out && out->elements() == product.batch * product.m * product.n)
        return out->type;
    // Scales of its columns make numbers of 16 bits of a result of integers.
    const bool scaled = product.input == ElementType::Int8 && (has(plain, "batchmatmul") || has(plain, "quant_matmul"));
    return scaled ? ElementType::Bf16 : elementTypeOfScalar(call.value(form.result));
}

OperatorCost costOf(const Product &product, double moreBytes, std::string_view assumed)
{
    OperatorCost cost = productCost(product);
    if (cost.bytes > 0)
        cost.bytes += moreBytes;
    if (cost.why.empty())
        cost.why = assumed;
    return cost;
}

OperatorCost productOfCall(const OperatorCall &call)
{
    const std::string_view plain = plainOperator(call.name);
    const Form form = formOf(plain);
    if (!call.tensor(form.a) || !call.tensor(form.b))
        return notCounted(
            std::count_if(call.inputs.begin(), call.inputs.end(), [](const Tensor &t) { return t.dims() >= 2; }) >= 2
                ? "which of its inputs are the factors is not known for this operator"
                : "the shapes of both factors are not recorded");
    Tensor first = unpacked(*call.tensor(form.a), plain);
    Tensor second = unpacked(*call.tensor(form.b), plain);
    const std::string_view assumed = assumeTypes(call, first, second);
    const Tensor *a = &first;
    const Tensor *b = &second;
    if (plain == "_weight_int4pack_mm")
        second = untiled(second, first.back(1));
    double more = moreBytes(call, form, first, second);
    Product product;
    product.input = a->type;
    product.weight = b->type;
    if (b->dims() == 1) { // with a vector
        if (a->back(1) != b->back(1))
            return notCounted(kContradiction);
        product.m = leading(*a, 1);
        product.n = 1;
        product.k = a->back(1);
        return costOf(product, more, assumed);
    }
    const bool transposed = isTransposed(plain, *a, *b);
    product.k = a->back(1);
    product.n = transposed ? b->back(2) : b->back(1);
    const double rows = transposed ? b->back(1) : b->back(2);
    // Pairs of fp4 lie along the dimension that is added up: of a second factor as (k x n), its rows are pairs, not its columns.
    const bool pairedRows = b->type == ElementType::Fp4 && !transposed && rows * 2 == product.k;
    if (rows != product.k && !pairedRows)
        return notCounted(kContradiction);
    product.n /= pairedRows ? 2 : 1;
    if (b->dims() > 2) {
        if (isOneOf(plain, "bmm|baddbmm|addbmm") && leading(*a, 2) != leading(*b, 2))
            return notCounted(kContradiction);
        product.batch = batchesOf(*a, *b);
        product.m = a->back(2);
        more -= (product.batch - leading(*a, 2)) * product.m * product.k * elementBytes(a->type)
            + (product.batch - leading(*b, 2)) * product.k * product.n * elementBytes(b->type);
        if (plain == "addbmm") { // the products are added up: one product of the factors beside each other
            product.k *= product.batch;
            product.batch = 1;
        }
    } else {
        product.m = leading(*a, 1);
    }
    product.biasElements = biasOf(call, form, product);
    product.output = resultOf(call, form, product);
    return costOf(product, more, assumed);
}

// Products of equal sizes (g x m x k) (g x k x n), or of one matrix that is divided among them: by rows (t x k) (g x k x n), by
// columns (g x m x k) (k x t), or along what is added up (m x t) (t x n), with a result for each.
OperatorCost torchGroupedProduct(const OperatorCall &call)
{
    const Tensor *a = call.tensor(0);
    const Tensor *b = call.tensor(1);
    const auto offsets = std::find_if(
        call.inputs.begin(), call.inputs.end(), [](const Tensor &t) { return t.dims() == 1 && t.type == ElementType::Int32; });
    if (!a || !b || a->dims() > 3 || b->dims() > 3 || a->dims() < 2 || b->dims() < 2)
        return notCounted("the shapes of both factors are not recorded");
    if (a->back(1) != b->back(2))
        return notCounted(kContradiction);
    const bool along = a->dims() == 2 && b->dims() == 2;
    if (along && offsets == call.inputs.end())
        return notCounted("how many groups there are is not recorded");
    const double groups = along ? offsets->elements() : a->dims() == b->dims() ? a->back(3) : 1;
    Product product{along ? 1 : groups, a->back(2), b->back(1), a->back(1), a->type, b->type, ElementType::Unknown, 0};
    OperatorCost cost = productCost(product);
    const double matrices = a->dims() == 3 && b->dims() == 2 ? a->back(3) : 1; // that the columns are divided among
    cost.bytes += (matrices - 1) * a->back(2) * a->back(1) * elementBytes(a->type)
        + (along ? groups - 1 : 0) * product.m * product.n * elementBytes(productOutput(a->type));
    cost.bytes += moreBytes(call, formOf(plainOperator(call.name)), *a, *b);
    return cost;
}

// Rows of one matrix, each multiplied with the matrix of its group: (t x k) (g x k x n).
OperatorCost groupedProduct(const OperatorCall &call)
{
    const bool byRows = call.tensor(0) && call.tensor(1) && call.tensor(0)->dims() == 2 && call.tensor(1)->dims() == 3;
    if (isOneOf(plainOperator(call.name), "_grouped_mm|_scaled_grouped_mm") && !byRows)
        return torchGroupedProduct(call);
    const Tensor *rows = nullptr;
    const Tensor *weights = nullptr;
    for (const Tensor &tensor : call.inputs) {
        if (!rows && tensor.dims() == 2)
            rows = &tensor;
        else if (rows && !weights && tensor.dims() == 3)
            weights = &tensor;
    }
    if (!rows || !weights)
        return notCounted("the shapes of both factors are not recorded");
    const double k = rows->back(1);
    if (weights->back(2) != k && weights->back(1) != k)
        return notCounted(kContradiction);
    ExpertWork work;
    work.tokens = rows->back(2);
    work.topk = 1;
    work.experts = weights->back(3);
    work.hidden = k;
    work.intermediate = weights->back(2) == k ? weights->back(1) : weights->back(2);
    work.projections = 1;
    work.inputElements = work.tokens * k;
    work.outputElements = work.tokens * work.intermediate;
    work.input = rows->type;
    work.weight = weights->type;
    OperatorCost cost = expertCost(work);
    cost.bytes += moreBytes(call, formOf(plainOperator(call.name)), *rows, *weights);
    cost.batch = 1;
    cost.m = work.tokens;
    cost.n = work.intermediate;
    cost.k = k;
    return cost;
}

} // namespace

extern const OperatorModel kProductModel{.fits = isProduct, .cost = productOfCall, .category = Category::Gemm};
extern const OperatorModel kGroupedProductModel{.fits = isGrouped, .cost = groupedProduct, .category = Category::Moe};

} // namespace lamella::core
