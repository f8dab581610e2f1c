// SPDX-License-Identifier: GPL-3.0-or-later
// Host events of a document from text (see TraceBuilder.h), with times in ns:
//   "1: cudaLaunchKernel>0@20+5 cudaStreamSynchronize@30+40; 2: aten::mm@0+9 py:forward@0+50 range:step@0+99"
// Thread number, then calls; `>K` launches kernel K (in start order), `>K-L` all of K to L. Names that begin with cu or hip are
// runtime calls, py: Python frames, range: annotations, nccl: ranges of an NVTX domain, others operators.
#pragma once

#include "core/model/TraceDocument.h"

#include <string_view>

namespace lamella::test {

// Adds events (those of kernels first, so that their EventIds stay valid), tracks and launches to a document without events.
void addHost(core::TraceDocument &document, std::string_view text);

} // namespace lamella::test
