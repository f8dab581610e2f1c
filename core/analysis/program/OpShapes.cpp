// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/OpShapes.h"

#include "core/base/ParseDouble.h"
#include "core/base/Saturate.h"
#include "core/profile/JsonValue.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lamella::core {

namespace {

using Dims = std::vector<double>;

// Collects all input tensors, including those in tensor lists; skips scalars ("[]") and tensors without elements.
void collect(const JsonValue &value, std::vector<Dims> &tensors)
{
    Dims dims;
    for (const JsonValue &item : value.items) {
        if (item.isArray())
            collect(item, tensors);
        else if (item.isNumber())
            dims.push_back(item.number);
    }
    if (!dims.empty() && std::all_of(dims.begin(), dims.end(), [](double dim) { return dim > 0; }))
        tensors.push_back(std::move(dims));
}

// Ascend's form: "16, 5120;5120, 2560".
std::vector<Dims> tensorsOfList(std::string_view list)
{
    std::vector<Dims> tensors(1);
    for (std::size_t i = 0; i < list.size();) {
        const bool digit = list[i] >= '0' && list[i] <= '9';
        const std::size_t end = digit ? std::min(list.find_first_not_of("0123456789", i), list.size()) : i + 1;
        double dim = 0;
        if (digit && parseDouble(list.substr(i, end - i), dim).ec == std::errc())
            tensors.back().push_back(i > 0 && list[i - 1] == '-' ? -dim : dim);
        else if (list[i] == ';')
            tensors.emplace_back();
        i = end;
    }
    std::erase_if(tensors, [](const Dims &dims) { return dims.empty() || *std::min_element(dims.begin(), dims.end()) <= 0; });
    return tensors;
}

std::vector<Dims> tensorsOf(std::string_view dims)
{
    if (!dims.starts_with('[') && !dims.starts_with('"'))
        return tensorsOfList(dims);
    const Result<JsonValue> inputs = parseJson(dims, {});
    if (!inputs)
        return {};
    if (inputs->isString())
        return tensorsOfList(inputs->text);
    std::vector<Dims> tensors;
    collect(*inputs, tensors);
    return tensors;
}

// From query, key and value of torch's own operators; the input order of others is unknown.
std::optional<double> attentionWork(std::string_view op, const std::vector<Dims> &tensors)
{
    const bool backward = op.find("backward") != std::string_view::npos; // the first input of a backward operator is the gradient
    const std::size_t first = backward ? 1 : 0;
    if (!op.starts_with("aten::") || op.find("attention") == std::string_view::npos || tensors.size() < first + 3)
        return std::nullopt;
    const Dims &query = tensors[first];
    const Dims &key = tensors[first + 1];
    const Dims &value = tensors[first + 2];
    if (query.size() != 4 || key.size() != 4 || value.size() != 4)
        return std::nullopt;
    const bool sequenceFirst = op.starts_with("aten::_flash_attention") || op.starts_with("aten::_efficient_attention");
    const std::size_t heads = sequenceFirst ? 2 : 1;
    const std::size_t sequence = sequenceFirst ? 1 : 2;
    return 2 * query[0] * query[heads] * query[sequence] * key[sequence] * (query[3] + value[3]);
}

} // namespace

OpShapes opShapes(
    const TraceDocument &document, const LaunchJoin &launches, const std::vector<DeviceId> &devices, const JobControl &control)
{
    constexpr std::uint32_t kPollRows = 65'536;
    std::vector<bool> wanted(document.devices.size(), false);
    for (const DeviceId device : devices)
        wanted[device.value] = true;
    std::map<std::tuple<StringId, StringId, StringId>, InputShapes> sums;
    const KernelTable &kernels = document.kernels;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        if (k % kPollRows == 0 && control.stopRequested())
            return {};
        if (!wanted[document.deviceOf(KernelId(k)).value])
            continue;
        const StringId dims = k < launches.inputDims.size() ? launches.inputDims[k] : StringId();
        const EventId op = k < launches.cpuOp.size() ? launches.cpuOp[k] : EventId();
        const StringId opName = op.valid() ? document.events.row(op).name : StringId();
        InputShapes &sum = sums.try_emplace({kernels.name[k], dims, opName}, InputShapes{dims, opName, 0, 0}).first->second;
        ++sum.count;
        sum.ns = addSaturated(sum.ns, kernels.duration[k]);
    }
    OpShapes byName;
    for (const auto &[key, sum] : sums)
        byName[std::get<0>(key)].push_back(sum);
    const auto text = [&document](StringId id) { return id.valid() ? document.text(id) : std::string_view(); };
    for (auto &[name, shapes] : byName)
        std::sort(shapes.begin(), shapes.end(), [&text](const InputShapes &a, const InputShapes &b) {
            return std::tuple(!a.dims.valid(), -a.ns, b.count, text(a.dims), text(a.op))
                < std::tuple(!b.dims.valid(), -b.ns, a.count, text(b.dims), text(b.op));
        });
    return byName;
}

std::optional<double> inputProxy(std::string_view family, std::string_view op, std::string_view dims)
{
    const std::vector<Dims> tensors = tensorsOf(dims);
    if (family.starts_with("attention"))
        if (const auto work = attentionWork(op, tensors))
            return work;
    double largest = 0;
    for (const Dims &tensor : tensors) {
        double elements = 1;
        for (const double dim : tensor)
            elements *= dim;
        largest = std::max(largest, elements);
    }
    return largest > 0 ? std::optional(largest) : std::nullopt;
}

} // namespace lamella::core
