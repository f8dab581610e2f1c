// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the stats of a plane: named, typed values of the plane, of kinds of events and of single events. Views refer to the
// message. Functions throw protozero::exception on damage; the plane reader catches it.
#pragma once

#include "core/import/DocumentBuilder.h"
#include "core/model/Operation.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lamella::core::xplane {

enum class StatRole : std::uint8_t {
    None,
    Scope, // "tf_op"
    PathName, // "name": the path of an operation, for work on a GPU
    Category,
    Source,
    Module,
    ModelFlops,
    Flops,
    Bytes,
    RunId,
    DeviceType,
    PeakTeraflops,
    PeakGigabytes,
    MemoryBandwidth, // bytes per second
    Correlation, // of work on a GPU and of the call that launched it
    KernelDetails, // XlaKernelDetails.h
    ComputeMajor, // of the device, as the following
    ComputeMinor,
    Multiprocessors,
    MemorySize // bytes
};

struct StatValue {
    std::int64_t id = 0;
    std::string_view text; // for strings and references
    std::string_view bytes;
    std::optional<std::int64_t> number;
    bool isUnsigned = false;
    std::optional<double> real;
};

class StatNames {
public:
    // entry: an entry of the plane's map of stat metadata.
    void add(std::string_view entry);
    [[nodiscard]] StatRole role(std::int64_t id) const;
    [[nodiscard]] std::string_view name(std::int64_t id) const; // "" = unknown
    [[nodiscard]] StatValue read(std::string_view stat) const;

private:
    struct Known {
        std::string_view name;
        StatRole role = StatRole::None;
    };
    std::unordered_map<std::int64_t, Known> m_names;
};

// Interns the texts of stats. Many events may refer to one long text, which is then read only once.
class StatTexts {
public:
    explicit StatTexts(DocumentBuilder &builder)
        : m_builder(builder)
    {
    }
    // Truncates to 1 MiB, with a diagnostic.
    StringId intern(std::string_view text);

private:
    struct Hash {
        std::size_t operator()(const std::pair<const char *, std::size_t> &key) const
        {
            return std::hash<const char *>()(key.first) ^ (key.second * 0x9E3779B97F4A7C15u);
        }
    };
    DocumentBuilder &m_builder;
    std::unordered_map<std::pair<const char *, std::size_t>, StringId, Hash> m_known; // long texts by address
};

// The facts that stats provide about an operation or a device.
struct StatFacts {
    std::string_view scope;
    std::string_view pathName;
    std::string_view longName;
    std::string_view category;
    std::string_view source;
    std::string_view module;
    std::optional<std::int64_t> modelFlops;
    std::optional<std::int64_t> flops;
    std::optional<std::int64_t> bytes;
    std::string runId; // at most 256 bytes
    std::string_view deviceType;
    double peakFlopsPerSecond = 0;
    double peakBytesPerSecond = 0;
    std::int64_t correlation = 0; // 0: none
    std::string_view kernelDetails;
    std::int64_t computeMajor = 0;
    std::int64_t computeMinor = 0;
    std::int64_t multiprocessors = 0; // 0: not recorded
    std::int64_t memoryBytes = 0;

    void add(const StatNames &names, std::string_view stat);
    // May return false for equal operations, because long texts are only compared by address.
    [[nodiscard]] bool sameOperation(const StatFacts &other) const;
    // Invalid if no stat indicates an operation.
    [[nodiscard]] OperationId operation(DocumentBuilder &builder, StatTexts &texts) const;

private:
    void addOfDevice(StatRole role, const StatValue &value);
};

} // namespace lamella::core::xplane
