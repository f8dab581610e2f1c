// SPDX-License-Identifier: GPL-3.0-or-later
// What an operation of a compiler does. Its name ("fusion.17") says nothing; what the compiler wrote beside it does.
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

// Nothing where neither category nor instruction nor scope say what it does.
[[nodiscard]] std::optional<Category> operationCategory(const OperationText &text);

} // namespace lamella::core
