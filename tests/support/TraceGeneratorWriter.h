// SPDX-License-Identifier: GPL-3.0-or-later
// Adds the GPU work of a pass to a list, with the names of a dialect. Shared by all builders of passes.
#pragma once

#include "tests/support/TraceGeneratorPlan.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::test {

class PassWriter {
protected:
    PassWriter(const ModelPlan &model, const Dialect &dialect, StepShape shape)
        : m_model(model)
        , m_dialect(dialect)
        , m_shape(shape)
    {
    }
    ~PassWriter() = default;

    enum class Weight : std::uint8_t { Tiny, Small, Medium, Big, Huge };

    WorkItem &add(std::string_view name, std::string_view op, Weight weight);
    void run(Role role, Weight weight, Lane lane = Lane::Main, bool afterMain = false);
    void runNames(const Names &names, Role role, Weight weight, Lane lane = Lane::Main, bool afterMain = false);
    void gemm(std::string_view site, Weight weight, Lane lane = Lane::Main);
    void joinFrom(std::size_t index); // the item at `index` waits for the side lanes
    [[nodiscard]] std::int64_t typicalNs(Weight weight) const;

    const ModelPlan &m_model;
    const Dialect &m_dialect;
    StepShape m_shape;
    std::vector<WorkItem> m_items;
    int m_layer = core::kHeadLayer;
    int m_piece = -1; // number of the captured graph
    std::string m_module;
    HostThread m_thread = HostThread::Main;
};

} // namespace lamella::test
