// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of advice that concern what inspect is asked about.
#include "core/report/tables/AdviceTable.h"
#include "core/report/tables/inspect/InspectRows.h"

#include <algorithm>

namespace lamella::core {

bool InspectRows::concerns(const AdviceFinding &finding) const
{
    using Kind = InspectSubject::Kind;
    const auto changes = [&finding](auto fits) { return std::any_of(finding.changes.begin(), finding.changes.end(), fits); };
    switch (m_subject.kind) {
    case Kind::Trace:
    case Kind::Pass:
        return true;
    case Kind::Layer:
        return std::find(finding.layers.begin(), finding.layers.end(), m_subject.layer) != finding.layers.end();
    case Kind::Name:
        return changes([this](const AdviceChange &c) { return table().name[c.kernel.value] == m_subject.name; });
    case Kind::Kernel:
        return finding.target == Selection(KernelSelection{m_subject.kernel})
            || changes([this](const AdviceChange &c) { return c.kernel == m_subject.kernel; });
    case Kind::Gap:
        return std::any_of(finding.gaps.begin(), finding.gaps.end(),
            [this](const TimeRange &gap) { return gap.overlaps(m_subject.gap->range); });
    case Kind::Range:
        break;
    }
    return false;
}

Result<void> InspectRows::advice()
{
    std::optional<PassRef> pass = m_subject.pass;
    if (!pass && m_subject.kind == InspectSubject::Kind::Trace && m_input.scope.passes.size() == 1)
        pass = m_input.scope.passes.front();
    if (!pass)
        return {};
    const auto found = m_input.parts->advice(inputOfPass(*pass, "advice"));
    if (!found)
        return found.error();
    std::size_t rows = 0;
    for (const AdviceFinding &finding : (*found)->found.findings) {
        if (finding.pass != pass->pass->number || !concerns(finding) || rows++ >= kTopRows)
            continue;
        const std::int64_t wallNs = pass->pass->range.length().value;
        add({.section = "advice",
            .key = "finding",
            .what = Message(finding.rule->title),
            .ns = finding.gainHighNs,
            .share =
                wallNs > 0 ? std::optional(static_cast<double>(finding.gainHighNs) / static_cast<double>(wallNs)) : std::nullopt,
            .count = finding.places,
            .value = Message::name(finding.rule->id),
            .target = finding.target});
    }
    return {};
}

} // namespace lamella::core
