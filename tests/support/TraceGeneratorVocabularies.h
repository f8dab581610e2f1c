// SPDX-License-Identifier: GPL-3.0-or-later
// The individual vocabularies, for their list.
#pragma once

#include "tests/support/TraceGeneratorVocabulary.h"

#include <vector>

namespace lamella::test {

[[nodiscard]] Vocabulary sglangNvidia();
[[nodiscard]] Vocabulary vllmNvidia();
[[nodiscard]] Vocabulary tensorRtNvidia();
[[nodiscard]] Vocabulary sglangAmd();
[[nodiscard]] Vocabulary vllmAmd();

[[nodiscard]] Vocabulary megatronTraining();
[[nodiscard]] Vocabulary eagerTraining();
[[nodiscard]] Vocabulary compiledTraining();
[[nodiscard]] Vocabulary amdTraining();

// Tiles of vendor libraries.
[[nodiscard]] Entries cublasGemms();
[[nodiscard]] Entries cijkGemms();
[[nodiscard]] Entries joined(const std::vector<Entries> &parts);

// Additional names of the engine for MLA and for hyper-connections with mixed attention.
[[nodiscard]] Entries latentEntries(Platform platform);
[[nodiscard]] Entries hyperConnectionEntries();
// Linear attention, Mamba, sliding windows, pipelines.
[[nodiscard]] Entries blockEntries(Platform platform);

} // namespace lamella::test
