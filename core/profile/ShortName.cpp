// SPDX-License-Identifier: GPL-3.0-or-later
// Short names for tables. Each family of libraries has its own way to say what a kernel is; these are the ways we know.
#include "core/profile/KernelNames.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxShort = 60;
constexpr int kMaxWrappers = 6;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool allDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

bool endsWith(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

std::string_view withoutEnd(std::string_view text, std::string_view end)
{
    return text.size() > end.size() && endsWith(text, end) ? text.substr(0, text.size() - end.size()) : text;
}

std::string_view shortType(std::string_view word)
{
    struct Pair {
        std::string_view from;
        std::string_view to;
    };
    static constexpr std::array<Pair, 16> kTypes = {
        {{"BFloat16", "bf16"}, {"__hip_bfloat16", "bf16"}, {"__nv_bfloat16", "bf16"}, {"bfloat16_t", "bf16"}, {"__bf16", "bf16"},
            {"Half", "f16"}, {"half_t", "f16"}, {"__half", "f16"}, {"_Float16", "f16"}, {"float", "f32"}, {"double", "f64"},
            {"long", "i64"}, {"int", "i32"}, {"bool", "bool"}, {"Float8_e4m3fn", "fp8"}, {"__nv_fp8_e4m3", "fp8"}}};
    for (const Pair &type : kTypes) {
        if (type.from == word)
            return type.to;
    }
    return {};
}

// "128x64" or "128x64x32" at `at`; empty if there is none.
std::string_view tileAt(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    int numbers = 0;
    while (end < text.size() && isDigit(text[end])) {
        while (end < text.size() && isDigit(text[end]))
            ++end;
        ++numbers;
        if (numbers == 3 || end + 1 >= text.size() || text[end] != 'x' || !isDigit(text[end + 1]))
            break;
        ++end;
    }
    // "1x2" is a cluster or a vector width.
    const bool wide = end > at + 1 && isDigit(text[at + 1]);
    return numbers >= 2 && wide ? text.substr(at, end - at) : std::string_view{};
}

std::string hipBlasLtName(std::string_view name)
{
    std::string out = "Cijk";
    const std::size_t tile = name.find("_MT");
    if (tile == std::string_view::npos)
        return std::string(name);
    for (const char c : tileAt(name, tile + 3))
        c == 'x' ? out += "×" : out += (endsWith(out, "Cijk") ? " MT" : "") + std::string(1, c);
    return out;
}

std::string ncclName(std::string_view name)
{
    const std::size_t kernel = name.find("Kernel_");
    const std::string_view rest = name.substr(kernel + 7);
    std::string out = "nccl";
    std::string tail;
    bool first = true;
    for (std::size_t at = 0; at <= rest.size();) {
        const std::size_t end = std::min(rest.find('_', at), rest.size());
        const std::string_view part = rest.substr(at, end - at);
        at = end + 1;
        if (first)
            out += part;
        else if (part == "RING" || part == "TREE" || part == "NVLS" || part == "COLLNET" || part == "LL" || part == "LL128"
            || part == "SIMPLE" || part == "DIRECT" || part == "CHAIN")
            tail += (tail.empty() ? " " : "_") + std::string(part);
        else if (part == "t" && !out.empty())
            out += "_t"; // int8_t
        else if (part != "Sum" && !part.empty())
            out += ' ' + std::string(part);
        first = false;
    }
    return out + tail;
}

// cuBLAS, xmma and CUTLASS 2 put everything into one identifier.
std::optional<std::string> tiledGemmName(std::string_view word)
{
    const std::size_t gemm = word.find("gemm");
    if (gemm == std::string_view::npos)
        return std::nullopt;
    std::string_view tile;
    std::string_view layout;
    std::string_view depth;
    std::string_view type;
    for (std::size_t at = 0; at <= word.size();) {
        const std::size_t end = std::min(word.find('_', at), word.size());
        std::string_view part = word.substr(at, end - at);
        at = end + 1;
        if (part.substr(0, 8) == "tilesize")
            part.remove_prefix(8);
        if (const std::string_view found = tileAt(part, 0); !found.empty()) {
            if (tile.empty())
                tile = found;
            else if (depth.empty() && std::count(tile.begin(), tile.end(), 'x') == 1)
                depth = found.substr(0, found.find('x'));
        } else if (layout.empty() && (part == "tn" || part == "nn" || part == "nt" || part == "tt")) {
            layout = part;
        }
        for (const std::string_view t : {"bf16", "fp16", "f16", "tf32", "f32", "e4m3", "s8", "i8"}) {
            if (type.empty() && part.substr(0, t.size()) == t)
                type = t;
        }
    }
    if (tile.empty())
        return std::nullopt;
    const bool single = gemm > 0 && contains("shdcz", word.substr(gemm - 1, 1)) && (gemm < 2 || word[gemm - 2] == '_');
    std::string out = (single ? std::string(1, word[gemm - 1]) : std::string()) + "gemm " + std::string(tile);
    if (!depth.empty())
        out += 'x' + std::string(depth);
    for (const std::string_view extra : {layout, single ? std::string_view{} : type}) {
        if (!extra.empty())
            out += ' ' + std::string(extra);
    }
    return out;
}

std::string functorName(std::string_view word)
{
    if (const std::size_t functor = word.find("CUDAFunctor"); functor == 0 && contains(word, "_"))
        return std::string(word.substr(word.find('_') + 1));
    for (const std::string_view end : {"_kernel_cuda", "_kernel_impl", "_internal_kernel", "CUDAKernelImpl", "_cuda_kernel",
             "_cuda_out", "_kernel", "_cuda", "Functor", "_functor", "Ops"})
        word = withoutEnd(word, end);
    return std::string(word);
}

// Words of template arguments that only wrap what the kernel computes.
bool isWrapperWord(std::string_view word)
{
    static constexpr std::array<std::string_view, 40> kWords = {"at", "native", "c10", "std", "cuda", "detail", "anonymous",
        "namespace", "gpu_kernel_impl", "gpu_kernel_impl_nocast", "gpu_index_kernel", "BinaryFunctor", "AUnaryFunctor",
        "BUnaryFunctor", "ReduceOp", "func_wrapper_t", "binary_internal", "unsigned", "char", "signed", "short", "Array", "array",
        "TensorIteratorBase", "TensorIterator", "opmath_gpu_kernel_with_scalars", "_cuda_scatter_gather_internal_kernel", "true",
        "false", "OpaqueType", "const", "TensorListMetadata", "TensorListScalarListMetadata", "FusedOptimizerTensorListMetadata",
        "complex", "lambda", "operator", "internal", "jitted", "type"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// "elementwise direct_copy bf16": how it runs, what it computes, on what type.
std::string atenName(std::string_view base, std::string_view inside)
{
    std::string out(withoutEnd(base, "_kernel"));
    if (const std::size_t at = out.find("_elementwise"); at != std::string::npos && at > 0)
        out.erase(at, 12);
    if (out.substr(0, 18) == "elementwise_kernel")
        out = "elementwise";
    std::string_view what;
    std::string_view type;
    for (const std::string_view word : identifiers(inside, 48)) {
        if (const std::string_view known = shortType(word); !known.empty()) {
            if (type.empty())
                type = known;
        } else if (what.empty() && !isDigit(word.front()) && !isWrapperWord(word)) {
            what = word;
        }
        if (!what.empty() && !type.empty())
            break;
    }
    if (!what.empty())
        out += ' ' + functorName(what);
    if (!type.empty())
        out += ' ' + std::string(type);
    return out;
}

bool isAtenWrapper(std::string_view base)
{
    return contains(base, "elementwise_kernel") || base == "reduce_kernel" || base == "multi_tensor_apply_kernel"
        || base == "tensor_kernel_scan_outer_dim" || base == "tensor_kernel_scan_innermost_dim";
}

// Templates whose own name says nothing; the class they run does.
bool isLauncher(std::string_view base)
{
    return base == "Kernel" || base == "Kernel2" || base == "device_kernel" || base == "kentry" || base == "kernel_entry"
        || base == "trampoline_kernel" || base == "globalKernel" || base == "enable_sm90_or_later" || base == "enable_sm90"
        || base == "enable_sm80_to_sm89" || base == "enable_3x_kernel_for_sm90_or_later" || base == "kernel"
        || base == "cutlass_kernel" || base == "GemmUniversal";
}

bool isClass(std::string_view argument)
{
    return !argument.empty() && !isDigit(argument.front()) && argument.front() != '(' && argument != "true" && argument != "false"
        && shortType(lastComponent(argument)).empty() && argument.substr(0, 8) != "unsigned" && argument.back() != '*';
}

// Numbers and functions among the template arguments, three at most: tile sizes, head sizes, activations.
std::string argumentText(const TemplateName &name)
{
    std::string out;
    int count = 0;
    for (std::string_view argument : name.arguments) {
        while (!argument.empty() && (argument.back() == 'l' || argument.back() == 'u') && isDigit(argument.front()))
            argument.remove_suffix(1);
        if (!argument.empty() && argument.front() == '&') {
            while (!argument.empty() && (argument.front() == '&' || argument.front() == '('))
                argument.remove_prefix(1);
            argument = splitTemplate(lastComponent(qualifiedName(argument))).base;
            argument = argument.substr(0, argument.find_first_of(")( "));
        } else if (!allDigits(argument) || argument == "0" || argument == "1" || argument.size() > 9) {
            continue;
        }
        if (argument.empty() || ++count > 3)
            continue;
        out += (out.empty() ? "" : ",") + std::string(argument);
    }
    return out.empty() ? out : '<' + out + '>';
}

std::string cppName(std::string_view qualified, int wrappers)
{
    const std::string_view component = lastComponent(qualified);
    const TemplateName name = splitTemplate(component);
    if (const auto gemm = tiledGemmName(name.base); gemm && (name.inside.empty() || contains(name.base, "cutlass_")))
        return *gemm;
    if (isAtenWrapper(name.base) && !name.inside.empty())
        return atenName(name.base, name.inside);
    if (isLauncher(name.base) && wrappers < kMaxWrappers) {
        for (const std::string_view argument : name.arguments) {
            if (isClass(argument))
                return cppName(argument, wrappers + 1);
        }
    }
    return std::string(withoutEnd(name.base, "_kernel")) + argumentText(name);
}

// A name that could not be demangled: its path is readable; where that only launches a class, the first class named after it.
std::string mangledName(std::string_view name)
{
    const std::string path = mangledPath(name);
    const std::string_view last = lastComponent(path);
    if (!isLauncher(last))
        return cppName(path, 0);
    std::size_t at = name.find(last) + last.size();
    for (; at < name.size(); ++at) {
        std::size_t length = 0;
        while (at < name.size() && isDigit(name[at]) && length < name.size())
            length = length * 10 + static_cast<std::size_t>(name[at++] - '0');
        if (length >= 4 && at + length <= name.size() && identifiers(name.substr(at, length), 1).size() == 1)
            return std::string(name.substr(at, length));
    }
    return path;
}

} // namespace

std::string shortKernelName(std::string_view demangled)
{
    static constexpr std::size_t kMaxRead = 16'384; // of a longer name, the beginning says what it is
    const std::string_view name = demangled.substr(0, kMaxRead);
    std::string out;
    if (name.substr(0, 5) == "Cijk_")
        out = hipBlasLtName(name);
    else if (name.substr(0, 4) == "nccl" && contains(name, "Kernel_"))
        out = ncclName(qualifiedName(name));
    else if (name.substr(0, 6) == "Memcpy" || name.substr(0, 6) == "Memset")
        out = name;
    else if (name.substr(0, 2) == "_Z" && !mangledPath(name).empty())
        out = mangledName(name);
    else if (name.find_first_of("<(:") != std::string_view::npos)
        out = cppName(qualifiedName(name), 0);
    else if (const auto gemm = tiledGemmName(name))
        out = *gemm;
    else
        out = name;
    if (out.empty())
        out = name;
    return elidedMiddle(out, kMaxShort);
}

} // namespace lamella::core
