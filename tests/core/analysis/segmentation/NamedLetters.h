// SPDX-License-Identifier: GPL-3.0-or-later
// A LetterSequence whose kernels have names ("kernel_A"), and what evidence for layers is asked with.
#pragma once

#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "tests/core/analysis/segmentation/LetterSequence.h"
#include "tests/support/TraceBuilder.h"

#include <string>
#include <string_view>

namespace lamella::test {

struct NamedLetterSequence : LetterSequence {
    explicit NamedLetterSequence(std::string_view letters)
        : LetterSequence(letters)
    {
        for (std::uint32_t i = 0; i < sequence.size(); ++i) {
            const char letter = static_cast<char>(sequence.symbol[i].value);
            sequence.symbol[i] = document.strings.intern(std::string("kernel_") + letter);
            document.kernels.name[i] = sequence.symbol[i];
        }
    }
};

struct NamedLetters {
    explicit NamedLetters(std::string_view letters)
        : trace(letters)
        , names(trace.document, testProfiles(), nullptr)
        , calls(trace.document)
        , steps(trace.document, trace.sequence, {})
    {
    }

    [[nodiscard]] core::EvidenceContext context(const core::ModelProfile *profile = nullptr) const
    {
        return {trace.document, names, trace.sequence, options, profile, calls, steps, 0, 0, control};
    }

    NamedLetterSequence trace;
    core::KernelNames names;
    core::CallCatalogue calls;
    core::StepCalls steps;
    core::SegmentationOptions options;
    core::JobControl control;
};

} // namespace lamella::test
