// SPDX-License-Identifier: GPL-3.0-or-later
// The reference of kernels in the table kernels (--against) and their distance from the hardware: columns at its end.
#pragma once

#include "core/analysis/inspect/Siblings.h"
#include "core/analysis/roofline/Roofline.h"
#include "core/report/tables/RooflineCells.h"
#include "core/report/tables/TableBuilders.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

// Not thread-safe: one table uses it. Computes the values of a row on demand.
class KernelComparison {
public:
    // `roofline` may be null if no work is known.
    KernelComparison(const TableInput &input, std::shared_ptr<const Roofline> roofline);

    // Duration of the kernel at the same place of the reference layer.
    [[nodiscard]] OrMissing<std::int64_t> reference(KernelId kernel);
    // Sum of the name in the reference: the reference layer where the scope is one layer of one pass, else the median pass of the
    // stage where it is one pass. Of the work there that the filter of the table chooses,
    // missing where that is none of the calls there.
    [[nodiscard]] OrMissing<std::int64_t> reference(StringId name);
    [[nodiscard]] OrMissing<std::int64_t> floorNs(KernelId kernel) const;
    [[nodiscard]] OrMissing<double> ofFloor(KernelId kernel) const; // of the duration
    [[nodiscard]] OrMissing<std::int64_t> floorNs(StringId name);
    [[nodiscard]] OrMissing<double> ofFloor(StringId name);
    // FLOPs or bytes per ns of its time, if at least half of that is modelled.
    [[nodiscard]] OrMissing<double> rate(KernelId kernel, double RooflineSum::*amount) const { return rateOf(limitOf(kernel), amount); }
    [[nodiscard]] OrMissing<double> rate(StringId name, double RooflineSum::*amount) { return rateOf(limitOf(name), amount); }

private:
    using LayerKey = std::tuple<std::uint32_t, int, int>; // device, pass, layer
    void compareLayer(const LayerPlace &place);
    void findNameReference();
    [[nodiscard]] const RooflineSum &limitOf(StringId name);
    [[nodiscard]] RooflineSum limitOf(KernelId kernel) const;
    [[nodiscard]] OrMissing<double> rateOf(const RooflineSum &sum, double RooflineSum::*amount) const;
    [[nodiscard]] std::string_view missingLimit(const RooflineSum &sum, DeviceId device) const;

    const TableInput &m_input;
    std::shared_ptr<const Roofline> m_roofline;
    Against m_against;
    std::optional<LayerComparer> m_comparer;
    std::map<LayerKey, bool> m_compared; // false: no reference
    std::unordered_map<std::uint32_t, std::int64_t> m_references; // by KernelId; 0 where the reference has none
    bool m_namesFound = false;
    std::string_view m_noNames; // reason why names have no reference
    std::unordered_map<StringId, std::optional<std::int64_t>> m_nameSums; // none: the filter leaves no call of it
    std::unordered_map<StringId, RooflineSum> m_nameLimits;
    bool m_limitsFound = false;
};

// reference_ns, delta_ns, floor_ns, of_floor, limit_note, tflop_per_s and gb_per_s. `subject(row)` is a KernelId or StringId, `ns(row)` its time.
template <class Row, class Subject, class Ns>
void addComparisonColumns(std::vector<Column<Row>> &all, KernelComparison *comparison, Subject subject, Ns ns)
{
    using namespace columns;
    all.push_back(duration("reference_ns", "Median", "The same in the median layer or pass, as --against says",
        [=](const Row &row) { return comparison->reference(subject(row)); }));
    all.push_back(duration(
        "delta_ns", "Δ to median", "Minus the median; above zero: longer here", [=](const Row &row) -> OrMissing<std::int64_t> {
            const auto reference = comparison->reference(subject(row));
            if (const auto *missing = std::get_if<Missing>(&reference))
                return *missing;
            return ns(row) - std::get<std::int64_t>(reference);
        }));
    all.push_back(ifRoom(duration("floor_ns", "Roofline", "The least time that the device needs for it",
        [=](const Row &row) { return comparison->floorNs(subject(row)); })));
    all.push_back(share("of_floor", "Of roofline", "Roofline time, of the time of its calls",
        [=](const Row &row) { return comparison->ofFloor(subject(row)); }));
    all.push_back(limitNoteColumn<Row>([=](const Row &row) {
        const auto share = comparison->ofFloor(subject(row));
        const auto *value = std::get_if<double>(&share);
        return value != nullptr && isAboveLimit(*value, 1);
    }));
    const auto rate = [=](double RooflineSum::*amount, double divisor) {
        return [=](const Row &row) -> OrMissing<double> {
            const auto perNs = comparison->rate(subject(row), amount);
            if (const auto *value = std::get_if<double>(&perNs))
                return *value / divisor;
            return perNs;
        };
    };
    all.push_back(
        ifRoom(real("tflop_per_s", "TFLOP/s", "Achieved: FLOPs over the time of its calls", 3, rate(&RooflineSum::flops, 1000))));
    all.push_back(
        ifRoom(real("gb_per_s", "GB/s", "Achieved: bytes over the time of its calls", 3, rate(&RooflineSum::bytes, 1))));
}

} // namespace lamella::core
