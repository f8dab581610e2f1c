// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/RooflineCells.h"

namespace lamella::core {

const RooflineSum &RooflineCells::of(DeviceId device, int pass, std::optional<int> layer)
{
    static const RooflineSum kNothing;
    if (!m_roofline)
        return kNothing;
    if (m_pass != std::pair(device.value, pass)) {
        m_pass = std::pair(device.value, pass);
        m_layers.clear();
        m_whole = {};
        const Hardware &hardware = m_roofline->peaks[device.value].hardware;
        for (const KernelId kernel : m_input.index->ofPass(device, pass)) {
            const WorkCall &call = m_roofline->calls[m_roofline->callOf[kernel.value]];
            if (call.first != kernel || !inStreams(kernel))
                continue;
            m_layers[m_input.segmentation->layerOf[kernel.value]].add(*m_roofline, call, hardware);
            m_whole.add(*m_roofline, call, hardware);
        }
    }
    if (!layer)
        return m_whole;
    const auto found = m_layers.find(*layer);
    return found == m_layers.end() ? kNothing : found->second;
}

bool RooflineCells::inStreams(KernelId kernel) const
{
    const auto &streams = m_input.scope.streams;
    return !streams || (*streams)[m_input.document->kernels.stream[kernel.value].value];
}

std::string_view RooflineCells::missing(const RooflineSum &sum, DeviceId device) const
{
    if (!m_roofline)
        return "neither shapes nor work are recorded; give --config";
    if (sum.modelledNs <= 0)
        return "no work is modelled; see the table roofline";
    if (!m_roofline->peaks[device.value].known)
        return "the peaks of the device are not known; give --peaks";
    if (!sum.coversMost())
        return "less than half of the kernel time is modelled; see the table roofline";
    return "no peak stated for this type";
}

Message aboveLimitMark()
{
    return "above what the device can do: the model, the tokens or the peaks are wrong, or the data was in a cache";
}

std::string_view partOfCallMark()
{
    return "part of a call whose FLOPs and bytes are counted with another kernel of it";
}

void warnOfMarkedRows(ReportTable &table)
{
    const std::size_t column = table.columnIndex("limit_note");
    std::int64_t marked = 0;
    for (std::size_t r = 0; column != ReportTable::npos && r < table.rowCount(); ++r)
        marked += table.isMissing(r, column) ? 0 : 1;
    if (marked > 0)
        table.addWarning(rowsAboveLimit(marked));
}

Message rowsAboveLimit(std::int64_t rows)
{
    if (rows == 1)
        return msg(
            "One row would need more time on this device than it took: there the model, the tokens or the peaks are wrong, "
            "or the data was in a cache.");
    return msg("%1 rows would need more time on this device than they took: there the model, the tokens or the peaks are wrong, "
               "or the data was in a cache.",
        rows);
}

Result<std::shared_ptr<const Roofline>> rooflineIfAny(const TableInput &input)
{
    if (input.document->operations.empty() && !input.config && !recordsOperators(*input.document))
        return std::shared_ptr<const Roofline>();
    return input.parts->roofline(input);
}

} // namespace lamella::core
