// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/MixedTraces.h"

#include "tests/support/Gzip.h"
#include "tests/support/GzipFiles.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QFileInfo>

#include <array>
#include <cstdio>
#include <map>
#include <protozero/pbf_writer.hpp>
#include <sqlite3.h>

namespace lamella::test {

namespace {

constexpr std::array<const char *, 6> kNames{
    "rms_norm_kernel", "qkv_gemm", "flash_fwd_kernel", "rms_norm_kernel", "gate_up_gemm", "silu_and_mul_kernel"};
constexpr int kLayers = 8;
constexpr std::int64_t kBegin = 1'736'405'443'881'000'000; // as clocks of the wall say it

std::string microseconds(std::int64_t ns)
{
    char text[40];
    std::snprintf(text, sizeof text, "%lld.%03lld", static_cast<long long>(ns / 1000), static_cast<long long>(ns % 1000));
    return text;
}

void writeDatabase(const QString &path, const std::string &sql)
{
    QFile::remove(path);
    sqlite3 *database = nullptr;
    if (sqlite3_open(QFile::encodeName(path).constData(), &database) != SQLITE_OK
        || sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        qFatal("cannot write %s: %s", qPrintable(path), sqlite3_errmsg(database));
    sqlite3_close(database);
}

} // namespace

std::vector<MixedKernel> mixedKernels(int passes, bool ownNames)
{
    std::vector<MixedKernel> kernels;
    std::int64_t now = kBegin;
    for (int pass = 0; pass < passes; ++pass) {
        now += 400'000;
        for (int layer = 0; layer < kLayers; ++layer) {
            for (const char *name : kNames) {
                const std::int64_t length = 3'000 + 700 * static_cast<std::int64_t>(kernels.size() % 5);
                kernels.push_back({now, length, name});
                if (ownNames)
                    kernels.back().name += "_" + std::to_string(kernels.size());
                now += length + 500;
            }
        }
    }
    return kernels;
}

std::string chromeText(const std::vector<MixedKernel> &kernels, int rank)
{
    std::string events;
    for (const MixedKernel &kernel : kernels)
        events += std::string(events.empty() ? "" : ",\n") + R"({"ph":"X","cat":"kernel","name":")" + kernel.name
            + R"(","pid":0,"tid":7,"ts":)" + microseconds(kernel.startNs + rank * 1'500)
            + ",\"dur\":" + microseconds(kernel.durationNs) + R"(,"args":{"device":0,"stream":7}})";
    return R"({"distributedInfo":{"rank":)" + std::to_string(rank) + R"(,"world_size":2},"traceEvents":[)" + events + "]}";
}

std::string ascendTable(const std::vector<MixedKernel> &kernels)
{
    std::string table = "Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Input Shapes\n";
    for (const MixedKernel &kernel : kernels)
        table += "2,aclnn_" + kernel.name + "," + kernel.name + ",AI_CORE," + microseconds(kernel.startNs) + "\t,"
            + microseconds(kernel.durationNs) + ",\"\"\"16,8;8,4\"\"\"\n";
    return table;
}

std::string ascendTimeline(const std::vector<MixedKernel> &kernels)
{
    std::string text = R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"Python"}},)"
                       R"({"ph":"M","name":"process_name","pid":3,"args":{"name":"Ascend Hardware"}})";
    const auto span = [&text](const char *track, const std::string &name, std::int64_t startNs, std::int64_t durationNs) {
        text += std::string(",\n{\"ph\":\"X\",") + track + R"("name":")" + name + R"(","ts":")" + microseconds(startNs)
            + R"(","dur":)" + microseconds(durationNs) + R"(,"args":{}})";
    };
    const auto arrow = [&text](const char *place, std::int64_t id, std::int64_t ns) {
        text += std::string(",\n{") + place + R"("bp":"e","name":"f","cat":"async_npu","id":")" + std::to_string(id)
            + R"(","ts":")" + microseconds(ns) + R"("})";
    };
    for (const MixedKernel &kernel : kernels) {
        const std::int64_t call = kernel.startNs - 2'000;
        span(R"("pid":1,"tid":1,"cat":"enqueue",)", "enqueue", call, 900);
        span(R"("pid":3,"tid":2,"cat":"",)", kernel.name, kernel.startNs, kernel.durationNs);
        arrow(R"("ph":"s","pid":1,"tid":1,)", kernel.startNs / 1000, call + 100);
        arrow(R"("ph":"f","pid":3,"tid":2,)", kernel.startNs / 1000, kernel.startNs);
    }
    return text + "]";
}

std::string xspaceBytes(const std::vector<MixedKernel> &kernels)
{
    // Field numbers of tsl/profiler/protobuf/xplane.proto.
    std::map<std::string, std::int64_t> numbers;
    std::string line;
    protozero::pbf_writer events(line);
    events.add_int64(1, 7);
    events.add_string(2, "XLA Ops");
    events.add_int64(3, kBegin);
    for (const MixedKernel &kernel : kernels) {
        const std::int64_t number = numbers.try_emplace(kernel.name, static_cast<std::int64_t>(numbers.size()) + 1).first->second;
        protozero::pbf_writer event(events, 4);
        event.add_int64(1, number);
        event.add_int64(2, (kernel.startNs - kBegin) * 1000);
        event.add_int64(3, kernel.durationNs * 1000);
    }
    std::string plane;
    protozero::pbf_writer device(plane);
    device.add_string(2, "/device:TPU:0");
    device.add_message(3, line);
    for (const auto &[name, number] : numbers) {
        protozero::pbf_writer entry(device, 4);
        entry.add_int64(1, number);
        protozero::pbf_writer metadata(entry, 2);
        metadata.add_int64(1, number);
        metadata.add_string(2, name);
    }
    std::string space;
    protozero::pbf_writer(space).add_message(1, plane);
    return space;
}

std::string statsTable(const std::vector<MixedKernel> &kernels)
{
    std::string table = "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n";
    for (const MixedKernel &kernel : kernels) {
        const std::string ns = std::to_string(kernel.durationNs);
        table += "0.1," + ns + ",1," + ns + ".0," + ns + ".0," + ns + ',' + ns + ",0.0," + kernel.name + '\n';
    }
    return table;
}

std::string statsConsole(const std::vector<MixedKernel> &kernels)
{
    std::string text = " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n"
                       " Time (%)  Total Time (ns)  Instances  Avg (ns)  Name\n"
                       " --------  ---------------  ---------  --------  ----------------------------\n";
    for (const MixedKernel &kernel : kernels) {
        char row[96];
        const auto ns = static_cast<long long>(kernel.durationNs);
        std::snprintf(row, sizeof row, " %8.1f  %15lld  %9d  %8.1f  ", 0.1, ns, 1, static_cast<double>(ns));
        text += row + kernel.name + '\n';
    }
    return text + '\n';
}

void writeNsightExport(const QString &path, const std::vector<MixedKernel> &kernels)
{
    std::string sql =
        "CREATE TABLE StringIds(id INTEGER, value TEXT);"
        "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);"
        "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION','3.17.2'),('EXPORT_PRODUCT_VERSION','2025.1');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, \"end\" INTEGER, deviceId INTEGER, contextId INTEGER, "
        "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, "
        "gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER);BEGIN;";
    std::map<std::string, int> names;
    int correlation = 100;
    for (const MixedKernel &kernel : kernels) {
        const auto [name, added] = names.try_emplace(kernel.name, static_cast<int>(names.size()) + 10);
        const std::string id = std::to_string(name->second);
        if (added)
            sql += "INSERT INTO StringIds VALUES(" + id + ",'" + kernel.name + "');";
        sql += "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(" + std::to_string(kernel.startNs - kBegin) + ','
            + std::to_string(kernel.startNs - kBegin + kernel.durationNs) + ",0,1,7," + std::to_string(++correlation)
            + ",16777216," + id + ',' + id + ",3,1,1,128,1,1);";
    }
    writeDatabase(path, sql + "COMMIT;");
}

void writeRpd(const QString &path, const std::vector<MixedKernel> &kernels)
{
    std::string sql = "CREATE TABLE rocpd_string(id INTEGER PRIMARY KEY, string TEXT NOT NULL);"
                      "INSERT INTO rocpd_string VALUES(1,'KernelExecution');"
                      "CREATE TABLE rocpd_op(id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, sequenceId INTEGER, "
                      "start INTEGER, \"end\" INTEGER, description_id INTEGER, opType_id INTEGER);BEGIN;";
    std::map<std::string, std::string> names;
    for (const MixedKernel &kernel : kernels) {
        const auto [name, added] = names.try_emplace(kernel.name, std::to_string(names.size() + 10));
        if (added)
            sql += "INSERT INTO rocpd_string VALUES(" + name->second + ",'" + kernel.name + "');";
        sql += "INSERT INTO rocpd_op(gpuId, queueId, sequenceId, start, \"end\", description_id, opType_id) VALUES(0,1,0,"
            + std::to_string(kernel.startNs) + ',' + std::to_string(kernel.startNs + kernel.durationNs) + ',' + name->second
            + ",1);";
    }
    writeDatabase(path, sql + "COMMIT;");
}

void writeRocpd(const QString &path, const std::vector<MixedKernel> &kernels)
{
    std::string sql =
        "CREATE TABLE rocpd_string_1(id INTEGER PRIMARY KEY, string TEXT);"
        "CREATE TABLE rocpd_info_agent_1(id INTEGER PRIMARY KEY, type TEXT, type_index INTEGER, name TEXT);"
        "INSERT INTO rocpd_info_agent_1 VALUES(2,'GPU',0,'gfx942');"
        "CREATE TABLE rocpd_info_kernel_symbol_1(id INTEGER PRIMARY KEY, kernel_name TEXT, display_name TEXT);"
        "CREATE TABLE rocpd_kernel_dispatch_1(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start BIGINT, \"end\" BIGINT, "
        "agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, kernel_id INTEGER);BEGIN;";
    std::map<std::string, std::string> names;
    for (const MixedKernel &kernel : kernels) {
        const auto [name, added] = names.try_emplace(kernel.name, std::to_string(names.size() + 10));
        if (added)
            sql += "INSERT INTO rocpd_info_kernel_symbol_1 VALUES(" + name->second + ",'" + kernel.name + "','');";
        sql +=
            "INSERT INTO rocpd_kernel_dispatch_1(pid, tid, start, \"end\", agent_id, queue_id, stream_id, kernel_id) VALUES(7,9,"
            + std::to_string(kernel.startNs) + ',' + std::to_string(kernel.startNs + kernel.durationNs) + ",2,1,1," + name->second
            + ");";
    }
    writeDatabase(path, sql + "COMMIT;");
}

std::string rocprofTable(const std::vector<MixedKernel> &kernels)
{
    std::string table =
        "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Kernel_Name\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n";
    int correlation = 0;
    for (const MixedKernel &kernel : kernels)
        table += "\"KERNEL_DISPATCH\",\"Agent 1\",1,\"" + kernel.name + "\"," + std::to_string(++correlation) + ','
            + std::to_string(kernel.startNs) + ',' + std::to_string(kernel.startNs + kernel.durationNs) + '\n';
    return table;
}

std::string rocprofResults(const std::vector<MixedKernel> &kernels)
{
    std::string symbols;
    std::string records;
    std::map<std::string, std::string> names;
    for (const MixedKernel &kernel : kernels) {
        const auto [name, added] = names.try_emplace(kernel.name, std::to_string(names.size() + 10));
        if (added)
            symbols += std::string(symbols.empty() ? "" : ",") + R"({"kernel_id":)" + name->second
                + R"(,"formatted_kernel_name":")" + kernel.name + "\"}";
        records += std::string(records.empty() ? "" : ",\n") + R"({"kind":0,"operation":0,"thread_id":9,"start_timestamp":)"
            + std::to_string(kernel.startNs) + R"(,"end_timestamp":)" + std::to_string(kernel.startNs + kernel.durationNs)
            + R"(,"dispatch_info":{"agent_id":{"handle":22},"queue_id":{"handle":1},"kernel_id":)" + name->second + "}}";
    }
    return R"({"rocprofiler-sdk-tool":[{"metadata":{"pid":7},"agents":[{"id":{"handle":22},"type":2,"name":"gfx942",)"
           R"("logical_node_type_id":0}],"strings":{"buffer_records":[],"marker_api":[]},"kernel_symbols":[)"
        + symbols + R"(],"buffer_records":{"kernel_dispatch":[)" + records + "]}}]}";
}

std::vector<MixedTrace> writeMixedTraces(const QString &folder, const std::vector<MixedKernel> &kernels)
{
    std::vector<MixedTrace> traces;
    const auto place = [&](const char *format, const QString &name) {
        const QString own = folder + QStringLiteral("/mixed%1").arg(traces.size());
        traces.push_back({format, own, own + QLatin1Char('/') + name, false});
        QDir().mkpath(QFileInfo(traces.back().path).path());
        return traces.back().path;
    };
    const std::string chrome = chromeText(kernels);
    const std::string space = xspaceBytes(kernels);
    writeFile(place("Chrome JSON", QStringLiteral("trace.json")), chrome);
    writeFile(place("Chrome JSON, gzip", QStringLiteral("trace.json.gz")), gzipped(chrome));
    writeFile(place("Chrome JSON, gzip members", QStringLiteral("trace.json.gz")), bgzf(chrome));
    writeNsightExport(place("Nsight SQLite", QStringLiteral("export.sqlite")), kernels);
    writeFile(place("Ascend table", QStringLiteral("kernel_details.csv")), ascendTable(kernels));
    const QString output = place("Ascend folder", QStringLiteral("host_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"));
    writeFile(output, ascendTable(kernels));
    writeFile(QFileInfo(output).path() + QStringLiteral("/trace_view.json"), ascendTimeline(kernels));
    writeFile(place("Ascend timeline", QStringLiteral("trace_view.json")), ascendTimeline(kernels));
    writeFile(place("XSpace", QStringLiteral("host.xplane.pb")), space);
    writeFile(place("XSpace, gzip", QStringLiteral("host.xplane.pb.gz")), gzipped(space));
    writeFile(place("nsys stats, CSV", QStringLiteral("stats.csv")), statsTable(kernels));
    writeFile(place("nsys stats, console", QStringLiteral("stats.txt")), statsConsole(kernels));
    writeRpd(place("ROCm rpd", QStringLiteral("trace.rpd")), kernels);
    writeRocpd(place("ROCm rocpd", QStringLiteral("results.db")), kernels);
    writeFile(place("rocprofv3 JSON", QStringLiteral("results.json")), rocprofResults(kernels));
    writeFile(place("rocprofv3 CSV", QStringLiteral("7_kernel_trace.csv")), rocprofTable(kernels));
    const QString first = place("several ranks", QStringLiteral("rank0.json"));
    writeFile(first, chrome);
    writeFile(QFileInfo(first).path() + QStringLiteral("/rank1.json.gz"), gzipped(chromeText(kernels, 1)));
    traces.back().path = traces.back().folder;
    traces.back().ranks = true;
    return traces;
}

} // namespace lamella::test
