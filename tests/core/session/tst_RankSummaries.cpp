// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks from summaries: the same rows as from the traces; invalid summaries are rejected.
#include "core/import/ImporterRegistry.h"
#include "core/session/summary/RankSummaries.h"
#include "core/session/summary/SummaryCompare.h"
#include "core/session/summary/TraceReport.h"
#include "tests/support/GeneratedJob.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace lamella;
using namespace lamella::core;
using namespace lamella::test;

using Change = std::function<std::string(std::string)>;
Q_DECLARE_METATYPE(Change)

namespace {

std::string contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string shown(const Result<std::shared_ptr<const ReportTable>> &table)
{
    return table ? writeTable(**table, TableFormat::Json) + writeTable(**table, TableFormat::Text) : table.error().message();
}

std::vector<RankTableRequest> requests()
{
    std::vector<RankTableRequest> all;
    const auto add = [&all](const char *by, const char *pass, const char *layer) -> RankTableRequest & {
        RankTableRequest &request = all.emplace_back();
        request.base.by = by;
        request.base.pass = pass;
        request.base.layer = layer;
        return request;
    };
    for (const char *by : {"layer", "pass", "rank", "group", "host", "nonsense"})
        add(by, "auto", "all");
    add("layer", "all", "1");
    add("layer", "steady", "head");
    add("layer", "999", "all");
    add("layer", "all", "999");
    add("pass", "auto", "all").rank = 1;
    add("pass", "auto", "all").rank = 77;
    add("layer", "all", "all").base.stage = "decode";
    RankTableRequest &sorted = add("pass", "all", "all");
    sorted.base.sort = "-wall_ns";
    sorted.base.top = 3;
    return all;
}

} // namespace

class TestRankSummaries : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_folder; // contains the summary of each rank of a job of four

    // Opens the traces as ranks of one job and writes their summaries into the folder.
    static std::shared_ptr<RankSet> summarised(const QStringList &traces, const QString &folder)
    {
        QDir().mkpath(folder);
        std::vector<std::string> paths;
        for (const QString &trace : traces)
            paths.push_back(trace.toStdString());
        auto set = RankSet::open(paths, {});
        if (!set)
            qFatal("%s", set.error().message().c_str());
        std::vector<AnalysisSession *> written;
        for (const RankMember &member : (*set)->members()) {
            if (std::find(written.begin(), written.end(), member.session.get()) != written.end())
                continue;
            const auto json = summaryJson(*member.session, {});
            if (!json)
                qFatal("%s", json.error().message().c_str());
            writeFile(folder + QStringLiteral("/%1.json").arg(written.size()), *json);
            written.push_back(member.session.get());
        }
        return *set;
    }
    static QStringList written(const GeneratedJob &job, const QString &folder)
    {
        QDir().mkpath(folder);
        QStringList traces;
        for (const RankFile &rank : job.files) {
            traces << folder + QLatin1Char('/') + QString::fromStdString(rank.fileName);
            writeFile(traces.last(), rank.json);
        }
        return traces;
    }
    static void compareBoth(RankSet &traces, const QString &folder)
    {
        const auto summaries = RankSummaries::open({folder.toStdString()});
        QVERIFY(summaries.has_value());
        for (const RankTableRequest &request : requests())
            QCOMPARE(shown((*summaries)->table(request)), shown(traces.table(request)));
    }
    // A copy of the summaries with a changed first one.
    QString spoilt(const Change &change) const
    {
        const QString folder = m_dir.filePath(QStringLiteral("spoilt"));
        QDir(folder).removeRecursively();
        QDir().mkpath(folder);
        for (int i = 0; i < 4; ++i) {
            const std::string text = contentOf(m_folder + QStringLiteral("/%1.json").arg(i));
            writeFile(folder + QStringLiteral("/%1.json").arg(i), i == 0 ? change(text) : text);
        }
        return folder;
    }
    static std::string notesOf(const QString &folder)
    {
        const auto set = RankSummaries::open({folder.toStdString()});
        std::string text;
        if (set)
            for (const RankNote &note : (*set)->notes())
                text += note.sentence.english() + "\n";
        return set ? text : "error: " + set.error().message();
    }

private slots:
    void initTestCase()
    {
        m_folder = m_dir.filePath(QStringLiteral("summaries"));
        [[maybe_unused]] const auto set =
            summarised(written(generatedJob("numbered"), m_dir.filePath(QStringLiteral("traces"))), m_folder);
    }

    void rowsAreThoseOfTheTraces_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("groupArguments");
        QTest::newRow("numbered") << QStringLiteral("numbered") << true;
        QTest::newRow("without numbers") << QStringLiteral("numbered") << false;
        QTest::newRow("named") << QStringLiteral("named") << true;
        QTest::newRow("none slower") << QStringLiteral("even") << true;
    }
    void rowsAreThoseOfTheTraces()
    {
        QFETCH(QString, name);
        QFETCH(bool, groupArguments);
        const GeneratedJob job = generatedJob(name.toStdString(), groupArguments);
        QTemporaryDir dir;
        const QString folder = dir.filePath(QStringLiteral("summaries"));
        const auto traces = summarised(written(job, dir.filePath(QStringLiteral("traces"))), folder);
        compareBoth(*traces, folder);
    }
    void devicesOfOneFileAreItsRanks()
    {
        QTemporaryDir dir;
        const QString trace = writeFile(dir.filePath(QStringLiteral("two.json")), generatedTrace(TraceKind::TwoDevices).json);
        const QString folder = dir.filePath(QStringLiteral("summaries"));
        const auto traces = summarised({trace}, folder);
        QCOMPARE(traces->members().size(), std::size_t(2));
        compareBoth(*traces, folder);
    }
    void publicCapturesToo()
    {
        QStringList traces;
        for (const char *name : {"/chrome/megatron_tp8_kineto_0.json", "/chrome/megatron_tp8_kineto_1.json"})
            traces << QStringLiteral(LAMELLA_SHARED_TRACES) + QString::fromLatin1(name);
        for (const QString &trace : traces)
            LAMELLA_NEED_SHARED(trace);
        QTemporaryDir dir;
        const auto set = summarised(traces, dir.path());
        compareBoth(*set, dir.path());
    }
    void aSummaryIsStillComparedAsOne()
    {
        const std::string one = QString(m_folder + QStringLiteral("/0.json")).toStdString();
        QVERIFY(compareSummaries(one, one, {}, 5).has_value());
    }

    void whatIsNoSummaryIsTold_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QByteArray>("sentence");
        const auto replace = [](const char *from, const char *to) {
            return Change([from, to](std::string text) {
                const std::size_t at = text.rfind(from);
                return at == std::string::npos ? std::string() : text.replace(at, std::strlen(from), to);
            });
        };
        const auto truncated = [](double share) {
            return Change([share](const std::string &text) { return text.substr(0, std::size_t(double(text.size()) * share)); });
        };
        const auto row = [](const char *name, const Change &change, const char *sentence) {
            QTest::newRow(name) << change << QByteArray(sentence);
        };
        row("version of the summary", replace("lamella.summary.v1", "lamella.summary.v2"), "lamella.summary.v2");
        row("version of the facts", replace("lamella.rank-facts.v1", "lamella.rank-facts.v9"), "lamella.rank-facts.v9");
        row("from before there were facts", replace("\"rank_facts\"", "\"other_facts\""), "without rank_facts");
        row("cut at a third", truncated(0.33), "truncated or damaged");
        row("cut in the facts", truncated(0.99), "truncated or damaged");
        row("facts are a list", replace("\"rank_facts\":{", "\"rank_facts\":[{"), "truncated or damaged");
        row("letters for numbers", replace("\"length_ns\":\"", "\"length_ns\":\"x "), "no list of whole numbers");
        row("one number more", replace("\"length_ns\":\"", "\"length_ns\":\"7 "), "not of one length");
        row("a length below zero", replace("\"length_ns\":\"", "\"length_ns\":\"-"), "row 0 of collectives is not possible");
        row("not recorded where a number must be", replace("\"kernel\":\"", "\"kernel\":\"- "), "not of one length");
        row("too large", replace("\"length_ns\":\"", "\"length_ns\":\"99999999999999999999"), "no list of whole numbers");
        row("large", replace("\"length_ns\":\"", "\"length_ns\":\"999999999999"), "of collectives is");
        row("pass that is not there", replace("\"parts\":{\"pass\":\"", "\"parts\":{\"pass\":\"9"),
            "row 0 of parts is not possible");
        row("a column less", replace("\"together\":", "\"apart\":"), "have no together");
        row("no zero", replace("\"zero_ns\":", "\"one_ns\":"), "zero_ns is missing");
        row("a zero beyond time", replace("\"zero_ns\":", "\"zero_ns\":9999999999"), "zero_ns is missing or out of range");
        row("rank below zero", replace("\"rank\":", "\"rank\":-9"), "");
        row("left out by the writer", replace("\"devices\":", "\"omitted\":\"too many\",\"devices\":"),
            "has no data for ranks: too many");
        row(
            "another program's file", [](const std::string &) { return std::string("{\"a\":1}"); },
            "is not a summary and was ignored");
        row(
            "empty", [](const std::string &) { return std::string(); }, "0.json");
        row(
            "nested deep",
            [](const std::string &) {
                return "{\"schema\":\"lamella.summary.v1\",\"rank_facts\":{\"a\":" + std::string(100'000, '[') + "}}";
            },
            "0.json cannot be used");
    }
    void whatIsNoSummaryIsTold()
    {
        QFETCH(Change, change);
        QFETCH(QByteArray, sentence);
        const std::string notes = notesOf(spoilt(change));
        QVERIFY2(notes.find(sentence.toStdString()) != std::string::npos, notes.c_str());
        if (!sentence.isEmpty())
            QVERIFY2(notes.find("missing: 0.") != std::string::npos, notes.c_str());
    }
    void aCutAnywhereIsTold()
    {
        const std::string text = contentOf(m_folder + QStringLiteral("/0.json"));
        const QString path = m_dir.filePath(QStringLiteral("cut.json"));
        const std::size_t end = text.find_last_of('}');
        const std::size_t near = end - 200; // from where on each length is tried
        for (std::size_t length = 0; length <= end;
             length = length < near ? std::min(near, length + text.size() / 300 + 1) : length + 1) {
            writeFile(path, text.substr(0, length));
            const auto read = readRankSummary(path.toStdString());
            QVERIFY2(!read, qPrintable(QString::number(length)));
        }
        QVERIFY(readRankSummary(QString(m_folder + QStringLiteral("/0.json")).toStdString()).has_value());
    }
    void flippedBytesNeverCrash()
    {
        const std::string text = contentOf(m_folder + QStringLiteral("/0.json"));
        const std::string facts = "{\"schema\":\"lamella.summary.v1\"," + text.substr(text.rfind("\"rank_facts\""));
        const QString folder = m_dir.filePath(QStringLiteral("flipped"));
        QDir().mkpath(folder);
        QFile::copy(m_folder + QStringLiteral("/1.json"), folder + QStringLiteral("/1.json"));
        for (std::size_t at = 40; at < facts.size(); at += facts.size() / 250 + 1) {
            std::string flipped = facts;
            flipped[at] = char(flipped[at] ^ (1 << (at % 7)));
            writeFile(folder + QStringLiteral("/0.json"), flipped);
            const auto set = RankSummaries::open({folder.toStdString()});
            QVERIFY(set.has_value());
            RankTableRequest request;
            request.base.by = "rank";
            QVERIFY((*set)->table(request).has_value());
        }
    }
    void ranksThatAreMissingOrTwiceAreTold()
    {
        const QString folder = spoilt([](std::string text) { return text; });
        QFile::copy(folder + QStringLiteral("/1.json"), folder + QStringLiteral("/9.json"));
        QVERIFY(notesOf(folder).find("9.json is the same recording as 1.json") != std::string::npos);
        // Another recording with the same rank.
        std::string other = contentOf(folder + QStringLiteral("/1.json"));
        other.replace(other.find("\"digest\":\"") + 10, 4, "0123");
        writeFile(folder + QStringLiteral("/9.json"), other);
        QVERIFY(notesOf(folder).find("is there twice: 1.json was used, 9.json ignored") != std::string::npos);
        QFile::remove(folder + QStringLiteral("/9.json"));
        QFile::remove(folder + QStringLiteral("/2.json"));
        QVERIFY(notesOf(folder).find("Of 4 ranks 3 are open; missing: 2.") != std::string::npos);
    }
    void aSummaryWithoutTheNameOfItsTraceIsCalledByItsOwn()
    {
        const QString folder = spoilt([](std::string text) {
            const std::size_t at = text.find("\"file\":\"", text.rfind("\"rank_facts\"")) + 8;
            return text.replace(at, text.find('"', at) - at, "");
        });
        const auto summary = readRankSummary(QString(folder + QStringLiteral("/0.json")).toStdString());
        QVERIFY(summary.has_value());
        QVERIFY(summary->path.ends_with("/0.json"));
        QVERIFY(RankSummaries::open({folder.toStdString()}).has_value());
    }
    void whereNothingCanBeReadTheErrorSaysSo()
    {
        QTemporaryDir dir;
        QVERIFY(notesOf(dir.path()).find("holds no *.json") != std::string::npos);
        QVERIFY(notesOf(dir.filePath(QStringLiteral("nowhere"))).starts_with("error: "));
        writeFile(dir.filePath(QStringLiteral("a.json")), "[]");
        QVERIFY(notesOf(dir.path()).find("is no summary; write it with summary --format json") != std::string::npos);
        std::stop_source source;
        source.request_stop();
        const auto stopped = RankSummaries::open({m_folder.toStdString()}, {source.get_token(), {}});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }
};

LAMELLA_TEST(TestRankSummaries)
#include "tst_RankSummaries.moc"
