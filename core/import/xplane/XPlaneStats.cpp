// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/XPlaneStats.h"

#include "core/base/Utf8Truncate.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"
#include "core/import/xplane/XPlaneFields.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lamella::core::xplane {

namespace {

constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;
constexpr std::size_t kLongText = 64; // bytes from which texts are cached by address
constexpr std::size_t kLongestText = std::size_t{1} << 20;
constexpr std::size_t kLongestRunId = 256;

constexpr std::array kRoles{
    std::pair{std::string_view("tf_op"), StatRole::Scope},
    std::pair{std::string_view("name"), StatRole::PathName},
    std::pair{std::string_view("hlo_category"), StatRole::Category},
    std::pair{std::string_view("source"), StatRole::Source},
    std::pair{std::string_view("hlo_module"), StatRole::Module},
    std::pair{std::string_view("model_flops"), StatRole::ModelFlops},
    std::pair{std::string_view("flops"), StatRole::Flops},
    std::pair{std::string_view("bytes_accessed"), StatRole::Bytes},
    std::pair{std::string_view("run_id"), StatRole::RunId},
    std::pair{std::string_view("device_type_string"), StatRole::DeviceType},
    std::pair{std::string_view("peak_teraflops_per_second"), StatRole::PeakTeraflops},
    std::pair{std::string_view("peak_hbm_bw_gigabytes_per_second"), StatRole::PeakGigabytes},
    std::pair{std::string_view("memory_bandwidth"), StatRole::MemoryBandwidth},
    std::pair{std::string_view("correlation_id"), StatRole::Correlation},
    std::pair{std::string_view("kernel_details"), StatRole::KernelDetails},
    std::pair{std::string_view("compute_cap_major"), StatRole::ComputeMajor},
    std::pair{std::string_view("compute_cap_minor"), StatRole::ComputeMinor},
    std::pair{std::string_view("core_count"), StatRole::Multiprocessors},
    std::pair{std::string_view("memory_size"), StatRole::MemorySize},
};

bool same(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && (a.data() == b.data() || (a.size() < kLongText && a == b));
}

double realOf(const StatValue &value)
{
    const double real = value.real ? *value.real : static_cast<double>(value.number.value_or(0));
    return real > 0 && real < 1e30 ? real : 0; // NaN and impossible values count as not recorded
}

} // namespace

void StatNames::add(std::string_view bytes)
{
    const Entry entry = entryOf(bytes);
    Known known;
    protozero::pbf_message<StatMetadataField> metadata(entry.value.data(), entry.value.size());
    while (metadata.next(StatMetadataField::Name, protozero::pbf_wire_type::length_delimited))
        known.name = viewOf(metadata.get_view());
    const auto *const role =
        std::find_if(kRoles.begin(), kRoles.end(), [&](const auto &candidate) { return candidate.first == known.name; });
    if (role != kRoles.end())
        known.role = role->second;
    m_names[entry.key] = known;
}

StatRole StatNames::role(std::int64_t id) const
{
    const auto it = m_names.find(id);
    return it == m_names.end() ? StatRole::None : it->second.role;
}

std::string_view StatNames::name(std::int64_t id) const
{
    const auto it = m_names.find(id);
    return it == m_names.end() ? std::string_view{} : it->second.name;
}

StatValue StatNames::read(std::string_view bytes) const
{
    StatValue value;
    protozero::pbf_message<StatField> stat(bytes.data(), bytes.size());
    while (stat.next()) {
        switch (stat.tag_and_type()) {
        case protozero::tag_and_type(StatField::MetadataId, protozero::pbf_wire_type::varint):
            value.id = stat.get_int64();
            break;
        case protozero::tag_and_type(StatField::Double, protozero::pbf_wire_type::fixed64):
            value.real = stat.get_double();
            break;
        case protozero::tag_and_type(StatField::Unsigned, protozero::pbf_wire_type::varint):
            value.number = static_cast<std::int64_t>(stat.get_uint64());
            value.isUnsigned = true;
            break;
        case protozero::tag_and_type(StatField::Signed, protozero::pbf_wire_type::varint):
            value.number = stat.get_int64();
            break;
        case protozero::tag_and_type(StatField::Text, protozero::pbf_wire_type::length_delimited):
            value.text = viewOf(stat.get_view());
            break;
        case protozero::tag_and_type(StatField::Bytes, protozero::pbf_wire_type::length_delimited):
            value.bytes = viewOf(stat.get_view());
            break;
        case protozero::tag_and_type(StatField::Reference, protozero::pbf_wire_type::varint):
            value.text = name(stat.get_int64());
            break;
        default:
            stat.skip();
        }
    }
    return value;
}

void StatFacts::add(const StatNames &names, std::string_view stat)
{
    const StatValue value = names.read(stat);
    switch (names.role(value.id)) {
    case StatRole::None:
        break;
    case StatRole::Scope:
        scope = value.text;
        break;
    case StatRole::PathName:
        pathName = value.text;
        break;
    case StatRole::Category:
        category = value.text;
        break;
    case StatRole::Source:
        source = value.text;
        break;
    case StatRole::Module:
        module = value.text;
        break;
    case StatRole::ModelFlops:
        modelFlops = value.number;
        break;
    case StatRole::Flops:
        flops = value.number;
        break;
    case StatRole::Bytes:
        bytes = value.number;
        break;
    case StatRole::RunId:
        runId = value.number ? std::to_string(*value.number) : cleanSample(value.text, kLongestRunId);
        break;
    case StatRole::Correlation:
        correlation = value.number.value_or(0);
        break;
    case StatRole::KernelDetails:
        kernelDetails = value.text;
        break;
    default:
        addOfDevice(names.role(value.id), value);
    }
}

void StatFacts::addOfDevice(StatRole role, const StatValue &value)
{
    const std::int64_t number = std::max<std::int64_t>(0, value.number.value_or(0));
    switch (role) {
    case StatRole::DeviceType:
        deviceType = value.text;
        break;
    case StatRole::PeakTeraflops:
        peakFlopsPerSecond = realOf(value) * kTera;
        break;
    case StatRole::PeakGigabytes:
        peakBytesPerSecond = realOf(value) * kGiga;
        break;
    case StatRole::MemoryBandwidth:
        peakBytesPerSecond = realOf(value);
        break;
    case StatRole::ComputeMajor:
        computeMajor = number;
        break;
    case StatRole::ComputeMinor:
        computeMinor = number;
        break;
    case StatRole::Multiprocessors:
        multiprocessors = number;
        break;
    case StatRole::MemorySize:
        memoryBytes = number;
        break;
    default:
        break;
    }
}

bool StatFacts::sameOperation(const StatFacts &other) const
{
    return same(scope, other.scope) && same(pathName, other.pathName) && same(longName, other.longName)
        && same(category, other.category) && same(source, other.source) && same(module, other.module)
        && modelFlops == other.modelFlops && flops == other.flops && bytes == other.bytes;
}

StringId StatTexts::intern(std::string_view text)
{
    const auto add = [&] {
        if (text.size() > kLongestText)
            m_builder.document().diagnostics.add(
                diagnostics::kDamagedMessage, -1, "a text of " + std::to_string(text.size()) + " bytes is truncated to 1 MiB");
        const std::string_view head = truncateUtf8(text, kLongestText);
        return m_builder.intern(cleanSample(head, head.size() * 3));
    };
    if (text.size() < kLongText)
        return add();
    const auto [it, added] = m_known.try_emplace({text.data(), text.size()});
    if (added)
        it->second = add();
    return it->second;
}

OperationId StatFacts::operation(DocumentBuilder &builder, StatTexts &texts) const
{
    // For work on a GPU, "tf_op" is only "XlaModule:" and "name" has the path.
    const std::string_view path = scope.empty() || scope == "XlaModule:" ? pathName : scope;
    if (scope.empty() && longName.empty() && category.empty() && module.empty())
        return {};
    Operation made;
    made.scope = texts.intern(path);
    made.longName = texts.intern(longName);
    made.category = texts.intern(category);
    made.source = texts.intern(source);
    made.module = texts.intern(module);
    made.flops = std::max<std::int64_t>((modelFlops ? modelFlops : flops).value_or(-1), -1);
    made.bytes = std::max<std::int64_t>(bytes.value_or(-1), -1);
    return builder.operation(made);
}

} // namespace lamella::core::xplane
