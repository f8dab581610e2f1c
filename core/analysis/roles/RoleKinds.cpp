// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roles/RoleKinds.h"

#include "core/analysis/TensorShapes.h"
#include "core/analysis/origin/Origins.h"
#include "core/base/AsciiCase.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::uint32_t kNoRole = 0xFFFFFFFFU;

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// "nn.Module: Qwen2Attention_3" -> "qwen2attention".
std::string classOf(std::string_view frame)
{
    constexpr std::string_view kPrefix = "nn.Module: ";
    if (frame.starts_with(kPrefix))
        frame.remove_prefix(kPrefix.size());
    const std::size_t end = frame.find_last_not_of("0123456789");
    if (end != std::string_view::npos && end > 0 && end + 1 < frame.size() && frame[end] == '_')
        frame = frame.substr(0, end);
    return asciiLowered(frame);
}

} // namespace

std::size_t RoleKinds::KeyHash::operator()(const Key &key) const
{
    std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
    for (const StringId id : key)
        hash = (hash ^ id.value) * 0xD6E8FEB86659FD93ULL ^ hash >> 29;
    return static_cast<std::size_t>(hash);
}

RoleKinds::RoleKinds(const RoleInput &input, int devices)
    : m_input(input)
    , m_document(input.analysis.document)
    , m_texts(input.analysis.document)
    , m_devices(std::max(1, devices))
{
    for (const RoleRule *rule : input.rules)
        m_asksShapes = m_asksShapes || (!rule->columns.empty() && input.config && input.config->has(rule->columns));
    m_asksScopes = !m_document.operations.empty();
}

RoleKinds::Launched RoleKinds::launchOf(KernelId kernel) const
{
    if (m_input.origins)
        for (std::uint32_t c = 0; c < m_input.origins->companions().size(); ++c)
            if (const auto row = m_input.origins->rowIn(kernel, c)) {
                const JoinedCompanion &companion = *m_input.origins->companions()[c];
                return {companion.document.get(), &companion.join, *row};
            }
    if (m_input.launches && kernel.value < m_input.launches->cpuOp.size())
        return {&m_document, m_input.launches, kernel.value};
    return {};
}

// Of a companion it is an event of that: compared within a replay only.
EventId RoleKinds::module(KernelId kernel) const
{
    const Launched launched = launchOf(kernel);
    return launched.document ? launched.join->module[launched.row] : EventId();
}

RoleKinds::Key RoleKinds::keyOf(KernelId kernel)
{
    Key key;
    const std::size_t k = kernel.value;
    key[0] = m_document.kernels.name[k];
    if (const Launched launched = launchOf(kernel); launched.document) {
        const TraceDocument &document = *launched.document;
        const auto ownId = [&](StringId id) { return &document == &m_document ? id : m_texts.of(document.text(id)); };
        const auto nameOf = [&](EventId event) { return event.valid() ? ownId(document.events.row(event).name) : StringId(); };
        key[1] = nameOf(launched.join->cpuOp[launched.row]);
        key[2] = nameOf(launched.join->half[launched.row]);
        key[3] = nameOf(launched.join->module[launched.row]);
        if (const StringId dims = launched.join->inputDims[launched.row];
            m_asksShapes && dims.valid() && m_input.analysis.names.category(key[0]) == Category::Gemm)
            key[4] = ownId(dims);
    }
    if (m_asksScopes)
        if (const auto operation = m_document.events.sparse(m_document.kernels.event[k], SparseKey::Operation))
            if (static_cast<std::size_t>(*operation) < m_document.operations.size())
                key[3] = m_document.operations[static_cast<std::size_t>(*operation)].scope;
    return key;
}

std::string RoleKinds::moduleText(const Key &key) const
{
    std::string text = key[2].valid() ? classOf(m_texts.text(key[2])) : std::string();
    if (key[3].valid())
        text += '/' + classOf(m_texts.text(key[3]));
    return text;
}

// The columns of the second factor: the last size of the last input with two dimensions or more.
bool RoleKinds::columnsFit(const std::string &field, StringId dims) const
{
    if (!dims.valid() || !m_input.config)
        return false;
    const double wanted = m_input.config->number(field);
    const TensorShapes shapes = tensorShapes(m_texts.text(dims));
    const auto last = std::find_if(shapes.rbegin(), shapes.rend(), [](const auto &shape) { return shape.size() >= 2; });
    if (wanted <= 0 || last == shapes.rend())
        return false;
    const auto columns = static_cast<double>(last->back());
    return columns == wanted || columns * m_devices == wanted;
}

RoleKind RoleKinds::make(const Key &key) const
{
    RoleKind kind;
    const KernelName &name = m_input.analysis.names[key[0]];
    const std::string lower = asciiLowered(name.full);
    const std::string op = key[1].valid() ? asciiLowered(m_texts.text(key[1])) : std::string();
    const std::string module = moduleText(key);
    kind.category = name.category;
    kind.wholeNorm = has(lower, "norm");
    kind.latentAttention = kind.category == Category::Attention && has(lower, "mla");
    kind.gated =
        has(lower, "and_mul") || has(lower, "andmul") || has(lower, "swiglu") || (has(lower, "silu") && has(lower, "mul"));
    kind.ungated = !kind.gated && kind.category == Category::Elementwise && has(lower, "gelu");
    for (std::size_t row = 0; row < m_input.rules.size(); ++row) {
        const RoleRule &rule = *m_input.rules[row];
        const bool fits = (rule.categories == 0 || (rule.categories >> static_cast<unsigned>(kind.category) & 1U) != 0)
            && (!rule.pattern || rule.pattern->matches(lower)) && (!rule.op || (!op.empty() && rule.op->matches(op)))
            && (!rule.module || (!module.empty() && rule.module->matches(module)))
            && (rule.columns.empty() || columnsFit(rule.columns, key[4]));
        if (fits)
            kind.rules.push_back(static_cast<std::uint16_t>(row));
    }
    return kind;
}

std::uint32_t RoleKinds::of(KernelId kernel)
{
    const bool nameOnly = !m_input.launches && !m_input.origins && !m_asksScopes;
    const StringId name = m_document.kernels.name[kernel.value];
    if (nameOnly && name.value < m_byName.size() && m_byName[name.value] != kNoRole)
        return m_byName[name.value];
    const Key key = keyOf(kernel);
    const auto [found, added] = m_found.try_emplace(key, static_cast<std::uint32_t>(m_kinds.size()));
    if (added)
        m_kinds.push_back(make(key));
    if (nameOnly) {
        constexpr std::size_t kMaxNames = std::size_t{1} << 22; // of the table by name, 16 MB
        if (name.value < kMaxNames) {
            if (name.value >= m_byName.size())
                m_byName.resize(name.value + 1, kNoRole);
            m_byName[name.value] = found->second;
        }
    }
    return found->second;
}

} // namespace lamella::core
