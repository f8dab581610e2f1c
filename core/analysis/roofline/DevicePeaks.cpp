// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/DevicePeaks.h"

#include "core/profile/JsonValue.h"

namespace lamella::core {

namespace {

double numberOf(const JsonValue &object, std::string_view key)
{
    const JsonValue *found = object.find(key);
    return found && found->isNumber() && found->number >= 0 && found->number < 1e15 ? found->number : 0;
}

DevicePeaks recordedPeaks(const Device &device)
{
    DevicePeaks peaks;
    peaks.hardware.name = device.name;
    peaks.hardware.flopsPerSecond[static_cast<std::size_t>(ElementType::Bf16)] = device.peakFlopsPerSecond;
    peaks.hardware.flopsPerSecond[static_cast<std::size_t>(ElementType::Fp32)] = device.peakFlopsPerSecond;
    peaks.hardware.bytesPerSecond = device.peakBytesPerSecond;
    peaks.hardware.source = "recorded by the profiler";
    peaks.known = true;
    peaks.why = "rates that the profiler recorded";
    return peaks;
}

Message whyUnknown(const DeviceFacts &facts)
{
    if (facts.name.empty() && facts.compute.empty())
        return "the trace does not say which device it was recorded on; give --peaks";
    if (facts.name.empty())
        return msg("no data sheet for an unnamed device of compute capability %1 with %2 multiprocessors; give --peaks",
            facts.compute, facts.multiprocessors);
    return msg("no data sheet for %1; give --peaks", facts.name);
}

} // namespace

DeviceFacts deviceFacts(const TraceDocument &document, DeviceId device)
{
    DeviceFacts facts;
    const Device &recorded = document.devices[device.value];
    facts.name = recorded.name.starts_with("/device:") ? std::string() : recorded.name;
    for (const auto &[key, value] : document.metadata.other) {
        if (key != "deviceProperties")
            continue;
        const auto list = parseJson(value, {});
        if (!list || list->items.empty() || !list->isArray())
            continue;
        const JsonValue *mine = &list->items.front();
        for (const JsonValue &item : list->items)
            if (item.find("id") && numberOf(item, "id") == static_cast<double>(recorded.number))
                mine = &item;
        const JsonValue *name = mine->find("name");
        if (facts.name.empty() && name && name->isString())
            facts.name = name->text;
        facts.compute = std::to_string(static_cast<int>(numberOf(*mine, "computeMajor"))) + "."
            + std::to_string(static_cast<int>(numberOf(*mine, "computeMinor")));
        facts.multiprocessors = static_cast<int>(numberOf(*mine, "numSms"));
        facts.memoryBytes = numberOf(*mine, "totalGlobalMem");
    }
    return facts;
}

Result<std::vector<DevicePeaks>> devicePeaks(const TraceDocument &document, const std::string &asked)
{
    std::vector<DevicePeaks> all;
    for (std::uint32_t i = 0; i < document.devices.size(); ++i) {
        const DeviceFacts facts = deviceFacts(document, DeviceId(i));
        if (!asked.empty()) {
            auto hardware = hardwareFor(asked, facts);
            if (!hardware)
                return hardware.error();
            all.push_back({std::move(*hardware), true, "asked for"});
            continue;
        }
        if (document.devices[i].peakFlopsPerSecond > 0 && document.devices[i].peakBytesPerSecond > 0) {
            all.push_back(recordedPeaks(document.devices[i]));
            continue;
        }
        const Hardware *found = recognisedHardware(builtinHardware(), facts);
        if (found)
            all.push_back({*found, true, facts.name.empty() ? "recognised by its properties" : "recognised by its name"});
        else
            all.push_back({{}, false, whyUnknown(facts)});
    }
    return all;
}

} // namespace lamella::core
