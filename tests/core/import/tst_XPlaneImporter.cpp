// SPDX-License-Identifier: GPL-3.0-or-later
// XLA profiles written by this test, field by field.
#include "core/import/ImporterRegistry.h"
#include "core/session/RankRoster.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <protozero/pbf_writer.hpp>

using namespace lamella::core;

namespace {

struct Op {
    std::int64_t metadata = 0;
    std::int64_t offsetPs = 0;
    std::int64_t durationPs = 0;
};

std::string line(std::int64_t id, const std::string &name, std::int64_t startNs, const std::vector<Op> &ops)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_int64(1, id);
    writer.add_string(2, name);
    writer.add_int64(3, startNs);
    for (const Op &op : ops) {
        protozero::pbf_writer event(writer, 4);
        event.add_int64(1, op.metadata);
        event.add_int64(2, op.offsetPs);
        event.add_int64(3, op.durationPs);
    }
    return bytes;
}

std::string plane(const std::string &name, const std::vector<std::string> &lines, const std::vector<std::string> &names)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_string(2, name);
    for (const std::string &l : lines)
        writer.add_message(3, l);
    // After the lines that use them, which is valid.
    for (std::size_t i = 0; i < names.size(); ++i) {
        protozero::pbf_writer entry(writer, 4);
        entry.add_int64(1, static_cast<std::int64_t>(i + 1));
        protozero::pbf_writer metadata(entry, 2);
        metadata.add_int64(1, static_cast<std::int64_t>(i + 1));
        metadata.add_string(2, names[i]);
    }
    return bytes;
}

std::string space(const std::vector<std::string> &planes)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    for (const std::string &p : planes)
        writer.add_message(1, p);
    return bytes;
}

std::vector<std::int64_t> durations(const TraceDocument &document)
{
    return {document.kernels.duration.begin(), document.kernels.duration.end()};
}

std::string tpu()
{
    return plane("/device:TPU:2",
        {line(2, "XLA Modules", 1000, {{1, 0, 900'000}}),
            line(3, "XLA Ops", 1000, {{2, 0, 500'000}, {3, 1'499, 100'500}, {4, 600'000, 250'000}})},
        {"jit_step(1)", "while.1", "fusion.7", "all-reduce.2"});
}

} // namespace

class tst_XPlaneImporter : public QObject {
    Q_OBJECT
private slots:
    void operationsAndPrograms();
    void startsOfNoLengthHideNothing();
    void roundingMakesNoLoop();
    void streamsOfAGpuAreNotCountedTwice();
    void timesThatOverflowAreReported();
    void truncatedAtEveryByte();
    void flippedBytes();
    void noPlanes();
    void recognisedByItsFirstPlane();
    void hostOfTheFile();
    void damageOfTheCompressionIsSaid();

private:
    Result<std::shared_ptr<const TraceDocument>> open(
        const std::string &bytes, const QString &name = QStringLiteral("host.xplane.pb"))
    {
        QFile file(m_dir.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0)
            qFatal("cannot write");
        file.close();
        return openTrace(file.fileName().toStdString(), {}, {});
    }
    QTemporaryDir m_dir;
};

// The message is whole, so that only the checksum of the gzip file tells.
void tst_XPlaneImporter::damageOfTheCompressionIsSaid()
{
    std::string bytes = lamella::test::gzipped(space({tpu()}));
    QVERIFY(!(*open(bytes, QStringLiteral("good.xplane.pb.gz")))->diagnostics.anyDataLoss());
    bytes[bytes.size() - 6] ^= 1; // of the CRC
    const auto damaged = open(bytes, QStringLiteral("damaged.xplane.pb.gz")).value();
    QVERIFY(damaged->diagnostics.anyDataLoss());
    QCOMPARE(damaged->diagnostics.count("damaged_gzip"), std::uint64_t{1});
    QVERIFY(!damaged->kernels.duration.empty());
}

// XSpace.hostnames, field 4. A file of several hosts is of none.
void tst_XPlaneImporter::hostOfTheFile()
{
    const auto withHosts = [](const std::vector<std::string> &names) {
        std::string bytes = space({tpu()});
        protozero::pbf_writer writer(bytes);
        for (const std::string &name : names)
            writer.add_string(4, name);
        return bytes;
    };
    QCOMPARE(hostOf(**open(withHosts({"node \"7\""}))), std::string("node \"7\""));
    QCOMPARE(hostOf(**open(withHosts({"node7", "node7"}))), std::string("node7"));
    QCOMPARE(hostOf(**open(withHosts({"node7", "node8", "node7"}))), std::string());
    QCOMPARE(hostOf(**open(withHosts({}))), std::string());
}

void tst_XPlaneImporter::recognisedByItsFirstPlane()
{
    const QString other = QStringLiteral("capture.bin");
    const auto opened = open(space({tpu()}), other);
    QVERIFY(opened.has_value());
    QCOMPARE((*opened)->metadata.format, std::string("XSpace (XLA profile)"));
    QVERIFY(!open(space({plane("no device", {}, {})}), other));
    QVERIFY(!open(std::string("\x0A\x03\x08\x01\x12", 5), other)); // truncated inside the name
}

void tst_XPlaneImporter::operationsAndPrograms()
{
    const auto opened = open(space({tpu(), plane("/host:CPU", {line(9, "python", 0, {{1, 0, 1000}})}, {"call"})}));
    QVERIFY(opened.has_value());
    const TraceDocument &document = **opened;
    QCOMPARE(document.events.size(), 5u);
    QCOMPARE(document.kernels.size(), 2u); // the loop contains the fusion
    QCOMPARE(document.text(document.kernels.name[0]), std::string_view("fusion.7"));
    QCOMPARE(document.kernels.start[0], 1001); // 1000 ns + 1.499 ns
    QCOMPARE(document.kernels.duration[0], 101); // 100.5 ns, rounded away from zero
    QCOMPARE(document.text(document.kernels.name[1]), std::string_view("all-reduce.2"));
    QCOMPARE(document.devices[0].number, 2);
    QCOMPARE(document.bounds.exactBegin, 0);
    QCOMPARE(document.bounds.exactEnd, 1900);
}

// As TPUs record it: the start of the next copy has length 0 at the begin of the wait for the previous copy.
void tst_XPlaneImporter::startsOfNoLengthHideNothing()
{
    const auto opened = open(space(
        {plane("/device:TPU:0", {line(3, "XLA Ops", 1000, {{1, 0, 160'634'928'750}, {2, 0, 0}, {3, 160'634'928'750, 5'000}})},
            {"copy-done.5", "copy-start.6", "fusion"})}));
    QVERIFY(opened.has_value());
    QCOMPARE(durations(**opened), (std::vector<std::int64_t>{160'634'929, 0, 5}));
    QCOMPARE((*opened)->diagnostics.count("container_operation"), std::uint64_t{0});
}

void tst_XPlaneImporter::roundingMakesNoLoop()
{
    const auto opened = open(space({plane("/device:TPU:0",
        {line(3, "XLA Ops", 1000, {{1, 600, 100'500}, {2, 101'100, 600}, {3, 200'000, 90'000}, {4, 210'000, 20'000}})},
        {"matmul", "copy-start", "while", "fusion"})}));
    QVERIFY(opened.has_value());
    QCOMPARE((*opened)->kernels.size(), 3u);
    QCOMPARE(durations(**opened), (std::vector<std::int64_t>{101, 1, 20}));
    QCOMPARE((*opened)->diagnostics.count("container_operation"), std::uint64_t{1});
}

void tst_XPlaneImporter::streamsOfAGpuAreNotCountedTwice()
{
    const auto opened = open(space({plane("/device:GPU:0",
        {line(1, "Stream #17(Compute)", 0, {{1, 0, 1'000'000}}), line(2, "XLA Ops", 0, {{1, 0, 1'000'000}})}, {"gemm"})}));
    QVERIFY(opened.has_value());
    QCOMPARE((*opened)->kernels.size(), 1u);
    QCOMPARE((*opened)->streams[0].number, 17);
}

void tst_XPlaneImporter::timesThatOverflowAreReported()
{
    const auto opened =
        open(space({plane("/device:TPU:0", {line(3, "XLA Ops", INT64_MAX, {{1, 5'000'000, 10}, {1, 0, -5}})}, {"op"})}));
    QVERIFY(opened.has_value());
    QCOMPARE((*opened)->kernels.size(), 0u);
    QCOMPARE((*opened)->diagnostics.count("bad_timestamp"), std::uint64_t{2});
}

void tst_XPlaneImporter::truncatedAtEveryByte()
{
    const std::string whole = space({tpu(), tpu()});
    for (std::size_t size = 1; size < whole.size(); ++size) {
        const auto opened = open(whole.substr(0, size));
        const QString where = QStringLiteral("cut at %1").arg(size);
        QVERIFY2(opened ? (*opened)->events.size() <= 8 : !opened.error().detail.empty(), qPrintable(where));
        // Truncated after the first plane, the file is a valid smaller one.
        if (opened && size != whole.size() / 2)
            QVERIFY2((*opened)->diagnostics.anyDataLoss(), qPrintable(where));
    }
}

void tst_XPlaneImporter::flippedBytes()
{
    const std::string whole = space({tpu()});
    for (std::size_t at = 1; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0xFF);
        const auto opened = open(flipped);
        QVERIFY2(opened ? (*opened)->events.size() < 100 : !opened.error().detail.empty(),
            qPrintable(QStringLiteral("flipped %1").arg(at)));
    }
}

void tst_XPlaneImporter::noPlanes()
{
    std::string bytes("\x0A", 1);
    const auto opened = open(bytes);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::NotATrace);
}

LAMELLA_TEST(tst_XPlaneImporter)
#include "tst_XPlaneImporter.moc"
