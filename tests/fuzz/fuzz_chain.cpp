// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on the whole chain: a trace of any format, its passes and layers, a part of all tables, and these as text, CSV and JSON.
#include "tests/fuzz/FuzzedFile.h"
#include "tests/support/EveryTable.h"

#include <functional>
#include <string_view>

namespace {

// Formats that the ending tells are known here by how they begin.
const char *endingOf(std::string_view bytes)
{
    if (bytes.starts_with("SQLite format 3"))
        return ".sqlite";
    if (bytes.starts_with('\n'))
        return ".xplane.pb";
    return bytes.substr(0, bytes.find('\n')).find("Start Time(us)") != std::string_view::npos ? ".csv" : ".json";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace lamella;
    const std::string &path = fuzz::inputPath(endingOf({reinterpret_cast<const char *>(data), size}));
    if (!fuzz::writeInput(path, data, size))
        return 0;
    core::ImportOptions options;
    options.workers = 1;
    options.limits.maxRawBytes = 1u << 20;
    options.limits.maxEvents = 5000; // what tables cost grows with what is in them
    const auto document = core::openTrace(path, options);
    if (!document)
        return 0;
    // Every table of every input would take most of the time: one in eight, which ones depends on the input alone.
    const std::size_t first = std::hash<std::string_view>()({reinterpret_cast<const char *>(data), size});
    test::everyTable(*document, {}, [first](std::size_t position) { return (first + position) % 8 == 0; });
    return 0;
}
