// SPDX-License-Identifier: GPL-3.0-or-later
// Another network begins where blocks of one kind follow each other before a place and blocks of quite another kind behind it: a
// text encoder and its diffusion transformer, a vision tower and its language model.
#include "core/analysis/segmentation/PassLayout.h"
#include "core/analysis/segmentation/SequenceAlignment.h"
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

constexpr std::size_t kInARow = 3; // blocks of one kind on both sides
constexpr double kOtherKind = 0.6; // likeness below which they are another network's

class OtherBlocksEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "blocks of another kind"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        std::vector<std::uint64_t> content; // of each place
        for (std::size_t n = 0; n < places.size(); ++n)
            content.push_back(contentHash(places.sequence(), places[n]));
        std::size_t row = 0; // places before n of one content
        for (std::size_t n = 0; n + kInARow < places.size(); ++n) {
            const bool differs = row >= kInARow && content[n] != content[n - 1] && content[n + 1] != content[n - 1];
            bool alike = differs;
            for (std::size_t m = n + 2; alike && m <= n + kInARow; ++m)
                alike = content[m] == content[n + 1];
            if (alike && similarity(symbols(places.sequence(), places[n - 1]), symbols(places.sequence(), places[n + 1])) < kOtherKind)
                weights[n] += kMiddleMark;
            row = n > 0 && content[n] == content[n - 1] ? row + 1 : 1;
        }
    }
};

} // namespace

const PassEvidence &otherBlocksEvidence()
{
    static const OtherBlocksEvidence evidence;
    return evidence;
}

} // namespace lamella::core
