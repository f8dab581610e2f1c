// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankDetail.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/base/Typical.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/OverviewCells.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxRows = 6;

struct RankText {
    Q_DECLARE_TR_FUNCTIONS(RankText)
};

std::int64_t medianOfOthers(
    const RankStripData &strip, std::size_t member, const std::function<std::int64_t(const RankWork &)> &value)
{
    std::vector<std::int64_t> others;
    for (const RankWork &work : strip.works)
        if (work.member != member)
            others.push_back(value(work));
    return others.empty() ? 0 : core::lowerMiddleValue(std::move(others));
}

bool isStraggler(const RankStripData &strip, std::size_t member)
{
    return strip.straggler && strip.straggler->rank == member;
}

double barOf(std::int64_t ns, std::int64_t most)
{
    return most > 0 ? static_cast<double>(ns) / static_cast<double>(most) : 0;
}

InspectorSection comparedSection(const RankDeltas &deltas)
{
    InspectorSection section;
    section.id = QStringLiteral("compared");
    section.title = RankText::tr("Compared with");
    section.aside = RankText::tr("median of the other ranks");
    std::int64_t most = std::abs(deltas.idleNs);
    for (const RankDeltas::Part &part : deltas.parts)
        most = std::max(most, std::abs(part.ns));
    const auto add = [&](const QString &label, std::int64_t ns, int category) {
        InspectorRow row = factRow(label, deltaText(ns));
        row.category = category;
        row.bar = barOf(ns, most);
        row.delta = true;
        section.rows.push_back(std::move(row));
    };
    std::int64_t left = deltas.ownNs - deltas.idleNs;
    for (const RankDeltas::Part &part : deltas.parts) {
        if (section.rows.size() == kMaxRows || part.ns == 0)
            break;
        const bool transfer = part.category == core::Category::Communication;
        add(transfer ? RankText::tr("transfer") : categoryTitle(part.category), part.ns, static_cast<int>(part.category));
        left -= part.ns;
    }
    if (left != 0)
        add(RankText::tr("other categories"), left, -1);
    add(RankText::tr("idle and overlap"), deltas.idleNs, -1);
    InspectorRow total = factRow(RankText::tr("own time"), deltaText(deltas.ownNs));
    total.tip = RankText::tr("Wall without the waiting in collectives");
    total.total = true;
    section.rows.push_back(std::move(total));
    return section;
}

InspectorSection whereSection(const RankStripData &strip, const RankWork &work, const RankDeltas &deltas)
{
    InspectorSection section;
    section.id = QStringLiteral("where");
    section.title = RankText::tr("Where");
    const auto layers = static_cast<int>(
        std::count_if(strip.skews.begin(), strip.skews.end(), [](const RankStripSkew &skew) { return skew.layer >= 0; }));
    section.aside = passText(strip.pass);
    QStringList text;
    if (layers > 0)
        text << RankText::tr("It is the slowest in %1 of %2 layers of this pass.").arg(work.slowestIn).arg(layers);
    if (const QString cause = rankCause(deltas); !cause.isEmpty())
        text << RankText::tr("Most of it: %1.").arg(cause);
    if (!text.isEmpty())
        section.rows.push_back(sentenceRow(text.join(u' ')));
    return section;
}

// What names the straggler, beside the figures of the one pass.
std::optional<InspectorSection> allPassesSection(const RankStripData &strip, const RankWork &work)
{
    if (!isStraggler(strip, work.member))
        return std::nullopt;
    InspectorSection section;
    section.id = QStringLiteral("passes");
    section.title = RankText::tr("Mean of %1 passes").arg(strip.straggler->passes);
    section.aside = RankText::tr("above the median rank");
    section.rows.push_back(factRow(RankText::tr("own time"), deltaText(strip.straggler->excessNs)));
    if (strip.straggler->layer != core::kNoLayer)
        section.rows.push_back(factRow(
            RankText::tr("most in %1").arg(layerText(strip.straggler->layer)), deltaText(strip.straggler->layerExcessNs)));
    return section;
}

InspectorSection lossSection(const RankStripData &strip, std::size_t member, bool holdsUp)
{
    InspectorSection section;
    section.id = QStringLiteral("loss");
    section.title = holdsUp ? RankText::tr("What the others lose") : RankText::tr("Who waits");
    section.aside = RankText::tr("waiting in collectives");
    std::vector<const RankWork *> others;
    for (const RankWork &work : strip.works)
        if (work.member != member)
            others.push_back(&work);
    constexpr std::size_t kMaxOthers = 15; // then the longest
    if (others.size() > kMaxOthers)
        std::stable_sort(
            others.begin(), others.end(), [](const RankWork *a, const RankWork *b) { return a->times.waitNs > b->times.waitNs; });
    std::int64_t most = 0;
    for (const RankWork *work : others)
        most = std::max(most, work->times.waitNs);
    for (const RankWork *work : others) {
        if (section.rows.size() == kMaxOthers)
            break;
        InspectorRow row = factRow(RankText::tr("Rank %1").arg(work->rank), durationText(work->times.waitNs));
        row.category = static_cast<int>(core::Category::Communication);
        row.bar = barOf(work->times.waitNs, most);
        section.rows.push_back(std::move(row));
    }
    if (others.size() > kMaxOthers)
        section.rows.push_back(sentenceRow(RankText::tr("and %1 more").arg(others.size() - kMaxOthers)));
    return section;
}

// If its own time in this pass were the median of the others.
std::optional<InspectorSection> asFastSection(const RankStripData &strip, const RankWork &work)
{
    const std::int64_t excess =
        work.times.ownNs() - medianOfOthers(strip, work.member, [](const RankWork &other) { return other.times.ownNs(); });
    if (excess <= 0 || !isStraggler(strip, work.member) || !strip.straggler->waitedFor)
        return std::nullopt;
    InspectorSection section;
    section.id = QStringLiteral("fast");
    section.title = RankText::tr("If rank %1 were as fast").arg(work.rank);
    section.rows.push_back(factRow(RankText::tr("pass %1 →").arg(durationText(work.times.wallNs)),
        RankText::tr("%1 at best").arg(durationText(std::max<std::int64_t>(0, work.times.wallNs - excess)))));
    return section;
}

} // namespace

RankDeltas rankDeltas(const RankStripData &strip, std::size_t member)
{
    RankDeltas deltas;
    const RankWork *work = strip.workOf(member);
    if (work == nullptr || strip.works.size() < 2)
        return deltas;
    const auto own = [](const RankWork &rank) { return rank.times.ownNs(); };
    deltas.ownNs = core::subtractSaturated(own(*work), medianOfOthers(strip, member, own));
    deltas.idleNs = deltas.ownNs;
    for (const core::CategoryInfo &info : core::categoryInfos()) {
        const auto sum = [at = info.category](const RankWork &rank) {
            const std::int64_t ns = rank.sumNs[static_cast<std::size_t>(at)];
            return at == core::Category::Communication ? core::subtractSaturated(ns, rank.times.waitNs) : ns;
        };
        const std::int64_t median = medianOfOthers(strip, member, sum);
        if (sum(*work) == 0 && median == 0)
            continue;
        deltas.parts.push_back({info.category, core::subtractSaturated(sum(*work), median), median});
        deltas.idleNs = core::subtractSaturated(deltas.idleNs, deltas.parts.back().ns);
    }
    std::stable_sort(deltas.parts.begin(), deltas.parts.end(),
        [](const RankDeltas::Part &a, const RankDeltas::Part &b) { return std::abs(a.ns) > std::abs(b.ns); });
    return deltas;
}

QString rankCause(const RankDeltas &deltas)
{
    if (deltas.ownNs <= 0)
        return {};
    const RankDeltas::Part *most = nullptr;
    for (const RankDeltas::Part &part : deltas.parts)
        if (part.ns > 0 && (most == nullptr || part.ns > most->ns))
            most = &part;
    if (deltas.idleNs > 0 && (most == nullptr || deltas.idleNs > most->ns))
        return RankText::tr("idle %1 longer").arg(durationText(deltas.idleNs));
    if (most == nullptr)
        return {};
    if (most->medianNs <= 0)
        return RankText::tr("%1 here alone, %2").arg(categoryTitle(most->category), durationText(most->ns));
    return RankText::tr("%1 ×%2 of the other ranks")
        .arg(categoryTitle(most->category),
            QString::number(1 + static_cast<double>(most->ns) / static_cast<double>(most->medianNs), 'f', 2));
}

std::optional<InspectorContent> rankDetail(const RankStripData &strip, std::size_t member)
{
    const RankWork *work = strip.workOf(member);
    if (work == nullptr)
        return std::nullopt;
    InspectorContent content;
    content.icon = QStringLiteral("passes");
    const RankDeltas deltas = rankDeltas(strip, member);
    const bool isSlower =
        isStraggler(strip, member) && deltas.ownNs > 0; // it is the straggler of all passes; here it may be fast
    const bool holdsUp = isSlower && strip.straggler->waitedFor;
    content.title =
        holdsUp ? RankText::tr("Rank %1 holds the others up").arg(work->rank) : RankText::tr("Rank %1").arg(work->rank);
    QStringList path{stepCaption(strip.stage) + u' ' + passText(strip.pass), RankText::tr("%1 ranks").arg(strip.ranks)};
    if (strip.matches > 0)
        path << RankText::tr("clocks aligned to ±%1").arg(durationText(strip.residualNs));
    content.path = path.join(QStringLiteral(" · "));
    if (isSlower && work->times.wallNs > 0) {
        content.figure = deltaText(deltas.ownNs);
        content.unit = RankText::tr("own time");
        content.rank =
            RankText::tr("%1 of its wall")
                .arg(qtext(core::formatShare(static_cast<double>(deltas.ownNs) / static_cast<double>(work->times.wallNs))));
    } else {
        content.figure = durationText(work->times.waitNs);
        content.unit = RankText::tr("waiting");
        content.rank = RankText::tr("%1 own time").arg(durationText(work->times.ownNs()));
    }
    content.sections.push_back(comparedSection(deltas));
    if (InspectorSection where = whereSection(strip, *work, deltas); !where.rows.empty())
        content.sections.push_back(std::move(where));
    content.sections.push_back(lossSection(strip, member, holdsUp));
    if (auto all = allPassesSection(strip, *work))
        content.sections.push_back(std::move(*all));
    if (auto fast = asFastSection(strip, *work))
        content.sections.push_back(std::move(*fast));
    return content;
}

} // namespace lamella::ui
