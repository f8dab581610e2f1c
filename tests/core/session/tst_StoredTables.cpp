// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that a session has stored equal those that a new session builds.
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace lamella;
using namespace lamella::core;

namespace {

TableRequest named(const std::string &table)
{
    TableRequest request;
    request.table = table;
    return request;
}

// The bytes written, or the error message.
std::string textOf(AnalysisSession &session, const TableRequest &request)
{
    const auto table = session.table(request);
    return table ? writeTable(**table, TableFormat::Json) : table.error().message();
}

} // namespace

class tst_StoredTables : public QObject {
    Q_OBJECT
private slots:
    void storedTablesAreThoseOfAFreshSession_data();
    void storedTablesAreThoseOfAFreshSession();
    void tablesAskedForAtOnceAreThoseOfAFreshSession();

private:
    std::shared_ptr<const TraceDocument> m_document;
};

void tst_StoredTables::storedTablesAreThoseOfAFreshSession_data()
{
    QTest::addColumn<QString>("table");
    for (const std::string &name : AnalysisSession::tableNames())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void tst_StoredTables::storedTablesAreThoseOfAFreshSession()
{
    QFETCH(QString, table);
    if (!m_document) {
        m_document = test::openText(test::generatedTrace(test::TraceKind::Moe).json);
    }
    const auto session = AnalysisSession::create(m_document, {}).value();
    const TableRequest plain = named(table.toStdString());
    std::vector<TableRequest> requests(10, plain);
    requests[1].layer = "0";
    requests[2].pass = "1";
    requests[3].sort = "-" + AnalysisSession::tableColumns(plain.table).back().id;
    requests[4].filter = "gemm";
    requests[5].top = 1;
    requests[6].stage = "backward"; // there is none
    requests[7].pass = "999"; // no such pass
    requests[8].layer = "head";
    requests[9].device = "12345"; // no such device
    for (int round = 0; round < 2; ++round)
        for (const TableRequest &request : requests) {
            const auto fresh = AnalysisSession::create(m_document, {}).value();
            QCOMPARE(textOf(*session, request), textOf(*fresh, request));
        }
}

void tst_StoredTables::tablesAskedForAtOnceAreThoseOfAFreshSession()
{
    const auto document = test::openText(test::generatedTrace(test::TraceKind::Moe).json);
    const auto session = AnalysisSession::create(document, {}).value();
    const std::vector<std::string> &names = AnalysisSession::tableNames();
    std::vector<std::string> texts(names.size());
    {
        std::latch asked(static_cast<std::ptrdiff_t>(names.size()));
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < names.size(); ++i)
            threads.emplace_back([&, i] {
                asked.arrive_and_wait();
                texts[i] = textOf(*session, named(names[i]));
            });
    }
    const auto fresh = AnalysisSession::create(document, {}).value();
    for (std::size_t i = 0; i < names.size(); ++i)
        QCOMPARE(texts[i], textOf(*fresh, named(names[i])));
}

LAMELLA_TEST(tst_StoredTables)
#include "tst_StoredTables.moc"
