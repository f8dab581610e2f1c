// SPDX-License-Identifier: GPL-3.0-or-later
// Columns about the hardware's limit at the end of tables whose rows are passes, layers or groups of layers.
#pragma once

#include "core/analysis/roofline/Roofline.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lamella::core {

// Sums of work by pass and layer, on the streams of the scope. Not thread-safe: one table uses it.
class RooflineCells {
public:
    // Without a roofline every sum is empty.
    RooflineCells(const TableInput &input, std::shared_ptr<const Roofline> roofline)
        : m_input(input)
        , m_roofline(std::move(roofline))
    {
    }
    // layer: number, kHeadLayer or kTailLayer; nothing: of the whole pass.
    [[nodiscard]] const RooflineSum &of(DeviceId device, int pass, std::optional<int> layer = std::nullopt);
    // The reason for an empty cell.
    [[nodiscard]] std::string_view missing(const RooflineSum &sum, DeviceId device) const;

private:
    [[nodiscard]] bool inStreams(KernelId kernel) const;

    const TableInput &m_input;
    std::shared_ptr<const Roofline> m_roofline; // may be null
    std::optional<std::pair<std::uint32_t, int>> m_pass; // whose sums these are
    std::map<int, RooflineSum> m_layers;
    RooflineSum m_whole;
};

// Null if neither shapes nor a config nor a compiler give any work, so that nothing needs to be computed. Errors: those of
// TableParts::roofline.
[[nodiscard]] Result<std::shared_ptr<const Roofline>> rooflineIfAny(const TableInput &input);

// The values of flops … mbu in a row.
struct RooflineCell {
    const RooflineSum *sum = nullptr;
    std::int64_t wallNs = 0;
    std::int64_t rows = 1; // flops, bytes and floor are those of one of this many
    std::string_view missing; // reason if nothing is modelled
};

// The mark of a row whose share of the hardware's peak is above 1.
[[nodiscard]] Message aboveLimitMark();
// Of kernels that have no work of their own.
[[nodiscard]] std::string_view partOfCallMark();
[[nodiscard]] Message rowsAboveLimit(std::int64_t rows);
// Adds a note with the number of marked rows.
void warnOfMarkedRows(ReportTable &table);

// The column of that mark: isAbove(row).
template <class Row, class IsAbove> Column<Row> limitNoteColumn(IsAbove isAbove)
{
    using namespace columns;
    return onRequest(text("limit_note", "Above the limit", "That the numbers of the roofline cannot be right",
        [isAbove](const Row &row) -> OrMissing<Message> {
            if (isAbove(row))
                return aboveLimitMark();
            return Missing{"nothing to say"};
        }));
}

// The columns flops, bytes, floor_ns, mfu, mbu, modelled_share and limit_note; cell(row) gives the RooflineCell. Floor, MFU and
// MBU are missing where less than half of the time is modelled: they would be mistaken for those of all the work.
template <class Row, class Cell> void addRooflineColumns(std::vector<Column<Row>> &all, Cell cell)
{
    using namespace columns;
    const auto amount = [cell](double RooflineSum::*member) {
        return [cell, member](const Row &row) -> OrMissing<std::int64_t> {
            const RooflineCell c = cell(row);
            constexpr double kMaxCell = 9.2e18;
            const double value = c.sum->*member / static_cast<double>(c.rows);
            if (c.sum->modelledNs <= 0 || (member == &RooflineSum::floorNs && (c.sum->floorNs <= 0 || !c.sum->coversMost())))
                return Missing{c.missing};
            if (member == &RooflineSum::bytes && c.sum->bytes <= 0) // all computation moves bytes
                return Missing{"only FLOPs are recorded"};
            return value < kMaxCell ? OrMissing<std::int64_t>(static_cast<std::int64_t>(value + 0.5))
                                    : Missing{"too large a number"};
        };
    };
    const auto use = [cell](double RooflineSum::*member) {
        return [cell, member](const Row &row) -> OrMissing<double> {
            const RooflineCell c = cell(row);
            if (c.sum->floorNs <= 0 || !c.sum->coversMost())
                return Missing{c.missing};
            return ratio(c.sum->*member, static_cast<double>(c.wallNs), "the wall is zero");
        };
    };
    all.push_back(column({"flops", "FLOPs", CellKind::Integer, "Floating point operations of the work that is modelled", -1},
        amount(&RooflineSum::flops)));
    all.push_back(
        column({"bytes", "Bytes", CellKind::Bytes, "Bytes of the work that is modelled, across the memory bus once", -1},
            amount(&RooflineSum::bytes)));
    all.push_back(column({"floor_ns", "Roofline", CellKind::DurationNs, "The least time that the device needs for that", -1},
        amount(&RooflineSum::floorNs)));
    all.push_back(column(
        {"mfu", "MFU", CellKind::Share, "Of wall: FLOPs over the peak rate of their type", -1}, use(&RooflineSum::computeNs)));
    all.push_back(
        column({"mbu", "MBU", CellKind::Share, "Of wall: bytes over the memory bandwidth", -1}, use(&RooflineSum::memoryNs)));
    all.push_back(column({"modelled_share", "Modelled", CellKind::Share, "Time whose work is known, of the kernel time", -1},
        [cell](const Row &row) -> OrMissing<double> {
            const RooflineCell c = cell(row);
            if (c.sum->modelledNs <= 0)
                return Missing{c.missing};
            return ratio(c.sum->modelledNs, c.sum->durationNs, "the duration is zero");
        }));
    all.push_back(limitNoteColumn<Row>([cell](const Row &row) {
        const RooflineCell c = cell(row);
        const double needed = std::max(c.sum->computeNs, c.sum->memoryNs);
        return c.sum->floorNs > 0 && c.sum->coversMost() && isAboveLimit(needed, static_cast<double>(c.wallNs));
    }));
}

} // namespace lamella::core
