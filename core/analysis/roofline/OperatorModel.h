// SPDX-License-Identifier: GPL-3.0-or-later
// The operator model: the cost of an operator, by its name and its recorded inputs. A row is a family of operators, each in a
// file of operators/ and in the list of OperatorList.cpp.
#pragma once

#include "core/analysis/roofline/OperatorCall.h"
#include "core/profile/Category.h"

#include <optional>
#include <string_view>

namespace lamella::core {

struct OperatorModel {
    bool (*fits)(std::string_view name); // "aten::addmm"; the first matching row of the list counts
    OperatorCost (*cost)(const OperatorCall &call);
    // What it computes, where some of its kernels do that and others only prepare it.
    std::optional<Category> category = std::nullopt;
    bool ofPass = false; // the cost depends on the requests of the pass
    // The operators that it calls are part of it: aten::convolution adds the bias with aten::add_.
    bool whole = false;
};

// Null if no row matches the operator.
[[nodiscard]] const OperatorModel *operatorModelOf(std::string_view name);

// "aten::add_" -> "add_", "_C::rotary_embedding" -> "rotary_embedding", "mylib.norm" -> "mylib.norm".
[[nodiscard]] std::string_view plainOperator(std::string_view name);
// Whether the list of names, "mm|bmm", contains the name.
[[nodiscard]] bool isOneOf(std::string_view name, std::string_view list);

} // namespace lamella::core
