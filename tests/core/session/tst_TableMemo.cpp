// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that a session kept are those that a session which keeps nothing makes.
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "core/session/TableCache.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <memory>
#include <string>
#include <vector>

using namespace lamella;
using namespace lamella::core;

namespace {

ReportTable numbers(std::size_t rows)
{
    ReportTable table("t", "T", {{"a", "A", CellKind::Integer, "", -1}});
    for (std::size_t r = 0; r < rows; ++r) {
        table.appendRow();
        table.setInteger(0, static_cast<std::int64_t>(r));
    }
    return table;
}

TableRequest named(const std::string &table)
{
    TableRequest request;
    request.table = table;
    return request;
}

// The bytes that go out, or the sentence of the error.
std::string textOf(AnalysisSession &session, const TableRequest &request)
{
    const auto table = session.table(request);
    return table ? writeTable(**table, TableFormat::Json) : table.error().message();
}

} // namespace

class TestTableMemo : public QObject {
    Q_OBJECT
private slots:
    void keptTablesAreThoseOfAFreshSession_data();
    void keptTablesAreThoseOfAFreshSession();
    void largeTablesAreNotKept();
    void thoseUsedLastStay();

private:
    std::shared_ptr<const TraceDocument> m_document;
};

void TestTableMemo::keptTablesAreThoseOfAFreshSession_data()
{
    QTest::addColumn<QString>("table");
    for (const std::string &name : AnalysisSession::tableNames())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestTableMemo::keptTablesAreThoseOfAFreshSession()
{
    QFETCH(QString, table);
    if (!m_document) {
        test::TraceOptions options;
        options.passes = 3;
        m_document = test::openText(test::generateTrace(test::TraceKind::Moe, options).json);
    }
    const auto session = AnalysisSession::create(m_document, {}).value();
    const TableRequest plain = named(table.toStdString());
    std::vector<TableRequest> requests(10, plain);
    requests[1].layer = "0";
    requests[2].pass = "1";
    requests[3].sort = "-" + AnalysisSession::tableColumns(plain.table).back().id;
    requests[4].filter = "gemm";
    requests[5].top = 1;
    requests[6].stage = "backward"; // none is
    requests[7].pass = "999"; // not there
    requests[8].layer = "head";
    requests[9].device = "12345"; // not there
    for (int round = 0; round < 2; ++round)
        for (const TableRequest &request : requests) {
            const auto fresh = AnalysisSession::create(m_document, {}).value();
            QCOMPARE(textOf(*session, request), textOf(*fresh, request));
        }
}

void TestTableMemo::largeTablesAreNotKept()
{
    TableCache memo;
    memo.keep(named("small"), numbers(3));
    memo.keep(named("large"), numbers(TableCache::kMaxCells));
    QVERIFY(memo.find(named("small")) != nullptr);
    QCOMPARE(memo.find(named("small"))->rowCount(), std::size_t{3});
    QVERIFY(memo.find(named("large")) == nullptr);
    QVERIFY(memo.find(named("other")) == nullptr);
}

void TestTableMemo::thoseUsedLastStay()
{
    TableCache memo;
    const std::size_t fit = TableCache::kMaxCellsOfAll / TableCache::kMaxCells;
    for (std::size_t i = 0; i < fit; ++i)
        memo.keep(named("t" + std::to_string(i)), numbers(TableCache::kMaxCells - 1));
    QVERIFY(memo.find(named("t0")) != nullptr); // and is now the last used
    memo.keep(named("new"), numbers(1));
    QVERIFY(memo.find(named("t0")) != nullptr);
    QVERIFY(memo.find(named("t1")) == nullptr);
    QVERIFY(memo.find(named("new")) != nullptr);
}

LAMELLA_TEST(TestTableMemo)
#include "tst_TableMemo.moc"
