// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/DiffJob.h"

#include <algorithm>
#include <map>

namespace lamella::ui {

namespace {

constexpr int kMaxLanes = 3; // per side; further concurrent work shares the last lane

// Assigns lanes: 0 for the main stream, further ones for concurrent work.
class Lanes {
public:
    int laneFor(bool main, std::int64_t begin, std::int64_t end)
    {
        if (main)
            return 0;
        std::size_t lane = 0;
        while (lane + 1 < m_busyUntil.size() && m_busyUntil[lane] > begin)
            ++lane;
        m_busyUntil[lane] = std::max(m_busyUntil[lane], end);
        return static_cast<int>(lane) + 1;
    }

private:
    std::vector<std::int64_t> m_busyUntil = std::vector<std::int64_t>(kMaxLanes - 1, INT64_MIN);
};

struct Side {
    const core::AnalysisInput &input;
    std::vector<DiffBar> &bars;
    std::int64_t zero = 0;
};

// `role`: what it is in its layer, empty where that is not known.
int addKernel(const Side &side, core::KernelId kernel, core::DeviceId device, const core::DiffGroup &group, int row,
    std::string_view role)
{
    const core::KernelTable &table = side.input.document.kernels;
    const core::KernelName &name = side.input.names[table.name[kernel.value]];
    const core::StreamId main = side.input.segmentation.devices[device.value].mainStream;
    DiffBar bar;
    bar.beginNs = table.start[kernel.value] - side.zero;
    bar.endNs = table.end(kernel.value) - side.zero;
    bar.row = row;
    bar.change = group.change;
    bar.category = name.category;
    bar.label = role.empty() ? name.shortName : std::string(role);
    bar.lane = table.stream[kernel.value] == main ? 0 : 1; // final lane set by layOut()
    side.bars.push_back(std::move(bar));
    return static_cast<int>(side.bars.size()) - 1;
}

void layOut(std::vector<DiffBar> &bars, int &lanes)
{
    std::vector<std::size_t> order(bars.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&bars](std::size_t x, std::size_t y) { return bars[x].beginNs < bars[y].beginNs; });
    Lanes assigned;
    for (const std::size_t i : order) {
        bars[i].lane = assigned.laneFor(bars[i].lane == 0, bars[i].beginNs, bars[i].endNs);
        lanes = std::max(lanes, bars[i].lane + 1);
    }
}

std::int64_t startOf(const core::DiffSummary &rows, const core::AnalysisInput &input, bool ofA)
{
    std::int64_t zero = INT64_MAX;
    for (const core::DiffGroup &group : rows.groups)
        if (const core::KernelId k = ofA ? group.kernelA : group.kernelB; k.valid())
            zero = std::min(zero, input.document.kernels.start[k.value]);
    return zero == INT64_MAX ? 0 : zero;
}

// `table`: of the same rows, null if there is none.
DiffPicture kernelPicture(const core::DiffSession &session, const core::DiffSummary &rows, const core::ReportTable *table)
{
    DiffPicture picture;
    picture.kernels = true;
    const core::AnalysisInput inputA = session.inputA();
    const core::AnalysisInput inputB = session.inputB();
    const Side a{inputA, picture.a, startOf(rows, inputA, true)};
    const Side b{inputB, picture.b, startOf(rows, inputB, false)};
    const auto roleIn = [table](const char *column, std::size_t row) {
        const std::size_t at = table != nullptr ? table->columnIndex(column) : 0;
        return table == nullptr || table->isMissing(row, at) ? std::string_view() : table->text(row, at);
    };
    for (std::size_t row = 0; row < rows.groups.size(); ++row) {
        const core::DiffGroup &group = rows.groups[row];
        int barA = -1;
        int barB = -1;
        if (group.kernelA.valid())
            barA = addKernel(a, group.kernelA, group.deviceA, group, static_cast<int>(row), roleIn("role_a", row));
        if (group.kernelB.valid())
            barB = addKernel(b, group.kernelB, group.deviceB, group, static_cast<int>(row), roleIn("role_b", row));
        if (barA >= 0 && barB >= 0) {
            picture.a[static_cast<std::size_t>(barA)].partner = barB;
            picture.b[static_cast<std::size_t>(barB)].partner = barA;
        }
    }
    layOut(picture.a, picture.lanes);
    layOut(picture.b, picture.lanes);
    return picture;
}

DiffPicture layerPicture(const core::PassDiff &pass, const core::DiffSummary &rows)
{
    DiffPicture picture;
    std::map<std::pair<int, int>, int> rowOf; // layers that have a row in the table
    if (rows.view == core::DiffView::Layer)
        for (std::size_t row = 0; row < rows.groups.size(); ++row)
            rowOf.emplace(std::pair(rows.groups[row].layer.a, rows.groups[row].layer.b), static_cast<int>(row));
    const auto label = [](int layer) {
        return layer == core::kHeadLayer ? std::string("head")
            : layer == core::kTailLayer  ? std::string("tail")
            : layer >= 0                 ? "L" + std::to_string(layer)
                                         : std::string();
    };
    const auto add = [&](std::vector<DiffBar> &bars, const core::WorkSum &work, std::int64_t zero, int layer,
                         const core::LayerDiff &diff, int row) {
        if (work.empty())
            return -1;
        DiffBar bar;
        bar.beginNs = work.range.begin.value - zero;
        bar.endNs = work.range.end.value - zero;
        bar.row = row;
        bar.label = label(layer);
        bar.change = diff.times.b.empty() ? core::DiffChange::OnlyA
            : diff.times.a.empty()        ? core::DiffChange::OnlyB
                                          : core::DiffChange::Same;
        bars.push_back(std::move(bar));
        return static_cast<int>(bars.size()) - 1;
    };
    for (const core::LayerDiff &layer : pass.layers) {
        const auto row = rowOf.find({layer.layer.a, layer.layer.b});
        const int number = row == rowOf.end() ? -1 : row->second;
        const int a = add(picture.a, layer.times.a, pass.times.a.range.begin.value, layer.layer.a, layer, number);
        const int b = add(picture.b, layer.times.b, pass.times.b.range.begin.value, layer.layer.b, layer, number);
        if (a >= 0 && b >= 0) {
            picture.a[static_cast<std::size_t>(a)].partner = b;
            picture.b[static_cast<std::size_t>(b)].partner = a;
        }
    }
    return picture;
}

} // namespace

std::int64_t DiffPicture::lengthNs() const
{
    std::int64_t length = 1;
    for (const auto *bars : {&a, &b})
        for (const DiffBar &bar : *bars)
            length = std::max(length, bar.endNs);
    return length;
}

std::optional<std::size_t> rowOf(const DiffShown &shown, const core::Selection &selection)
{
    const auto *kernel = std::get_if<core::KernelSelection>(&selection);
    const auto *name = std::get_if<core::NameSelection>(&selection);
    if (shown.rows.view != (kernel != nullptr ? core::DiffView::Sequence : core::DiffView::Kernel))
        return std::nullopt;
    const core::AnalysisInput a = shown.session->inputA();
    const core::AnalysisInput b = shown.session->inputB();
    const auto isIt = [&](core::KernelId id, const core::AnalysisInput &side, bool ofA) {
        if (!id.valid() || !shown.isInWindow(ofA))
            return false;
        return kernel != nullptr ? id == kernel->kernel : name != nullptr && side.document.kernels.name[id.value] == name->name;
    };
    for (std::size_t i = 0; i < shown.rows.groups.size(); ++i)
        if (isIt(shown.rows.groups[i].kernelA, a, true) || isIt(shown.rows.groups[i].kernelB, b, false))
            return i;
    return std::nullopt;
}

core::Result<std::shared_ptr<const DiffShown>> makeDiffShown(std::shared_ptr<const core::DiffSession> session,
    const std::shared_ptr<core::AnalysisSession> &a, const std::shared_ptr<core::AnalysisSession> &b,
    const core::DiffRequest &request, bool ownIsA, const core::JobControl &control)
{
    if (!session) {
        auto made = core::DiffSession::create(a, b, control);
        if (!made)
            return made.error();
        session = *made;
    }
    const auto outcome = session->compare(request, control);
    if (!outcome)
        return outcome.error();
    const auto table = session->table(request, **outcome);
    if (!table)
        return table.error();
    auto shown = std::make_shared<DiffShown>();
    shown->ownIsA = ownIsA;
    shown->session = session;
    shown->outcome = *outcome;
    shown->table = *table;
    const auto asked = core::diffViewFromName(request.by);
    const core::DiffView view =
        session->viewFor(asked.value_or((*outcome)->oneLayerPair ? core::DiffView::Sequence : core::DiffView::Kernel));
    shown->rows = session->summary(**outcome, view);
    shown->categories = session->summary(**outcome, core::DiffView::Category);
    if ((*outcome)->oneLayerPair && session->pairsKernels())
        shown->picture = view == core::DiffView::Sequence
            ? kernelPicture(*session, shown->rows, table->get())
            : kernelPicture(*session, session->summary(**outcome, core::DiffView::Sequence), nullptr);
    else if ((*outcome)->passes.size() == 1)
        shown->picture = layerPicture((*outcome)->passes.front(), shown->rows);
    if (shown->picture.kernels && view != core::DiffView::Sequence)
        for (auto *bars : {&shown->picture.a, &shown->picture.b})
            for (DiffBar &bar : *bars)
                bar.row = -1;
    return std::shared_ptr<const DiffShown>(std::move(shown));
}

} // namespace lamella::ui
