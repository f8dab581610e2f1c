// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel names of engines beyond those of TraceGeneratorVocabulary.h, as they stand in public traces of llama.cpp, Ascend,
// PyTorch without a compiler, and XLA.
#pragma once

#include "tests/support/TraceGeneratorVocabulary.h"

#include <string_view>

namespace lamella::test {

// "vllm-nvidia", "llama.cpp", ...; nullptr where there is none of that name.
[[nodiscard]] const Vocabulary *vocabularyNamed(std::string_view name);

} // namespace lamella::test
