// SPDX-License-Identifier: GPL-3.0-or-later
// Open files: reading and writing in one piece and at a position, and what mappings and stamps show of them.
#include "core/system/FileHandle.h"
#include "core/system/MappedFile.h"
#include "core/system/NewFile.h"
#include "core/system/ProcessLimits.h"
#include "core/system/RegularFile.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

using namespace lamella::core;

class tst_FileHandle : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    [[nodiscard]] NewFile made() const { return NewFile::temporary(m_folder.path().toStdString(), "f", ""); }

private slots:
    void readsWhatWasWritten()
    {
        const NewFile file = made();
        const FileHandle &handle = file.handle();
        QCOMPARE(handle.write("0123456789").bytes, std::size_t{10});
        QCOMPARE(handle.position(), std::int64_t{10});
        QCOMPARE(handle.writeAt(8, "XYZ").bytes, std::size_t{3});
        QCOMPARE(handle.position(), std::int64_t{10}); // writeAt() moves nothing
        QCOMPARE(handle.seek(6), 0);
        std::string text(10, '.');
        const Transfer rest = handle.read(text.data(), text.size());
        QCOMPARE(rest.error, 0);
        QCOMPARE(text.substr(0, rest.bytes), std::string("67XYZ"));
        const Transfer at = handle.readAt(9, text.data(), text.size());
        QCOMPARE(at.bytes, std::size_t{2});
        QCOMPARE(at.error, 0);
        QVERIFY(handle.readExactlyAt(9, text.data(), 2));
        QVERIFY(!handle.readExactlyAt(9, text.data(), 3));
        QVERIFY(handle.readExactlyAt(50, text.data(), 0));
        QCOMPARE(handle.sync(), 0);
        handle.willNeed(0, 100);
    }

    void faultsHaveTheirNumber()
    {
        std::string text(4, '.');
        const FileHandle none;
        QVERIFY(!none.isOpen());
        QCOMPARE(none.read(text.data(), 4).error, EBADF);
        QCOMPARE(none.readAt(0, text.data(), 4).error, EBADF);
        QCOMPARE(none.write("x").error, EBADF);
        QCOMPARE(none.writeAt(0, "x").error, EBADF);
        QCOMPARE(none.seek(0), EBADF);
        QCOMPARE(none.position(), std::int64_t{-1});
        QVERIFY(!none.stamp());
        QVERIFY(!FileHandle::forWriting("/nonexistent/pipe").isOpen());
        QCOMPARE(errno, ENOENT);
        const FileHandle full = FileHandle::forWriting("/dev/full");
        if (full.isOpen())
            QCOMPARE(full.write("x").error, ENOSPC);
    }

    void ownsItsDescriptor()
    {
        int fds[2] = {-1, -1};
        QCOMPARE(::pipe(fds), 0);
        FileHandle end(fds[1]);
        {
            FileHandle other = std::move(end);
            QVERIFY(!end.isOpen());
            QCOMPARE(other.write("ab").bytes, std::size_t{2});
        }
        std::string text(4, '.');
        const Transfer got = FileHandle(fds[0]).read(text.data(), 4); // ends, since the other end is closed
        QCOMPARE(got.bytes, std::size_t{2});
        QCOMPARE(got.error, 0);
    }

    void stampsTellChanges()
    {
        const NewFile file = made();
        const auto before = file.handle().stamp();
        QVERIFY(before && before->bytes == 0 && before->inode != 0);
        QCOMPARE(file.handle().write("x").error, 0);
        QVERIFY(file.handle().stamp() != before);
        QCOMPARE(file.handle().stamp()->bytes, std::uint64_t{1});
        QCOMPARE(file.handle().stamp(), openRegular(file.path())->stamp());
    }

    void mapsBytes()
    {
        const NewFile file = made();
        QVERIFY(!MappedFile::map(file.handle())); // empty
        QCOMPARE(file.handle().write("mapped").error, 0);
        const auto mapped = MappedFile::map(file.handle());
        QVERIFY(mapped);
        QCOMPARE(mapped->bytes(), std::string_view("mapped"));
    }

    void linksAreNotFollowedWhereTheyMustNot()
    {
        const NewFile file = made();
        const std::string link = m_folder.filePath(QStringLiteral("link")).toStdString();
        QCOMPARE(::symlink(file.path().c_str(), link.c_str()), 0);
        QVERIFY(openRegularNoLink(file.path()).isOpen());
        QVERIFY(!openRegularNoLink(link).isOpen());
        QVERIFY(!openRegularNoLink(m_folder.path().toStdString()).isOpen());
        QVERIFY(openRegular(link).has_value());
    }

    void limitOfFileSizes()
    {
        rlimit usual{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
        rlimit low = usual;
        low.rlim_cur = 4096;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &low), 0);
        const auto most = maxFileBytes();
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &usual), 0);
        QCOMPARE(most.value_or(0), std::uint64_t{4096});
        QCOMPARE(maxFileBytes().has_value(), usual.rlim_cur != RLIM_INFINITY);
    }
};

LAMELLA_TEST(tst_FileHandle)
#include "tst_FileHandle.moc"
