// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on kernel tables of the Ascend profiler, and on the tables made of them. What stands behind a NUL byte is the
// timeline beside the table (trace_view.json); without one there is none.
#include "core/session/AnalysisSession.h"
#include "tests/fuzz/FuzzedFile.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace lamella;
    const std::string &path = fuzz::inputPath(".csv");
    static const std::string timeline = fuzz::inputFolder() / "trace_view.json";
    const std::uint8_t *const end = data + size;
    const std::uint8_t *const separator = std::find(data, end, std::uint8_t{0});
    ::unlink(timeline.c_str());
    if (!fuzz::writeInput(path, data, std::size_t(separator - data))
        || (separator != end && !fuzz::writeInput(timeline, separator + 1, std::size_t(end - separator - 1))))
        return 0;
    fuzz::openInput(path);
    if (!fuzz::isOneInEight(data, size))
        return 0;
    const auto document = core::openTrace(path, {});
    const auto session = document ? core::AnalysisSession::create(*document, {}) : core::Error{};
    if (!session)
        return 0;
    for (const char *name : {"op-statistic", "step-trace-time", "consistency", "pipes"}) {
        core::TableRequest request;
        request.table = name;
        static_cast<void>((*session)->table(request));
    }
    return 0;
}
