// SPDX-License-Identifier: GPL-3.0-or-later
// Every message that core makes about a trace has a translation, with its parts in place (check_texts looks at the catalogue
// itself).
#include "core/base/Resources.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "core/session/DiffSession.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <map>
#include <string>

using namespace lamella;

namespace {

class Messages {
public:
    void insert(const core::Message &message) { m_all.emplace(message.encoded(), message); }
    [[nodiscard]] std::size_t size() const { return m_all.size(); }
    [[nodiscard]] const std::map<std::string, core::Message> &all() const { return m_all; }

private:
    std::map<std::string, core::Message> m_all;
};

const QRegularExpression kEnglish(QStringLiteral("\\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\\b"));
const QRegularExpression kWords(QStringLiteral("[A-Za-z]{2,} [a-z]{2,}"));

void takeTable(const core::ReportTable &table, Messages &said)
{
    said.insert(table.title());
    for (const core::Message &note : table.notes())
        said.insert(note);
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
        said.insert(table.columns()[c].help);
        for (std::size_t r = 0; r < table.rowCount(); ++r) {
            if (table.isMissing(r, c))
                said.insert(table.missingReason(r, c));
            else if (table.columns()[c].kind == core::CellKind::Text && table.message(r, c) != nullptr)
                said.insert(*table.message(r, c));
        }
    }
}

void takeTables(core::AnalysisSession &session, Messages &said)
{
    for (const std::string &name : core::AnalysisSession::tableNames()) {
        std::vector<std::string> ways{""};
        if (name == "gaps")
            ways = {"", "cause", "layer", "after", "region", "length"};
        else if (name == "overlap")
            ways = {"", "layer"};
        else if (name == "steps")
            ways = {"", "program"};
        for (const std::string &by : ways) {
            core::TableRequest request;
            request.table = name;
            request.by = by;
            request.top = 200;
            for (const char *pass : {"auto", "7777"}) {
                request.pass = pass;
                if (const auto table = session.table(request))
                    takeTable(**table, said);
                else
                    said.insert(table.error().detail);
            }
        }
    }
    core::TableRequest each;
    each.table = "kernels";
    each.each = true;
    each.top = 200;
    each.pass = "trace";
    if (const auto table = session.table(each))
        takeTable(**table, said);
}

void takeSegmentation(const core::Segmentation &segmentation, Messages &said)
{
    said.insert(segmentation.whyNone);
    for (const core::SegmentationCheck &check : segmentation.checks)
        said.insert(check.sentence);
    for (const core::AnchorCandidate &anchor : segmentation.anchors)
        said.insert(anchor.why);
    for (const core::DeviceSegmentation &device : segmentation.devices) {
        said.insert(device.stateRule);
        said.insert(device.selectedWhy);
        for (const core::Pass &pass : device.passes)
            said.insert(pass.note);
    }
}

void takeDocument(const std::shared_ptr<const core::TraceDocument> &document, const core::SessionOptions &options, Messages &said)
{
    const auto session = core::AnalysisSession::create(document, options);
    if (!session) {
        said.insert(session.error().detail);
        return;
    }
    if (const auto segmentation = (*session)->segmentation())
        takeSegmentation(**segmentation, said);
    takeTables(**session, said);
}

// A trace of kernels one after the other on one stream.
std::shared_ptr<const core::TraceDocument> traceOf(const QStringList &names)
{
    QStringList events;
    for (qsizetype i = 0; i < names.size(); ++i)
        events << QStringLiteral("{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%1\",\"pid\":0,\"tid\":7,\"ts\":%2,\"dur\":10,"
                                 "\"args\":{\"device\":0,\"stream\":7}}")
                      .arg(names[i])
                      .arg(i * 20);
    QTemporaryDir folder;
    const QByteArray text = u"{\"traceEvents\":["_qs.append(events.join(u',')).append(u"]}"_qs).toUtf8();
    return core::openTrace(test::writeFile(folder.filePath(u"trace.json"_qs), text).toStdString()).value();
}

// Titles of data sheets, which stay English.
QStringList citations()
{
    static const QRegularExpression kSource(QStringLiteral("\"source\": \"([^\"]*)\""));
    QStringList all;
    for (const core::Resource &file : core::resourcesIn("hardware/")) {
        for (auto each = kSource.globalMatch(QString::fromUtf8(file.bytes.data(), static_cast<qsizetype>(file.bytes.size())));
             each.hasNext();)
            all << each.next().captured(1);
    }
    return all;
}

// What has no translation, one a line. What the trace names may be English.
QString unsaid(const Messages &said)
{
    QString list;
    const QStringList cited = citations();
    for (const auto &[bytes, message] : said.all()) {
        const QString english = ui::qtext(message.english());
        QString words = ui::translated(message);
        for (const QString &title : cited)
            words.remove(title);
        if ((words == english && english.contains(kWords)) || (words != english && words.contains(kEnglish)))
            list += english + u'\n';
    }
    return list;
}

} // namespace

class TestTranslatedCoverage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_chinese.load(u":/i18n/lamella_zh_CN.qm"_qs));
        QCoreApplication::installTranslator(&m_chinese);
    }
    void everyDiagnosticIsSaid();
    void everyColumnIsExplained();
    void sample();
    void files();
    void generated_data();
    void generated();
    void builtTraces_data();
    void builtTraces();
    void differences();

private:
    QTranslator m_chinese;
};

// All of them, from where they are defined.
void TestTranslatedCoverage::everyDiagnosticIsSaid()
{
    QFile file(QStringLiteral(LAMELLA_SOURCE_DIR "/core/import/DiagnosticKinds.cpp"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QString text = QString::fromUtf8(file.readAll());
    text.remove(QRegularExpression(QStringLiteral("\"\\s*\\n\\s*\"")));
    const QRegularExpression kind(QStringLiteral("DiagnosticKind k\\w+\\{\\s*\"(\\w+)\",\\s*Severity::\\w+,\\s*\"([^\"]*)\"\\}"));
    int found = 0;
    for (auto each = kind.globalMatch(text); each.hasNext(); ++found) {
        const auto match = each.next();
        const std::string id = match.captured(1).toStdString();
        QString english = match.captured(1).replace(u'_', u' ');
        english[0] = english[0].toUpper();
        QVERIFY2(ui::diagnosticTitle(id) != english, id.c_str());
        QVERIFY2(ui::translated(match.captured(2).toStdString()) != match.captured(2), id.c_str());
    }
    QCOMPARE(found, text.count(QStringLiteral("const DiagnosticKind k")));
    QVERIFY(found > 40);
}

void TestTranslatedCoverage::everyColumnIsExplained()
{
    Messages said;
    for (const std::string &name : core::AnalysisSession::tableNames())
        for (const bool each : {false, true})
            for (const core::ReportColumn &column : core::AnalysisSession::tableColumns(name, each))
                said.insert(column.help);
    QVERIFY(said.size() > 150);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestTranslatedCoverage::sample()
{
    const std::string folder = LAMELLA_SOURCE_DIR "/resources/sample/";
    const auto document = core::openTrace(folder + "lamella-sample.trace.json.gz", {}, {});
    QVERIFY(document.has_value());
    Messages said;
    core::SessionOptions options;
    takeDocument(*document, options, said);
    options.configPath = folder + "config.json";
    takeDocument(*document, options, said);
    QVERIFY(said.size() > 100);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestTranslatedCoverage::files()
{
    Messages said;
    for (const char *folder : {"valid", "damaged", "rejected"}) {
        const QDir files(QStringLiteral(LAMELLA_TEST_DATA "/chrome/") + QLatin1String(folder));
        for (const QString &name : files.entryList({u"*.json"_qs})) {
            const auto document = core::openTrace(files.filePath(name).toStdString(), {}, {});
            if (!document
                && document.error().detail.english().find("SQLite database (") == std::string::npos) // holds words of SQLite
                said.insert(document.error().detail);
            else if (document)
                takeDocument(*document, {}, said);
        }
    }
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestTranslatedCoverage::generated_data()
{
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind < test::kTraceKinds; ++kind)
        QTest::newRow(test::traceKindName(static_cast<test::TraceKind>(kind))) << kind;
}

void TestTranslatedCoverage::generated()
{
    QFETCH(int, kind);
    const test::GeneratedTrace trace = test::generatedTrace(static_cast<test::TraceKind>(kind));
    QTemporaryDir folder;
    core::SessionOptions choices;
    choices.configPath = test::writeFile(folder.filePath(u"config.json"_qs), trace.config).toStdString();
    const auto document = core::openTrace(test::writeFile(folder.filePath(u"trace.json"_qs), trace.json).toStdString(), {}, {});
    QVERIFY(document.has_value());
    Messages said;
    takeDocument(*document, choices, said);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestTranslatedCoverage::builtTraces_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::newRow("nothing") << QStringList();
    QTest::newRow("too little") << QStringList{u"gemm"_qs, u"attn"_qs};
    QTest::newRow("one kernel") << QStringList{u"zork_a"_qs};
}

void TestTranslatedCoverage::builtTraces()
{
    QFETCH(QStringList, names);
    Messages said;
    takeDocument(traceOf(names), {}, said);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestTranslatedCoverage::differences()
{
    const auto session = [](const QStringList &names) { return core::AnalysisSession::create(traceOf(names), {}).value(); };
    const auto diff = core::DiffSession::create(session({u"gemm"_qs, u"attn"_qs}), session({u"gemm"_qs, u"other"_qs}), {});
    QVERIFY(diff.has_value());
    const auto table = (*diff)->table(core::DiffRequest{});
    QVERIFY(table.has_value());
    Messages said;
    takeTable(**table, said);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

LAMELLA_CORE_APPLICATION_TEST(TestTranslatedCoverage)
#include "tst_TranslatedCoverage.moc"
