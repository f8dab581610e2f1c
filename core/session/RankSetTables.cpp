// SPDX-License-Identifier: GPL-3.0-or-later
// RankSet: the comparison of its ranks and the tables made from it.
#include "core/session/RankSet.h"
#include "core/session/RankTable.h"

namespace lamella::core {

namespace {

// Keeps the objects alive that a RankView refers to.
struct Parts {
    std::shared_ptr<const KernelNames> names;
    std::shared_ptr<const Segmentation> segmentation;
    std::shared_ptr<const KernelIndex> index;
};

std::vector<RankLabel> labelsOf(const std::vector<RankMember> &members)
{
    std::vector<RankLabel> labels;
    for (const RankMember &member : members) {
        RankLabel label{member.rank, member.path, member.numberFrom, member.device, 0, hostOf(member.session->document())};
        if (const auto segmentation = member.session->segmentation(); segmentation && member.device.valid())
            label.passes = (*segmentation)->devices[member.device.value].passes.size();
        labels.push_back(std::move(label));
    }
    return labels;
}

} // namespace

std::vector<ReportColumn> RankSet::tableColumns(std::string_view by)
{
    return by == "rank" ? ranksByRankColumns()
        : by == "group" ? ranksByGroupColumns()
        : by == "host"  ? ranksByHostColumns()
                        : ranksColumns();
}

Result<std::shared_ptr<const RankComparison>> RankSet::comparison(const JobControl &control)
{
    const std::lock_guard lock(m_mutex);
    if (m_comparison)
        return m_comparison;
    std::vector<Parts> parts;
    for (const RankMember &member : m_members) {
        auto segmentation = member.session->segmentation(control);
        if (!segmentation)
            return segmentation.error();
        parts.push_back({member.session->kernelNames(), *segmentation,
            std::make_shared<const KernelIndex>(member.session->document(), **segmentation)});
    }
    std::vector<RankView> views;
    for (std::size_t i = 0; i < m_members.size(); ++i)
        views.push_back({{m_members[i].session->document(), *parts[i].names, *parts[i].segmentation, *parts[i].index},
            m_members[i].device, m_members[i].rank});
    auto compared = compareRanks(views, control);
    if (!compared)
        return compared.error();
    m_comparison = std::make_shared<const RankComparison>(std::move(*compared));
    return m_comparison;
}

Result<std::shared_ptr<const ReportTable>> RankSet::table(const RankTableRequest &request, const JobControl &control)
{
    if (auto known = checkRanksBy(request.base.by); !known)
        return known.error();
    const auto compared = comparison(control);
    if (!compared)
        return compared.error();
    const RankMember &reference = m_members[(*compared)->alignment.reference];
    std::shared_ptr<const Segmentation> segmentation;
    if (reference.device.valid()) {
        auto found = reference.session->segmentation(control);
        if (!found)
            return found.error();
        segmentation = *found;
    }
    const TraceDocument &document = reference.session->document();
    return rankTable({**compared, labelsOf(m_members), m_notes, document, segmentation.get(), document.zero()}, request);
}

} // namespace lamella::core
