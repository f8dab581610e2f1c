// SPDX-License-Identifier: GPL-3.0-or-later
// memoryMoment(): what lives at a moment; MomentContent.cpp puts it into words.
#include "widgets/memory/MemoryMoment.h"

#include <algorithm>
#include <span>
#include <utility>

namespace lamella::ui {

namespace {

constexpr std::size_t kRowsBetweenLooks = 4096; // for a request to stop
constexpr std::size_t kMaxOps = 3;
constexpr std::size_t kMaxAtOnce = 64; // events of one time that are looked at

class Finder {
public:
    Finder(const MemoryPicture &picture, const core::Selection &selected, const core::JobControl &control)
        : m_blocks(*picture.blocks)
        , m_selected(selected)
        , m_control(control)
        , m_begin(m_blocks.columnIndex("allocated_event"))
        , m_end(m_blocks.columnIndex("freed_event"))
        , m_bytes(m_blocks.columnIndex("bytes"))
        , m_category(m_blocks.columnIndex("category"))
        , m_op(m_blocks.columnIndex("op"))
    {
    }

    // Of those that live there. False: stopped.
    bool addLiving(const std::vector<std::uint32_t> &living, MemoryMoment &moment) const
    {
        for (std::size_t i = 0; i < living.size(); ++i) {
            if (i % kRowsBetweenLooks == 0 && m_control.stopRequested())
                return false;
            const std::uint32_t row = living[i];
            const MemoryPart part = memoryPartOf(m_blocks.text(row, m_category));
            ++moment.blocks[static_cast<std::size_t>(part)];
            if (!moment.largestBlock && !m_blocks.isMissing(row, m_begin)) // the largest come first
                moment.largestBlock = row;
            if (part == MemoryPart::Temporary || part == MemoryPart::Activation)
                addPassing(row, moment);
        }
        return true;
    }
    // The block that begins or ends with the event, however short it lives; else one that does with another event of that time,
    // of which a free may have two. False: stopped.
    bool findOfEvent(std::int64_t event, std::span<const std::int64_t> sameTime, MemoryMoment &moment) const
    {
        for (std::size_t row = 0; row < m_blocks.rowCount(); ++row) {
            if (row % kRowsBetweenLooks == 0 && m_control.stopRequested())
                return false;
            for (const auto &[column, is] :
                {std::pair(m_begin, MemoryMoment::Is::Allocated), std::pair(m_end, MemoryMoment::Is::Freed)}) {
                if (m_blocks.isMissing(row, column))
                    continue;
                const std::int64_t of = m_blocks.integer(row, column);
                if (of == event) {
                    take(row, is, moment);
                    return true;
                }
                if (moment.is == MemoryMoment::Is::Nothing && std::find(sameTime.begin(), sameTime.end(), of) != sameTime.end())
                    take(row, is, moment);
            }
        }
        return true;
    }
    // The block that is selected, wherever it lives. False: stopped.
    bool findSelected(MemoryMoment &moment) const
    {
        if (std::holds_alternative<std::monostate>(m_selected))
            return true;
        for (std::size_t row = 0; row < m_blocks.rowCount(); ++row) {
            if (row % kRowsBetweenLooks == 0 && m_control.stopRequested())
                return false;
            if (m_blocks.target(row) == m_selected) {
                take(row, MemoryMoment::Is::Selected, moment);
                break;
            }
        }
        return true;
    }

private:
    static void take(std::size_t row, MemoryMoment::Is is, MemoryMoment &moment)
    {
        moment.is = is;
        moment.block = row;
    }
    // Rows come with the largest first.
    void addPassing(std::uint32_t row, MemoryMoment &moment) const
    {
        const std::int64_t bytes = m_blocks.integer(row, m_bytes);
        if (moment.largest == 0)
            moment.largest = bytes;
        if (bytes != moment.largest)
            return;
        ++moment.largestCount;
        const std::string op(m_blocks.isMissing(row, m_op) ? std::string_view() : m_blocks.text(row, m_op));
        std::vector<std::string> &ops = moment.largestOps;
        if (!op.empty() && ops.size() < kMaxOps && std::find(ops.begin(), ops.end(), op) == ops.end())
            ops.push_back(op);
    }

    const core::ReportTable &m_blocks;
    const core::Selection &m_selected;
    const core::JobControl &m_control;
    std::size_t m_begin;
    std::size_t m_end;
    std::size_t m_bytes;
    std::size_t m_category;
    std::size_t m_op;
};

void takePlace(const MemoryPicture &picture, MemoryMoment &moment)
{
    const std::uint32_t row = picture.rows[moment.row];
    if (row == MemoryPicture::kNoRow)
        return;
    const core::ReportTable &table = *picture.timeTable;
    const auto number = [&](const char *column, int none) {
        const std::size_t at = table.columnIndex(column);
        return table.isMissing(row, at) ? none : static_cast<int>(table.integer(row, at));
    };
    moment.pass = number("pass", core::kNoPass);
    moment.layer = number("layer", core::kNoLayer);
    const std::size_t op = table.columnIndex("op");
    if (!table.isMissing(row, op))
        moment.op = table.text(row, op);
}

} // namespace

core::Result<MemoryMoment> memoryMoment(
    const MemoryPicture &picture, std::int64_t time, const core::Selection &selected, const core::JobControl &control)
{
    const core::Error cancelled{core::ErrorCode::Cancelled, "cancelled", {}, -1};
    if (control.stopRequested()) // before it began: the cursor moves faster than blocks are found
        return cancelled;
    MemoryMoment moment;
    // Of the events of one time the last, unless the peak or a failed allocation is among them: the chart marks them.
    moment.row = picture.rowAt(time);
    const std::int64_t at = picture.time[moment.row];
    std::size_t first = moment.row;
    while (first > 0 && picture.time[first - 1] == at && moment.row - first < kMaxAtOnce)
        --first;
    const std::span<const std::int64_t> sameTime(&picture.events[first], moment.row + 1 - first);
    if (picture.time[picture.peak] == at)
        moment.row = picture.peak;
    const auto failed = std::lower_bound(picture.failures.begin(), picture.failures.end(), first);
    if (picture.failed && failed != picture.failures.end() && picture.time[*failed] == at) {
        moment.row = *failed;
        moment.failure = static_cast<std::size_t>(failed - picture.failures.begin());
    }
    takePlace(picture, moment);
    const Finder finder(picture, selected, control);
    bool whole =
        finder.addLiving(picture.blocksAt(at), moment) && finder.findOfEvent(picture.events[moment.row], sameTime, moment);
    // The event of the moment itself is selected by a click in the chart.
    if (selected != picture.targets[moment.row])
        whole = whole && finder.findSelected(moment);
    if (!whole || control.stopRequested())
        return cancelled;
    return moment;
}

} // namespace lamella::ui
