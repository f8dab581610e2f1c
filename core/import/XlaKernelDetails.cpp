// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/XlaKernelDetails.h"

#include <array>
#include <charconv>
#include <cstdint>

namespace lamella::core {

namespace {

// The three numbers behind `key`; zeros if they are not there.
std::array<std::uint32_t, 3> triple(std::string_view details, std::string_view key)
{
    std::size_t at = details.find(key);
    // A line end may be escaped, as in JSON.
    while (at != std::string_view::npos && at > 0 && details[at - 1] > ' ' && !details.substr(0, at).ends_with("\\n"))
        at = details.find(key, at + 1);
    if (at == std::string_view::npos)
        return {};
    std::array<std::uint32_t, 3> numbers{};
    const char *from = details.data() + at + key.size();
    const char *const end = details.data() + details.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0 && (from == end || *from++ != ','))
            return {};
        const auto [rest, error] = std::from_chars(from, end, numbers[i]);
        if (error != std::errc() || numbers[i] == 0)
            return {};
        from = rest;
    }
    return numbers;
}

} // namespace

LaunchShape shapeOfKernelDetails(std::string_view details)
{
    const LaunchShape shape{triple(details, "grid:"), triple(details, "block:")};
    return shape.grid[0] != 0 && shape.block[0] != 0 ? shape : LaunchShape{};
}

std::string_view categoryOfGpuCall(std::string_view name)
{
    const bool driver = name.size() > 2 && name.starts_with("cu") && name[2] >= 'A' && name[2] <= 'Z';
    return driver ? "cuda_driver" : "cuda_runtime";
}

} // namespace lamella::core
