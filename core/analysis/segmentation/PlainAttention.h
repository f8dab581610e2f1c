// SPDX-License-Identifier: GPL-3.0-or-later
// Attention written out as a matrix product, a softmax and another matrix product: no kernel of it is named "attention". Routers
// of experts, sampling and losses run a softmax too; the kernels between it and the nearest products distinguish them.
#pragma once

#include "core/analysis/segmentation/MainSequence.h"

namespace lamella::core {

// Takes kTokenSoftmax from every position where the softmax is not the middle of an attention, and from all of them where full
// attention has kernels of its own. Linear in the length of the sequence.
void keepAttentionSoftmax(MainSequence &sequence);

} // namespace lamella::core
