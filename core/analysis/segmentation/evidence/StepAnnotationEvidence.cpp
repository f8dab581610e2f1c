// SPDX-License-Identifier: GPL-3.0-or-later
// Cores launched in different annotated steps belong to different passes.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

class StepAnnotationEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "step annotations"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        const StepOfKernel &steps = places.steps();
        if (steps.empty())
            return;
        for (std::size_t n = 0; n < places.size(); ++n) {
            const std::int32_t before = steps[places.coreBefore(n).span.begin];
            const std::int32_t after = steps[places.coreAfter(n).span.begin];
            if (before >= 0 && after >= 0 && before != after)
                weights[n] += kStrongMark;
        }
    }
};

} // namespace

const PassEvidence &stepAnnotationEvidence()
{
    static const StepAnnotationEvidence evidence;
    return evidence;
}

} // namespace lamella::core
