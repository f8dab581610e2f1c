// SPDX-License-Identifier: GPL-3.0-or-later
// The user's choices about the segmentation of one trace, as stored in the section "choices" of a profile file. They have the
// same effect as command-line options, so that the file gives the same tables as the window in which they were made.
#pragma once

#include "core/base/Result.h"
#include "core/profile/BoundaryEdit.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

struct JsonValue;
enum class AnchorRole : std::uint8_t;

struct UserChoices {
    std::optional<std::string> anchor; // TEXT or /REGEX/
    std::optional<AnchorRole> role;
    std::optional<int> blocksPerLayer;
    std::optional<int> layers;
    std::optional<int> selectedPass; // representative pass of the main device
    std::optional<std::pair<int, int>> steadyPasses; // first and last steady pass of the main device
    std::vector<BoundaryEdit> boundaries;

    [[nodiscard]] bool empty() const;
    bool operator==(const UserChoices &) const = default;
};

// {"anchor":…,"role":…,"blocks_per_layer":…,"layers":…,"selected_pass":…,"steady_passes":[first,last],
//  "boundaries":[{"device":…,"pass":…,"part":"layer_start","layer":5|"tail","start_ns":…}]}; every key is optional.
// Errors: BadProfile with the field and its offset.
Result<UserChoices> userChoicesFromJson(const JsonValue &object, const std::string &field, const std::string &path);

// The same as text: keys in the order above, unset ones omitted; `indent` spaces before each line except the first.
[[nodiscard]] std::string userChoicesToJson(const UserChoices &choices, int indent);

// Text as a quoted JSON string.
[[nodiscard]] std::string jsonQuoted(std::string_view text);

} // namespace lamella::core
