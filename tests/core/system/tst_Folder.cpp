// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/Folder.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cerrno>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

class tst_Folder : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    [[nodiscard]] std::string path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }

private slots:
    void initTestCase()
    {
        for (const char *name : {"b.json", "a.JSON", ".hidden.json", "op_2.csv", "Op_10.csv", "op_.csv.bak", "op_csv"})
            writeFile(QString::fromStdString(path(name)), name);
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("z.json")));
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("inner")));
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral(".git")));
        QCOMPARE(::symlink("b.json", path("link.json").c_str()), 0);
        QCOMPARE(::symlink("nothing", path("dangling.json").c_str()), 0);
        QCOMPARE(::symlink("inner", path("other").c_str()), 0);
        QCOMPARE(::mkfifo(path("fifo.json").c_str(), 0600), 0);
    }

    void names()
    {
        const std::string folder = m_folder.path().toStdString();
        using Names = std::vector<std::string>;
        QCOMPARE(fileNamesIn(folder, "", ".json"), (Names{"a.JSON", "b.json", "link.json"}));
        QCOMPARE(fileNamesIn(folder, "op_", ".csv"), (Names{"Op_10.csv", "op_2.csv"}));
        QCOMPARE(fileNamesIn(folder, "op_", "_csv"), Names{}); // beginning and end do not overlap
        QCOMPARE(folderNamesIn(folder), (Names{"inner", "other", "z.json"}));
        QCOMPARE(fileNamesIn(path("missing"), "", ""), Names{});
    }

    void filesWithTheirFacts()
    {
        std::vector<FolderFile> files = filesWithEnding(m_folder.path().toStdString(), ".json");
        std::sort(files.begin(), files.end(), [](const FolderFile &a, const FolderFile &b) { return a.path < b.path; });
        QCOMPARE(files.size(), std::size_t{2}); // no links, no pipes, no folders
        QCOMPARE(files[0].path, path(".hidden.json"));
        QCOMPARE(files[1].path, path("b.json"));
        QCOMPARE(files[1].bytes, std::uint64_t{6});
        QVERIFY(files[1].modifiedNs > 0);
    }

    void privateFolders()
    {
        const std::string made = path("deep") + "/er";
        QCOMPARE(makePrivateFolder(made), 0);
        QCOMPARE(makePrivateFolder(made), 0);
        struct stat facts { };
        QCOMPARE(::stat(made.c_str(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777u, 0700u);
        QCOMPARE(makePrivateFolder(path("b.json") + "/below"), ENOTDIR);
    }
};

LAMELLA_TEST(tst_Folder)
#include "tst_Folder.moc"
