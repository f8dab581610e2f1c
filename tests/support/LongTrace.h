// SPDX-License-Identifier: GPL-3.0-or-later
// A trace long enough for checkpoints in the middle of its gzip file to matter.
#pragma once

#include "tests/support/TraceText.h"

#include <string>

namespace lamella::test {

inline constexpr int kLongTraceEvents = 70'000;

// 40 MB, enough for two checkpoints; all events differ, so that no event can be mistaken for another.
inline const std::string &longTrace()
{
    static const std::string text = [] {
        std::string events;
        for (int i = 0; i < kLongTraceEvents; ++i)
            events += quoted("{'ph':'X','cat':'cpu_op','name':'op','pid':1,'tid':1,'ts':") + std::to_string(i)
                + quoted(",'dur':1,'args':{'number':") + std::to_string(i * 7919LL) + quoted(",'pad':'")
                + std::string(500, static_cast<char>('a' + i % 26)) + quoted("'}}") + (i + 1 < kLongTraceEvents ? ",\n" : "");
        return traceObject(events);
    }();
    return text;
}

} // namespace lamella::test
