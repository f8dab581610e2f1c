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
    case Kind::Several:
        break;
    }
    return false;
}

void InspectRows::addFinding(const AdviceFinding &finding, std::int64_t wallNs)
{
    InspectRow row{.section = "advice",
        .key = "finding",
        .what = Message(finding.rule->title),
        .count = finding.places,
        .value = Message::name(finding.rule->id),
        .target = finding.target};
    if (finding.memory)
        row.bytes = finding.memory->gainHighBytes;
    else
        row.ns = finding.gainHighNs;
    if (!finding.memory && wallNs > 0)
        row.share = static_cast<double>(finding.gainHighNs) / static_cast<double>(wallNs);
    add(std::move(row));
}

// Findings about memory are about the whole trace.
Result<void> InspectRows::advice()
{
    std::optional<PassRef> pass = m_subject.pass;
    const bool aboutTrace = m_subject.kind == InspectSubject::Kind::Trace;
    if (!pass && aboutTrace && m_input.scope.passes.size() == 1)
        pass = m_input.scope.passes.front();
    if (!pass && !aboutTrace)
        return {};
    TableInput asked = m_input;
    asked.scope.passes.clear();
    const auto found = m_input.parts->advice(pass ? inputOfPass(*pass, "advice") : asked);
    if (!found)
        return found.error();
    std::size_t rows = 0;
    for (const AdviceFinding &finding : (*found)->found.findings) {
        const bool here = finding.memory ? aboutTrace : pass && finding.pass == pass->pass->number && concerns(finding);
        if (here && rows++ < kTopRows)
            addFinding(finding, pass ? pass->pass->range.length().value : 0);
    }
    if (rows == 0 && aboutTrace && !pass)
        none("advice", "the rules are about passes, and none was found");
    return {};
}

} // namespace lamella::core
