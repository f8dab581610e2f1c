// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/LaunchFacts.h"

#include "core/base/Format.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/UiText.h"
#include "widgets/timeline/TimelineData.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxFrames = 14;

// lupdate only recognises the context of a class.
struct LaunchText {
    Q_DECLARE_TR_FUNCTIONS(LaunchText)
};

QString nameOf(const core::TraceDocument &document, core::EventId event)
{
    return qtext(document.text(document.events.row(event).name));
}

FactOptions linkTo(core::EventId event, const QString &tooltip, const SelectEvent &select)
{
    FactOptions link;
    link.tooltip = tooltip;
    link.activate = [select, event] { select(event); };
    return link;
}

// The profiler's own figures about a kernel, with the profiler's names.
void addOccupancy(FactGrid &facts, const SelectionDetails &details)
{
    const auto value = [&details](std::string_view key) {
        for (const auto &[name, json] : details.args)
            if (name == key)
                return qtext(plainJson(json));
        return QString();
    };
    if (const QString registers = value("registers per thread"); !registers.isEmpty())
        facts.add(LaunchText::tr("Registers"), LaunchText::tr("%1 per thread").arg(registers));
    if (const QString shared = value("shared memory"); !shared.isEmpty())
        facts.add(LaunchText::tr("Shared mem"), qtext(core::formatBytes(shared.toLongLong())));
    QStringList occupancy;
    if (const QString achieved = value("est. achieved occupancy %"); !achieved.isEmpty())
        occupancy << LaunchText::tr("about %1 %").arg(achieved);
    if (const QString blocks = value("blocks per SM"); !blocks.isEmpty())
        occupancy << LaunchText::tr("%1 blocks per SM").arg(QString::number(blocks.toDouble(), 'g', 4));
    if (!occupancy.isEmpty())
        facts.add(LaunchText::tr("Occupancy"), occupancy.join(QStringLiteral(" · ")));
}

} // namespace

void addLaunchFacts(
    FactGrid &facts, const core::TraceDocument &document, const SelectionDetails &details, const SelectEvent &select)
{
    const core::LaunchChain &chain = details.chain;
    if (chain.delayNs)
        facts.add(LaunchText::tr("Delay"), LaunchText::tr("%1 from call to start").arg(durationText(*chain.delayNs)));
    if (chain.queuedNs && *chain.queuedNs > 0)
        facts.add(LaunchText::tr("Queued"), LaunchText::tr("%1 after the call returned").arg(durationText(*chain.queuedNs)));
    if (chain.launched > 1)
        facts.add(LaunchText::tr("Graph"),
            LaunchText::tr("%1 of %2 of one launch")
                .arg(qtext(core::formatCount(chain.place + 1)), qtext(core::formatCount(chain.launched))));
    if (chain.cpuOp.valid())
        facts.add(LaunchText::tr("Operator"), nameOf(document, chain.cpuOp),
            linkTo(chain.cpuOp, LaunchText::tr("Select the operator"), select));
    if (chain.inputTypes.valid())
        facts.add(LaunchText::tr("Input types"), qtext(document.text(chain.inputTypes)));
    if (chain.module.valid())
        facts.add(LaunchText::tr("Module"), nameOf(document, chain.module),
            linkTo(chain.module, LaunchText::tr("Select the module"), select));
    addOccupancy(facts, details);
    std::size_t shown = 0;
    for (auto it = chain.stack.rbegin(); it != chain.stack.rend() && shown < kMaxFrames; ++it, ++shown)
        facts.add(shown == 0 ? LaunchText::tr("Called from") : QString(), frameLabel(nameOf(document, *it)),
            linkTo(*it, nameOf(document, *it), select));
    if (shown < chain.stack.size())
        facts.add({}, LaunchText::tr("and %1 more").arg(chain.stack.size() - shown));
}

} // namespace lamella::ui
