// SPDX-License-Identifier: GPL-3.0-or-later
// The stage of training that follows from the name of work. Most names give no information: most GEMMs and elementwise kernels
// run in every stage.
#pragma once

#include "core/analysis/segmentation/MainSequence.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

// Fill: sets memory to a value, as zero_grad() and the root of backward() do; otherwise it may be anywhere.
// Gradient, Product: by the layout of a matrix product's operands alone, see hintOfProduct(). Loss: of the forward pass, and no
// part of what a backward pass computes again.
enum class StageHint : std::uint8_t { None, Forward, Backward, Optimizer, Fill, Gradient, Product, Loss };

// Of a kernel. lowerName: demangled, lower case.
[[nodiscard]] StageHint hintOfKernel(std::string_view lowerName);

// Of a matrix product of cuBLAS or hipBLASLt. Row-major tensors and a weight stored by its outputs make "tn" of a product of the
// forward pass; "nt" adds up over the tokens, as only the gradient of a weight does. Other libraries name layouts otherwise.
[[nodiscard]] StageHint hintOfProduct(std::string_view lowerName);

// What the layouts of products tell whose names say no more. A backward pass may compute products of the forward pass again.
enum class LayoutHints : std::uint8_t { None, Gradients, All };

// By position in the sequence; empty when stopped.
[[nodiscard]] std::vector<StageHint> stageHints(
    const KernelNames &names, const MainSequence &sequence, LayoutHints layouts, const JobControl &control = {});

// Whether the text holds the word with no letter before it, as "adam" in "fused_adam" and "AdamFunctor" but not in "hadamard";
// whole: and none behind it.
[[nodiscard]] bool holdsWord(std::string_view text, std::string_view word, bool whole = false);

// Gradient of a convolution: a transposed convolution runs the same kernel in inference.
[[nodiscard]] bool isConvolutionGradient(std::string_view lowerName);

// Of a host span: autograd ops ("autograd::engine::evaluate_function: MmBackward0"), annotations ("Optimizer.step#AdamW.step",
// "## backward ##", "forward-compute"), python frames of the optimizer and of backward(). lowerName, lowerCategory: lower case.
[[nodiscard]] StageHint hintOfCall(std::string_view lowerName, std::string_view lowerCategory);

// Whether a call is autograd's own: what runs inside it was launched by the backward engine.
[[nodiscard]] bool isAutogradCall(std::string_view lowerName, std::string_view lowerCategory);

// N of "ProfilerStep#N"; -1 for other names.
[[nodiscard]] std::int64_t profilerStep(std::string_view name);

// Forward, backward and optimizer by the scopes that JAX writes beside the operations of a compiled step: it calls the
// differentiated program jvp(...) and its gradient transpose(jvp(...)) (JAX, "Autodiff Cookbook": reverse mode is the transpose
// of the linearised program).
// Of one scope as recorded, several paths of a fusion with ';' between them: the latest stage that one of them names, for a
// fusion waits for all that it reads. "jit(step)/transpose(jvp(Model))/layers_3/dot_general:" -> Backward; None if it names none.
[[nodiscard]] StageHint hintOfScope(std::string_view scope);

// Some operation of the trace is that of a gradient.
[[nodiscard]] bool holdsGradientScopes(const TraceDocument &document);

// By position in the sequence. Of updates of parameters only those after the last operation of a gradient count, up to the next
// forward: a compiler runs others in between as soon as their gradient is there, and they are part of the backward pass. No hints
// but Forward, Backward and Optimizer.
[[nodiscard]] std::vector<StageHint> scopeHints(const TraceDocument &document, const MainSequence &sequence);

} // namespace lamella::core
