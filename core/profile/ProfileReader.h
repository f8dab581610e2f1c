// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles and rules from JSON, checked field by field. Internal to core/profile. What is allowed is also written down in
// resources/profiles/profile.schema.json; a test holds the two together.
#pragma once

#include "core/profile/ModelProfile.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct ProfileFile {
    std::vector<ModelProfile> profiles; // as written: nothing inherited yet
    std::vector<CategoryRule> universalRules; // before the built-in ones
    NameRules names; // universal
    std::map<std::string, std::string, std::less<>> patterns; // of this file
    std::vector<std::int64_t> extendsOffsets; // of each profile, -1 = extends none
    std::vector<std::string> pointers; // of each profile
};

using PatternNames = std::map<std::string, std::string, std::less<>>;

// One profile, {"profiles":[…],"universal":[…]}, or (name "universal") nothing but universal rules. known: what "@name" stands
// for besides the patterns of the file. Goes on after a fault, so that all are found; with any, the result is of no use.
ProfileFile readProfileFile(
    std::string_view json, const std::string &path, const PatternNames &known, std::vector<ProfileFault> &faults);
// The same for those who need only the first fault. Errors: Syntax, Limit, BadProfile with pointer and offset.
Result<ProfileFile> readProfileFile(std::string_view json, const std::string &path);

// Gives the profiles of one layer what they extend, from the layer itself or from the set, and puts them into the set (override
// by name). Profiles whose parent is missing or that extend themselves are left out with a fault.
void addProfiles(std::vector<ProfileFile> layer, ProfileSet &set, std::vector<ProfileFault> &faults);

} // namespace lamella::core
