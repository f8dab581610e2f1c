// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roles/KernelRoles.h"

#include "core/analysis/roles/RoleKinds.h"
#include "core/analysis/roles/RoleSequence.h"
#include "core/analysis/roofline/ConfigFit.h"
#include "core/analysis/roofline/KernelTypes.h"
#include "core/analysis/roofline/LayerShape.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lamella::core {

namespace {

// Of the layers of a config; the same for all layers of a kind, so asked for once per layer.
class ConfigTraits {
public:
    explicit ConfigTraits(const ModelConfig *config = nullptr)
        : m_config(config)
    {
    }
    LayerTraits of(int layer)
    {
        if (!m_config || layer < 0)
            return 0;
        const auto [found, added] = m_traits.try_emplace(layer, LayerTraits{0});
        if (added)
            found->second = read(layer);
        return found->second;
    }

private:
    [[nodiscard]] LayerTraits read(int layer) const
    {
        const LayerShape shape = layerShape(*m_config, layer, 1);
        LayerTraits traits = traitBit(shape.gated ? LayerTrait::Gated : LayerTrait::Ungated);
        traits |= shape.latent > 0 ? traitBit(LayerTrait::Mla) : 0;
        traits |= shape.queryLatent > 0 ? traitBit(LayerTrait::QLora) : 0;
        traits |= shape.experts > 0 ? traitBit(LayerTrait::Moe) : 0;
        traits |= shape.sharedIntermediate > 0 ? traitBit(LayerTrait::SharedExperts) : 0;
        return traits;
    }

    const ModelConfig *m_config;
    std::unordered_map<int, LayerTraits> m_traits;
};

class RoleFinder {
public:
    RoleFinder(const RoleInput &input, const JobControl &control)
        : m_input(input)
        , m_control(control)
    {
        m_roles.names.emplace_back();
        m_roles.roleOf.assign(input.analysis.document.kernels.size(), 0);
        m_roles.joined.assign(input.analysis.document.kernels.size(), false);
    }
    KernelRoles find();

private:
    struct Found {
        RoleId role = 0;
        bool joined = false;
    };
    using Kernels = std::vector<KernelId>;

    void pass(const DeviceSegmentation &device, const Pass &pass, RoleKinds &kinds);
    void sequence(const Kernels &kernels, RoleScope scope, int layer, RoleKinds &kinds);
    void outside(std::span<const KernelId> kernels, RoleKinds &kinds);
    [[nodiscard]] Kernels takeHousekeeping(Kernels &layer) const;
    [[nodiscard]] LayerTraits traitsOf(const std::vector<std::uint32_t> &kinds) const;
    RoleId idOf(const std::string &name);

    const RoleInput &m_input;
    const JobControl &m_control;
    ConfigTraits m_config; // of one device
    KernelRoles m_roles;
    std::map<std::string, RoleId, std::less<>> m_ids;
    std::unordered_map<std::string, std::vector<Found>> m_known; // by the bytes of scope and kinds; of one device
    const RoleKinds *m_kinds = nullptr;
};

RoleId RoleFinder::idOf(const std::string &name)
{
    constexpr std::size_t kMaxRoles = 60'000;
    const auto found = m_ids.find(name);
    if (found != m_ids.end())
        return found->second;
    if (m_roles.names.size() > kMaxRoles)
        return 0;
    m_roles.names.push_back(name);
    return m_ids.emplace(name, static_cast<RoleId>(m_roles.names.size() - 1)).first->second;
}

// What the kernels of a layer tell about it.
LayerTraits RoleFinder::traitsOf(const std::vector<std::uint32_t> &kinds) const
{
    LayerTraits traits = 0;
    bool product = false;
    bool normBefore = false;
    bool gated = false;
    bool ungated = false;
    for (const std::uint32_t id : kinds) {
        const RoleKind &kind = (*m_kinds)[id];
        gated = gated || kind.gated;
        ungated = ungated || kind.ungated;
        if (kind.category == Category::Moe || kind.category == Category::MoeRouting)
            traits |= traitBit(LayerTrait::Moe);
        if (kind.latentAttention)
            traits |= traitBit(LayerTrait::Mla) | traitBit(LayerTrait::QLora);
        normBefore = normBefore || (!product && kind.category == Category::Norm);
        product = product || kind.category == Category::Gemm;
    }
    traits |= gated ? traitBit(LayerTrait::Gated) : ungated ? traitBit(LayerTrait::Ungated) : 0;
    return traits | (product && !normBefore ? traitBit(LayerTrait::PostNorm) : 0);
}

void RoleFinder::sequence(const Kernels &kernels, RoleScope scope, int layer, RoleKinds &kinds)
{
    if (kernels.empty())
        return;
    std::vector<std::uint32_t> own(kernels.size());
    std::string key;
    key.reserve(kernels.size() * sizeof(std::uint32_t) + 16);
    std::vector<bool> continues(kernels.size(), false);
    EventId last;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        own[i] = kinds.of(kernels[i]);
        const EventId module = kinds.module(kernels[i]);
        continues[i] = i > 0 && module == last && (module.valid() || !kinds[own[i]].wholeNorm);
        last = module;
        const std::uint32_t coded = own[i] << 1 | (continues[i] ? 1U : 0U);
        key.append(reinterpret_cast<const char *>(&coded), sizeof coded);
    }
    const LayerTraits ofConfig = m_config.of(layer);
    LayerTraits found = traitsOf(own);
    if (ofConfig != 0) // the config says which of these it is
        found &= ~(traitBit(LayerTrait::Gated) | traitBit(LayerTrait::Ungated) | traitBit(LayerTrait::Mla)
            | traitBit(LayerTrait::QLora));
    scope.traits |= ofConfig | found;
    const std::array<std::uint32_t, 2> place{
        static_cast<std::uint32_t>(scope.part) << 8 | static_cast<std::uint32_t>(scope.stage), scope.traits};
    key.append(reinterpret_cast<const char *>(place.data()), sizeof place);
    const auto [known, added] = m_known.try_emplace(std::move(key));
    if (added) {
        std::vector<RoleItem> items(kernels.size());
        for (std::size_t i = 0; i < kernels.size(); ++i)
            items[i] = {kinds[own[i]].category, &kinds[own[i]].rules, continues[i]};
        for (const RoleOf &role : rolesOfSequence(m_input.rules, items, scope))
            known->second.push_back({role.name ? idOf(*role.name) : RoleId{0}, role.joined});
    }
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        m_roles.roleOf[kernels[i].value] = known->second[i].role;
        m_roles.joined[kernels[i].value] = known->second[i].joined;
    }
}

void RoleFinder::outside(std::span<const KernelId> kernels, RoleKinds &kinds)
{
    std::vector<std::int32_t> known; // by kind; -1 = not yet
    Kernels one(1);
    for (const KernelId kernel : kernels) { // nothing is known of their neighbours
        const std::uint32_t kind = kinds.of(kernel);
        if (kind >= known.size())
            known.resize(kind + 1, -1);
        one.front() = kernel;
        if (known[kind] < 0)
            sequence(one, {RolePart::Any, RoleStage::Forward, 0}, -1, kinds);
        else
            m_roles.roleOf[kernel.value] = static_cast<RoleId>(known[kind]);
        known[kind] = m_roles.roleOf[kernel.value];
    }
}

// The kernels of side streams that only do elementwise work during this layer, such as the bookkeeping of the next pass: their
// place between the kernels of the layer says nothing. They are taken out of it.
RoleFinder::Kernels RoleFinder::takeHousekeeping(Kernels &layer) const
{
    const AnalysisInput &in = m_input.analysis;
    const KernelTable &table = in.document.kernels;
    std::map<StreamId, bool> housekeeping; // side streams
    for (const KernelId kernel : layer)
        if (in.segmentation.side[kernel.value] != 0) {
            const Category category = in.names.category(table.name[kernel.value]);
            bool &only = housekeeping.try_emplace(table.stream[kernel.value], true).first->second;
            only = only && (category == Category::Elementwise || category == Category::Memory);
        }
    const auto middle = std::stable_partition(layer.begin(), layer.end(), [&](KernelId kernel) {
        const auto found = housekeeping.find(table.stream[kernel.value]);
        return in.segmentation.side[kernel.value] == 0 || found == housekeeping.end() || !found->second;
    });
    Kernels taken(middle, layer.end());
    layer.erase(middle, layer.end());
    return taken;
}

void RoleFinder::pass(const DeviceSegmentation &device, const Pass &pass, RoleKinds &kinds)
{
    std::map<int, Kernels> layers;
    const std::vector<std::int32_t> &layerOf = m_input.analysis.segmentation.layerOf;
    Kernels *last = nullptr;
    int lastLayer = 0;
    for (const KernelId kernel : m_input.analysis.index.ofPass(device.device, pass.number)) {
        const int layer = layerOf[kernel.value];
        if (!last || layer != lastLayer)
            last = &layers[layer];
        lastLayer = layer;
        last->push_back(kernel);
    }
    RoleScope scope;
    scope.stage = pass.stage == Stage::Backward ? RoleStage::Backward
        : pass.stage == Stage::Optimizer        ? RoleStage::Optimizer
                                                : RoleStage::Forward;
    scope.traits = pass.stage == Stage::Decode ? traitBit(LayerTrait::Decode) : 0;
    for (auto &[layer, kernels] : layers) {
        if (layer >= 0 && scope.stage == RoleStage::Forward)
            outside(takeHousekeeping(kernels), kinds);
        scope.part = layer >= 0   ? RolePart::Layer
            : layer == kHeadLayer ? RolePart::Head
            : layer == kTailLayer ? RolePart::Tail
                                  : RolePart::Any;
        if (scope.part == RolePart::Any && scope.stage == RoleStage::Forward)
            outside(kernels, kinds);
        else
            sequence(kernels, scope, layer, kinds);
    }
}

KernelRoles RoleFinder::find()
{
    for (const DeviceSegmentation &device : m_input.analysis.segmentation.devices) {
        RoleInput ofDevice = m_input;
        if (layersOfOtherModel(device, m_input.config))
            ofDevice.config = nullptr;
        m_config = ConfigTraits(ofDevice.config);
        RoleKinds kinds(ofDevice, devicesThatShare(m_input.analysis, device));
        m_kinds = &kinds;
        m_known.clear();
        for (const Pass &one : device.passes) {
            if (m_control.stopRequested())
                return std::move(m_roles);
            pass(device, one, kinds);
        }
        outside(m_input.analysis.index.ofPass(device.device, kNoPass), kinds);
    }
    return std::move(m_roles);
}

} // namespace

std::vector<const RoleRule *> roleRules(const ProfileSet &profiles, const ModelProfile *profile)
{
    constexpr std::size_t kMaxRules = 60'000; // rows are 16 bits
    std::vector<const RoleRule *> rules;
    if (profile)
        for (const RoleRule &rule : profile->roles)
            rules.push_back(&rule);
    for (const RoleRule &rule : profiles.universalRoles)
        rules.push_back(&rule);
    if (rules.size() > kMaxRules)
        rules.resize(kMaxRules);
    return rules;
}

KernelRoles kernelRoles(const RoleInput &input, const JobControl &control)
{
    return RoleFinder(input, control).find();
}

} // namespace lamella::core
