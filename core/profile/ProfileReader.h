// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles and rules from JSON, checked field by field. Internal to core/profile.
#pragma once

#include "core/profile/ModelProfile.h"

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct ProfileFile {
    std::vector<ModelProfile> profiles;
    std::vector<CategoryRule> universalRules; // before the built-in ones
};

// One profile, {"profiles":[…],"universal":[…]}, or (name "universal") nothing but universal categories.
// Errors: Syntax, Limit, BadProfile with the field ("profiles[2].anchors[0].role") and its offset.
Result<ProfileFile> readProfileFile(std::string_view json, const std::string &path);

} // namespace lamella::core
