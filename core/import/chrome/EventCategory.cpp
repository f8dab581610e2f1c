// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/EventCategory.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <string>

namespace lamella::core {

namespace {

std::optional<KernelKind> gpuWorkOf(std::string_view word)
{
    // Kineto today, Kineto before 2022 ("Kernel", "Memcpy", "Memset"), CUPTI names, graph launches recorded as one span.
    if (word == "kernel" || word == "concurrent_kernel" || word == "gpu_kernel")
        return KernelKind::Kernel;
    if (word == "gpu_memcpy" || word == "memcpy" || word == "gpu_memcpy2" || word == "memcpy2")
        return KernelKind::Memcpy;
    if (word == "gpu_memset" || word == "memset")
        return KernelKind::Memset;
    if (word == "gpu_graph" || word == "cuda_graph" || word == "hip_graph")
        return KernelKind::Graph;
    return std::nullopt;
}

void classifyWord(std::string_view word, EventCategory &category)
{
    if (const std::optional<KernelKind> work = gpuWorkOf(word); work && !category.gpuWork)
        category.gpuWork = work;
    category.launch =
        category.launch || word == "runtime" || word == "driver" || word.ends_with("_runtime") || word.ends_with("_driver");
    category.annotation = category.annotation || word == "gpu_user_annotation" || word == "trace";
    category.threadState = category.threadState || word == "thread_state";
}

} // namespace

EventCategory classifyCategory(std::string_view category)
{
    const std::string lower = asciiLowered(category);
    EventCategory result;
    for (std::size_t from = 0; from <= lower.size();) {
        const std::size_t comma = std::min(lower.find(',', from), lower.size());
        std::string_view word = std::string_view(lower).substr(from, comma - from);
        while (!word.empty() && word.front() == ' ')
            word.remove_prefix(1);
        while (!word.empty() && word.back() == ' ')
            word.remove_suffix(1);
        classifyWord(word, result);
        from = comma + 1;
    }
    return result;
}

} // namespace lamella::core
