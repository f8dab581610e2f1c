// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/Hardware.h"

#include "core/base/AsciiCase.h"
#include "core/base/Resources.h"
#include "core/profile/JsonValue.h"

#include <algorithm>
#include <utility>

namespace lamella::core {

namespace {

bool isAsciiLetterOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;
constexpr const char *kMatch = "match";
constexpr const char *kMemory = "memory_gb";
constexpr std::array kFields{
    "name", kMatch, "compute", "multiprocessors", kMemory, "tflops", "memory_gb_per_s", "links_gb_per_s", "source", "comment"};

// Fields of one device, with the first fault.
class DeviceReader {
public:
    DeviceReader(const JsonValue &object, const std::string &path)
        : m_object(object)
        , m_path(path)
    {
    }
    Result<Hardware> read()
    {
        if (!m_object.isObject())
            return Error{ErrorCode::BadProfile, "a device must be an object", m_path, m_object.offset};
        for (std::size_t i = 0; i < m_object.keys.size(); ++i)
            if (std::find(kFields.begin(), kFields.end(), m_object.keys[i]) == kFields.end())
                fault(m_object.items[i], msg("field %1 of a device is not known", m_object.keys[i]));
        Hardware device;
        device.name = text("name", true);
        device.compute = text("compute", false);
        device.source = text("source", true);
        device.multiprocessors = static_cast<int>(number("multiprocessors", 1, false));
        device.bytesPerSecond = number("memory_gb_per_s", kGiga, true);
        device.linkBytesPerSecond = number("links_gb_per_s", kGiga, false);
        readMatches(device);
        readMemory(device);
        readPeaks(device);
        if (m_faulty)
            return m_fault;
        return device;
    }

private:
    void fault(const JsonValue &at, Message what)
    {
        if (!m_faulty)
            m_fault = {ErrorCode::BadProfile, std::move(what), m_path, at.offset};
        m_faulty = true;
    }
    std::string text(const char *key, bool needed)
    {
        const JsonValue *value = m_object.find(key);
        if (value ? !value->isString() || value->text.empty() : needed)
            fault(value ? *value : m_object, msg("%1 of a device must be a text", key));
        return value && value->isString() ? value->text : std::string();
    }
    double positive(const JsonValue *value, const char *key, bool needed)
    {
        constexpr double kMaxNumber = 1e9;
        const bool good = value && value->isNumber() && value->number > 0 && value->number <= kMaxNumber;
        if (value ? !good : needed)
            fault(value ? *value : m_object, msg("%1 of a device must be a number above 0", key));
        return good ? value->number : 0;
    }
    double number(const char *key, double unit, bool needed) { return positive(m_object.find(key), key, needed) * unit; }
    void readMatches(Hardware &device)
    {
        const JsonValue *list = m_object.find(kMatch);
        if (list && !list->isArray())
            return fault(*list, msg("%1 of a device must be a list", kMatch));
        for (std::size_t i = 0; list && i < list->items.size(); ++i) {
            if (!list->items[i].isString() || list->items[i].text.empty())
                return fault(list->items[i], msg("%1 of a device must be a text", kMatch));
            device.matches.push_back(list->items[i].text);
        }
    }
    void readMemory(Hardware &device)
    {
        const JsonValue *list = m_object.find(kMemory);
        if (!list)
            return;
        if (!list->isArray() || list->items.size() != 2)
            return fault(*list, msg("%1 of a device must be a list of two numbers, min and max", kMemory));
        device.minMemoryBytes = positive(&list->items[0], kMemory, true) * kGiga;
        device.maxMemoryBytes = positive(&list->items[1], kMemory, true) * kGiga;
    }
    void readPeaks(Hardware &device)
    {
        const JsonValue *peaks = m_object.find("tflops");
        if (!peaks || !peaks->isObject() || peaks->items.empty())
            return fault(peaks ? *peaks : m_object, msg("%1 of a device must be an object of rates by element type", "tflops"));
        for (std::size_t i = 0; i < peaks->items.size(); ++i) {
            const auto type = elementTypeFromName(peaks->keys[i]);
            if (!type)
                return fault(peaks->items[i], msg("element type %1 is not known", peaks->keys[i]));
            device.flopsPerSecond[static_cast<std::size_t>(*type)] = positive(&peaks->items[i], "tflops", true) * kTera;
        }
    }

    const JsonValue &m_object;
    const std::string &m_path;
    Error m_fault;
    bool m_faulty = false;
};

std::string namesOf(const std::vector<Hardware> &devices)
{
    std::string names;
    for (const Hardware &device : devices)
        names += (names.empty() ? "" : ", ") + device.name;
    return names;
}

// Whether the name holds the part as words of its own: "NVIDIA A10" is no part of "NVIDIA A100-SXM4-80GB".
bool holds(const std::string &lower, const std::string &part)
{
    const std::string wanted = asciiLowered(part);
    const auto goesOn = [&lower](std::size_t at) { return at < lower.size() && isAsciiLetterOrDigit(lower[at]); };
    for (std::size_t at = lower.find(wanted); at != std::string::npos; at = lower.find(wanted, at + 1))
        if ((at == 0 || !goesOn(at - 1)) && !goesOn(at + wanted.size()))
            return true;
    return false;
}

} // namespace

double Hardware::peakOf(ElementType type) const
{
    const auto stated = [this](ElementType t) { return flopsPerSecond[static_cast<std::size_t>(t)]; };
    // What a type is computed as where its own rate is not stated, step by step.
    constexpr std::array<std::pair<ElementType, ElementType>, 12> kWidened{{{ElementType::Fp4, ElementType::Fp8},
        {ElementType::Fp6, ElementType::Fp8}, {ElementType::Fp8, ElementType::Bf16}, {ElementType::Int4, ElementType::Int8},
        {ElementType::Bf16, ElementType::Fp16}, {ElementType::Fp16, ElementType::Bf16}, {ElementType::Int8, ElementType::Bf16},
        {ElementType::Tf32, ElementType::Fp32}, {ElementType::Fp64, ElementType::Unknown},
        {ElementType::Complex32, ElementType::Fp16}, {ElementType::Complex64, ElementType::Fp32},
        {ElementType::Complex128, ElementType::Fp64}}};
    for (std::size_t steps = 0; steps < kWidened.size(); ++steps) {
        if (type == ElementType::Unknown || stated(type) > 0)
            return stated(type);
        const auto wider = std::find_if(kWidened.begin(), kWidened.end(), [type](const auto &w) { return w.first == type; });
        type = wider == kWidened.end() ? ElementType::Unknown : wider->second;
    }
    return 0;
}

const std::vector<Hardware> &builtinHardware()
{
    static const std::vector<Hardware> all = [] {
        std::vector<Hardware> devices;
        for (const Resource &file : resourcesIn("hardware/")) // our own files: a test reads each of them
            if (auto read = parseHardware(file.bytes, "built-in"))
                devices.insert(devices.end(), read->begin(), read->end());
        return devices;
    }();
    return all;
}

Result<std::vector<Hardware>> parseHardware(std::string_view json, const std::string &path)
{
    const auto root = parseJson(json, path);
    if (!root)
        return root.error();
    const JsonValue *list = root->find("devices");
    if (!list || !list->isArray() || list->items.empty())
        return Error{ErrorCode::BadProfile, "a file of hardware must be an object with a list \"devices\"", path, root->offset};
    std::vector<Hardware> devices;
    for (const JsonValue &item : list->items) {
        auto device = DeviceReader(item, path).read();
        if (!device)
            return device.error();
        devices.push_back(std::move(*device));
    }
    return devices;
}

Result<Hardware> hardwareFor(const std::string &nameOrFile, const DeviceFacts &facts)
{
    if (nameOrFile.find('/') != std::string::npos || nameOrFile.ends_with(".json")) {
        const auto text = readSmallFile(nameOrFile);
        if (!text)
            return text.error();
        const auto devices = parseHardware(*text, nameOrFile);
        if (!devices)
            return devices.error();
        if (devices->size() == 1)
            return devices->front();
        if (const Hardware *one = recognisedHardware(*devices, facts))
            return *one;
        return Error{ErrorCode::BadRequest, msg("none of the devices of the file is that of the trace: %1", namesOf(*devices)),
            nameOrFile, -1};
    }
    const std::string wanted = asciiLowered(nameOrFile);
    std::vector<Hardware> fitting;
    for (const Hardware &device : builtinHardware()) {
        const std::string lower = asciiLowered(device.name);
        if (lower == wanted)
            return device;
        if (holds(lower, nameOrFile))
            fitting.push_back(device);
    }
    if (fitting.size() == 1)
        return fitting.front();
    if (const Hardware *one = recognisedHardware(fitting, facts))
        return *one;
    if (!fitting.empty())
        return Error{ErrorCode::BadRequest,
            msg("%1 can be one of several devices: %2", nameOrFile, namesOf(fitting)), {}, -1};
    return Error{ErrorCode::BadRequest,
        msg("no device is called %1; use one of %2, or the path of a file of hardware", nameOrFile, namesOf(builtinHardware())), {},
        -1};
}

const Hardware *recognisedHardware(const std::vector<Hardware> &known, const DeviceFacts &facts)
{
    const std::string name = asciiLowered(facts.name);
    const Hardware *best = nullptr;
    std::size_t longest = 0;
    for (const Hardware &device : known)
        for (const std::string &part : device.matches)
            if (!name.empty() && part.size() > longest && holds(name, part)) {
                best = &device;
                longest = part.size();
            }
    if (best || !name.empty() || facts.compute.empty())
        return best;
    // Containers without the vendor's list of names record what the device is like.
    std::size_t found = 0;
    for (const Hardware &device : known) {
        if (device.compute != facts.compute || device.multiprocessors != facts.multiprocessors || device.maxMemoryBytes <= 0
            || facts.memoryBytes < device.minMemoryBytes || facts.memoryBytes > device.maxMemoryBytes)
            continue;
        best = &device;
        ++found;
    }
    return found == 1 ? best : nullptr;
}

} // namespace lamella::core
