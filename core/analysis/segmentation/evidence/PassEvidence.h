// SPDX-License-Identifier: GPL-3.0-or-later
// One kind of evidence for pass boundaries: gives the strength of the evidence at every place between two neighbouring cores. Its
// weight is a row of the table in PassSplitter.cpp. Each kind is one file in this folder plus a line in PassEvidences.cpp.
#pragma once

#include "core/analysis/segmentation/evidence/PlaceIndex.h"

#include <string_view>
#include <vector>

namespace lamella::core {

inline constexpr double kStrongMark = 3.0;
inline constexpr double kMiddleMark = 2.0;
inline constexpr double kWeakMark = 1.0;

class PassEvidence {
public:
    PassEvidence() = default;
    PassEvidence(const PassEvidence &) = delete;
    PassEvidence &operator=(const PassEvidence &) = delete;
    virtual ~PassEvidence() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    // Adds to weights[place]; negative where a boundary is unlikely. weights.size() == places.size().
    virtual void weigh(const PlaceIndex &places, std::vector<double> &weights) const = 0;
};

} // namespace lamella::core
