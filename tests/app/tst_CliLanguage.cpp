// SPDX-License-Identifier: GPL-3.0-or-later
// --lang: what is for people in another language, what is for programs the same bytes.
#include "tests/app/CliRun.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::test;

class tst_CliLanguage : public QObject {
    Q_OBJECT
private slots:
    void tablesForPeopleAreTranslated_data();
    void tablesForPeopleAreTranslated();
    void tablesForProgramsStay_data();
    void tablesForProgramsStay();
    void errorsAreTranslated();
    void unknownLanguagesAreRefused();

private:
    const QString m_sample = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
};

void tst_CliLanguage::tablesForPeopleAreTranslated_data()
{
    QTest::addColumn<QString>("format");
    QTest::newRow("text") << QStringLiteral("text");
    QTest::newRow("markdown") << QStringLiteral("markdown");
}

void tst_CliLanguage::tablesForPeopleAreTranslated()
{
    QFETCH(QString, format);
    const QStringList arguments{QStringLiteral("bottleneck"), m_sample, QStringLiteral("--format"), format};
    const CliResult chinese = runCli(arguments + QStringList{QStringLiteral("--lang"), QStringLiteral("zh_CN")});
    QCOMPARE(chinese.code, 0);
    const QString text = QString::fromUtf8(chinese.out);
    QVERIFY(text.contains(QStringLiteral("类别"))); // title of a column
    QVERIFY(text.contains(QStringLiteral("显示范围：前向 7：7 次稳态前向的中位（解码）"))); // a note with its parts in place
    QVERIFY(text.contains(QStringLiteral("无值（12 行）：不是层"))); // a reason
    QVERIFY(text.contains(QStringLiteral("fused_moe_kernel"))); // a name
    QVERIFY(!text.contains(QStringLiteral("Shown:")));
    const CliResult english = runCli(arguments);
    QVERIFY(english.out.contains("Shown: pass 7: median of 7 steady passes (decode)"));
    QCOMPARE(runCli(arguments + QStringList{QStringLiteral("--lang"), QStringLiteral("en")}).out, english.out);
}

void tst_CliLanguage::tablesForProgramsStay_data()
{
    QTest::addColumn<QString>("format");
    for (const char *format : {"csv", "json", "html"})
        QTest::newRow(format) << QString::fromLatin1(format);
}

void tst_CliLanguage::tablesForProgramsStay()
{
    QFETCH(QString, format);
    const QStringList arguments{QStringLiteral("passes"), m_sample, QStringLiteral("--format"), format};
    QCOMPARE(runCli(arguments + QStringList{QStringLiteral("--lang"), QStringLiteral("zh_CN")}).out, runCli(arguments).out);
}

void tst_CliLanguage::errorsAreTranslated()
{
    const CliResult run = runCli(
        {QStringLiteral("kernels"), m_sample, QStringLiteral("--pass"), QStringLiteral("99"), QStringLiteral("--lang=zh_CN")});
    QCOMPARE(run.code, 2);
    QVERIFY2(QString::fromUtf8(run.err).contains(QStringLiteral("此 trace 中没有前向 99；现有前向 0 至 9")), run.err.constData());
}

void tst_CliLanguage::unknownLanguagesAreRefused()
{
    const CliResult run = runCli({QStringLiteral("info"), m_sample, QStringLiteral("--lang"), QStringLiteral("xx")});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains("--lang") && run.err.contains("en|zh_CN"), run.err.constData());
}

LAMELLA_TEST(tst_CliLanguage)
#include "tst_CliLanguage.moc"
