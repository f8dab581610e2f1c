// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on queries: each is answered within its limits or refused with a reason, and changes nothing.
#include "core/import/ImporterRegistry.h"
#include "core/session/sql/SqlQuery.h"
#include "tests/fuzz/FuzzedFile.h"

#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace lamella;
    static const auto session = [] {
        static constexpr std::string_view kTrace = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":2,"ts":1,"dur":9,"args":{"Input Dims":[[2,3],[3,4]],"External id":5}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":2,"dur":3,"args":{"correlation":7,"External id":5}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":6,"dur":4,"args":{"device":0,"stream":7,"correlation":7}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":11,"dur":2,"args":{"device":0,"stream":7}},
{"ph":"i","name":"note","pid":1,"tid":2,"ts":12}]})";
        const std::string &path = fuzz::inputPath(".asked.json");
        fuzz::require(fuzz::writeInput(path, reinterpret_cast<const std::uint8_t *>(kTrace.data()), kTrace.size()));
        return core::AnalysisSession::create(core::openTrace(path).value(), {}).value();
    }();
    core::SqlOptions options;
    options.timeLimit = std::chrono::milliseconds(200);
    options.maxRows = 1000;
    options.maxBytes = std::uint64_t{64} << 20;
    const auto table = core::runSql({{"trace.json", 0, session}}, {reinterpret_cast<const char *>(data), size}, options);
    fuzz::require(table ? table->rowCount() <= options.maxRows : !table.error().detail.empty());
    return 0;
}
