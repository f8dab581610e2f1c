// SPDX-License-Identifier: GPL-3.0-or-later
// Work whose flops and bytes follow from the trace itself: recorded by a compiler, or from the shapes of the launching operator.
#pragma once

#include "core/analysis/roofline/Roofline.h"

namespace lamella::core {

// The reason for work that neither route knows.
inline constexpr std::string_view kNoOperator = "no operator with shapes around its launch; give --config or --capture";
inline constexpr std::string_view kNoOperatorCaptured = "no operator around its launch in the capture; give --config";

// Said of work that is taken from calls of the same kernel.
inline constexpr std::string_view kAsSameKernel =
    "as the same kernel with the same grid and a like duration elsewhere in the trace";

// Fills kinds, calls and callOf for every kernel; work that neither route knows gets the kind of its kernel's name, with the
// reason. Kernels without an operator take the work of those with the same name, grid and a like duration, if several have it and
// it is the same each time. tokens: by device and pass; refused: devices of which the config says nothing. Errors: none; returns
// early on a stop request.
void findCallsByShapes(const RooflineInput &input, const std::vector<std::vector<PassTokens>> &tokens,
    const std::vector<bool> &refused, Roofline &roofline, const JobControl &control);

// Texts in quotes: "[\"\", \"[2, 2]\"]" -> {"", "[2, 2]"}. Escapes stay as recorded.
[[nodiscard]] std::vector<std::string> quotedTexts(std::string_view list);
// How many arguments are lists of tensors by their recorded types.
[[nodiscard]] std::size_t tensorLists(std::string_view types);
// Shapes, types and strides as recorded, one beside the other. strides: empty where none is 0, or none are recorded.
[[nodiscard]] std::vector<Tensor> tensorsOf(std::string_view dims, std::string_view types, std::string_view strides = {});

} // namespace lamella::core
