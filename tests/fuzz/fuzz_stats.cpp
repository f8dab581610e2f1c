// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on text of nsys stats, as CSV and as columns of a console.
#include "core/session/AnalysisSession.h"
#include "tests/fuzz/FuzzedFile.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace lamella;
    const std::string &path = fuzz::inputPath(".txt");
    if (!fuzz::writeInput(path, data, size))
        return 0;
    fuzz::openInput(path);
    if (!fuzz::isOneInEight(data, size))
        return 0;
    const auto document = core::openTrace(path, {});
    const auto session = document ? core::AnalysisSession::create(*document, {}) : core::Error{};
    if (!session)
        return 0;
    for (const char *name : {"stats", "kernels"}) {
        core::TableRequest request;
        request.table = name;
        static_cast<void>((*session)->table(request));
    }
    return 0;
}
