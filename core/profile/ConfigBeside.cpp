// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ConfigBeside.h"

#include <filesystem>
#include <system_error>

namespace lamella::core {

std::string configBeside(const std::string &tracePath)
{
    namespace fs = std::filesystem;
    if (tracePath.empty())
        return {};
    const fs::path folder = fs::path(tracePath).parent_path();
    for (const fs::path &at : {folder / "config.json", folder.parent_path() / "config.json"}) {
        std::error_code code;
        if (fs::is_regular_file(at, code) && at != fs::path(tracePath))
            return at.string();
    }
    return {};
}

} // namespace lamella::core
