// SPDX-License-Identifier: GPL-3.0-or-later
// The models of the kinds.
#pragma once

#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorRandom.h"

namespace lamella::test {

[[nodiscard]] ModelPlan drawnModel(TraceKind kind, Random &random);

} // namespace lamella::test
