// SPDX-License-Identifier: GPL-3.0-or-later
// Every format, cut at every byte and with every byte replaced: an answer each time, either a document whose parts fit each other
// (checkDocument() of the fuzzers ends the program where they do not) or an error that says something. The tests of the importers
// ask what exactly comes out; this one asks that no format was forgotten. The files are the seeds of the fuzzers.
#include "core/profile/ModelConfig.h"
#include "core/profile/ProfileReader.h"
#include "core/session/AnalysisSession.h"
#include "core/session/Notes.h"
#include "core/session/SessionFile.h"
#include "tests/fuzz/FuzzedFile.h"
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

// What the fuzzers ask of a trace, and a table of the document on top.
bool traceHolds(const std::string &path)
{
    ImportOptions options;
    options.workers = 1;
    const auto document = openTrace(path, options);
    if (!document)
        return !document.error().detail.empty();
    lamella::fuzz::checkDocument(**document);
    static unsigned opened = 0; // a cut into passes costs more than the import, and asks the same of each
    if (++opened % 32 != 1)
        return true;
    const auto session = AnalysisSession::create(*document, {});
    return session || !session.error().detail.empty();
}

// A kernel table of Ascend and the timeline beside it, with a NUL byte between them, as the fuzzer has it.
bool tableAndTimelineHold(const std::string &bytes)
{
    static const QTemporaryDir folder;
    const auto put = [](const QString &name, std::string_view part) {
        return writeFile(folder.filePath(name), part).toStdString();
    };
    const std::size_t cut = bytes.find('\0');
    const std::string_view all = bytes;
    put(QStringLiteral("trace_view.json"), cut == Bytes::npos ? std::string_view() : all.substr(cut + 1));
    return traceHolds(put(QStringLiteral("kernel_details.csv"), all.substr(0, cut)));
}

// Files of ours are read from text or by path.
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
    const char *ending; // of the file that is written; nullptr: the reader takes text
    bool (*holds)(const std::string &);
    std::size_t step; // between the bytes that are replaced: a database takes long to open under a sanitizer
    bool packed = false; // the seed is damaged as a gzip of it
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
        // With LAMELLA_EVERY_BYTE (packaging/soundness.sh importers) each one, else a sample that reaches all residues of words.
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

    // Whatever a fuzzer reads is in the list above: a new format shows here.
    void everySeedOfATraceIsTried()
    {
        const QDir fuzz(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz"));
        QStringList tried;
        for (const Format &format : kFormats)
            tried.append(QString::fromLatin1(format.seed).section(u'/', 0, 0));
        // Texts of an HTTP request and of a time are no files; tst_HttpRequest and tst_TimestampParser have odd ones.
        for (const QString &folder : fuzz.entryList({QStringLiteral("seeds*")}, QDir::Dirs))
            QVERIFY2(
                tried.contains(folder) || folder.endsWith(QStringLiteral("_http")) || folder.endsWith(QStringLiteral("_time")),
                qPrintable(folder));
    }
};

LAMELLA_TEST(tst_EveryByte)
#include "tst_EveryByte.moc"
