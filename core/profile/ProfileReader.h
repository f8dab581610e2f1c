// SPDX-License-Identifier: GPL-3.0-or-later
// Reads profiles and rules from JSON, checking each field. Internal to core/profile. resources/profiles/profile.schema.json
// specifies the same rules; a test compares the two.
#pragma once

#include "core/profile/ModelProfile.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct ProfileFile {
    std::vector<ModelProfile> profiles; // as written, without inherited parts
    std::vector<CategoryRule> universalRules; // to precede the built-in ones
    std::vector<RoleRule> universalRoles; // likewise
    NameRules names; // universal
    std::map<std::string, std::string, std::less<>> patterns; // of this file
    std::vector<std::int64_t> extendsOffsets; // of `extends` in each profile, -1 = extends none
    std::vector<std::string> pointers; // JSON pointer of each profile
};

using PatternNames = std::map<std::string, std::string, std::less<>>;

// parseJson() with an error that says what the file is instead of JSON.
Result<JsonValue> parseProfile(std::string_view json, const std::string &path);
// One profile, {"profiles":[…],"universal":[…]}, or (name "universal") only universal rules. known: definitions of "@name"
// besides the patterns of the file. Continues after a fault to find all of them; with any fault the result is unusable.
ProfileFile readProfileFile(
    std::string_view json, const std::string &path, const PatternNames &known, std::vector<ProfileFault> &faults);
// The same, stopping at the first fault. Errors: Syntax, Limit, BadProfile with pointer and offset.
Result<ProfileFile> readProfileFile(std::string_view json, const std::string &path);

// Resolves what the profiles of one layer extend, within the layer or from the set, and adds them to the set (overriding by
// name). Profiles with a missing parent, or that extend themselves, are skipped with a fault.
void addProfiles(std::vector<ProfileFile> layer, ProfileSet &set, std::vector<ProfileFault> &faults);

} // namespace lamella::core
