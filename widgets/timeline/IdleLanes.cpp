// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/IdleLanes.h"

#include "core/session/AnalysisSession.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/GapColors.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

// lupdate only recognises the context of a class; a free function tr() would leave these texts untranslated.
struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

} // namespace

IdleLanesPtr idleLanes(const core::TraceDocument &document, const core::GapList &gaps)
{
    auto idle = std::make_shared<IdleLanes>();
    idle->lanes.resize(document.streams.size());
    std::vector<std::vector<std::uint8_t>> causes(document.streams.size());
    for (std::size_t i = 0; i < gaps.gaps.size(); ++i) {
        const core::Gap &gap = gaps.gaps[i];
        const core::StreamId stream = document.kernels.stream[gap.after.value];
        idle->lanes[stream.value].append(gap.range.begin.value, gap.range.end.value, static_cast<std::uint32_t>(i));
        causes[stream.value].push_back(static_cast<std::uint8_t>(gap.cause));
    }
    idle->levels.reserve(idle->lanes.size());
    for (std::size_t stream = 0; stream < idle->lanes.size(); ++stream)
        idle->levels.emplace_back(idle->lanes[stream], std::move(causes[stream]), static_cast<unsigned>(core::kGapCauses));
    return idle;
}

core::Result<IdleLanesPtr> loadIdleLanes(core::AnalysisSession &session, const core::JobControl &control)
{
    const core::Result<core::GapList> gaps = session.streamGaps(control);
    if (!gaps)
        return gaps.error();
    return idleLanes(session.document(), *gaps);
}

QString idleText(std::int64_t ns, core::GapCause cause, bool beforePasses)
{
    const QString length = durationText(ns);
    switch (cause) {
    case core::GapCause::BetweenPasses:
        return TimelineText::tr("%1 between passes").arg(length);
    case core::GapCause::CaptureEdge:
        return beforePasses ? TimelineText::tr("%1 before the first pass").arg(length)
                            : TimelineText::tr("%1 after the last pass").arg(length);
    case core::GapCause::Memcpy:
        return TimelineText::tr("%1 at a copy").arg(length);
    case core::GapCause::Unknown:
        return TimelineText::tr("%1 idle, cause unknown").arg(length);
    default:
        return TimelineText::tr("%1 idle: %2").arg(length, gapCauseTitle(cause));
    }
}

} // namespace lamella::ui
