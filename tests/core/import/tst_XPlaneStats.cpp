// SPDX-License-Identifier: GPL-3.0-or-later
// Stats of an XLA profile: operations, run ids, peaks of devices, texts of single events. Also damaged ones.
#include "core/analysis/roofline/DevicePeaks.h"
#include "core/import/EventTextReader.h"
#include "tests/support/Gzip.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <map>
#include <protozero/pbf_writer.hpp>

using namespace lamella::core;
using namespace lamella::test;

namespace {

enum Stat : std::int64_t {
    kTfOp = 1,
    kCategory,
    kModelFlops,
    kBytes,
    kRunId,
    kPeakTeraflops,
    kPeakGigabytes,
    kDeviceType,
    kPath,
    kModule,
    kCorrelation,
    kKernelDetails,
    kComputeMajor,
    kComputeMinor,
    kCoreCount,
    kMemorySize,
    kStatNames
};
constexpr const char *kNames[] = {"", "tf_op", "hlo_category", "model_flops", "bytes_accessed", "run_id",
    "peak_teraflops_per_second", "peak_hbm_bw_gigabytes_per_second", "device_type_string", "name", "hlo_module",
    "correlation_id", "kernel_details", "compute_cap_major", "compute_cap_minor", "core_count", "memory_size"};

std::string textStat(std::int64_t id, const std::string &text)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_int64(1, id);
    writer.add_string(5, text);
    return bytes;
}
std::string unsignedStat(std::int64_t id, std::uint64_t value)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_int64(1, id);
    writer.add_uint64(3, value);
    return bytes;
}
std::string realStat(std::int64_t id, double value)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_int64(1, id);
    writer.add_double(2, value);
    return bytes;
}
std::string referenceStat(std::int64_t id, std::uint64_t name)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_int64(1, id);
    writer.add_uint64(7, name);
    return bytes;
}

void addStatNames(protozero::pbf_writer &plane)
{
    for (std::int64_t id = 1; id < kStatNames; ++id) {
        protozero::pbf_writer entry(plane, 5);
        entry.add_int64(1, id);
        protozero::pbf_writer metadata(entry, 2);
        metadata.add_int64(1, id);
        metadata.add_string(2, kNames[id]);
    }
}

void addKind(protozero::pbf_writer &plane, std::int64_t id, const std::string &name, const std::string &display,
    const std::vector<std::string> &stats)
{
    protozero::pbf_writer entry(plane, 4);
    entry.add_int64(1, id);
    protozero::pbf_writer metadata(entry, 2);
    metadata.add_int64(1, id);
    metadata.add_string(2, name);
    if (!display.empty())
        metadata.add_string(4, display);
    for (const std::string &stat : stats)
        metadata.add_message(5, stat);
}

void addEvent(protozero::pbf_writer &line, std::int64_t kind, std::int64_t offsetPs, std::int64_t durationPs,
    const std::vector<std::string> &stats = {})
{
    protozero::pbf_writer event(line, 4);
    event.add_int64(1, kind);
    event.add_int64(2, offsetPs);
    event.add_int64(3, durationPs);
    for (const std::string &stat : stats)
        event.add_message(4, stat);
}

std::string tpu()
{
    std::string bytes;
    protozero::pbf_writer plane(bytes);
    plane.add_string(2, "/device:TPU:0");
    {
        protozero::pbf_writer line(plane, 3);
        line.add_int64(1, 2);
        line.add_string(2, "XLA Modules");
        addEvent(line, 1, 0, 9'000'000, {unsignedStat(kRunId, 571)});
    }
    {
        protozero::pbf_writer line(plane, 3);
        line.add_int64(1, 3);
        line.add_string(2, "XLA Ops");
        addEvent(line, 2, 0, 1'000'000);
        addEvent(line, 2, 2'000'000, 1'000'000, {unsignedStat(kBytes, 5)}); // overrides the value of its metadata
    }
    addKind(plane, 1, "jit_step(7)", "", {});
    addKind(plane, 2, "%fusion.1 = bf16[8,4]{1,0} fusion(bf16[8]{0} %a)", "fusion.1",
        {textStat(kTfOp, "jit(step)/mul:"), textStat(kCategory, "loop fusion"), unsignedStat(kModelFlops, 100),
            unsignedStat(kBytes, 20)});
    addStatNames(plane);
    plane.add_message(6, realStat(kPeakTeraflops, 918));
    plane.add_message(6, realStat(kPeakGigabytes, 1638));
    plane.add_message(6, textStat(kDeviceType, "TPU v6 Lite"));
    return bytes;
}

std::string gpu()
{
    std::string bytes;
    protozero::pbf_writer plane(bytes);
    plane.add_string(2, "/device:GPU:0");
    {
        protozero::pbf_writer line(plane, 3);
        line.add_int64(1, 16);
        line.add_string(2, "Stream #16(Kernel)");
        addEvent(line, 1, 0, 1'000'000, {textStat(kTfOp, "XlaModule:"), referenceStat(kPath, 90), textStat(kModule, "jit_f")});
    }
    addKind(plane, 1, "wrapped_broadcast.kd", "", {});
    addStatNames(plane);
    {
        protozero::pbf_writer entry(plane, 5);
        entry.add_int64(1, 90);
        protozero::pbf_writer metadata(entry, 2);
        metadata.add_string(2, "jit(f)/broadcast_in_dim");
    }
    return bytes;
}

std::string space(const std::vector<std::string> &planes)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    for (const std::string &plane : planes)
        writer.add_message(1, plane);
    return bytes;
}

// Two kernels of device 3 and the call of the first; the host line comes first or last, as in files of CUDA and of ROCm.
std::string gpuWithCalls(const char *call, const char *details, bool hostFirst)
{
    std::string device;
    {
        protozero::pbf_writer plane(device);
        plane.add_string(2, "/device:GPU:3");
        protozero::pbf_writer line(plane, 3);
        line.add_int64(1, 16);
        line.add_string(2, "Stream #16(Compute)");
        line.add_int64(3, 1000);
        addEvent(line, 1, 9'000'000, 1'000'000, {unsignedStat(kCorrelation, 22), textStat(kKernelDetails, details)});
        addEvent(line, 1, 19'000'000, 1'000'000, {textStat(kKernelDetails, "grid:4,1 block:8,1,1")});
    }
    {
        protozero::pbf_writer plane(device);
        addKind(plane, 1, "gemm", "", {});
        addStatNames(plane);
        for (const auto &[id, value] : {std::pair<std::int64_t, std::uint64_t>{kComputeMajor, 9}, {kComputeMinor, 4},
                 {kCoreCount, 304}, {kMemorySize, 206'141'652'992}})
            plane.add_message(6, unsignedStat(id, value));
    }
    std::string host;
    {
        protozero::pbf_writer plane(host);
        plane.add_string(2, "/host:CPU");
        protozero::pbf_writer line(plane, 3);
        line.add_int64(1, 5);
        line.add_string(2, "main");
        line.add_int64(3, 1000);
        addEvent(line, 1, 2'000'000, 3'000'000, {unsignedStat(kCorrelation, 22)});
    }
    {
        protozero::pbf_writer plane(host);
        addKind(plane, 1, call, "", {});
        addStatNames(plane);
    }
    return hostFirst ? space({host, device}) : space({device, host});
}

} // namespace

class tst_XPlaneStats : public QObject {
    Q_OBJECT
private slots:
    void operations();
    void workOnAGpu();
    void launchesOnAGpu_data();
    void launchesOnAGpu();
    void textOfAnEvent();
    void textOfManyStats();
    void secondPlaneOfAName();
    void longTextsAreCut();
    void textOfACompressedFile();
    void damaged_data();
    void damaged();
    void publicProfilesHaveText_data();
    void publicProfilesHaveText();
};

void tst_XPlaneStats::operations()
{
    const TraceText file(space({tpu()}), QStringLiteral("a.xplane.pb"));
    const auto opened = file.open();
    QVERIFY(opened.has_value());
    const TraceDocument &document = **opened;
    QCOMPARE(document.devices[0].name, std::string("TPU v6 Lite"));
    QCOMPARE(document.devices[0].peakFlopsPerSecond, 918e12);
    QCOMPARE(document.devices[0].peakBytesPerSecond, 1638e9);
    QCOMPARE(document.operations.size(), std::size_t{2}); // the second event has its own byte count, so it is another operation
    const auto first = document.events.sparse(document.kernels.event[0], SparseKey::Operation);
    const auto second = document.events.sparse(document.kernels.event[1], SparseKey::Operation);
    QVERIFY(first && second && *first != *second);
    const Operation &operation = document.operations[static_cast<std::size_t>(*first)];
    QCOMPARE(document.text(operation.scope), std::string_view("jit(step)/mul:"));
    QCOMPARE(document.text(operation.category), std::string_view("loop fusion"));
    QVERIFY(document.text(operation.longName).starts_with("%fusion.1 = "));
    QCOMPARE(operation.flops, 100);
    QCOMPARE(operation.bytes, 20);
    QCOMPARE(document.operations[static_cast<std::size_t>(*second)].bytes, 5);
    const auto run = document.events.sparse(EventId{0}, SparseKey::RunId);
    QVERIFY(run.has_value());
    QCOMPARE(document.text(StringId{static_cast<std::uint32_t>(*run)}), std::string_view("571"));
}

void tst_XPlaneStats::workOnAGpu()
{
    const TraceText file(space({gpu()}), QStringLiteral("a.xplane.pb"));
    const auto opened = file.open();
    QVERIFY(opened.has_value());
    QCOMPARE((*opened)->operations.size(), std::size_t{1});
    QCOMPARE((*opened)->text((*opened)->operations[0].scope), std::string_view("jit(f)/broadcast_in_dim"));
    QCOMPARE((*opened)->text((*opened)->operations[0].module), std::string_view("jit_f"));
}

void tst_XPlaneStats::launchesOnAGpu_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<QByteArray>("details");
    QTest::addColumn<bool>("hostFirst");
    QTest::addColumn<QByteArray>("category");
    QTest::newRow("ROCm") << QByteArray("hipModuleLaunchKernel")
                          << QByteArray(" grid:8,32,1 block:256,2,1 private_mem:0 group_mem:12800") << false
                          << QByteArray("cuda_runtime");
    QTest::newRow("CUDA") << QByteArray("cuLaunchKernel")
                          << QByteArray("regs:32 static_shared:0 dynamic_shared:16 grid:8,32,1 block:256,2,1 occ_pct:100") << true
                          << QByteArray("cuda_driver");
    QTest::newRow("older CUDA") << QByteArray("cudaLaunchKernel") << QByteArray("regs:32\ngrid:8,32,1\nblock:256,2,1\nocc_pct:100")
                                << true << QByteArray("cuda_runtime");
}

void tst_XPlaneStats::launchesOnAGpu()
{
    QFETCH(QByteArray, call);
    QFETCH(QByteArray, details);
    QFETCH(bool, hostFirst);
    QFETCH(QByteArray, category);
    const TraceText file(gpuWithCalls(call.constData(), details.constData(), hostFirst), QStringLiteral("a.xplane.pb"));
    const auto opened = file.open();
    QVERIFY(opened.has_value());
    const TraceDocument &document = **opened;
    const KernelTable &kernels = document.kernels;
    QCOMPARE(kernels.size(), 2u);
    QCOMPARE(kernels.correlation[0], 22);
    const EventRow launch = document.events.row(kernels.launch[0]);
    QCOMPARE(document.text(launch.name), std::string_view(call.constData()));
    QCOMPARE(document.text(launch.category), std::string_view(category.constData()));
    QCOMPARE(launch.start, 3'000);
    const LaunchShape shape = kernels.shapes[kernels.shape[0].value];
    QCOMPARE(shape.grid, (std::array<std::uint32_t, 3>{8, 32, 1}));
    QCOMPARE(shape.block, (std::array<std::uint32_t, 3>{256, 2, 1}));
    QVERIFY(!kernels.launch[1].valid()); // no correlation, and a grid of two numbers
    QVERIFY(!kernels.shape[1].valid());
    const DeviceFacts facts = deviceFacts(document, DeviceId(0));
    QCOMPARE(facts.compute, std::string("9.4"));
    QCOMPARE(facts.multiprocessors, 304);
    QCOMPARE(facts.memoryBytes, 206'141'652'992.0);
    QCOMPARE(devicePeaks(document, {}).value().front().hardware.name, std::string("AMD Instinct MI300X"));
}

void tst_XPlaneStats::textOfAnEvent()
{
    TraceText file(space({gpu(), tpu()}), QStringLiteral("a.xplane.pb"));
    const auto opened = file.open();
    QVERIFY(opened.has_value());
    const auto args = readEventArgs(**opened, EventId{3}); // the operation with its own byte count
    QVERIFY(args.has_value());
    std::map<std::string, std::string> byKey(args->begin(), args->end());
    QCOMPARE(byKey["bytes_accessed"], std::string("5"));
    QCOMPARE(byKey["model_flops"], std::string("100"));
    QCOMPARE(byKey["tf_op"], std::string("\"jit(step)/mul:\""));
    QVERIFY(byKey["long_name"].find("bf16[8,4]") != std::string::npos);
    EventArgsReader reader(**opened);
    for (std::uint32_t event = 0; event < (*opened)->events.size(); ++event)
        QVERIFY(reader.read(EventId{event}).value() == readEventArgs(**opened, EventId{event}).value());
    file.write(space({tpu()}));
    QCOMPARE(readEventArgs(**opened, EventId{3}).error().code, ErrorCode::Io);
    QVERIFY(reader.read(EventId{3}).value() == *args); // the file is read once for all events
}

void tst_XPlaneStats::textOfManyStats()
{
    std::string bytes;
    protozero::pbf_writer plane(bytes);
    plane.add_string(2, "/device:TPU:0");
    {
        protozero::pbf_writer line(plane, 3);
        line.add_int64(1, 3);
        line.add_string(2, "XLA Ops");
        std::vector<std::string> stats;
        for (std::int64_t id = 100; id < 100 + 5000; ++id)
            stats.push_back(unsignedStat(id, 7));
        addEvent(line, 1, 0, 1'000'000, stats);
        stats.assign(100, textStat(kRunId, std::string(1 << 20, 'r'))); // the same key repeated
        addEvent(line, 1, 2'000'000, 1'000'000, stats);
    }
    addKind(plane, 1, "fusion.1", "", {});
    addStatNames(plane);
    const TraceText file(space({bytes}), QStringLiteral("a.xplane.pb"));
    const auto opened = file.open();
    QVERIFY(opened.has_value());
    const auto many = readEventArgs(**opened, EventId{0});
    QVERIFY(many.has_value());
    QCOMPARE(many->size(), std::size_t{4097});
    QCOMPARE(many->back().second, std::string("\"904 more stats\""));
    const auto large = readEventArgs(**opened, EventId{1});
    QVERIFY(large.has_value());
    QCOMPARE(large->size(), std::size_t{2});
    QCOMPARE(large->back().second, std::string("\"84 more stats\"")); // 16 of slightly more than 1 MiB each are read
    const auto run = (*opened)->events.sparse(EventId{1}, SparseKey::RunId);
    QVERIFY(run.has_value());
    QCOMPARE((*opened)->text(StringId{static_cast<std::uint32_t>(*run)}).size(), std::size_t{256});
}

void tst_XPlaneStats::secondPlaneOfAName()
{
    std::string silent;
    {
        protozero::pbf_writer plane(silent);
        plane.add_string(2, "/device:TPU:0");
    }
    const TraceText file(space({tpu(), silent}), QStringLiteral("a.xplane.pb"));
    const auto opened = file.open();
    QVERIFY(opened.has_value());
    QCOMPARE((*opened)->devices[0].name, std::string("TPU v6 Lite"));
    QCOMPARE((*opened)->devices[0].peakFlopsPerSecond, 918e12);
    QCOMPARE((*opened)->devices[0].peakBytesPerSecond, 1638e9);
}

// Two events with the same long text at different places are one operation.
void tst_XPlaneStats::longTextsAreCut()
{
    std::string bytes;
    protozero::pbf_writer plane(bytes);
    plane.add_string(2, "/device:TPU:0");
    {
        protozero::pbf_writer line(plane, 3);
        line.add_int64(1, 3);
        line.add_string(2, "XLA Ops");
        for (std::int64_t i = 0; i < 2; ++i)
            addEvent(line, 1, i * 2'000'000, 1'000'000, {textStat(kTfOp, std::string(3 << 20, 's'))});
    }
    addKind(plane, 1, "fusion.1", "", {});
    addStatNames(plane);
    const TraceText file(space({bytes}), QStringLiteral("a.xplane.pb"));
    const auto opened = file.open();
    QVERIFY(opened.has_value());
    QCOMPARE((*opened)->operations.size(), std::size_t{1});
    QCOMPARE((*opened)->text((*opened)->operations[0].scope).size(), std::size_t{1} << 20);
    QVERIFY(!(*opened)->diagnostics.empty());
}

void tst_XPlaneStats::textOfACompressedFile()
{
    const TraceText file(gzipped(space({tpu()})), QStringLiteral("a.xplane.pb.gz"));
    const auto opened = file.open();
    if (!opened)
        QSKIP("compressed profiles are not recognised by their first byte");
    const auto args = readEventArgs(**opened, EventId{0});
    QVERIFY(args.has_value());
    QCOMPARE(args->size(), std::size_t{1});
}

void tst_XPlaneStats::damaged_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const std::string &bytes) {
        QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
    };
    const std::string whole = space({tpu()});
    for (std::size_t length = 1; length < whole.size(); length += 7)
        QTest::newRow(qPrintable(QStringLiteral("cut at %1").arg(length)))
            << QByteArray(whole.data(), static_cast<qsizetype>(length));
    row("length larger than the file", std::string("\x0A\xFF\xFF\xFF\xFF\x07", 6) + whole);
    row("length of ten bytes", std::string("\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 11));
    std::string nested = whole;
    for (int i = 0; i < 2000; ++i) {
        std::string outer;
        protozero::pbf_writer(outer).add_message(1, nested.substr(0, 60'000));
        nested = outer;
    }
    row("planes inside of planes", nested);
    std::string wrong;
    {
        protozero::pbf_writer plane(wrong);
        plane.add_string(2, "/device:TPU:0");
        plane.add_int64(3, 5); // a number where a line is expected
        plane.add_message(6, std::string("\xFF\xFF"));
        plane.add_message(4, std::string("\x12\x7F"));
    }
    row("fields of other types", space({wrong}));
    std::string self;
    {
        protozero::pbf_writer plane(self);
        plane.add_string(2, "/device:TPU:0");
        protozero::pbf_writer line(plane, 3);
        line.add_string(2, "XLA Ops");
        addEvent(
            line, 99, 0, 1'000, {referenceStat(5, 5), referenceStat(-1, ~0ull), textStat(kRunId, std::string(100'000, '\x80'))});
    }
    row("stats and kinds that are not there", space({self}));
}

void tst_XPlaneStats::damaged()
{
    QFETCH(QByteArray, bytes);
    const TraceText file(bytes.toStdString(), QStringLiteral("a.xplane.pb"));
    const auto opened = file.open();
    if (!opened) {
        QVERIFY(!opened.error().detail.empty());
        return;
    }
    for (std::uint32_t event = 0; event < std::min((*opened)->events.size(), 8u); ++event) {
        const auto text = readEventText(**opened, EventId{event});
        QVERIFY(text ? text->starts_with('{') : !text.error().detail.empty());
    }
}

void tst_XPlaneStats::publicProfilesHaveText_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("key");
    QTest::newRow("TPU") << QStringLiteral(LAMELLA_SHARED_TRACES "/jax/xprof_tpu_inference_2.xplane.pb") << "hlo_category";
    QTest::newRow("GPU") << QStringLiteral(LAMELLA_SHARED_TRACES "/jax/tracelens_jax08_gemm_mi300.xplane.pb") << "kernel_details";
}

void tst_XPlaneStats::publicProfilesHaveText()
{
    QFETCH(QString, file);
    QFETCH(QString, key);
    LAMELLA_NEED_SHARED(file);
    const auto opened = openTrace(file.toStdString(), {}, {});
    QVERIFY(opened.has_value());
    QVERIFY((*opened)->kernels.size() > 0);
    const auto args = readEventArgs(**opened, (*opened)->kernels.event[(*opened)->kernels.size() / 2]);
    QVERIFY(args.has_value());
    bool found = false;
    for (const auto &[name, value] : *args)
        found = found || name == key.toStdString();
    QVERIFY(found);
}

LAMELLA_TEST(tst_XPlaneStats)
#include "tst_XPlaneStats.moc"
