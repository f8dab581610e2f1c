// SPDX-License-Identifier: GPL-3.0-or-later
// Files of resources/ that are compiled into the program: the profiles of models, the data sheets of devices, and style and
// script of the report. The table is written by cmake/core_resources.py.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace lamella::core {

struct Resource {
    std::string_view path; // below resources/: "profiles/universal.json"
    std::string_view bytes;
};

// In ascending order of their paths. Valid as long as the program runs.
[[nodiscard]] std::span<const Resource> resources();

// Those whose path begins with this: "profiles/".
[[nodiscard]] std::span<const Resource> resourcesIn(std::string_view folder);

// The bytes of the file; nullopt if there is none of that path.
[[nodiscard]] std::optional<std::string_view> resource(std::string_view path);

} // namespace lamella::core
