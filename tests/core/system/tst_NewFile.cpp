// SPDX-License-Identifier: GPL-3.0-or-later
// New files, and files that are replaced whole.
#include "core/system/AtomicFile.h"
#include "core/system/NewFile.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace lamella::core;
using namespace lamella::test;

class tst_NewFile : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    [[nodiscard]] std::string path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }
    [[nodiscard]] QStringList names() const
    {
        return QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden | QDir::System, QDir::Name);
    }
    [[nodiscard]] static QByteArray bytesOf(const std::string &path)
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] static unsigned modeOf(const std::string &path)
    {
        struct stat facts { };
        return ::stat(path.c_str(), &facts) == 0 ? facts.st_mode & 0777u : 0;
    }
    void write(const char *name, const std::string &text) const { writeFile(QString::fromStdString(path(name)), text); }

private slots:
    void cleanup()
    {
        for (const QString &name : names())
            QVERIFY(QFile::remove(m_folder.filePath(name)));
    }

    void temporaryFilesAreRemoved()
    {
        const std::string folder = m_folder.path().toStdString();
        {
            const NewFile one = NewFile::temporary(folder, "part-", ".new");
            const NewFile other = NewFile::temporary(folder, "part-", ".new");
            QVERIFY(one.handle().isOpen());
            QVERIFY(other.handle().isOpen());
            QVERIFY(one.path() != other.path());
            QVERIFY(one.path().starts_with(folder + "/part-") && one.path().ends_with(".new"));
            QCOMPARE(modeOf(one.path()), 0600u);
            QCOMPARE(names().size(), 2);
        }
        QCOMPARE(names(), QStringList());
    }

    void movedFilesStay()
    {
        write("done", "before");
        {
            NewFile file = NewFile::temporary(m_folder.path().toStdString(), "x", "");
            QCOMPARE(file.handle().write("after").error, 0);
            NewFile same = std::move(file);
            QVERIFY(same.moveTo(path("done")));
        }
        QCOMPARE(names(), QStringList{QStringLiteral("done")});
        QCOMPARE(bytesOf(path("done")), QByteArray("after"));
    }

    void replacedFilesKeepTheirPermissions()
    {
        write("kept", "before");
        QCOMPARE(::chmod(path("kept").c_str(), 0640), 0);
        QVERIFY(writeFileAtomically(path("kept"), "after").has_value());
        QCOMPARE(modeOf(path("kept")), 0640u);
        const mode_t mask = ::umask(027);
        const bool written = writeFileAtomically(path("fresh"), "x").has_value();
        ::umask(mask);
        QVERIFY(written);
        QCOMPARE(modeOf(path("fresh")), 0640u);
    }

    // Nothing is left even if the program ends now.
    void unfinishedFilesHaveNoName()
    {
        const NewFile file = NewFile::replacing(path("t.csv"));
        QVERIFY(file.handle().isOpen());
        if (!file.path().empty())
            QSKIP("skipped: this file system names each file at once");
        QCOMPARE(names(), QStringList());
    }

    void linksStay()
    {
        write("target", "before");
        QCOMPARE(::symlink("target", path("link").c_str()), 0);
        QCOMPARE(::symlink("link", path("second").c_str()), 0);
        QCOMPARE(::symlink("nothing yet", path("dangling").c_str()), 0);
        QVERIFY(writeFileAtomically(path("second"), "after").has_value());
        QCOMPARE(bytesOf(path("target")), QByteArray("after"));
        QVERIFY(writeFileAtomically(path("dangling"), "new").has_value());
        QCOMPARE(bytesOf(path("nothing yet")), QByteArray("new"));
        for (const char *name : {"link", "second", "dangling"}) {
            struct stat facts { };
            QCOMPARE(::lstat(path(name).c_str(), &facts), 0);
            QVERIFY(S_ISLNK(facts.st_mode));
        }
    }

    void readOnlyFilesAreNotReplaced()
    {
        if (::geteuid() == 0)
            QSKIP("skipped: root may write all files");
        write("fixed", "before");
        QCOMPARE(::chmod(path("fixed").c_str(), 0440), 0);
        const auto written = writeFileAtomically(path("fixed"), "after");
        QVERIFY(!written);
        QVERIFY(written.error().detail.english().find("Permission denied") != std::string::npos);
        QCOMPARE(bytesOf(path("fixed")), QByteArray("before"));
    }

    void reasonsAreThoseOfTheSystem()
    {
        QCOMPARE(NewFile::temporary(path("missing"), "x", "").error(), ENOENT);
        NewFile file = NewFile::replacing(path("t.csv"));
        QVERIFY(!file.moveTo(path("missing") + "/t.csv"));
        QCOMPARE(file.error(), ENOENT);
        const auto written = writeFileAtomically(path("missing") + "/t.csv", "x");
        QVERIFY(!written);
        QCOMPARE(written.error().detail.english(),
            std::string("cannot be written (No such file or directory); choose another place or free some space"));
    }

    // Whoever writes may give up for reasons of its own.
    void nothingIsWrittenIfTheWriterStops()
    {
        const auto written = writeFileAtomically(path("t.csv"), [](const ByteSink &sink) { return sink("half") && false; });
        QVERIFY(!written);
        QVERIFY(written.error().detail.english().find("Success") == std::string::npos);
        QCOMPARE(names(), QStringList());
    }
};

LAMELLA_TEST(tst_NewFile)
#include "tst_NewFile.moc"
