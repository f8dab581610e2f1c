// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ImporterRegistry.h"
#include "core/report/TableWriters.h"
#include "core/report/tables/RankTables.h"
#include "core/session/RankSet.h"
#include "core/session/TraceFolder.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QTest>

using namespace lamella;
using namespace lamella::core;

namespace {

// A trace with some collectives between kernels, `late` ns later than on rank 0.
std::string traceOf(int rank, int world, int late, const std::string &head = {})
{
    std::string events;
    const int starts[] = {0, 1000, 2300, 3100, 4700, 6000, 7100, 8800};
    for (const int start : starts) {
        const std::string us = std::to_string(1'000'000 + start) + "." + std::to_string(100 + late);
        events += std::string(events.empty() ? "" : ",") + "{'ph':'X','cat':'kernel','name':'gemm','pid':" + std::to_string(rank)
            + ",'tid':7,'ts':" + us + ",'dur':" + std::to_string(50 + rank) + ",'args':{'device':" + std::to_string(rank)
            + ",'stream':7}},{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllReduce','pid':" + std::to_string(rank)
            + ",'tid':7,'ts':" + std::to_string(1'000'100 + start) + "." + std::to_string(100 + late)
            + ",'dur':40,'args':{'device':" + std::to_string(rank) + ",'stream':7}}";
    }
    const std::string info = world > 0
        ? "'distributedInfo':{'rank':" + std::to_string(rank) + ",'world_size':" + std::to_string(world) + "},"
        : std::string();
    return test::quoted("{" + head + info + "'traceEvents':[" + events + "]}");
}

// A rank of two tensor-parallel groups, {0, 1} and {2, 3}, whose steps take differently long, and two data-parallel ones, {0, 2} and
// {1, 3}. All groups have the same name.
std::string traceOfGroups(int rank, std::int64_t offsetNs)
{
    std::string events;
    const auto add = [&](const char *name, std::int64_t ns, std::int64_t lengthNs, const std::string &args) {
        const std::int64_t at = 1'000'000'000 + offsetNs + ns;
        const auto us = [](std::int64_t t) { return std::to_string(t / 1000) + "." + std::to_string(1000 + t % 1000).substr(1); };
        events += std::string(events.empty() ? "" : ",") + "{'ph':'X','cat':'kernel','name':'" + name
            + "','pid':0,'tid':7,'ts':" + us(at) + ",'dur':" + us(lengthNs) + ",'args':{'device':0,'stream':7" + args + "}}";
    };
    const auto group = [](int first, int second, int sequence) {
        return ",'Process Group Name':'group','Process Group Ranks':'[" + std::to_string(first) + ", " + std::to_string(second)
            + "]','Seq':" + std::to_string(sequence);
    };
    const int half = rank / 2;
    const int steps[] = {0, 1000, 2300, 3100, 4700, 6000, 7100, 8800, 10100, 11700, 12900, 14600};
    for (int i = 0; i < 12; ++i) {
        const std::int64_t begin = 1000 * (steps[i] + half * (37 + 11 * i));
        const std::int64_t late = rank % 2 == 0 ? 0 : 20'000; // arrives last in its group
        add("gemm", begin, 90'000 + late, {});
        add("ncclDevKernel_AllReduce", begin + 100'000 + late, 60'000 - late, group(2 * half, 2 * half + 1, i));
        if (i % 2 == 1) // the second half is later
            add("ncclDevKernel_AllGather", begin + 170'000, 1000 * (steps[i] + 700) - begin - 170'000,
                group(rank % 2, rank % 2 + 2, i / 2));
    }
    return test::quoted("{'distributedInfo':{'rank':" + std::to_string(rank) + ",'world_size':4},'traceEvents':[" + events + "]}");
}

bool says(const RankSet &set, const char *text)
{
    return std::any_of(set.notes().begin(), set.notes().end(),
        [text](const RankNote &note) { return note.sentence.english().find(text) != std::string::npos; });
}

} // namespace

class TestRankSet : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char *name, const std::string &bytes)
    {
        const QString path = m_dir.filePath(QString::fromLatin1(name));
        QDir().mkpath(QFileInfo(path).path());
        return test::writeFile(path, bytes).toStdString();
    }
    static std::shared_ptr<RankSet> opened(const std::vector<std::string> &files, RankOpenOptions options = {})
    {
        auto set = RankSet::open(files, options);
        if (!set)
            qFatal("%s", set.error().message().c_str());
        return *set;
    }

private slots:
    // What the trace states, else what its name does; the others are one row.
    void groupsByHost()
    {
        const auto set = opened({file("beta_77.1700000000000.pt.trace.json", traceOf(0, 4, 0)),
            file("b.json", traceOf(1, 4, 10, "'system':{'env':{'HOSTNAME':'alpha'}},")), file("c.json", traceOf(2, 4, 20)),
            file("alpha_78.1700000000000.pt.trace.json", traceOf(3, 4, 30))});
        RankTableRequest request;
        request.base.by = "host";
        const auto table = set->table(request);
        QVERIFY2(table, table ? "" : table.error().message().c_str());
        QCOMPARE((*table)->rowCount(), 3u);
        const auto cell = [&](std::size_t row, const char *column) {
            return std::string((*table)->text(row, (*table)->columnIndex(column)));
        };
        QCOMPARE(cell(0, "host") + ": " + cell(0, "ranks"), std::string("beta: 0"));
        QCOMPARE(cell(1, "host") + ": " + cell(1, "ranks"), std::string("alpha: 1,3"));
        QVERIFY((*table)->isMissing(2, (*table)->columnIndex("host")));
        QCOMPARE(cell(2, "ranks"), std::string("2"));
        request.rank = 3;
        QCOMPARE((*set->table(request))->rowCount(), 1u);
    }
    // Collectives of groups that have a name in common, or a rhythm, are not taken for one another.
    void groupsOfOneNameAreToldByTheirRanks()
    {
        const std::vector<std::int64_t> offsets{0, 777'000, -555'000, 123};
        std::vector<std::string> files;
        for (int r = 0; r < 4; ++r)
            files.push_back(file(("named/rank" + std::to_string(r) + ".json").c_str(),
                traceOfGroups(r, offsets[static_cast<std::size_t>(r)])));
        const auto set = opened(files);
        RankTableRequest request;
        request.base.by = "rank";
        const auto ranks = set->table(request);
        QVERIFY2(ranks, ranks ? "" : ranks.error().message().c_str());
        const std::size_t offset = (*ranks)->columnIndex("offset_ns");
        for (std::size_t r = 0; r < 4; ++r)
            QCOMPARE(qint64((*ranks)->integer(r, offset)), qint64(offsets[r]));
        request.base.by = "group";
        const auto groups = set->table(request);
        QVERIFY2(groups, groups ? "" : groups.error().message().c_str());
        QStringList of;
        for (std::size_t row = 0; row < (*groups)->rowCount(); ++row)
            of << QString::fromStdString(std::string((*groups)->text(row, (*groups)->columnIndex("ranks"))));
        of.sort();
        QCOMPARE(of.join(u' '), QStringLiteral("0,1 0,2 1,3 2,3"));
    }
    // The sentence names what the doubt comes from, with its figure.
    void doubtsHaveTheirReason()
    {
        RankComparison comparison;
        std::vector<RankClock> &clocks = comparison.alignment.clocks;
        clocks.resize(5);
        clocks[0].method = ClockMethod::Reference;
        const auto aligned = [&](std::size_t r, std::size_t base, std::size_t matches, std::int64_t residualNs,
                                 double confidence) {
            clocks[r].method = ClockMethod::Sequence;
            clocks[r].collectives = 640;
            clocks[r].matches = matches;
            clocks[r].residualNs = residualNs;
            clocks[r].confidence = confidence;
            clocks[r].base = base;
        };
        aligned(1, 0, 200, 1000, 0.3);
        aligned(2, 1, 640, 1000, 0.3); // itself without fault
        aligned(3, 0, 5, 1000, 0.3);
        aligned(4, 0, 640, 1000, 0.98);
        clocks[3].collectives = 5;
        const std::vector<RankLabel> labels{{0, {}, {}, {}, 0, {}}, {1, {}, {}, {}, 0, {}}, {2, {}, {}, {}, 0, {}},
            {3, {}, {}, {}, 0, {}}, {4, {}, {}, {}, 0, {}}};
        const std::vector<Message> warnings = alignmentWarnings(comparison, labels);
        QCOMPARE(warnings.size(), std::size_t{3});
        QCOMPARE(warnings[0].english(),
            std::string("Rank 1: only 200 of 640 collectives have a counterpart; its offset is uncertain."));
        QCOMPARE(warnings[1].english(),
            std::string("Rank 2 was aligned with rank 1, whose own offset is uncertain; its offset is uncertain too."));
        QCOMPARE(
            warnings[2].english(), std::string("Rank 3: 5 collectives with a counterpart are too few; its offset is uncertain."));
    }
    void numbersComeFromTheFilesFirst()
    {
        const auto set = opened({file("n/b-rank0.json", traceOf(1, 2, 5)), file("n/a-rank1.json", traceOf(0, 2, 0))});
        QCOMPARE(set->members().size(), std::size_t(2));
        QCOMPARE(set->members()[0].rank, 0);
        QVERIFY(set->members()[0].path.ends_with("a-rank1.json"));
        QCOMPARE(set->members()[0].numberFrom, std::string("distributed info"));
        QCOMPARE(set->worldSize().value_or(0), 2);
        QCOMPARE(set->notes().size(), std::size_t(1)); // its name states another rank
        QVERIFY(!set->notes().front().serious);
    }
    void namesAndOrderComeNext()
    {
        const auto named = opened({file("o/x-tp1.json", traceOf(0, 0, 3)), file("o/x-tp0.json", traceOf(1, 0, 0))});
        QCOMPARE(named->members()[0].numberFrom, std::string("file name"));
        QVERIFY(named->members()[0].path.ends_with("x-tp0.json"));
        const auto ordered = opened({file("o/b.json", traceOf(0, 0, 7)), file("o/a.json", traceOf(1, 0, 0))});
        QCOMPARE(ordered->members()[0].numberFrom, std::string("order"));
        QVERIFY(ordered->members()[0].path.ends_with("b.json"));
        QVERIFY(says(*ordered, "does not say which rank it is"));
    }
    void missingTwiceAndBrokenAreSaid()
    {
        const std::string zero = file("m/rank0.json", traceOf(0, 4, 0));
        const std::string copy = file("m/rank0-copy.json", traceOf(0, 4, 0));
        const std::string again = file("m/rank0-again.json", traceOf(0, 4, 9));
        const std::string two = file("m/rank2.json", traceOf(2, 4, 4));
        const std::string text = file("m/letter.json", "Dear reader, this is no trace.\n");
        const std::string whole = traceOf(3, 4, 2, "'a':1,");
        const std::string segmentation = file("m/rank3.json", whole.substr(0, whole.size() - 90));
        const auto set = opened({zero, copy, again, two, text, segmentation, zero + ".gone"});
        QCOMPARE(set->ranksText(), std::string("0, 2, 3"));
        QVERIFY(says(*set, "rank0-copy.json is the same recording as rank0.json"));
        QVERIFY(says(*set, "Rank 0 is there twice"));
        QVERIFY(says(*set, "letter.json cannot be used"));
        QVERIFY(says(*set, "rank0.json.gone cannot be used"));
        QVERIFY(says(*set, "rank3.json could not be read whole"));
        QVERIFY(says(*set, "Of 4 ranks 3 are open; missing: 1."));
    }
    void missingRanksAreCountedBeyondThoseListed()
    {
        const auto set = opened({file("w/rank0.json", traceOf(0, 16384, 0)), file("w/rank1.json", traceOf(1, 16384, 4))});
        QVERIFY(says(*set, "Of 16384 ranks 2 are open; missing: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 16370 more."));
    }
    void otherDevicesOfOneOfSeveralFilesAreTold()
    {
        const std::string first = file("d/rank0.json", test::generatedTrace(test::TraceKind::TwoDevices).json);
        const std::string second = file("d/rank1.json", test::generatedTrace(test::TraceKind::TwoDevices, {.passes = 3}).json);
        const auto alone = opened({first});
        QCOMPARE(alone->members().size(), std::size_t(2));
        QVERIFY(!says(*alone, " ignored; open"));
        const auto both = opened({first, second});
        QCOMPARE(both->members().size(), std::size_t(2));
        for (const RankMember &member : both->members()) {
            const auto segmentation = member.session->segmentation();
            QVERIFY(segmentation);
            QCOMPARE(member.device, (*segmentation)->mainDevice);
        }
        QVERIFY(says(*both, "rank0.json has 2 devices: device "));
        QVERIFY(says(*both, "rank1.json has 2 devices: device "));
    }
    void nothingReadableIsTheFirstError()
    {
        const auto set = RankSet::open({file("e/a.json", "no trace"), file("e/b.json", "neither")}, {});
        QVERIFY(!set);
        QCOMPARE(set.error().code, ErrorCode::NotATrace);
        QVERIFY(set.error().source.ends_with("a.json"));
    }
    void foldersAreTheirTraces()
    {
        file("f/rank10.json", traceOf(2, 0, 0));
        file("f/rank9.json", traceOf(1, 0, 5));
        file("f/config.json", "{\"num_hidden_layers\": 4}");
        file("f/notes.json", "{\"mine\": true}");
        const std::string folder = m_dir.filePath(QStringLiteral("f")).toStdString();
        const auto set = opened({folder});
        QCOMPARE(set->ranksText(), std::string("9, 10"));
        QVERIFY(says(*set, "notes.json is not a trace and was ignored"));
        QVERIFY(!says(*set, "config.json"));
        file("f/rank11.json", "");
        const auto lost = opened({folder});
        QCOMPARE(lost->ranksText(), std::string("9, 10"));
        const auto note = std::find_if(lost->notes().begin(), lost->notes().end(),
            [](const RankNote &one) { return one.sentence.english().starts_with("rank11.json cannot be used"); });
        QVERIFY(note != lost->notes().end() && note->serious);
        QDir().mkpath(m_dir.filePath(QStringLiteral("empty")));
        const auto empty = RankSet::open({m_dir.filePath(QStringLiteral("empty")).toStdString()}, {});
        QVERIFY(!empty);
        QVERIFY(empty.error().detail.english().find("is an empty folder") != std::string::npos);
        file("empty/notes.md", "no trace");
        const auto none = RankSet::open({m_dir.filePath(QStringLiteral("empty")).toStdString()}, {});
        QVERIFY(!none);
        QVERIFY(none.error().detail.english().find("no file that is named like a trace") != std::string::npos);
        file("g/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", traceOf(1, 0, 3));
        file("g/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", traceOf(0, 0, 0));
        QCOMPARE(opened({m_dir.filePath(QStringLiteral("g")).toStdString()})->ranksText(), std::string("0, 1"));
    }
    void onlyTheRankAskedForIsRead()
    {
        const std::vector<std::string> files{file("s/rank0.json", traceOf(0, 2, 0)), file("s/rank1.json", traceOf(1, 2, 5))};
        RankOpenOptions options;
        options.only = 1;
        QCOMPARE(opened(files, options)->ranksText(), std::string("1"));
        options.only = 7; // no such rank: all files are read, so that the message can list the ranks
        QCOMPARE(opened(files, options)->ranksText(), std::string("0, 1"));
    }
    void threadsChangeNothing()
    {
        std::vector<std::string> files;
        for (int r = 0; r < 5; ++r)
            files.push_back(file(("t/rank" + std::to_string(r) + ".json").c_str(), traceOf(r, 5, r)));
        RankTableRequest request;
        request.base.by = "rank";
        std::string before;
        for (const unsigned atOnce : {1u, 3u, 8u}) {
            RankOpenOptions options;
            options.atOnce = atOnce;
            std::size_t reports = 0;
            bool allDone = false;
            options.progress = [&](const std::vector<RankLoad> &loads) {
                ++reports;
                allDone =
                    std::all_of(loads.begin(), loads.end(), [](const RankLoad &l) { return l.state == RankLoad::State::Done; });
            };
            const auto set = opened(files, options);
            QVERIFY(reports >= 10);
            QVERIFY(allDone);
            const std::string text = writeTable(*set->table(request).value(), TableFormat::Csv);
            QVERIFY(before.empty() || text == before);
            before = text;
        }
        QVERIFY(before.find("collectives: order and rhythm") != std::string::npos);
    }
    void aFileWithSeveralDevicesIsSeveralRanks()
    {
        const test::TraceText text(test::generatedTrace(test::TraceKind::TwoDevices).json);
        const auto session = AnalysisSession::create(text.open().value(), {}).value();
        const auto set = RankSet::of({session});
        QCOMPARE(set->ranksText(), std::string("0, 1"));
        QCOMPARE(set->members()[1].numberFrom, std::string("device"));
        const auto table = set->table({}).value();
        QVERIFY(table->rowCount() > 10);
        const Selection own = table->target(1);
        const auto *target = std::get_if<LayerSelection>(&own);
        QVERIFY(target != nullptr);
        QCOMPARE(target->device, set->members()[1].device);
    }
    void wrongRequestsAreRefused()
    {
        const auto set = opened({file("w/rank0.json", traceOf(0, 2, 0)), file("w/rank1.json", traceOf(1, 2, 5))});
        RankTableRequest request;
        request.base.by = "moon";
        QCOMPARE(set->table(request).error().code, ErrorCode::BadRequest);
        request.base.by = "rank";
        request.rank = 5;
        QVERIFY(set->table(request).error().detail.english().find("there are 0, 1") != std::string::npos);
        request.rank = 1;
        QCOMPARE(set->table(request).value()->rowCount(), std::size_t(1));
    }
    void stoppedIsCancelled()
    {
        std::stop_source source;
        source.request_stop();
        const auto set = RankSet::open({file("c/rank0.json", traceOf(0, 1, 0))}, {}, {source.get_token(), {}});
        QVERIFY(!set);
        QCOMPARE(set.error().code, ErrorCode::Cancelled);
    }
};

LAMELLA_TEST(TestRankSet)
#include "tst_RankSet.moc"
