// SPDX-License-Identifier: GPL-3.0-or-later
// Queries and keys that a pass computes: from the annotation of its step, from its counted tokens, or from the user.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/analysis/roofline/WorkFormulas.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core {

struct PassTokens {
    double rows = 0; // tokens that each layer's products compute, padding included; 0 = unknown
    AttentionTokens attention; // known() only where lengths are
    bool assumed = false; // the lengths are based on an assumption: a prompt without a cached prefix, requests of equal length
    bool usesTokens = false; // the user's value is used, because the trace does not record it
    bool usesContext = false;
};

// "execute_8192_context_9(sq8155sk8430sqsq7475785sqsk7671310)_generation_37(sq37sk34489sqsq37sqsk34489)": as vLLM (from 0.26) and
// SGLang name steps: requests, then sums of queries, keys, squared queries, queries times keys. Nothing for other names.
[[nodiscard]] std::optional<AttentionTokens> attentionFromStepName(std::string_view name);

// By device, then by number of the pass. tokens, context: the user's values, 0 = none; they are used if the trace does not record
// them.
[[nodiscard]] std::vector<std::vector<PassTokens>> passTokens(
    const AnalysisInput &input, std::int64_t tokens, std::int64_t context);

} // namespace lamella::core
