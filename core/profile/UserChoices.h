// SPDX-License-Identifier: GPL-3.0-or-later
// What a user decided about the cut of one trace, as it is kept in a profile file: the section "choices". They count as if they
// had been given on the command line, so that the file gives the same tables as the window in which they were made.
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
    std::optional<std::pair<int, int>> steadyPasses; // first and last pass of the main device that count as steady
    std::vector<BoundaryEdit> boundaries;

    [[nodiscard]] bool empty() const;
    bool operator==(const UserChoices &) const = default;
};

// {"anchor":…,"role":…,"blocks_per_layer":…,"layers":…,"selected_pass":…,"steady_passes":[first,last],
//  "boundaries":[{"device":…,"pass":…,"part":"layer_start","layer":5|"tail","start_ns":…}]}; every key may be missing.
// Errors: BadProfile with the field and its offset.
Result<UserChoices> userChoicesFromJson(const JsonValue &object, const std::string &field, const std::string &path);

// The same as text: keys in the order above, what is not set left out; `indent` spaces before each line but the first.
[[nodiscard]] std::string userChoicesToJson(const UserChoices &choices, int indent);

// Text as a JSON string.
[[nodiscard]] std::string jsonQuoted(std::string_view text);

} // namespace lamella::core
