// SPDX-License-Identifier: GPL-3.0-or-later
// Completion offers what the command at hand takes, from the lists that make the help.
#include "app/cli/CommandTable.h"
#include "app/cli/Completion.h"
#include "tests/support/TestMain.h"

#include <QFileInfo>
#include <QProcess>
#include <QTest>

using namespace lamella;

namespace {

std::vector<std::string> split(const QString &words)
{
    std::vector<std::string> all;
    for (const QString &word : words.split(QLatin1Char(' ')))
        all.push_back(word.toStdString());
    return all;
}

// Words alone, with a blank between them.
QString offered(const QString &words)
{
    QStringList all;
    for (const QString &line :
        QString::fromStdString(cli::completions(split(words))).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        all << line.section(QLatin1Char('\t'), 0, 0);
    return all.join(QLatin1Char(' '));
}

} // namespace

class TestCliCompletion : public QObject {
    Q_OBJECT
private slots:
    void offers_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("all");
        const auto row = [](const char *words, const char *all) {
            QTest::newRow(words) << QString::fromLatin1(words) << QString::fromLatin1(all);
        };
        row("kern", "kernels :files");
        row("help ov", "overlap");
        row("gaps t.json --by ", "cause layer after region line length");
        row("flow t.json --by ", "heat execution");
        row("flow t.json --by=e", "--by=execution");
        row("flow t.json --by = e", "execution");
        row("stats t --by osrt", "osrt_sum");
        row("kernels t.json --sort sum", "sum_ns");
        row("kernels t.json --sort -sum", "-sum_ns");
        row("kernels t.json --each --sort dur", "dur_ns");
        row("gaps t.json --by cause --columns ga", "gaps");
        row("layers t.json --columns pass,wa", "pass,wall_ns");
        row("kernels t.json --columns short_name,s", "short_name,sum_ns short_name,share");
        row("diff t.json --sort delta_s", "delta_share");
        row("ranks a b --by rank --sort num", "number_from");
        row("heatmap t --metric moe", "moe moe_routing");
        row("layers t --stage pre", "prefill");
        row("layers t --profile glm4", "glm4_moe :files");
        row("layers t --pass ", "auto all trace steady");
        row("layers t --with", "");
        row("diff t --with-d", "--with-device");
        row("layers t --top 5 --top", "");
        row("layers t --top ", "");
        row("layers t.js", ":files");
        row("profiles ", "list show check");
        row("profiles show mixt", "mixtral");
        row("profiles check ", ":files");
        row("cache ", "show clear");
        row("--pass 3 kern", "kernels :files");
        row("export t --output ", ":files");
        row("ranks --from-summaries ", ":files");
    }
    void offers()
    {
        QFETCH(QString, words);
        QFETCH(QString, all);
        QCOMPARE(offered(words), all);
    }

    void everyCommandAndOptionIsOffered()
    {
        for (const cli::CommandSpec &command : cli::commandSpecs()) {
            const QString name = QString::fromStdString(std::string(command.name));
            QVERIFY2(offered(name).split(QLatin1Char(' ')).contains(name), qPrintable(name));
            const QStringList options = offered(name + QStringLiteral(" --")).split(QLatin1Char(' '));
            QCOMPARE(std::size_t(options.size()), cli::optionsOf(command).size());
        }
    }

    // With nothing but bash.
    void bashAsksTheProgram()
    {
        if (!QFileInfo::exists(QStringLiteral("/bin/bash")))
            QSKIP("skipped: no bash here");
        const QString script =
            QStringLiteral("source '%1'; COMP_WORDS=('%2' gaps t.json --by ca); COMP_CWORD=4; _lamella_cli; "
                           "printf '%s\\n' \"${COMPREPLY[@]}\"")
                .arg(QStringLiteral(LAMELLA_SOURCE_DIR "/packaging/completion/lamella-cli.bash"), QStringLiteral(LAMELLA_CLI));
        QProcess bash;
        bash.start(QStringLiteral("/bin/bash"), {QStringLiteral("--norc"), QStringLiteral("-c"), script});
        QVERIFY(bash.waitForFinished());
        QCOMPARE(bash.readAllStandardOutput(), QByteArray("cause\n"));
        QCOMPARE(bash.readAllStandardError(), QByteArray());
    }
};

LAMELLA_TEST(TestCliCompletion)
#include "tst_CliCompletion.moc"
