// SPDX-License-Identifier: GPL-3.0-or-later
// Category of a compiler's operation. Its name ("fusion.17") is meaningless; the compiler's metadata identify it.
#pragma once

#include "core/profile/Category.h"

#include <optional>
#include <string_view>

namespace lamella::core {

struct OperationText {
    std::string_view name; // "fusion.17"
    std::string_view hloCategory; // "convolution fusion"; may be empty, as may all below
    std::string_view longName;
    std::string_view scope;
};

// Empty if neither category nor instruction nor scope identify the work.
[[nodiscard]] std::optional<Category> operationCategory(const OperationText &text);

} // namespace lamella::core
