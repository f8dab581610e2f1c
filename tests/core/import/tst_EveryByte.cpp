// SPDX-License-Identifier: GPL-3.0-or-later
// Each format truncated at every byte and with every byte replaced: the result is a consistent document (else checkDocument() of
// the fuzzers aborts) or an error with a message. Importer tests check the exact results; this test makes sure that no format is
// missing. Its files are the seeds of the fuzzers.
#include "core/profile/ModelConfig.h"
#include "core/profile/ProfileReader.h"
#include "core/session/AnalysisSession.h"
#include "core/session/Notes.h"
#include "core/session/SessionFile.h"
#include "tests/fuzz/FuzzedFile.h"
#include "tests/support/Gzip.h"
#include "tests/support/Sanitizers.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QTest>

#include <functional>

using namespace lamella::core;
using namespace lamella::test;

namespace {

using Bytes = std::string;

Bytes seed(const QString &name)
{
    QFile file(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(name));
    return file.readAll().toStdString();
}

// The checks of the fuzzers, and one table of the document.
bool traceHolds(const std::string &path)
{
    ImportOptions options;
    options.workers = 1;
    const auto document = openTrace(path, options);
    if (!document)
        return !document.error().detail.empty();
    lamella::fuzz::checkDocument(**document);
    static unsigned opened = 0; // segmentation is slower than the import, so only some are segmented
    if (++opened % 32 != 1)
        return true;
    const auto session = AnalysisSession::create(*document, {});
    return session || !session.error().detail.empty();
}

// A kernel table of Ascend and the timeline beside it, separated by a NUL byte, as in the fuzzer's input.
bool tableAndTimelineHold(const std::string &bytes)
{
    static const QTemporaryDir folder;
    const auto put = [](const QString &name, std::string_view part) {
        return writeFile(folder.filePath(name), part).toStdString();
    };
    const std::size_t separator = bytes.find('\0');
    const std::string_view all = bytes;
    put(QStringLiteral("trace_view.json"), separator == Bytes::npos ? std::string_view() : all.substr(separator + 1));
    return traceHolds(put(QStringLiteral("kernel_details.csv"), all.substr(0, separator)));
}

// Lamella's own formats are read from text or by path.
bool profileHolds(const std::string &bytes)
{
    const auto profile = readProfileFile(bytes, "damaged.json");
    return profile || !profile.error().detail.empty();
}
bool configHolds(const std::string &bytes)
{
    const auto config = parseModelConfig(bytes, "config.json");
    return config ? config->layers > 0 : !config.error().detail.empty();
}
bool sessionHolds(const std::string &path)
{
    const auto notes = readNotes(path);
    const auto session = readSessionFile(path);
    return (notes || !notes.error().detail.empty()) && (session || !session.error().detail.empty());
}

struct Format {
    const char *seed;
    const char *ending; // of the file written; nullptr: the reader takes text
    bool (*holds)(const std::string &);
    std::size_t step; // distance of the replaced bytes: opening a database is slow under a sanitizer
    bool packed = false; // compress the seed before damaging it
};

constexpr Format kFormats[] = {
    {"seeds/object.json", ".json", traceHolds, 1},
    {"seeds/array.json", ".json", traceHolds, 1},
    {"seeds/odd.json", ".json", traceHolds, 1},
    {"seeds/object.json.gz", ".json.gz", traceHolds, 1},
    {"seeds_nsys/export.sqlite", ".sqlite", traceHolds, kSanitized ? 5 : 1},
    {"seeds_stats/console.txt", ".txt", traceHolds, 1},
    {"seeds_stats/table.csv", ".csv", traceHolds, 1},
    {"seeds_ascend/level0.csv", ".csv", traceHolds, 1},
    {"seeds_ascend/level1.csv", ".csv", traceHolds, 1},
    {"seeds_ascend/op_summary.csv", ".csv", traceHolds, 1},
    {"seeds_ascend/with_timeline", nullptr, tableAndTimelineHold, 1},
    {"seeds_xplane/one.pb", ".xplane.pb", traceHolds, 1},
    {"seeds_xplane/one.pb", ".xplane.pb.gz", traceHolds, 1, true},
    {"seeds_pftrace/ends_last.pftrace", ".pftrace", traceHolds, 1},
    {"seeds_pftrace/by_time.pftrace", ".pftrace", traceHolds, 1},
    {"seeds_pftrace/deflated.pftrace", ".pftrace", traceHolds, 1},
    {"seeds_pftrace/clocks.pftrace", ".pftrace", traceHolds, 1},
    {"seeds_snapshot/small_2.pickle", ".pickle", traceHolds, 1},
    {"seeds_snapshot/small_4.pickle", ".pickle", traceHolds, 1},
    {"seeds_snapshot/cyclic_4.pickle", ".pickle", traceHolds, 1},
    {"seeds_rocm/calls.rpd", ".rpd", traceHolds, 5},
    {"seeds_rocm/direct.db", ".db", traceHolds, 11},
    {"seeds_rocm/tracks.db", ".db", traceHolds, 11},
    {"seeds_rocm/results.json", ".json", traceHolds, 1},
    {"seeds_rocm/kernel_trace.csv", ".csv", traceHolds, 1},
    {"seeds_rocm/hip_api_trace.csv", ".csv", traceHolds, 1},
    {"seeds_archive/deflated.zip", ".zip", traceHolds, 1},
    {"seeds_archive/gzipped.tar", ".tar", traceHolds, 1},
    {"seeds_pftrace/written.pftrace", ".pftrace", traceHolds, 1},
    {"seeds_profile/profile.json", nullptr, profileHolds, 1},
    {"seeds_profile/config.json", nullptr, configHolds, 1},
    {"seeds_session/session.lamella", ".lamella", sessionHolds, 1},
};

} // namespace

class tst_EveryByte : public QObject {
    Q_OBJECT
private slots:
    void holds_data()
    {
        QTest::addColumn<int>("format");
        for (int i = 0; i < int(std::size(kFormats)); ++i)
            QTest::addRow("%s%s", kFormats[i].seed, kFormats[i].packed ? ", packed" : "") << i;
    }
    void holds()
    {
        QFETCH(int, format);
        const Format &tried = kFormats[format];
        const Bytes plain = seed(QString::fromLatin1(tried.seed));
        const Bytes whole = tried.packed ? gzipped(plain) : plain;
        const QString name = QStringLiteral("damaged") + QString::fromLatin1(tried.ending != nullptr ? tried.ending : ".txt");
        TraceText file(whole, name);
        const auto holds = [&](const Bytes &bytes) {
            if (tried.ending == nullptr)
                return tried.holds(bytes);
            file.write(bytes);
            return tried.holds(file.path());
        };
        QVERIFY(holds(whole));
        // With LAMELLA_EVERY_BYTE (packaging/soundness.sh importers) all bytes, else every 17th, which reaches all offsets in a
        // word.
        const std::size_t step = qEnvironmentVariableIsSet("LAMELLA_EVERY_BYTE") ? tried.step : 17;
        for (std::size_t length = 0; length < whole.size(); length += step)
            QVERIFY2(holds(whole.substr(0, length)), qPrintable(QStringLiteral("cut at %1").arg(length)));
        for (std::size_t at = 0; at < whole.size(); at += step) {
            for (const char mask : {'\x01', '\xFF'}) {
                Bytes damaged = whole;
                damaged[at] = static_cast<char>(damaged[at] ^ mask);
                QVERIFY2(holds(damaged), qPrintable(QStringLiteral("byte %1, mask %2").arg(at).arg(uint(uchar(mask)), 0, 16)));
            }
        }
    }

    // The list above covers all formats that a fuzzer reads.
    void everySeedOfATraceIsTried()
    {
        const QDir fuzz(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz"));
        QStringList tried;
        for (const Format &format : kFormats)
            tried.append(QString::fromLatin1(format.seed).section(u'/', 0, 0));
        // HTTP requests, times and queries are no traces; tst_HttpRequest, tst_TimestampParser and tst_Sql test malformed ones.
        for (const QString &folder : fuzz.entryList({QStringLiteral("seeds*")}, QDir::Dirs))
            QVERIFY2(
                tried.contains(folder) || folder.endsWith(QStringLiteral("_http")) || folder.endsWith(QStringLiteral("_time"))
                || folder.endsWith(QStringLiteral("_sql")),
                qPrintable(folder));
    }
};

LAMELLA_TEST(tst_EveryByte)
#include "tst_EveryByte.moc"
