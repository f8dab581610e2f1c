// SPDX-License-Identifier: GPL-3.0-or-later
// The stats of a plane: typed values with names, on the plane, on kinds of events and on single events. Views live in the
// message. Functions throw protozero::exception on damage; the reader of the plane catches it.
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
    PathName, // "name": the path of work on a GPU
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
    MemoryBandwidth // bytes a second
};

struct StatValue {
    std::int64_t id = 0;
    std::string_view text; // of texts and references
    std::string_view bytes;
    std::optional<std::int64_t> number;
    bool isUnsigned = false;
    std::optional<double> real;
};

class StatNames {
public:
    // entry: one of the plane's map of stat metadata.
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

// The texts of stats in the document. Many events may refer to one long text, which is read once.
class StatTexts {
public:
    explicit StatTexts(DocumentBuilder &builder)
        : m_builder(builder)
    {
    }
    // At most 1 MiB of it, with a diagnostic where it is longer.
    StringId intern(std::string_view text);

private:
    struct Hash {
        std::size_t operator()(const std::pair<const char *, std::size_t> &key) const
        {
            return std::hash<const char *>()(key.first) ^ (key.second * 0x9E3779B97F4A7C15u);
        }
    };
    DocumentBuilder &m_builder;
    std::unordered_map<std::pair<const char *, std::size_t>, StringId, Hash> m_known; // of long ones, by their place
};

// What stats say about an operation or a device, gathered one by one.
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

    void add(const StatNames &names, std::string_view stat);
    // False may also be said of two that are the same: long texts are compared by their place alone.
    [[nodiscard]] bool sameOperation(const StatFacts &other) const;
    // Invalid where nothing says that it is an operation.
    [[nodiscard]] OperationId operation(DocumentBuilder &builder, StatTexts &texts) const;
};

} // namespace lamella::core::xplane
