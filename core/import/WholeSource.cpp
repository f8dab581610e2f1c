// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/WholeSource.h"

#include "core/import/UserLimits.h"
#include "core/system/LargePages.h"

#include <algorithm>

namespace lamella::core {

namespace {
constexpr std::size_t kReadStep = std::size_t{1} << 20;
constexpr std::size_t kMore = 64;
}

ImportLimits wholeSourceLimits(const ImportLimits &limits)
{
    ImportLimits result = withUserLimits(limits);
    if (result.maxRatio == ImportLimits().maxRatio)
        result.maxRatio = kMaxRatioOfWholeSource;
    return result;
}

Result<std::string> readWhole(
    ByteSource &source, std::size_t max, const Error &tooLarge, MemoryBudget &memory, const JobControl &control)
{
    std::string bytes;
    // More than expected, so that the end is detected, and padding appended, without growing. Untouched memory costs nothing.
    bytes.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(source.sizeHint(), max)) + kMore);
    useLargePages(bytes.data(), bytes.capacity());
    while (true) {
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", tooLarge.source};
        const std::size_t before = bytes.size();
        if (before == bytes.capacity()) {
            memory.hold(before); // held twice during the copy
            if (memory.exceeded())
                return memory.limitError(tooLarge.source);
            bytes.reserve(before * 2);
            useLargePages(bytes.data(), bytes.capacity());
            memory.release(before);
        }
        const std::size_t step = std::min(kReadStep, bytes.capacity() - before);
        bytes.resize(before + step);
        const Result<std::size_t> got = source.read(bytes.data() + before, step);
        if (!got)
            return got.error();
        bytes.resize(before + *got);
        memory.hold(*got);
        if (bytes.size() > max)
            return tooLarge;
        if (memory.exceeded())
            return memory.limitError(tooLarge.source);
        control.report(source.diskBytesRead(), source.stamp().bytes);
        if (*got < step)
            return bytes;
    }
}

} // namespace lamella::core
