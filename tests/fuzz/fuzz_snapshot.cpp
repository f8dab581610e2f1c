// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on pickles of memory snapshots, and on the tables made of them.
#include "core/session/AnalysisSession.h"
#include "tests/fuzz/FuzzedFile.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace lamella;
    const std::string &path = fuzz::inputPath(".pickle");
    if (!fuzz::writeInput(path, data, size))
        return 0;
    fuzz::openInput(path);
    if (!fuzz::isOneInEight(data, size))
        return 0;
    const auto document = core::openTrace(path, {});
    const auto session = document ? core::AnalysisSession::create(*document, {}) : core::Error{};
    if (!session)
        return 0;
    for (const char *by : {"time", "line", "category", "peak", "growth", "segment", "oom"}) {
        core::TableRequest request;
        request.table = "memory";
        request.by = by;
        static_cast<void>((*session)->table(request));
    }
    return 0;
}
