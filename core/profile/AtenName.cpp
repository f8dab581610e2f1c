// SPDX-License-Identifier: GPL-3.0-or-later
// Short names of PyTorch kernels that apply a functor. The operation and its type are in the template arguments:
// pytorch/aten/src/ATen/native/cuda (Loops.cuh, CUDALoops.cuh, Reduce.cuh, MultiTensorApply.cuh, ScatterGatherKernel.cu).
#include "core/profile/NameParts.h"

#include <algorithm>
#include <vector>

namespace lamella::core {

namespace {

constexpr int kMaxDepth = 6;
constexpr std::string_view kCall = "operator()";

struct Functor {
    std::string what; // "direct_copy"
    std::string type; // "bf16"
};

std::string_view withoutStart(std::string_view text, std::string_view start)
{
    return text.size() > start.size() && text.starts_with(start) ? text.substr(start.size()) : text;
}

std::string_view withoutEnd(std::string_view text, std::string_view end)
{
    return text.size() > end.size() && text.ends_with(end) ? text.substr(0, text.size() - end.size()) : text;
}

// "CUDAFunctor_add" -> "add", "CUDAFunctorOnSelf_add" -> "addOnSelf", "direct_copy_kernel_cuda" -> "direct_copy".
std::string functorName(const NameRules &rules, std::string_view word)
{
    constexpr std::string_view kCuda = "CUDAFunctor";
    if (const std::size_t bar = word.find('_'); word.starts_with(kCuda) && bar != std::string_view::npos)
        return std::string(word.substr(bar + 1)).append(word.substr(kCuda.size(), bar - kCuda.size()));
    for (const std::string &end : rules.functorEnds)
        word = withoutEnd(word, end);
    for (const std::string_view start : {"_cuda_", "launch_"})
        word = withoutStart(word, start);
    return std::string(word);
}

bool isNumber(std::string_view argument)
{
    return !argument.empty() && ((argument.front() >= '0' && argument.front() <= '9') || argument.front() == '-');
}

// A function or class: not a number, enumerator, boolean, pointer or element type.
bool isCallable(const NameRules &rules, std::string_view argument)
{
    const bool enumerator = argument.starts_with("(") && !argument.starts_with("(anonymous");
    return !argument.empty() && !isNumber(argument) && !enumerator && argument != "true" && argument != "false"
        && argument.back() != '*' && typeText(rules, argument).empty();
}

// The first that is not bool, unless all are: a mask is not the type of the data.
std::string dataType(const NameRules &rules, const std::vector<std::string_view> &types)
{
    std::string found;
    for (const std::string_view type : types) {
        const std::string text = typeText(rules, type);
        if (!text.empty() && (found.empty() || found == "bool"))
            found = text;
        if (!found.empty() && found != "bool")
            break;
    }
    return found;
}

// Type in the innermost lambda "…{lambda(float, float)#1}"; empty if it takes pointers or nothing.
std::string lambdaType(const NameRules &rules, std::string_view argument)
{
    constexpr std::string_view kLambda = "{lambda(";
    const std::size_t at = argument.rfind(kLambda);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = argument.substr(at + kLambda.size());
    const std::vector<std::string_view> parameters = splitArguments(rest.substr(0, rest.find(")#")));
    return typeText(rules, parameters.front()).empty() ? std::string() : dataType(rules, parameters);
}

std::string_view firstCallable(const NameRules &rules, const std::vector<std::string_view> &arguments)
{
    const auto it =
        std::find_if(arguments.begin(), arguments.end(), [&rules](std::string_view a) { return isCallable(rules, a); });
    return it == arguments.end() ? std::string_view{} : *it;
}

Functor functorOf(const NameRules &rules, std::string_view argument, int depth)
{
    std::string_view path = qualifiedName(argument);
    std::string_view last = lastComponent(path);
    std::string applied; // "owner::operator()<ReduceAdd>": the functor that the owner applies
    if (last.starts_with(kCall) && path.size() > last.size() + 2) {
        const TemplateName call = splitTemplate(last);
        if (!call.arguments.empty())
            applied = functorName(rules, splitTemplate(lastComponent(qualifiedName(call.arguments.front()))).base);
        path.remove_suffix(last.size() + 2);
        last = lastComponent(path);
    }
    const TemplateName name = splitTemplate(last);
    Functor functor{std::string(), lambdaType(rules, argument)};
    const bool wraps = rules.wrapperWords.contains(name.base);
    if (const std::string_view inner = wraps && depth < kMaxDepth ? firstCallable(rules, name.arguments) : std::string_view{};
        !inner.empty()) {
        functor = functorOf(rules, inner, depth + 1);
        if (std::string outer = typeText(rules, name.arguments.front()); !outer.empty())
            functor.type = std::move(outer);
        return functor;
    }
    if (!applied.empty() || functor.type.empty()) {
        if (std::string own = dataType(rules, name.arguments); !own.empty())
            functor.type = std::move(own);
    }
    if (!wraps || applied.empty())
        functor.what = functorName(rules, name.base);
    if (!applied.empty())
        functor.what += (functor.what.empty() ? "" : " ") + applied;
    return functor;
}

// "unrolled_elementwise_kernel_for_multi_outputs" -> "unrolled", "reduce_kernel" -> "reduce".
std::string_view wayOf(std::string_view base)
{
    base = withoutStart(base, "_");
    if (const std::size_t at = base.find("elementwise_kernel"); at != std::string_view::npos)
        return at > 1 ? base.substr(0, at - 1) : base.substr(0, 11);
    return withoutEnd(base, "_kernel");
}

} // namespace

bool isAtenWrapper(std::string_view base)
{
    return base.find("elementwise_kernel") != std::string_view::npos || base == "reduce_kernel"
        || base == "multi_tensor_apply_kernel" || base == "tensor_kernel_scan_outer_dim"
        || base == "tensor_kernel_scan_innermost_dim";
}

std::string atenName(const NameRules &rules, const TemplateName &name)
{
    std::vector<std::string_view> callables;
    for (const std::string_view argument : name.arguments) {
        const std::string_view base = splitTemplate(lastComponent(qualifiedName(argument))).base;
        if (isCallable(rules, argument) && base.find("TensorList") == std::string_view::npos && callables.size() < 2)
            callables.push_back(argument);
    }
    const std::string_view way = wayOf(name.base);
    std::string out(way);
    std::string type;
    if (!callables.empty()) {
        Functor functor = functorOf(rules, callables.front(), 0);
        type = std::move(functor.type);
        if (functor.what != way && !functor.what.empty())
            out += ' ' + functor.what;
        // "UnaryOpFunctor<float>, Sqrt<float>": a list of tensors and the operation on each.
        if (name.base == "multi_tensor_apply_kernel" && callables.size() > 1) {
            const std::string applied = functorOf(rules, callables[1], 0).what;
            if (applied != functor.what && !applied.ends_with("_t")) // not an enumeration
                out += ' ' + applied;
        }
    }
    if (type.empty() && name.base.starts_with("tensor_kernel_scan"))
        type = dataType(rules, name.arguments);
    if (!type.empty())
        out += ' ' + type;
    return out;
}

} // namespace lamella::core
