// SPDX-License-Identifier: GPL-3.0-or-later
// Every sentence that core says about a trace can be said in the languages of the window, and each key has a translation.
#include "core/import/DiagnosticKinds.h"
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "core/session/DiffSession.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceGenerator.h"
#include "widgets/common/CoreTemplates.h"
#include "widgets/common/CoreText.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <set>
#include <string>

using namespace lamella;

namespace {

using Sentences = std::set<std::string>;

const QRegularExpression kEnglish(QStringLiteral("\\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\\b"));
const QRegularExpression kWords(QStringLiteral("[A-Za-z]{2,} [a-z]{2,}"));

void takeTable(const core::ReportTable &table, Sentences &said)
{
    said.insert(table.title());
    said.insert(table.notes().begin(), table.notes().end());
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
        said.insert(table.columns()[c].help);
        const bool isText = table.columns()[c].kind == core::CellKind::Text && ui::isSaid(table, c);
        for (std::size_t r = 0; r < table.rowCount(); ++r) {
            if (table.isMissing(r, c))
                said.emplace(table.missingReason(r, c));
            else if (isText)
                said.emplace(table.text(r, c));
        }
    }
}

void takeTables(core::AnalysisSession &session, Sentences &said)
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

void takeCut(const core::Segmentation &segmentation, Sentences &said)
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

void takeDocument(
    const std::shared_ptr<const core::TraceDocument> &document, const core::SessionOptions &options, Sentences &said)
{
    const auto session = core::AnalysisSession::create(document, options);
    if (!session) {
        said.insert(session.error().detail);
        return;
    }
    if (const auto segmentation = (*session)->segmentation())
        takeCut(**segmentation, said);
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

// What cannot be said, one a line.
QString unsaid(const Sentences &said)
{
    QString list;
    for (const std::string &text : said) {
        const QString english = ui::qtext(text);
        const QString words = ui::coreText(text);
        if ((words == english && english.contains(kWords)) || (words != english && words.contains(kEnglish)))
            list += english + u'\n';
    }
    return list;
}

} // namespace

class TestCoreTextCoverage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_chinese.load(u":/i18n/lamella_zh_CN.qm"_qs));
        QCoreApplication::installTranslator(&m_chinese);
    }
    void everyTemplateIsTranslatedWithItsParts();
    void everyKeyIsTranslated();
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

void TestCoreTextCoverage::everyTemplateIsTranslatedWithItsParts()
{
    const auto places = [](const QString &text) {
        QStringList found;
        for (auto each = QRegularExpression(QStringLiteral("%[1-9]")).globalMatch(text); each.hasNext();)
            found << each.next().captured();
        found.sort();
        return found;
    };
    for (const auto &topic : {ui::cutTemplates(), ui::tableTemplates(), ui::programTemplates(), ui::compareTemplates(),
             ui::fileErrorTemplates(), ui::requestErrorTemplates()}) {
        for (const ui::CoreTemplate &each : topic) {
            const QString translation = QCoreApplication::translate("Core", each.text);
            QVERIFY2(translation != QString::fromUtf8(each.text), each.text);
            QCOMPARE(places(translation), places(QString::fromUtf8(each.text)));
            const QString kinds = QString::fromLatin1(each.parts);
            QVERIFY2(kinds.size() <= places(translation).size(), each.text);
            QVERIFY2(!kinds.contains(QRegularExpression(QStringLiteral("[^nks]"))), each.text);
        }
    }
}

void TestCoreTextCoverage::everyKeyIsTranslated()
{
    QFile file(QStringLiteral(LAMELLA_SOURCE_DIR "/translations/lamella_zh_CN.ts"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    const QRegularExpression context(
        QStringLiteral("<context>\\s*<name>Core</name>.*?</context>"), QRegularExpression::DotMatchesEverythingOption);
    const QString core = context.match(text).captured();
    QVERIFY(core.count(QStringLiteral("<source>")) > 900);
    QVERIFY2(!core.contains(QStringLiteral("unfinished")), "a text of core has no translation: run update_translations");
}

// All of them, from where they are defined.
void TestCoreTextCoverage::everyDiagnosticIsSaid()
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
        QVERIFY2(ui::coreText(match.captured(2).toStdString()) != match.captured(2), id.c_str());
    }
    QCOMPARE(found, text.count(QStringLiteral("const DiagnosticKind k")));
    QVERIFY(found > 40);
}

void TestCoreTextCoverage::everyColumnIsExplained()
{
    Sentences said;
    for (const std::string &name : core::AnalysisSession::tableNames())
        for (const bool each : {false, true})
            for (const core::ReportColumn &column : core::AnalysisSession::tableColumns(name, each))
                said.insert(column.help);
    QVERIFY(said.size() > 150);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestCoreTextCoverage::sample()
{
    const std::string folder = LAMELLA_SOURCE_DIR "/resources/sample/";
    const auto document = core::openTrace(folder + "lamella-sample.trace.json.gz", {}, {});
    QVERIFY(document.has_value());
    Sentences said;
    core::SessionOptions options;
    takeDocument(*document, options, said);
    options.configPath = folder + "config.json";
    takeDocument(*document, options, said);
    QVERIFY(said.size() > 100);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestCoreTextCoverage::files()
{
    Sentences said;
    for (const char *folder : {"valid", "damaged", "rejected"}) {
        const QDir files(QStringLiteral(LAMELLA_TEST_DATA "/chrome/") + QLatin1String(folder));
        for (const QString &name : files.entryList({u"*.json"_qs})) {
            const auto document = core::openTrace(files.filePath(name).toStdString(), {}, {});
            if (!document && document.error().detail.find("SQLite database (") == std::string::npos) // holds words of SQLite
                said.insert(document.error().detail);
            else if (document)
                takeDocument(*document, {}, said);
        }
    }
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestCoreTextCoverage::generated_data()
{
    QTest::addColumn<int>("kind");
    for (const test::TraceKind kind : test::kTruthKinds)
        QTest::newRow(std::string(test::traceKindName(kind)).c_str()) << static_cast<int>(kind);
}

void TestCoreTextCoverage::generated()
{
    QFETCH(int, kind);
    test::TraceOptions options;
    options.passes = 4;
    const test::GeneratedTrace trace = test::generateTrace(static_cast<test::TraceKind>(kind), options);
    QTemporaryDir folder;
    core::SessionOptions choices;
    if (trace.configExpected)
        choices.configPath = test::writeFile(folder.filePath(u"config.json"_qs), trace.config).toStdString();
    const auto document = core::openTrace(test::writeFile(folder.filePath(u"trace.json"_qs), trace.json).toStdString(), {}, {});
    QVERIFY(document.has_value());
    Sentences said;
    takeDocument(*document, choices, said);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestCoreTextCoverage::builtTraces_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::newRow("nothing") << QStringList();
    QTest::newRow("too little") << QStringList{u"gemm"_qs, u"attn"_qs};
    QTest::newRow("one kernel") << QStringList{u"zork_a"_qs};
}

void TestCoreTextCoverage::builtTraces()
{
    QFETCH(QStringList, names);
    Sentences said;
    takeDocument(traceOf(names), {}, said);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

void TestCoreTextCoverage::differences()
{
    const auto session = [](const QStringList &names) { return core::AnalysisSession::create(traceOf(names), {}).value(); };
    const auto diff = core::DiffSession::create(session({u"gemm"_qs, u"attn"_qs}), session({u"gemm"_qs, u"other"_qs}), {});
    QVERIFY(diff.has_value());
    const auto table = (*diff)->table(core::DiffRequest{});
    QVERIFY(table.has_value());
    Sentences said;
    takeTable(**table, said);
    const QString list = unsaid(said);
    QVERIFY2(list.isEmpty(), qPrintable(list));
}

LAMELLA_CORE_APPLICATION_TEST(TestCoreTextCoverage)
#include "tst_CoreTextCoverage.moc"
