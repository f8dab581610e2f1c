// SPDX-License-Identifier: GPL-3.0-or-later
// --lang: what is for people in another language, what is for programs the same bytes.
#include "tests/app/CliRun.h"
#include "tests/support/TestMain.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

class tst_CliLanguage : public QObject {
    Q_OBJECT
private slots:
    void tablesForPeopleAreTranslated_data();
    void tablesForPeopleAreTranslated();
    void pagesAreTranslated_data();
    void pagesAreTranslated();
    void tablesForProgramsStay_data();
    void tablesForProgramsStay();
    void errorsAreTranslated();
    void wrongUseIsTranslated_data();
    void wrongUseIsTranslated();
    void ownTablesAreTranslated();
    void unknownLanguagesAreRefused();

private:
    const QString m_sample = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
};

void tst_CliLanguage::tablesForPeopleAreTranslated_data()
{
    QTest::addColumn<QString>("format");
    QTest::newRow("text") << QStringLiteral("text");
    QTest::newRow("markdown") << QStringLiteral("markdown");
    QTest::newRow("html") << QStringLiteral("html");
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

void tst_CliLanguage::pagesAreTranslated_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("chinese");
    QTest::addColumn<QStringList>("english"); // what the English page says in its place
    QTest::newRow("report") << QStringList{u"report"_qs}
                            << QStringList{u"<title>性能分析报告："_qs, u"<h2>所选前向的层</h2>"_qs, u"aria-label=\"目录\""_qs,
                                   u"<summary>数值</summary>"_qs, u"<th scope=\"col\" title=\""_qs, u"每层一根柱"_qs,
                                   u"aria-label=\"时间轴上的前向\""_qs}
                            << QStringList{u"<title>Profile report: "_qs, u"<h2>Layers of the chosen pass</h2>"_qs,
                                   u"aria-label=\"Contents\""_qs, u"<summary>The numbers</summary>"_qs, u"One bar a layer"_qs,
                                   u"aria-label=\"Passes on the time axis\""_qs};
    QTest::newRow("layers") << QStringList{u"layers"_qs}
                            << QStringList{u"data-filter=\"筛选行\""_qs, u"<caption>层</caption>"_qs, u"显示范围："_qs,
                                   u"每层一根柱"_qs}
                            << QStringList{u"data-filter=\"Filter rows\""_qs, u"<caption>Layers</caption>"_qs, u"Shown: "_qs,
                                   u"One bar a layer"_qs};
    QTest::newRow("clusters") << QStringList{u"clusters"_qs} << QStringList{u" · 31 层 · "_qs, u"<title>注意力 "_qs}
                              << QStringList{u" · 31 layers · "_qs, u"<title>Attention "_qs};
    QTest::newRow("passes") << QStringList{u"passes"_qs}
                            << QStringList{u"<title>前向 2 · 解码，稳态\n跨度 "_qs, u">设备 0</text>"_qs, u"预填充为实心"_qs}
                            << QStringList{
                                   u"<title>Pass 2 · decode, steady\nWall "_qs, u">Device 0</text>"_qs, u"Prefill is filled"_qs};
    QTest::newRow("heatmap") << QStringList{u"heatmap"_qs} << QStringList{u"<title>前向 2，层 "_qs, u"纵向为前向"_qs, u" 至 "_qs}
                             << QStringList{u"<title>Pass 2, layer "_qs, u"Down: passes"_qs};
}

void tst_CliLanguage::pagesAreTranslated()
{
    QFETCH(QStringList, command);
    QFETCH(QStringList, chinese);
    QFETCH(QStringList, english);
    const QStringList arguments = command + QStringList{m_sample, QStringLiteral("--format"), QStringLiteral("html")};
    const QString translated =
        QString::fromUtf8(runCli(arguments + QStringList{QStringLiteral("--lang"), QStringLiteral("zh_CN")}).out);
    const QString page = QString::fromUtf8(runCli(arguments).out);
    QVERIFY(translated.contains(QStringLiteral("<html lang=\"zh-CN\">")) && page.contains(QStringLiteral("<html lang=\"en\">")));
    for (const QString &text : chinese)
        QVERIFY2(translated.contains(text), qPrintable(text));
    for (const QString &text : english) {
        QVERIFY2(page.contains(text), qPrintable(text));
        QVERIFY2(!translated.contains(text), qPrintable(text));
    }
}

void tst_CliLanguage::tablesForProgramsStay_data()
{
    QTest::addColumn<QString>("format");
    for (const char *format : {"csv", "json", "csv-spreadsheet"})
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

void tst_CliLanguage::wrongUseIsTranslated_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [this](const char *words, const char *says) {
        QStringList arguments = QString::fromLatin1(words).split(QLatin1Char(' '));
        arguments.replaceInStrings(QRegularExpression(QStringLiteral("^@$")), m_sample);
        QTest::newRow(words) << arguments << QString::fromUtf8(says);
    };
    row("kernels @ --top -1", "选项 --top 不能为“-1”；可用：--top N，例如 --top 20");
    row("kernels @ --tpo 3", "未知的选项 --tpo（是否指 --top？）；参见 lamella-cli kernels --help");
    row("kernles @", "未知的命令 kernles（是否指 kernels？）；参见 lamella-cli --help");
    row("kernels @ --min-gap 5us", "另有 1 个，不用于 kernels；参见");
    row("kernels", "未给出文件；用法：lamella-cli kernels FILE [options]");
    row("kernels @ --columns nmae", "（是否指 name？）");
    row("compare @", "compare 需要两个文件");
    row("profiles show nope", "未知的配置 nope");
    row("kernels @ --rank 5", "没有 rank 5；只有 rank 0");
    row("info @ --progress --no-cache", "读取：");
}

void tst_CliLanguage::wrongUseIsTranslated()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const CliResult last = runCli(arguments + QStringList{QStringLiteral("--lang"), QStringLiteral("zh_CN")});
    QVERIFY2(QString::fromUtf8(last.err).contains(says), last.err.constData());
    const CliResult first = runCli(QStringList{QStringLiteral("--lang=zh_CN")} + arguments);
    QCOMPARE(first.err, last.err);
    QVERIFY(!QString::fromUtf8(runCli(arguments).err).contains(says));
}

// Of commands that read no trace.
void tst_CliLanguage::ownTablesAreTranslated()
{
    const QStringList chinese{QStringLiteral("--lang"), QStringLiteral("zh_CN")};
    const QString profiles = QString::fromUtf8(runCli(QStringList{QStringLiteral("profiles")} + chinese).out);
    QVERIFY2(
        profiles.contains(QStringLiteral("模型配置")) && profiles.contains(QStringLiteral("模型类型")), qPrintable(profiles));
    const QTemporaryDir folder;
    const CliResult cache = runCli(QStringList{QStringLiteral("cache"), QStringLiteral("--cache-dir"), folder.path()} + chinese);
    const QString shown = QString::fromUtf8(cache.out);
    QVERIFY2(shown.contains(QStringLiteral("缓存中的 trace")) && shown.contains(QStringLiteral("最近使用"))
            && shown.contains(QStringLiteral("的 trace 不缓存")),
        qPrintable(shown));
}

void tst_CliLanguage::unknownLanguagesAreRefused()
{
    const CliResult run = runCli({QStringLiteral("info"), m_sample, QStringLiteral("--lang"), QStringLiteral("xx")});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains("--lang") && run.err.contains("en|zh_CN"), run.err.constData());
}

LAMELLA_TEST(tst_CliLanguage)
#include "tst_CliLanguage.moc"
