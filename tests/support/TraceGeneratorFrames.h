// SPDX-License-Identifier: GPL-3.0-or-later
// nn.Module frames around the launches of a host thread.
#pragma once

#include "tests/support/TraceGeneratorTimeline.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::test {

struct FrameSpan {
    std::size_t launch = 0; // index of the first launch in it
    std::string name; // "DecoderLayer_3"
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

// Outer frames precede inner ones. Work without a module of its own is framed by its layer.
[[nodiscard]] std::vector<FrameSpan> moduleFrames(const Timeline &timeline);

} // namespace lamella::test
