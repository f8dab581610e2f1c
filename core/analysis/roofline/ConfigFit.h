// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a model config belongs to the trace: equal number of layers, products that the device can compute in the measured time,
// and the same work as given by recorded shapes.
#pragma once

#include "core/analysis/roofline/Roofline.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// Most layers in a pass of the device, if they show that the config (null: none) is not that of its model.
[[nodiscard]] std::optional<int> layersOfOtherModel(const DeviceSegmentation &device, const ModelConfig *config);

// By DeviceId: whether its layers are those of another model; then a warning names them.
[[nodiscard]] std::vector<bool> devicesOfOtherModels(
    const AnalysisInput &input, const ModelConfig *config, std::vector<Message> &warnings);

class ConfigFit {
public:
    ConfigFit(const RooflineInput &input, Roofline &roofline)
        : m_input(input)
        , m_roofline(roofline)
    {
    }
    // A call that was given a role.
    void add(std::string_view role, const WorkKind &kind, const WorkCall &call);
    // A call known from shapes, and the values of the config for it.
    void compare(const WorkKind &byShapes, const OperatorCost &byConfig);
    // Whether a product would need more than the measured time. Adds the warning with the figures.
    [[nodiscard]] bool refused();
    // Adds a warning if config and shapes disagree.
    void report();

private:
    struct RoleTime {
        std::int64_t calls = 0;
        std::int64_t durationNs = 0;
        double floorNs = 0;
    };
    const RooflineInput &m_input;
    Roofline &m_roofline;
    std::map<std::string, RoleTime, std::less<>> m_roles; // of products
    std::int64_t m_compared = 0;
    std::int64_t m_different = 0;
    std::string m_example;
};

} // namespace lamella::core
