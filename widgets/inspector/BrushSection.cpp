// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/BrushSection.h"

#include "core/base/Format.h"
#include "core/base/Typical.h"
#include "widgets/common/UiText.h"

#include <map>
#include <vector>

namespace lamella::ui {

InspectorSection brushSection(const core::Segmentation &segmentation, const PassBrush &brush)
{
    InspectorSection section;
    section.id = QStringLiteral("brush");
    section.title = InspectorText::tr("Passes in the brush");
    struct Walls {
        std::vector<std::int64_t> whole;
        std::vector<std::int64_t> all;
    };
    std::map<core::Stage, Walls> stages;
    std::int64_t passes = 0;
    std::int64_t outliers = 0;
    if (brush.device.value < segmentation.devices.size())
        for (const core::Pass &pass : segmentation.devices[brush.device.value].passes) {
            if (!brush.holds(pass.number))
                continue;
            ++passes;
            outliers += pass.state == core::PassState::Outlier ? 1 : 0;
            Walls &walls = stages[pass.stage];
            walls.all.push_back(pass.range.length().value);
            if (pass.complete)
                walls.whole.push_back(walls.all.back());
        }
    section.aside = qtext(core::formatCount(passes));
    for (auto &[stage, walls] : stages) {
        const auto count = static_cast<std::int64_t>(walls.all.size());
        const std::int64_t medianNs = core::meanMedian(walls.whole.empty() ? walls.all : walls.whole);
        InspectorRow row =
            factRow(translatedTerm(core::stageName(stage)), InspectorText::tr("median %1").arg(durationText(medianNs)));
        row.note = QStringLiteral("%1 ×").arg(qtext(core::formatCount(count)));
        section.rows.push_back(std::move(row));
    }
    if (outliers > 0)
        section.rows.push_back(factRow(InspectorText::tr("outliers"), qtext(core::formatCount(outliers))));
    return section;
}

} // namespace lamella::ui
