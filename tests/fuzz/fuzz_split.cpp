// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on the splitter: wherever the text of a trace is cut into blocks, damaged or not, the document is the same.
#include "tests/fuzz/FuzzedFile.h"

using namespace lamella;

namespace {

core::Result<std::shared_ptr<const core::TraceDocument>> openWith(const std::string &path, std::size_t blockBytes)
{
    core::ImportOptions options;
    options.workers = 1;
    options.blockBytes = blockBytes;
    options.limits.maxRawBytes = 16u << 20;
    options.limits.maxEventBytes = 1u << 20;
    return core::openTrace(path, options);
}

void requireSame(const core::TraceDocument &one, const core::TraceDocument &other)
{
    fuzz::require(one.events.size() == other.events.size());
    fuzz::require(one.kernels.size() == other.kernels.size());
    for (std::uint32_t i = 0; i < one.events.size(); ++i) {
        const core::EventRow a = one.events.row(core::EventId{i});
        const core::EventRow b = other.events.row(core::EventId{i});
        fuzz::require(a.start == b.start && a.duration == b.duration);
        fuzz::require(one.strings.view(a.name) == other.strings.view(b.name));
    }
    const auto told = one.diagnostics.sorted();
    const auto toldOther = other.diagnostics.sorted();
    fuzz::require(told.size() == toldOther.size());
    for (std::size_t i = 0; i < told.size(); ++i)
        fuzz::require(told[i].kind == toldOther[i].kind && told[i].count == toldOther[i].count);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string &path = fuzz::inputPath(".json");
    if (!fuzz::writeInput(path, data, size))
        return 0;
    const auto whole = openWith(path, 1u << 20);
    for (const std::size_t blockBytes : {std::size_t{1} << 10, std::size_t{4} << 10}) {
        if (size <= blockBytes)
            continue;
        const auto split = openWith(path, blockBytes);
        fuzz::require(static_cast<bool>(split) == static_cast<bool>(whole));
        if (whole && split)
            requireSame(**whole, **split);
    }
    return 0;
}
