// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong use, made from the declared commands and options: each is refused with exit code 2 and a sentence that says what to
// write.
#include "app/cli/CommandTable.h"
#include "app/cli/Console.h"
#include "app/cli/WindowSettings.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/TestMain.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lamella;
using cli::CommandSpec;
using cli::OptionSpec;

namespace {

using Words = std::vector<std::string>;

std::string validValue(const OptionSpec &option, const CommandSpec &command)
{
    const std::string choices(cli::valueOf(option, command));
    if (const std::string name = std::string(option.name) + " ";
        command.required == option.name) { // as the command's own example
        const std::string example(command.example);
        const std::size_t at = example.find(name) + name.size();
        return example.substr(at, std::min(example.find(' ', at), example.size()) - at);
    }
    return option.name == "--by" || option.example.empty() ? choices.substr(0, choices.find('|')) : std::string(option.example);
}

// As few words as the command asks for.
Words goodUse(const CommandSpec &command)
{
    Words words{std::string(command.name)};
    for (std::size_t i = 0; i < command.minFiles; ++i)
        words.emplace_back("a.json");
    if (!command.required.empty()) {
        words.emplace_back(command.required);
        words.push_back(validValue(*cli::findOption(command.required), command));
    }
    return words;
}

Words with(Words words, const Words &more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

QByteArray joined(const Words &words)
{
    QByteArray text;
    for (const std::string &word : words)
        text += QByteArray::fromStdString(word) + ' ';
    return text;
}

} // namespace

class TestCliArguments : public QObject {
    Q_OBJECT
private:
    int m_refused = 0;

    // Refused, with all of these words in the sentence.
    void refuse(const Words &words, const std::vector<std::string> &says)
    {
        const auto options = cli::parseArguments(words);
        QVERIFY2(!options, QByteArray(joined(words) + "is taken").constData());
        QCOMPARE(cli::exitCodeFor(options.error()), cli::kWrongUse);
        const QByteArray sentence = QByteArray::fromStdString(options.error().message());
        QVERIFY2(!sentence.contains('\n'), sentence);
        for (const std::string &part : says)
            QVERIFY2(sentence.contains(QByteArray::fromStdString(part)), QByteArray(joined(words) + ": " + sentence).constData());
        ++m_refused;
    }

    void refuseOption(const CommandSpec &command, const OptionSpec &option)
    {
        const Words good = goodUse(command);
        const std::string name(option.name);
        const bool alone = option.value.empty();
        const std::string value = validValue(option, command);
        const Words once = alone ? Words{name} : Words{name, value};
        if (!cli::usesOption(command, option)) {
            refuse(with(good, once), {name + " goes with ", std::string(command.name) + " --help"});
            return;
        }
        const std::string shape = alone ? name : name + " " + std::string(cli::valueOf(option, command));
        if (!option.repeatable && command.required != option.name)
            refuse(with(good, with(once, once)), {name, "twice", shape});
        if (alone) {
            refuse(with(good, {name + "=yes"}), {name, "takes no value"});
            return;
        }
        refuse(with(good, {name}), {"needs a value: " + shape});
        refuse(with(good, {name + "="}), {"needs a value: " + shape});
        if (command.required == option.name) // it is given already
            return;
        for (const char *bad : {"-1", "\x01", "x y", "5", "1.5.5"}) {
            cli::CliOptions scratch;
            if (!option.set(scratch, bad))
                refuse(with(good, {name, bad}), {name + " cannot be '" + bad + "'; use " + shape});
        }
    }

private slots:
    void perfettoOfTheWindow();
    void wrongUse()
    {
        for (const CommandSpec &command : cli::commandSpecs()) {
            const Words good = goodUse(command);
            const auto taken = cli::parseArguments(good);
            QVERIFY2(taken.has_value(), joined(good));
            refuse(with(good, {"--no-such-thing"}), {"--no-such-thing is not known", std::string(command.name) + " --help"});
            refuse(with(good, {"--formta", "csv"}), {"--formta", "--help"});
            refuse(with(good, {"-x"}), {"-x is not known"});
            if (command.maxFiles < 10)
                refuse(with(good, {"b", "c", "d"}), {"one argument too many", std::string(command.usage)});
            if (!command.required.empty())
                refuse({std::string(command.name), "a.json"}, {"needs " + std::string(command.required)});
            if (command.minFiles > 0)
                refuse({std::string(command.name)},
                    command.required.empty() ? Words{"no file given", std::string(command.usage)} : Words{"needs"});
            refuse({std::string(command.name) + "q", "a.json"}, {"is not known (did you mean " + std::string(command.name)});
            for (const OptionSpec &option : cli::optionSpecs())
                refuseOption(command, option);
        }
        qInfo("%d wrong invocations", m_refused);
        QVERIFY(m_refused >= 500);
    }

    void refused_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *words, const char *says) {
            QTest::newRow(words) << QString::fromLatin1(words) << QString::fromLatin1(says);
        };
        row("kernels a.json --time 1ms-2ms", "--time goes with inspect, within, not with kernels");
        row("kernels a.json --by shape", "not with kernels, which has --group");
        row("kernels a.json --out t.csv", "did you mean --output?");
        row("pack a.json", "such as --output trace.pack.zst");
        row("extract a.json", "such as --output pass3.json");
        row("layers a.json --blocks-per-layer 2", "goes with --anchor, such as --anchor rmsnorm --blocks-per-layer 2");
        row("layers a.json --anchor-role begins", "goes with --anchor,");
        row("kernels a.json --peaks H100", "goes with --against");
        row("kernels a.json --against steady --group stem", "--against and --group exclude each other");
        row("inspect a.json --gap 1 --kernel X", "--gap and --kernel exclude each other");
        row("inspect a.json --against median", "--against");
        row("inspect a.json --gap 1 --layer 3", "--gap and --layer exclude each other");
        row("inspect a.json --time 1ms-2ms --layer 3", "--time and --layer exclude each other");
        row("inspect a.json --layer 3 --kernel X", "--kernel and --layer exclude each other");
        row("report a.json --interactive --format markdown", "--output report.html");
        row("report a.json --interactive --output i.md", "--output report.html");
        row("report a.json --interactive --skip 2", "report --interactive does not use --skip");
        row("report a.json --brief --skip 2", "--brief and --skip exclude each other");
        row("summary a.json --format json --top 3", "leave out --top");
        row("perfetto a.json --write t.pftrace --each", "perfetto --write does not use --each");
        row("perfetto a.json --write t.json", "use --write trace.pftrace");
        row("perfetto a.json --port 9002", "goes with --serve");
        row("export a.json --output t --format html", "--format sqlite makes one database");
        row("export a.json --output t.xlsx", "export writes a folder of tables");
        row("export a.json --output t.csv --format sqlite", "use --output tables.sqlite");
        row("pack a.json --output t.csv", "a pack ends in .zst");
        row("extract a.json --output t.html", "use --output pass.json");
        row("kernels a.json --output t.pdf", "the ending .pdf names no format");
        row("report a.json --output r.pdf", "the ending .pdf names no format");
        row("architecture a.json --stream 7", "--stream goes with");
        row("advice a.json --stream 7", "--stream goes with");
        row("inspect a.json --stream 7", "--stream goes with");
        row("layers a.json --yours models/", "--yours goes with");
        row("within a.json --time 1ms-2ms --capture c.json", "--capture goes with");
        row("compare a.json b.json --eager c.json", "--eager goes with");
        row("history a.json b.json --eager c.json", "--eager goes with");
        row("ranks a.json b.json --annotations c.json", "--annotations goes with");
        row("matrix d --capture c.json", "--capture goes with");
        row("extract a.json --output p.json --capture c.json", "--capture goes with");
        row("pack a.json --output p.zst --pass 3 --capture c.json", "--capture goes with");
        row("kernels a.json --yours models/", "--yours goes with --each");
        row("kernels a.json --wide --format csv", "--wide goes with text");
        row("kernels a.json --ids --output t.json", "--ids goes with text");
        row("report a.json --wide --format html", "--wide goes with text");
        row("kernels a.json a.json", "a.json is given twice");
        row("ranks a.json b.json ./a.json", "./a.json is given twice");
        row("sql a.json", "an argument is missing; use lamella-cli sql FILE... 'SELECT ...'");
        row("export a.json --output t --format foo", "cannot be 'foo'; use --format xlsx|sqlite");
        row("profiles show llama --output p.xlsx", "profiles show writes JSON");
        row("extract a.json --pass all --output all.json", "writes a folder");
        row("matrix d --table d --skip 2", "tables c and d are about the whole run");
        row("layers a.json --group shape", "--group goes with kernels");
        row("diff a.json --fail-above 5%", "--fail-above goes with compare");
        row("export a.json --output t --sort sum_ns", "--sort goes with");
        row("info a.json --from-summaries d", "--from-summaries goes with ranks");
        row("within a.json --time 1-2", "such as --time 180ms-193ms");
        row("within a.json --time 5ms", "such as --time 180ms-193ms");
        row("within a.json --time 1-2ms", "such as --time 180ms-193ms");
        row("gaps a.json --min-gap 5", "such as --min-gap 5us");
        row("kernels a.json --top -1", "such as --top 20");
        row("compare a.json b.json --fail-above foo", "such as --fail-above 5%");
        row("gaps a.json --by colour", "use --by cause|layer|after|region|line|length");
        row("kernels a.json --each --group shape", "exclude each other");
        row("info a.json --no-cache --cache-dir d", "exclude each other");
        row("compare a.json b.json --allow-missing", "--fail-above 5%");
        row("diff a.json --with-config c.json", "--with b.json.gz");
        row("info a.json --format xlsx", "--output FILE");
        row("kernles a.json", "did you mean kernels?");
        row("trace.json.gz kernels", "the command comes first: lamella-cli kernels trace.json.gz");
        row("report a.json --columns wall_ns", "--columns goes with");
        row("nonsense", "see lamella-cli --help");
        row("--pass 3", "--pass goes with");
        row("--bogus", "--bogus is not known");
        row("help nonsense", "nonsense is not known");
        row("", "no command given");
    }
    void refused()
    {
        QFETCH(QString, words);
        QFETCH(QString, says);
        Words split;
        for (const QString &word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            split.push_back(word.toStdString());
        refuse(split, {says.toStdString()});
    }

    void everyTableIsACommand()
    {
        for (const std::string &name : core::AnalysisSession::tableNames())
            QVERIFY2(cli::findCommand(name), name.c_str());
    }

    void everyExampleIsTaken()
    {
        for (const CommandSpec &command : cli::commandSpecs()) {
            Words words{std::string(command.name)};
            for (const QString &word : QString::fromStdString(std::string(command.example)).split(QLatin1Char(' ')))
                words.push_back(word.toStdString());
            const bool quotes = command.name == "search" || command.name == "sql";
            const auto options = cli::parseArguments(quotes ? goodUse(command) : words);
            QVERIFY2(options.has_value(), joined(words));
            QCOMPARE(options->command, std::string(command.name));
        }
    }

    void optionsStandAnywhere()
    {
        for (const Words &words : {Words{"layers", "a.json", "--pass", "3", "--sort", "-wall_ns"},
                 Words{"--pass", "3", "layers", "--sort=-wall_ns", "a.json"},
                 Words{"--sort", "-wall_ns", "--pass=3", "layers", "a.json"}}) {
            const auto options = cli::parseArguments(words);
            QVERIFY(options.has_value());
            QCOMPARE(options->command, std::string("layers"));
            QCOMPARE(options->request.pass, std::string("3"));
            QCOMPARE(options->request.sort, std::string("-wall_ns"));
            QCOMPARE(options->arguments, Words{"a.json"});
        }
    }

    void afterTwoDashesAllAreFiles()
    {
        const auto options = cli::parseArguments({"ranks", "--", "--pass", "export"});
        QVERIFY(options.has_value());
        QCOMPARE(options->arguments, (Words{"--pass", "export"}));
    }

    void fileAloneIsInfo()
    {
        for (const Words &words : {Words{"trace.json.gz"}, Words{"-"}, Words{"/tmp"}, Words{"--quiet", "trace.json.gz"}}) {
            const auto options = cli::parseArguments(words);
            QVERIFY2(options.has_value(), joined(words));
            QCOMPARE(options->command, std::string("info"));
            QCOMPARE(options->arguments, Words{words.back()});
        }
    }

    void endingOfTheOutputIsTheFormat_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("format");
        const auto row = [](const char *words, core::TableFormat format) {
            QTest::newRow(words) << QString::fromLatin1(words) << int(format);
        };
        row("info a.json --output t.csv", core::TableFormat::Csv);
        row("info a.json --output t.xlsx", core::TableFormat::Xlsx);
        row("diff a.json --output t.md", core::TableFormat::Markdown);
        row("report a.json --output t.htm", core::TableFormat::Html);
        row("summary a.json --output t.json", core::TableFormat::Json);
        row("info a.json --output T.CSV", core::TableFormat::Csv);
        row("info a.json --output t", core::TableFormat::Text);
        row("info a.json --output run.2", core::TableFormat::Text);
        row("info a.json --output t.csv --format json", core::TableFormat::Json);
        row("export a.json --output t", core::TableFormat::Text);
    }
    void endingOfTheOutputIsTheFormat()
    {
        QFETCH(QString, words);
        QFETCH(int, format);
        Words split;
        for (const QString &word : words.split(QLatin1Char(' ')))
            split.push_back(word.toStdString());
        const auto options = cli::parseArguments(split);
        QVERIFY(options.has_value());
        QCOMPARE(int(options->format), format);
    }

    void helpFitsATerminal()
    {
        std::vector<std::string> texts{cli::generalHelp()};
        for (const CommandSpec &command : cli::commandSpecs())
            texts.push_back(cli::commandHelp(std::string(command.name)));
        for (const std::string &text : texts)
            for (const QString &line : QString::fromStdString(text).split(QLatin1Char('\n')))
                QVERIFY2(line.size() <= 80, qPrintable(line));
    }

    void noExampleThatTheCommandRefuses()
    {
        const auto options = cli::parseArguments({"export", "a.json", "--output", "t", "--format", "foo"});
        QVERIFY(!options && options.error().message().find("such as") == std::string::npos);
    }

    void helpListsTheOptionsOfTheCommandAlone()
    {
        const std::string help = cli::commandHelp("kernels");
        QVERIFY(help.find("--each") != std::string::npos);
        QVERIFY(help.find("--time") == std::string::npos);
        QVERIFY(cli::commandHelp("gaps").find("--by cause|layer|after|region|line|length") != std::string::npos);
        QVERIFY(cli::generalHelp().find("--pass") == std::string::npos);
    }
};

void TestCliArguments::perfettoOfTheWindow()
{
    const cli::PerfettoChoices chosen = cli::perfettoChoicesIn(
        "[General]\nport=1\n[perfetto]\r\nhugeBytes=7\r\norigin=https://intra.example/perfetto\r\nport=9100\r\n[x]\nport=2\n");
    QCOMPARE(chosen.port, std::uint16_t{9100});
    QCOMPARE(chosen.address, std::string("https://intra.example/perfetto"));
    for (const char *broken : {"", "[perfetto]\nport=70000\norigin=javascript:alert(1)", "[perfetto]\nport=-1\nport", "port=3"}) {
        QCOMPARE(cli::perfettoChoicesIn(broken).port, std::uint16_t{9001});
        QVERIFY(cli::perfettoChoicesIn(broken).address.empty());
    }
    // The file that Qt writes for the window.
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
    QCOMPARE(cli::perfettoChoicesOfWindow().port, std::uint16_t{9001});
    {
        QSettings settings(folder.filePath(QStringLiteral("Lamella/lamella.ini")), QSettings::IniFormat);
        settings.setValue(QStringLiteral("perfetto/port"), 9200);
        settings.setValue(QStringLiteral("perfetto/origin"), QStringLiteral("https://intra.example/perfetto/"));
    }
    const cli::PerfettoChoices written = cli::perfettoChoicesOfWindow();
    qputenv("XDG_CONFIG_HOME", before);
    QCOMPARE(written.port, std::uint16_t{9200});
    QVERIFY(written.address.starts_with("https://intra.example/perfetto"));
}

LAMELLA_TEST(TestCliArguments)
#include "tst_CliArguments.moc"
