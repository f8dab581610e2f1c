// SPDX-License-Identifier: GPL-3.0-or-later
// The second half of a layer: dense MLP, or experts with their side streams.
#include "tests/support/TraceGeneratorPass.h"

namespace lamella::test {

void PassBuilder::feedForward(int number)
{
    if (m_model.experts == 0 || number < m_model.denseLayers)
        denseMlp();
    else
        experts(number);
    // A fused all-reduce opens the next layer instead. DeepEP has combined already.
    const bool deepEp = m_model.sideStreams == SideStreams::DeepEp || m_model.sideStreams == SideStreams::DeepEpAndOffload;
    const bool combined = deepEp && m_model.experts > 0 && number >= m_model.denseLayers;
    const bool opensNext = reducesFused() && (m_model.lastSlice || number + 1 < m_model.layers);
    if (m_model.tensorParallel > 1 && !opensNext && !combined)
        run(Role::AllReduce, Weight::Medium);
}

void PassBuilder::denseMlp()
{
    gemm("gate_up", Weight::Big);
    run(Role::Activation, Weight::Tiny);
    gemm("down", Weight::Big);
}

void PassBuilder::routing(int number)
{
    if (number < m_model.hashLayers) {
        run(Role::HashRouter, Weight::Small);
        return;
    }
    gemm("router", Weight::Small);
    run(Role::Router, Weight::Small);
}

void PassBuilder::routedExperts()
{
    run(Role::ExpertGemm, Weight::Huge);
    run(Role::ExpertActivation, Weight::Tiny);
    run(Role::ExpertGemmDown, Weight::Big);
}

void PassBuilder::sharedExperts(Lane lane)
{
    gemm("shared_gate_up", Weight::Medium, lane);
    run(Role::Activation, Weight::Tiny, lane);
    gemm("shared_down", Weight::Medium, lane);
}

void PassBuilder::expertsBesideShared()
{
    sharedExperts(Lane::Shared);
    routedExperts();
    run(Role::ExpertSum, Weight::Small);
    const std::size_t sum = m_items.size();
    run(Role::SharedAdd, Weight::Tiny);
    joinFrom(sum);
}

void PassBuilder::expertsThroughDeepEp()
{
    run(Role::Dispatch, Weight::Big, Lane::Communication, true);
    if (m_model.sharedExperts)
        sharedExperts(Lane::Main);
    const std::size_t experts = m_items.size();
    routedExperts();
    joinFrom(experts);
    run(Role::Combine, Weight::Big, Lane::Communication, true);
    const std::size_t sum = m_items.size();
    run(Role::SharedAdd, Weight::Tiny);
    joinFrom(sum);
}

void PassBuilder::experts(int number)
{
    routing(number);
    switch (m_model.sideStreams) {
    case SideStreams::SharedExperts:
        expertsBesideShared();
        return;
    case SideStreams::DeepEp:
    case SideStreams::DeepEpAndOffload:
        expertsThroughDeepEp();
        return;
    case SideStreams::None:
        break;
    }
    if (m_model.sharedExperts)
        sharedExperts(Lane::Main);
    routedExperts();
    run(Role::ExpertSum, Weight::Small);
    if (m_model.sharedExperts)
        run(Role::SharedAdd, Weight::Tiny);
}

} // namespace lamella::test
