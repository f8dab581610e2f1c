// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles in the standard data folders, inheritance, reported errors, and the writer.
#include "core/profile/ModelProfile.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace lamella::core;

class tst_UserProfiles : public QObject {
    Q_OBJECT

private slots:
    void init();
    void userOverridesSystemOverridesBuiltIn();
    void extendingInherits();
    void extendingItsOwnNameMeansWhatWasThere();
    void extendingAcrossFilesOfAFolder();
    void faultsAreReportedAndTheRestIsUsed();
    void circlesAreFaults();
    void everyFaultIsFound();
    void namedPatterns();
    void relativeFoldersAreIgnored();
    void writerRoundTrips();
    void writerKeepsOnlyItsOwn();
    void whatFitsAModelIsMoreThanChoices();
    void writerSaysWhyItCannot();

private:
    void write(const QString &path, const QByteArray &json) const
    {
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(json);
    }
    [[nodiscard]] QString user(const char *name) const
    {
        return m_folder->filePath(QStringLiteral("home/lamella/profiles/")) + QString::fromLatin1(name);
    }
    [[nodiscard]] QString system(const char *name) const
    {
        return m_folder->filePath(QStringLiteral("shared/lamella/profiles/")) + QString::fromLatin1(name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_UserProfiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder->filePath(QStringLiteral("home"))));
    qputenv("XDG_DATA_DIRS", QFile::encodeName(m_folder->filePath(QStringLiteral("shared"))));
}

void tst_UserProfiles::userOverridesSystemOverridesBuiltIn()
{
    write(system("a.json"), R"({"schema_version":1,"profiles":[{"name":"llama","layers":3},{"name":"site","layers":4}]})");
    write(user("b.json"), R"({"schema_version":1,"name":"llama","layers":5})");
    const ProfileSet set = standardProfiles();
    QVERIFY(set.faults.empty());
    QCOMPARE(set.find("llama")->layers, 5);
    QCOMPARE(QString::fromStdString(set.find("llama")->file), user("b.json"));
    QCOMPARE(set.find("site")->layers, 4);
    QCOMPARE(set.profiles.size(), builtinProfiles().profiles.size() + 1);
    QCOMPARE(QString::fromStdString(userProfileFolder()), QFileInfo(user("b.json")).path());
}

void tst_UserProfiles::extendingInherits()
{
    write(
        user("m.json"), R"({"schema_version":1,"name":"mine","extends":"qwen3_next","anchors":[{"pattern":"own"}],"layers":7})");
    const ProfileSet set = standardProfiles();
    const ModelProfile *mine = set.find("mine");
    const ModelProfile *parent = set.find("qwen3_next");
    QVERIFY(mine && parent && set.faults.empty());
    QCOMPARE(mine->anchors.size(), parent->anchors.size() + 1);
    QCOMPARE(mine->anchors.front().pattern.text(), std::string("own"));
    QCOMPARE(mine->anchors[1].pattern.text(), parent->anchors[0].pattern.text());
    QCOMPARE(mine->categories.size(), parent->categories.size());
    QVERIFY(mine->modelTypes.empty() && mine->kernels.empty()); // model types and kernels are not inherited
    QCOMPARE(mine->layers, 7);
}

void tst_UserProfiles::extendingItsOwnNameMeansWhatWasThere()
{
    write(user("l.json"), R"({"schema_version":1,"name":"llama","extends":"llama","anchors":[{"pattern":"own"}]})");
    const ProfileSet set = standardProfiles();
    QVERIFY(set.faults.empty());
    QCOMPARE(set.find("llama")->anchors.size(), builtinProfiles().find("llama")->anchors.size() + 1);
}

void tst_UserProfiles::extendingAcrossFilesOfAFolder()
{
    write(user("a.json"), R"({"schema_version":1,"name":"child","extends":"parent"})");
    write(user("b.json"), R"({"schema_version":1,"name":"parent","anchors":[{"pattern":"x"}],"layers":9})");
    const ProfileSet set = standardProfiles();
    QVERIFY(set.faults.empty());
    QCOMPARE(set.find("child")->anchors.size(), std::size_t{1});
    QCOMPARE(set.find("child")->layers, 9);
}

void tst_UserProfiles::faultsAreReportedAndTheRestIsUsed()
{
    write(user("bad.json"), R"({"schema_version":1,"name":"bad","anchors":[{"pattern":"x","role":"in"}]})");
    write(user("broken.json"), "{");
    write(user("good.json"), R"({"schema_version":1,"name":"good"})");
    write(user("orphan.json"), R"({"schema_version":1,"name":"orphan","extends":"nobody"})");
    const ProfileSet set = standardProfiles();
    QVERIFY(set.find("good"));
    QVERIFY(!set.find("bad") && !set.find("orphan"));
    QCOMPARE(set.faults.size(), std::size_t{3});
    QCOMPARE(set.faults[0].pointer, std::string("/anchors/0/role"));
    QCOMPARE(set.faults[0].problem.english(), std::string("must be begins, ends or within"));
    QCOMPARE(QString::fromStdString(set.faults[1].file), user("broken.json"));
    QCOMPARE(set.faults[2].pointer, std::string("/extends"));
    QVERIFY(set.faults[2].error().message().find("orphan.json") != std::string::npos);
}

void tst_UserProfiles::circlesAreFaults()
{
    write(user("c.json"),
        R"({"schema_version":1,"profiles":[{"name":"a","extends":"b"},{"name":"b","extends":"a"},{"name":"c"}]})");
    const ProfileSet set = standardProfiles();
    QVERIFY(set.find("c") && !set.find("a") && !set.find("b"));
    QCOMPARE(set.faults.size(), std::size_t{2});
    QCOMPARE(set.faults[0].pointer, std::string("/profiles/0/extends"));
}

void tst_UserProfiles::everyFaultIsFound()
{
    const QString path = m_folder->filePath(QStringLiteral("p.json"));
    write(path,
        R"({"schema_version":2,"title":7,"anchors":[{"role":"in"},{"pattern":"/(/"}],"categories":[{"pattern":"a","category":"gem"}],)"
        R"("layers":-1,"wrong/key":1,"choices":{"boundaries":[{"pass":-1,"part":"pass_start","start_ns":0}]},"match":{"kernels":["@none"]},"short_names":{"types":{"a":1}}})");
    QStringList pointers;
    for (const ProfileFault &fault : checkProfileFile(path.toStdString()))
        pointers.append(QString::fromStdString(fault.pointer));
    pointers.sort();
    const QStringList expected{QStringLiteral("/anchors/0/pattern"), QStringLiteral("/anchors/0/role"),
        QStringLiteral("/anchors/1/pattern"), QStringLiteral("/categories/0/category"),
        QStringLiteral("/choices/boundaries/0/pass"), QStringLiteral("/layers"), QStringLiteral("/match/kernels/0"),
        QStringLiteral("/name"), QStringLiteral("/schema_version"), QStringLiteral("/short_names/types/a"),
        QStringLiteral("/title"), QStringLiteral("/wrong~1key")};
    QCOMPARE(pointers, expected);
    QCOMPARE(checkProfileFile("/nonexistent.json").size(), std::size_t{1});
}

void tst_UserProfiles::namedPatterns()
{
    write(user("p.json"),
        R"({"schema_version":1,"name":"p","patterns":{"my":"/^abc/"},"anchors":[{"pattern":"@my"},{"pattern":"@attention"}]})");
    const ProfileSet set = standardProfiles();
    QVERIFY2(set.faults.empty(), set.faults.empty() ? "" : set.faults[0].problem.english().c_str());
    QVERIFY(set.find("p")->anchors[0].pattern.matches("abcd"));
    QVERIFY(set.find("p")->anchors[1].pattern.matches("flash_fwd_kernel"));
}

void tst_UserProfiles::relativeFoldersAreIgnored()
{
    qputenv("XDG_DATA_HOME", "relative");
    qputenv("XDG_DATA_DIRS", "also/relative");
    QVERIFY(userProfileFolder().starts_with(QDir::homePath().toStdString()));
}

void tst_UserProfiles::writerRoundTrips()
{
    ModelProfile profile;
    profile.name = "mine \"quoted\"";
    profile.title = "Of mine\n";
    profile.modelTypes = {"a", "b*"};
    profile.traits = {"moe"};
    profile.kernels = {NamePattern::parse("/x\\d+/").value()};
    profile.anchors = {{NamePattern::parse("norm").value(), AnchorRole::Begins, 2, {NamePattern::parse("lead").value()}}};
    profile.categories = {{NamePattern::parse("frob").value(), Category::Moe}};
    profile.names.dropEnd = {".#"};
    profile.names.types = {{"Half", "h"}};
    profile.layers = 12;
    profile.hasChoices = true;
    profile.choices.boundaries = {{0, 3, BoundaryPart::LayerStart, 5, 1'234'567'890'123}};
    const std::string path = m_folder->filePath(QStringLiteral("w.json")).toStdString();
    QVERIFY(writeProfile(profile, path).has_value());
    QVERIFY(checkProfileFile(path).empty());
    const auto set = profilesWith(path);
    QVERIFY2(set.has_value(), set ? "" : set.error().message().c_str());
    const ModelProfile *read = set->find(profile.name);
    QVERIFY(read);
    QCOMPARE(profileText(*read), profileText(profile));
    QCOMPARE(read->layers, 12);
    QVERIFY(read->choices == profile.choices);
    QVERIFY(!read->onlyChoices());
    QCOMPARE(read->anchors[0].blocksPerLayer, 2);
    QCOMPARE(read->anchors[0].leadIn.size(), std::size_t{1});
    QCOMPARE(QDir(m_folder->path()).entryList({QStringLiteral("w*")}).size(), 1); // no temporary file is left
}

void tst_UserProfiles::writerKeepsOnlyItsOwn()
{
    const ModelProfile *next = builtinProfiles().find("qwen3_next");
    const std::string text = profileText(*next);
    QVERIFY(text.find("\"extends\": \"generic\"") != std::string::npos);
    QCOMPARE(QByteArray::fromStdString(text).count("\"blocks_per_layer\""),
        static_cast<qsizetype>(next->anchors.size() - next->inheritedAnchors));
    const std::string path = m_folder->filePath(QStringLiteral("w.json")).toStdString();
    QVERIFY(writeProfile(*next, path).has_value());
    QCOMPARE(profilesWith(path)->find("qwen3_next")->anchors.size(), next->anchors.size());
}

// A profile that only lists model types remains a profile of its own when choices are saved into it.
void tst_UserProfiles::whatFitsAModelIsMoreThanChoices()
{
    ModelProfile profile;
    profile.name = "mine";
    profile.extends = "generic";
    profile.hasChoices = true;
    QVERIFY(profile.onlyChoices());
    profile.modelTypes = {"a"};
    QVERIFY(!profile.onlyChoices());
    profile.modelTypes.clear();
    profile.names.dropEnd = {".#"};
    QVERIFY(!profile.onlyChoices());
}

void tst_UserProfiles::writerSaysWhyItCannot()
{
    const auto written = writeProfile({}, "/nonexistent/folder/p.json");
    QVERIFY(!written.has_value());
    QCOMPARE(written.error().code, ErrorCode::Io);
}

LAMELLA_TEST(tst_UserProfiles)
#include "tst_UserProfiles.moc"
