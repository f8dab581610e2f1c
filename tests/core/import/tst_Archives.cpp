// SPDX-License-Identifier: GPL-3.0-or-later
// Traces in ZIP and tar archives. The archives are put together here, byte by byte, from their specifications.
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/archive/MemberChoice.h"
#include "core/import/pack/PackFile.h"
#include "core/session/Fingerprint.h"
#include "core/session/TraceFolder.h"
#include "core/session/memory/MemoryReader.h"
#include "tests/support/DocumentText.h"
#include "tests/support/Gzip.h"
#include "tests/support/GzipFiles.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <zlib.h>

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>
#include <zstd.h>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// Bytes are counted differently in an archive.
std::string withoutSource(const std::string &text)
{
    return text.substr(0, text.rfind(" raw "));
}

using Members = std::vector<std::pair<std::string, std::string>>; // name, content

const std::string kTrace = R"({"traceEvents": [
{"ph":"X","cat":"kernel","name":"first","pid":0,"tid":7,"ts":10,"dur":5,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"second","pid":0,"tid":7,"ts":20,"dur":5,"args":{"device":0,"stream":7}}]})";

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string little(std::uint64_t value, int bytes)
{
    std::string out;
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i));
    return out;
}

std::string deflated(const std::string &text)
{
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string zstdOf(const std::string &text)
{
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

// APPNOTE.TXT 4.3. in64: sizes and positions in the extra fields of ZIP64.
std::string zip(const Members &members, int method = 8, int flags = 0, bool in64 = false)
{
    std::string out;
    std::string list;
    for (const auto &[name, content] : members) {
        const std::string data = method == 8 ? deflated(content) : method == 93 ? zstdOf(content) : content;
        const auto checksum = crc32_z(0, reinterpret_cast<const Bytef *>(content.data()), content.size());
        const std::string sizes = little(checksum, 4) + little(data.size(), 4) + little(content.size(), 4);
        const std::string begin =
            little(static_cast<std::uint64_t>(flags), 2) + little(static_cast<std::uint64_t>(method), 2) + little(0, 4);
        const std::uint64_t at = out.size();
        out += "PK\x03\x04" + little(20, 2) + begin + sizes + little(name.size(), 2) + little(0, 2) + name + data;
        const std::string extra = in64
            ? little(1, 2) + little(24, 2) + little(content.size(), 8) + little(data.size(), 8) + little(at, 8)
            : std::string();
        list += "PK\x01\x02" + little(20, 2) + little(20, 2) + begin
            + (in64 ? little(checksum, 4) + std::string(8, '\xFF') : sizes) + little(name.size(), 2) + little(extra.size(), 2)
            + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) + (in64 ? std::string(4, '\xFF') : little(at, 4)) + name
            + extra;
    }
    const std::uint64_t at = out.size();
    out += list;
    if (in64) {
        const std::uint64_t record = out.size();
        out += "PK\x06\x06" + little(44, 8) + std::string(28, '\0') + little(list.size(), 8) + little(at, 8);
        out += "PK\x06\x07" + little(0, 4) + little(record, 8) + little(1, 4);
    }
    return out + "PK\x05\x06" + little(0, 4) + little(members.size(), 2) + little(members.size(), 2)
        + little(in64 ? 0xFFFFFFFFu : list.size(), 4) + little(in64 ? 0xFFFFFFFFu : at, 4) + little(0, 2);
}

std::string octal(std::uint64_t value, std::size_t digits)
{
    std::string out(digits, '0');
    for (std::size_t i = digits; i-- > 0; value >>= 3)
        out[i] = static_cast<char>('0' + (value & 7));
    return out;
}

std::string tarEntry(const std::string &name, char type, const std::string &data)
{
    std::string block(512, '\0');
    block.replace(0, std::min<std::size_t>(name.size(), 100), name.substr(0, 100));
    block.replace(124, 11, octal(data.size(), 11));
    block.replace(148, 8, "        ");
    block[156] = type;
    block.replace(257, 8, std::string("ustar  \0", 8));
    unsigned sum = 0;
    for (const char c : block)
        sum += static_cast<unsigned char>(c);
    block.replace(148, 7, octal(sum, 6) + std::string(1, '\0'));
    return block + data + std::string((512 - data.size() % 512) % 512, '\0');
}

// POSIX.1-1988, with GNU's long names.
std::string tar(const Members &members)
{
    std::string out;
    for (const auto &[name, content] : members) {
        if (name.size() > 100)
            out += tarEntry("././@LongLink", 'L', name + std::string(1, '\0'));
        out += tarEntry(name, name.ends_with('/') ? '5' : '0', content);
    }
    return out + std::string(1024, '\0');
}

} // namespace

class tst_Archives : public QObject {
    Q_OBJECT

private slots:
    void sameTrace_data();
    void sameTrace();
    void refused_data();
    void refused();
    void truncated_data();
    void truncated();
    void bombs();
    void filesByName_data();
    void filesByName();
    void archivesAreFolders_data();
    void archivesAreFolders();
    void checksums();
    void cutInTheSecondHeader();
    void severalOfOneName_data();
    void severalOfOneName();
    void ascendFolder_data();
    void ascendFolder();
    void databases_data();
    void databases();
    void joinedPack();
    void notInTheArchive();
    void whatMayBeATrace();

private:
    Result<std::shared_ptr<const TraceDocument>> open(const std::string &bytes, const ImportOptions &options = {})
    {
        return openTrace(writeFile(m_dir.filePath(QStringLiteral("archive")), bytes).toStdString(), options, JobControl{});
    }
    QTemporaryDir m_dir;
};

void tst_Archives::sameTrace_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const std::string &bytes) { QTest::newRow(name) << QByteArray::fromStdString(bytes); };
    const Members one{{"run/trace.json", kTrace}};
    const std::string gz = gzipped(kTrace);
    row("deflated zip", zip(one));
    row("stored zip", zip(one, 0));
    row("zip with zstd", zip(one, 93));
    row("zip64", zip(one, 8, 0, true));
    row("gzip in a zip", zip({{"trace.json.gz", gz}}));
    row("two members of gzip in a zip", zip({{"trace.json.gz", gzipped(kTrace.substr(0, 60)) + gzipped(kTrace.substr(60))}}));
    row("zip with other files",
        zip({{"__MACOSX/._trace.json", "x"}, {"run/", ""}, {"run/README.md", "x"}, {"run/config.json", "{}"},
            {"run/trace.json", kTrace}}));
    row("tar", tar(one));
    row("tar with other files", tar({{"run/", ""}, {"run/.DS_Store", "x"}, {"run/trace.json", kTrace}, {"run/log.txt", "x"}}));
    row("tar with a long name", tar({{std::string(150, 'd') + "/trace.json", kTrace}}));
    row("tar.gz", gzipped(tar(one)));
    row("tar.zst", zstdOf(tar(one)));
    row("gzip in a tar", tar({{"trace.json.gz", gz}}));
    row("zstd in a tar.gz", gzipped(tar({{"trace.json.zst", zstdOf(kTrace)}})));
}

void tst_Archives::sameTrace()
{
    QFETCH(QByteArray, bytes);
    const auto document = open(bytes.toStdString());
    QVERIFY2(document, document ? "" : document.error().message().c_str());
    QCOMPARE((*document)->kernels.size(), 2u);
    QCOMPARE(std::string((*document)->text((*document)->kernels.name[1])), std::string("second"));
    QCOMPARE((*document)->bounds.exactEnd, std::int64_t{25'000});
    QVERIFY(!(*document)->diagnostics.anyDataLoss());
}

void tst_Archives::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const std::string &bytes, const char *says) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString::fromLatin1(says);
    };
    const Members two{{"rank0.json", kTrace}, {"rank1.json", kTrace}};
    row("two traces in a zip", zip(two), "rank0.json, rank1.json");
    row("two traces in a tar", tar(two), "/archive/rank0.json), or open all as the ranks");
    row("two traces in a tar.gz", gzipped(tar(two)), "rank0.json, rank1.json");
    row("no trace in a zip", zip({{"a.txt", "x"}, {"b.txt", "x"}}), "without a file that could be a trace");
    row("no trace in a tar", tar({{"a.txt", "x"}}), "without a file that could be a trace");
    row("encrypted zip", zip({{"t.json", kTrace}}, 8, 1), "encrypted");
    row("zip with LZMA", zip({{"t.json", kTrace}}, 14), "method 14");
    const std::string whole = zip({{"t.json", kTrace}});
    row("zip without its list", whole.substr(0, whole.size() / 2), "list of files is damaged or missing");
    std::string beyond = whole;
    beyond.replace(beyond.size() - 6, 4, little(0x7FFFFFFF, 4));
    row("zip with a list beyond its end", beyond, "list of files is damaged or missing");
    row("a damaged database in a zip", zip({{"t.sqlite", "SQLite format 3" + std::string(200, '\0')}}), "not a readable SQLite");
}

void tst_Archives::refused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const auto document = open(bytes.toStdString());
    QVERIFY(!document);
    QVERIFY2(QString::fromStdString(document.error().message()).contains(says), document.error().message().c_str());
}

void tst_Archives::truncated_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const std::string whole = tar({{"t.json", kTrace}});
    QTest::newRow("tar") << QByteArray::fromStdString(whole.substr(0, 512 + 150));
    const std::string inner = gzipped(kTrace);
    QTest::newRow("gzip in a tar") << QByteArray::fromStdString(
        tar({{"t.json.gz", inner}}).substr(0, 512 + inner.size() * 3 / 4));
}

// What can be read is shown, with its loss.
void tst_Archives::truncated()
{
    QFETCH(QByteArray, bytes);
    const auto document = open(bytes.toStdString());
    QVERIFY2(document, document ? "" : document.error().message().c_str());
    QVERIFY((*document)->kernels.size() < 2u);
    QVERIFY((*document)->diagnostics.anyDataLoss());
}

void tst_Archives::bombs()
{
    const std::string blanks = "{\"traceEvents\": [" + std::string(std::size_t{70} << 20, ' ');
    ImportOptions options;
    options.limits.maxRatio = 100;
    for (const std::string &bytes : {zip({{"t.json", blanks}}), tar({{"t.json.gz", gzipped(blanks)}})}) {
        const auto document = open(bytes, options);
        QVERIFY(!document);
        QCOMPARE(document.error().code, ErrorCode::Limit);
    }
}

void tst_Archives::filesByName_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const std::string &bytes) { QTest::newRow(name) << QByteArray::fromStdString(bytes); };
    std::string other = kTrace;
    other.replace(other.find("first"), 5, "other");
    const Members two{{"./job/" + std::string(120, 'a') + "/rank0.json", other}, {"job/notes.txt", "x"}, {"./rank1.json", kTrace},
        {"rank2.json.gz", gzipped(other)}};
    row("zip", zip(two));
    Members backslashes = two;
    for (auto &[name, content] : backslashes)
        std::replace(name.begin(), name.end(), '/', '\\');
    row("zip of Windows", zip(backslashes));
    row("zip64", zip(two, 0, 0, true));
    row("tar", tar(two));
    row("tar.gz", gzipped(tar(two)));
    row("tar.zst", zstdOf(tar(two)));
}

// A file in an archive is the same document as the file itself, whatever stands before and after it.
void tst_Archives::filesByName()
{
    QFETCH(QByteArray, bytes);
    const std::string archive = writeFile(m_dir.filePath(QStringLiteral("job.archive")), bytes).toStdString();
    for (const auto &[name, first] :
        {std::pair<std::string, std::string>("job/" + std::string(120, 'a') + "/rank0.json", "other"), {"rank1.json", "first"},
            {"rank2.json.gz", "other"}}) {
        const auto document = openTrace(archive + "/" + name);
        QVERIFY2(document, document ? "" : document.error().message().c_str());
        QCOMPARE((*document)->kernels.size(), 2u);
        QCOMPARE(std::string((*document)->text((*document)->kernels.name[0])), first);
        QCOMPARE((*document)->source.path, archive + "/" + name);
        QVERIFY(!(*document)->diagnostics.anyDataLoss());
        const auto text = readEventText(**document, (*document)->kernels.event[1]);
        QVERIFY(text.has_value() && text->find("second") != std::string::npos);
    }
    // Notes and places of the files are told apart.
    const auto one = fileFingerprint(archive + "/rank1.json");
    const auto other = fileFingerprint(archive + "/rank2.json.gz");
    QVERIFY(one && other && *one != *other);
    const auto absent = openTrace(archive + "/rank3.json");
    QVERIFY(!absent && absent.error().detail.english() == "no such file in the archive");
}

void tst_Archives::archivesAreFolders_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("taken"); // empty: the archive itself
    const Members two{{"./j/rank10.json", kTrace}, {"j/rank2.json", kTrace}, {"j/config.json", "{}"}, {"../rank3.json", kTrace},
        {"/rank4.json", kTrace}};
    const auto row = [](const char *file, const std::string &bytes, const char *taken) {
        QTest::addRow("%s: %s", file, taken)
            << QString::fromLatin1(file) << QByteArray::fromStdString(bytes) << QString::fromLatin1(taken);
    };
    row("job.zip", zip(two), "j/rank2.json j/rank10.json rank3.json rank4.json");
    row("job.tar", tar(two), "j/rank2.json j/rank10.json rank3.json rank4.json");
    row("job.tar.gz", gzipped(tar(two)), "j/rank2.json j/rank10.json rank3.json rank4.json");
    row("job.tar.zst", zstdOf(tar(two)), "j/rank2.json j/rank10.json rank3.json rank4.json");
    row("links.tar", // a link with a long target, and one with a long name too
        tarEntry("rank0.json", '0', kTrace) + tarEntry("././@LongLink", 'K', std::string(150, 't')) + tarEntry("a", '2', "")
            + tarEntry("././@LongLink", 'L', std::string(150, 'n')) + tarEntry("././@LongLink", 'K', std::string(150, 't'))
            + tarEntry("n", '2', "") + tar({{"rank1.json", kTrace}}),
        "rank0.json rank1.json");
    row("ascend.zip",
        zip({{"a/trace_view.json", "[]"}, {"a/kernel_details.csv", "x"}, {"b/kernel_details.csv", "x"}, {"b/rank.json", "x"}}),
        "a/kernel_details.csv b/kernel_details.csv");
    const Members same{{"j/rank0.json", kTrace}, {"./j/rank0.json", kTrace}, {"j/t.txt", "x"}, {"j/t.txt", "x"}};
    row("same.zip", zip(same), "j/rank0.json j/rank0.json#2");
    row("same.tar", tar(same), "j/rank0.json j/rank0.json#2");
    row("summaries.tar",
        tar({{"a/op_summary_0_1.csv", "x"}, {"a/op_summary_0_2.csv", "x"}, {"b/op_summary_1_1.csv", "x"}, {"b/rank.json", "x"}}),
        "a/op_summary_0_2.csv b/op_summary_1_1.csv");
    row("one.zip", zip({{"rank0.json", kTrace}, {"notes.txt", "x"}}), "");
    row("none.zip", zip({{"a.txt", "x"}, {"b.txt", "x"}}), "");
    row("gzip.tar.gz", gzipped(kTrace), ""); // named wrongly
    row("damaged.zip", zip(two).substr(0, 300), "");
}

void tst_Archives::archivesAreFolders()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, taken);
    const std::string archive = writeFile(m_dir.filePath(file), bytes).toStdString();
    const auto files = expandFolders({archive});
    QVERIFY(files.has_value());
    QStringList names;
    for (const std::string &one : *files)
        names << QString::fromStdString(one.substr(std::min(one.size(), archive.size() + 1)));
    QCOMPARE(names.join(QLatin1Char(' ')), taken);
    QCOMPARE(isArchiveOfTraces(archive), !taken.isEmpty());
}

// Bytes that have changed since they were packed, where inflating does not notice it.
void tst_Archives::checksums()
{
    for (const int method : {0, 8, 93}) {
        std::string bytes = zip({{"t.json", kTrace}}, method);
        const std::string entry = "PK\x01\x02";
        QCOMPARE((*open(bytes))->diagnostics.count("wrong_checksum"), std::uint64_t{0});
        bytes[bytes.find(entry) + 16] ^= 1;
        const auto document = open(bytes);
        QVERIFY(document);
        QCOMPARE((*document)->kernels.size(), 2u);
        QCOMPARE((*document)->diagnostics.count("wrong_checksum"), std::uint64_t{1});
    }
    const std::string inner = zip({{"t.json.gz", gzipped(kTrace)}}, 0);
    QVERIFY(!(*open(inner))->diagnostics.anyDataLoss());
}

// The trace in front is whole, but what may be another one is not.
void tst_Archives::cutInTheSecondHeader()
{
    const std::string two = tar({{"t.json", kTrace}, {"u.json", kTrace}});
    const std::size_t second = two.find("u.json");
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, std::size_t{511}}) {
        for (const std::string &archive : {two.substr(0, second + bytes), gzipped(two.substr(0, second + bytes))}) {
            const auto document = open(archive);
            QVERIFY2(document, document ? "" : document.error().message().c_str());
            QCOMPARE((*document)->kernels.size(), 2u);
            QVERIFY((*document)->diagnostics.anyDataLoss());
        }
    }
    QVERIFY(!(*open(two.substr(0, second) + std::string(1024, '\0')))->diagnostics.anyDataLoss());
}

void tst_Archives::severalOfOneName_data()
{
    QTest::addColumn<QByteArray>("bytes");
    std::string other = kTrace;
    other.replace(other.find("first"), 5, "other");
    const Members same{{"j/t.json", kTrace}, {"u.json", kTrace}, {"./j/t.json", other}, {"../up.json", other}, {"#3", other}};
    QTest::newRow("zip") << QByteArray::fromStdString(zip(same));
    QTest::newRow("tar") << QByteArray::fromStdString(tar(same));
    QTest::newRow("tar.gz") << QByteArray::fromStdString(gzipped(tar(same)));
}

// Each has a path, as has one whose name would lead out of the archive.
void tst_Archives::severalOfOneName()
{
    QFETCH(QByteArray, bytes);
    const std::string archive = writeFile(m_dir.filePath(QStringLiteral("same.archive")), bytes).toStdString();
    for (const auto &[name, first] : {std::pair<std::string, std::string>("j/t.json", "first"), {"j/t.json#2", "other"},
             {"up.json", "other"}, {"../up.json", "other"}, {"#3", "other"}, {"./j/../j/t.json", ""}}) {
        const auto document = openTrace(archive + "/" + name);
        QCOMPARE(document.has_value(), !first.empty());
        if (document)
            QCOMPARE(std::string((*document)->text((*document)->kernels.name[0])), first);
    }
    QVERIFY(!openTrace(archive + "/j/t.json#3"));
}

void tst_Archives::ascendFolder_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("in"); // folder of the tables in the archive
    for (const char *file : {"one.zip", "one.tar", "one.tar.gz", "one.tar.zst"}) {
        QTest::addRow("%s of the host's folder", file) << file << QStringLiteral("node_ascend_pt/ASCEND_PROFILER_OUTPUT/");
        QTest::addRow("%s of the output folder", file) << file << QString();
    }
}

// It opens as the folder does: with rank, timeline and memory tables.
void tst_Archives::ascendFolder()
{
    QFETCH(QString, file);
    QFETCH(QString, in);
    const std::string folder = in.toStdString();
    const std::string above = folder.empty() ? std::string() : "node_ascend_pt/";
    const Members members{
        {folder + "kernel_details.csv",
            "Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us)\n2,mm,MatMulV2,AI_CORE,1060.123\t,4.500\n"},
        {folder + "trace_view.json",
            R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"Python"}},)"
            R"({"ph":"M","name":"process_name","pid":3,"args":{"name":"Ascend Hardware"}},)"
            R"({"ph":"X","name":"aten::mm","pid":1,"tid":1,"ts":"1000.000","dur":50,"cat":"cpu_op"},)"
            R"({"ph":"X","name":"mm","pid":3,"tid":2,"ts":"1060.123","dur":4.5}])"},
        {folder + "memory_record.csv",
            "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\nPTA,1010.000,1.5,2.5,NPU:0\n"},
        {above + "profiler_info_3.json", "{}"}};
    const QString place = m_dir.filePath(QStringLiteral("unpacked"));
    QDir(place).removeRecursively();
    for (const auto &[name, content] : members) {
        const QString path = place + QLatin1Char('/') + QString::fromStdString(name);
        QVERIFY(QFileInfo(path).dir().mkpath(QStringLiteral(".")));
        writeFile(path, content);
    }
    const std::string bytes = file.endsWith(QLatin1String("zip")) ? zip(members) : tar(members);
    const std::string archive = writeFile(m_dir.filePath(file),
        file.endsWith(QLatin1String("gz"))        ? gzipped(bytes)
            : file.endsWith(QLatin1String("zst")) ? zstdOf(bytes)
                                                  : bytes)
                                    .toStdString();
    const auto expected = openTrace(QFile::encodeName(place).toStdString() + (folder.empty() ? "" : "/node_ascend_pt"));
    const auto document = openTrace(archive);
    QVERIFY2(expected && document, document ? "" : document.error().message().c_str());
    QCOMPARE((*document)->source.path, archive + "/" + folder + "kernel_details.csv");
    QCOMPARE((*document)->events.size(), 2u); // one of the timeline
    QCOMPARE((*document)->metadata.rank, std::optional<int>(3));
    QVERIFY(recordsMemory(**document));
    const auto memory = readMemory(*document, {});
    QVERIFY(memory);
    QCOMPARE(memory->log->size(), 1u);
    QCOMPARE(withoutSource(documentText(**document)), withoutSource(documentText(**expected)));
    QCOMPARE(expandFolders({archive}).value(), std::vector{(*document)->source.path});
    QVERIFY(!isArchiveOfTraces(archive));
}

void tst_Archives::databases_data()
{
    QTest::addColumn<QString>("seed");
    for (const char *seed : {"seeds_nsys/export.sqlite", "seeds_rocm/calls.rpd", "seeds_rocm/direct.db"})
        QTest::newRow(seed) << QString::fromLatin1(seed);
}

// A database in an archive, or compressed, is the document that it is where it lies.
void tst_Archives::databases()
{
    QFETCH(QString, seed);
    const std::string content = contentOf(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/") + seed).toStdString();
    const auto plain = open(content);
    QVERIFY2(plain, plain ? "" : plain.error().message().c_str());
    for (const std::string &bytes : {gzipped(content), zstdOf(content), zip({{"t.sqlite", content}}), tar({{"t.db", content}}),
             zstdOf(tar({{"t.db.gz", gzipped(content)}}))}) {
        const auto packed = open(bytes);
        QVERIFY2(packed, packed ? "" : packed.error().message().c_str());
        QCOMPARE(documentText(**packed), documentText(**plain));
        for (std::uint32_t event = 0; event < (*packed)->events.size(); ++event) {
            const auto args = readEventArgs(**packed, EventId{event});
            QVERIFY2(args, args ? "" : args.error().message().c_str());
        }
    }
}

// In an archive a pack is read as its text alone: what it says beyond that is lost, which is said.
void tst_Archives::joinedPack()
{
    const QDir folder(m_dir.filePath(QStringLiteral("joined")));
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    const std::string table = writeFile(folder.filePath(QStringLiteral("kernel_details.csv")),
        "Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us)\n2,mm,MatMulV2,AI_CORE,1060.123\t,4.500\n")
                                  .toStdString();
    writeFile(folder.filePath(QStringLiteral("trace_view.json")),
        R"([{"ph":"X","name":"aten::linear","pid":1,"tid":1,"ts":"1000.000","dur":50,"cat":"cpu_op","args":{}}])");
    const std::string pack = folder.filePath(QStringLiteral("job.zst")).toStdString();
    QVERIFY(writePack(**openTrace(table), pack));
    QCOMPARE((*openTrace(pack))->diagnostics.count("lost_pack_part"), std::uint64_t{0});
    const std::string joined = contentOf(QString::fromStdString(pack)).toStdString();
    const std::string alone = zstdOf(contentOf(QString::fromStdString(table)).toStdString());
    for (const auto &[bytes, lost] : {std::pair(joined, 1u), std::pair(alone, 0u)})
        for (const std::string &archive : {tar({{"job.zst", bytes}}), gzipped(tar({{"job.zst", bytes}})),
                 zip({{"job.zst", bytes}}), zip({{"job.zst", bytes}}, 0)}) {
            const auto document = open(archive);
            QVERIFY2(document, document ? "" : document.error().message().c_str());
            QCOMPARE((*document)->kernels.size(), 1u);
            QCOMPARE((*document)->diagnostics.count("lost_pack_part"), std::uint64_t{lost});
        }
}

void tst_Archives::notInTheArchive()
{
    Members many;
    for (int i = 0; i < 33; ++i)
        many.emplace_back("rank" + std::to_string(i) + ".json", kTrace);
    const std::string plain = writeFile(m_dir.filePath(QStringLiteral("many.tar")), tar(many)).toStdString();
    QCOMPARE(expandFolders({plain})->size(), std::size_t{33});
    // Each would be read from the beginning of the archive.
    const auto files = expandFolders({writeFile(m_dir.filePath(QStringLiteral("many.tgz")), gzipped(tar(many))).toStdString()});
    QVERIFY(!files && files.error().code == ErrorCode::Limit);
    const auto misnamed = expandFolders({writeFile(m_dir.filePath(QStringLiteral("gz.tar")), gzipped(tar(many))).toStdString()});
    QVERIFY(!misnamed && misnamed.error().code == ErrorCode::Limit);
    // Ranks behind a damaged entry are missed.
    std::string hidden = tar(many);
    hidden[hidden.find("rank5.json") + 150] ^= 1; // in the checksum of its header
    const auto part = expandFolders({writeFile(m_dir.filePath(QStringLiteral("part.tar")), hidden).toStdString()});
    QVERIFY(!part && part.error().code == ErrorCode::Limit);
    // What was written into the name of a member leads nowhere else.
    writeFile(m_dir.filePath(QStringLiteral("rank3.json")), kTrace);
    const std::string archive =
        writeFile(m_dir.filePath(QStringLiteral("up.zip")), zip({{"../rank3.json", "x"}, {"a.json", kTrace}})).toStdString();
    QVERIFY(!openTrace(archive + "/../rank3.json"));
    ImportOptions options;
    options.limits.maxRatio = 100;
    const std::string blanks = "{\"traceEvents\": [" + std::string(std::size_t{70} << 20, ' ');
    for (const std::string &bytes :
        {zip({{"a.json", kTrace}, {"t.json", blanks}}), tar({{"t.json.gz", gzipped(blanks)}, {"u.json", "x"}})}) {
        const std::string bomb = writeFile(m_dir.filePath(QStringLiteral("bomb")), bytes).toStdString();
        const auto document = openTrace(bomb + (bytes.starts_with("PK") ? "/t.json" : "/t.json.gz"), options);
        QVERIFY(!document);
        QCOMPARE(document.error().code, ErrorCode::Limit);
    }
}

void tst_Archives::whatMayBeATrace()
{
    for (const char *name : {"trace.json", "a/b/rank0.pt.trace.json.gz", "host.xplane.pb", "kernel_details.csv", "r.pftrace"})
        QVERIFY2(mayBeArchivedTrace(name), name);
    for (const char *name : {"a/", ".hidden", "__MACOSX/trace.json", "a/config.json", "README", "x.meta.json", "plot.PNG", ""})
        QVERIFY2(!mayBeArchivedTrace(name), name);
}

LAMELLA_TEST(tst_Archives)
#include "tst_Archives.moc"
