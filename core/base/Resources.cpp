// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Resources.h"

#include <algorithm>

namespace lamella::core {

std::span<const Resource> resourcesIn(std::string_view folder)
{
    const auto in = [folder](const Resource &r) { return r.path.starts_with(folder); };
    const std::span<const Resource> all = resources();
    const auto first = std::find_if(all.begin(), all.end(), in);
    return {first, std::find_if_not(first, all.end(), in)};
}

std::optional<std::string_view> resource(std::string_view path)
{
    const std::span<const Resource> all = resources();
    const auto found = std::find_if(all.begin(), all.end(), [path](const Resource &r) { return r.path == path; });
    return found == all.end() ? std::nullopt : std::optional(found->bytes);
}

} // namespace lamella::core
