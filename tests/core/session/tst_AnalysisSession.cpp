// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/AnalysisSession.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

namespace {

std::shared_ptr<AnalysisSession> session(std::string_view text)
{
    return AnalysisSession::create(test::documentFromText(text), {}).value();
}

TableRequest request(const char *table)
{
    TableRequest r;
    r.table = table;
    return r;
}

} // namespace

class TestAnalysisSession : public QObject {
    Q_OBJECT
private slots:
    void everyTableAnswersForATraceWithoutPasses()
    {
        for (const std::string_view text : {"", "7: gemm@0+10 attn@20+5"}) {
            const auto s = session(text);
            for (const std::string &name : AnalysisSession::tableNames()) {
                const auto table = s->table(request(name.c_str()));
                QVERIFY2(table.has_value(), name.c_str());
                QCOMPARE((*table)->id(), name);
                const std::vector<ReportColumn> columns = AnalysisSession::tableColumns(name);
                QVERIFY(columns.size() <= (*table)->columns().size());
                for (std::size_t c = 0; c < columns.size(); ++c)
                    QCOMPARE((*table)->columns()[c].id, columns[c].id);
            }
        }
    }
    void analysesAreComputedOnce()
    {
        const auto s = session("7: gemm@0+10 attn@20+5");
        QCOMPARE(s->segmentation().value().get(), s->segmentation().value().get());
        QCOMPARE(s->launches().get(), s->launches().get());
        QCOMPARE(s->kernelNames().get(), s->kernelNames().get());
        QCOMPARE(s->kernelsByName().value().get(), s->kernelsByName().value().get());
        const auto again = s->withOptions({}).value(); // names and times are those of the document
        QCOMPARE(again->kernelsByName().value().get(), s->kernelsByName().value().get());
    }
    void selectionsArePrepared()
    {
        for (const std::string_view text : {"", "7: gemm@0+10 attn@20+5; 8: gemm@0+10"})
            QVERIFY(session(text)->prepareSelections({}));
        std::stop_source source;
        source.request_stop();
        JobControl stopped;
        stopped.stop = source.get_token();
        const auto s = session("7: gemm@0+10");
        const auto cancelled = s->prepareSelections(stopped);
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        QVERIFY(s->prepareSelections({})); // nothing of it stays
    }
    void unnamedKernelsComeByTime()
    {
        const auto s = session("7: zork_a@0+10 flash_fwd_kernel@20+50 zork_b@80+30 zork_a@120+10");
        const auto table = s->table(request("unnamed")).value();
        QCOMPARE(table->rowCount(), std::size_t{2});
        QCOMPARE(table->text(0, 1), std::string_view("zork_b"));
        QCOMPARE(table->text(1, 1), std::string_view("zork_a"));
        QCOMPARE(table->integer(1, 2), 2);
        QCOMPARE(table->integer(1, 3), 20);
        QCOMPARE(table->real(0, 4), 0.3); // of all GPU time, named or unnamed
        QCOMPARE(session("7: flash_fwd_kernel@0+5")->table(request("unnamed")).value()->rowCount(), std::size_t{0});
    }
    void kernelsSaysWhatIsInFlight()
    {
        const auto document = test::documentFromText("7: gemm@0+10 attn@20+5; 8: copy-start@5+90");
        document->tracks.emplace_back().threadName = "Async XLA Ops";
        document->streams[1].track = TrackId(static_cast<std::uint32_t>(document->tracks.size() - 1));
        TableRequest all = request("kernels");
        all.pass = "trace";
        const auto table = AnalysisSession::create(document, {}).value()->table(all).value();
        QCOMPARE(table->rowCount(), std::size_t{3});
        QCOMPARE(table->notes().back().english(),
            std::string(
                "1 of these run in flight beside the work of their device (90\u00A0ns in sum); ops and families leave them out."));
    }
    void unknownTableNamesTheKnownOnes()
    {
        const auto table = session("")->table(request("pases"));
        QVERIFY(!table.has_value());
        QCOMPARE(table.error().code, ErrorCode::BadRequest);
        QVERIFY(table.error().detail.english().find("passes, layers") != std::string::npos);
    }
    void unknownProfileIsRefused()
    {
        SessionOptions options;
        options.profile = "nonsense";
        const auto s = AnalysisSession::create(test::documentFromText(""), options);
        QVERIFY(!s.has_value());
        QCOMPARE(s.error().code, ErrorCode::BadRequest);
    }
    void stoppedRequestIsCancelled()
    {
        std::stop_source source;
        source.request_stop();
        JobControl control;
        control.stop = source.get_token();
        const auto table = session("7: gemm@0+10")->table(request("kernels"), control);
        QVERIFY(!table.has_value());
        QCOMPARE(table.error().code, ErrorCode::Cancelled);
    }
    void topKeepsTargetsAndSaysSo()
    {
        TableRequest r = request("kernels");
        r.top = 1;
        const auto s = session("7: gemm@0+10 attn@20+50");
        const auto table = s->table(r).value();
        QCOMPARE(table->rowCount(), 1u);
        QCOMPARE(table->text(0, table->columnIndex("name")), std::string_view("attn"));
        const Selection own = table->target(0);
        const auto *target = std::get_if<NameSelection>(&own);
        QVERIFY(target != nullptr);
        QCOMPARE(s->document().text(target->name), std::string_view("attn"));
        QCOMPARE(table->notes().back().english(), std::string("1 of 2 rows."));
    }
};

LAMELLA_TEST(TestAnalysisSession)
#include "tst_AnalysisSession.moc"
