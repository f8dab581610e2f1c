// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that are not the same all through a model: linear attention, Mamba, sliding windows, layers of one half only.
#include "tests/support/TraceGeneratorPass.h"

namespace lamella::test {

void PassBuilder::gatedDelta()
{
    gemm("in_proj_qkvz", Weight::Medium);
    gemm("in_proj_ba", Weight::Small);
    run(Role::LinearPrepare, Weight::Tiny);
    run(Role::LinearConv, Weight::Small);
    run(Role::LinearScan, Weight::Medium);
    run(Role::LinearNorm, Weight::Tiny);
    gemm("out_proj", Weight::Medium);
}

void PassBuilder::kimiDelta()
{
    gemm("qkv", Weight::Medium);
    for (int part = 0; part < 3; ++part)
        run(Role::LinearConv, Weight::Tiny);
    gemm("f_a", Weight::Small);
    gemm("f_b", Weight::Small);
    gemm("beta", Weight::Small);
    run(Role::KdaScan, Weight::Medium);
    gemm("g_a", Weight::Small);
    gemm("g_b", Weight::Small);
    run(Role::LinearNorm, Weight::Tiny);
    gemm("o_proj", Weight::Medium);
}

void PassBuilder::mamba()
{
    gemm("in_proj", Weight::Medium);
    run(Role::MambaConv, Weight::Small);
    run(Role::MambaScan, Weight::Medium);
    run(Role::LinearNorm, Weight::Tiny);
    gemm("out_proj", Weight::Medium);
}

void PassBuilder::squaredMlp()
{
    gemm("up", Weight::Big);
    run(Role::SquaredActivation, Weight::Tiny);
    gemm("down", Weight::Big);
}

// One half of a usual layer: a norm, and what mixes tokens or transforms them.
void PassBuilder::halfLayer(int number, char block)
{
    inputNorm(number == 0, Quirk::None);
    switch (block) {
    case 'M':
        mamba();
        break;
    case 'E':
        experts(number);
        break;
    case '-':
        squaredMlp();
        break;
    default:
        attention(Quirk::None);
    }
    if (m_model.tensorParallel > 1 && !reducesFused())
        run(Role::AllReduce, Weight::Medium);
}

// Norms around each half; the residual is added by the one that opens it.
void PassBuilder::sandwichLayer(int number, char block)
{
    inputNorm(number == 0, Quirk::None);
    m_sliding = block == 's';
    attention(Quirk::None);
    if (m_model.tensorParallel > 1)
        run(Role::AllReduce, Weight::Medium);
    run(Role::FirstNorm, Weight::Tiny);
    run(Role::AddNorm, Weight::Tiny);
    feedForward(number);
    run(Role::FirstNorm, Weight::Tiny);
}

void PassBuilder::blockLayer(int number)
{
    const char block = m_model.blocks[static_cast<std::size_t>(number)];
    if (std::string_view("ME-*").find(block) != std::string_view::npos) {
        halfLayer(number, block);
        return;
    }
    if (m_model.sandwichNorms) {
        sandwichLayer(number, block);
        return;
    }
    inputNorm(number == 0, Quirk::None);
    m_sliding = block == 's';
    switch (block) {
    case 'g':
        gatedDelta();
        break;
    case 'k':
        kimiDelta();
        break;
    case 'm':
        latentAttention();
        break;
    default:
        attention(Quirk::None);
    }
    reduceAndNorm(Quirk::None);
    feedForward(number);
}

} // namespace lamella::test
