// SPDX-License-Identifier: GPL-3.0-or-later
// Memory figures of the machine, from files that this test writes in the kernel's format.
#include "core/base/MachineMemory.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

class Machine {
public:
    Machine()
    {
        write("proc/meminfo", "MemTotal:       16384 kB\nMemFree:  100 kB\nMemAvailable:    8192 kB\nSwapTotal: 5 kB\n");
    }
    void write(const std::string &name, const std::string &text)
    {
        const QString path = m_folder.filePath(QString::fromStdString(name));
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) != qint64(text.size()))
            qFatal("cannot write a file of the machine");
    }
    void group(const std::string &name, const std::string &max, const std::string &used, const std::string &stat = {})
    {
        write("sys/fs/cgroup" + name + "/memory.max", max + "\n");
        write("sys/fs/cgroup" + name + "/memory.current", used + "\n");
        write("sys/fs/cgroup" + name + "/memory.stat", stat);
    }
    [[nodiscard]] MachineMemory memory() const { return machineMemory(m_folder.path().toStdString()); }

private:
    QTemporaryDir m_folder;
};

} // namespace

class tst_MachineMemory : public QObject {
    Q_OBJECT
private slots:
    void theMachine()
    {
        const MachineMemory memory = Machine().memory();
        QCOMPARE(memory.total, 16 * kMiB);
        QCOMPARE(memory.available, 8 * kMiB);
        const MachineMemory own = machineMemory();
        QVERIFY2(own.total >= own.available && own.available > 0,
            qPrintable(QStringLiteral("%1 of %2").arg(own.available).arg(own.total)));
    }
    void noMoreIsAvailableThanThereIs()
    {
        Machine odd;
        odd.write("proc/meminfo", "MemTotal:  4096 kB\nMemAvailable:  8192 kB\n");
        QCOMPARE(odd.memory().available, 4 * kMiB);
    }
    void nothingTells()
    {
        const QTemporaryDir empty;
        QCOMPARE(machineMemory(empty.path().toStdString()).total, std::uint64_t{0});
        Machine odd;
        odd.write("proc/meminfo", "MemTotal: many\nMemAvailable: 8192 kB\n");
        QCOMPARE(odd.memory().total, std::uint64_t{0});
    }
    // The limit of the group itself, of a parent, or of the only one visible in a container.
    void groupsAllowLess_data()
    {
        QTest::addColumn<QString>("limited");
        QTest::newRow("own") << QStringLiteral("/a.slice/b.scope");
        QTest::newRow("around it") << QStringLiteral("/a.slice");
        QTest::newRow("outermost") << QString();
    }
    void groupsAllowLess()
    {
        QFETCH(QString, limited);
        Machine machine;
        machine.write("proc/self/cgroup", "1:name=systemd:/x\n0::/a.slice/b.scope\n");
        machine.group("/a.slice/b.scope", "max", "1048576");
        machine.group("/a.slice", "max", "1048576");
        machine.group(limited.toStdString(), "4194304", "3145728", "anon 1048576\ninactive_file 1048576\nactive_file 524288\n");
        QCOMPARE(machine.memory().total, 4 * kMiB);
        QCOMPARE(machine.memory().available, 5 * kMiB / 2); // the page cache can be reclaimed
    }
    void groupsOfTheFirstVersion()
    {
        Machine machine;
        machine.write("proc/self/cgroup", "9:name=systemd:/\n4:memory:/job/1\n0::/\n");
        machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        machine.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "9999999999\n");
        QCOMPARE(machine.memory().total, 16 * kMiB);
        machine.write("sys/fs/cgroup/memory/job/1/memory.limit_in_bytes", "4194304\n");
        machine.write("sys/fs/cgroup/memory/job/1/memory.usage_in_bytes", "3145728\n");
        machine.write("sys/fs/cgroup/memory/job/1/memory.stat", "inactive_file 9\ntotal_inactive_file 1048576\n");
        QCOMPARE(machine.memory().total, 4 * kMiB);
        QCOMPARE(machine.memory().available, 2 * kMiB);
    }
    void moreThanAllowed()
    {
        Machine machine;
        machine.write("proc/self/cgroup", "0::/\n");
        machine.group({}, "1048576", "3145728");
        QCOMPARE(machine.memory().available, std::uint64_t{0});
        machine.group({}, "99999999999", "1");
        QCOMPARE(machine.memory().total, 16 * kMiB);
        QCOMPARE(machine.memory().available, 8 * kMiB);
    }
    void whatIsTooMuch()
    {
        const MachineMemory machine{16 * kMiB, 3 * kMiB};
        QVERIFY(!machine.exceededBy(3 * kMiB, 3 * kMiB));
        QVERIFY(machine.exceededBy(3 * kMiB + 1, 3 * kMiB + 1));
        const MachineMemory busy{16 * kMiB, 0}; // an eighth is always allowed
        QVERIFY(!busy.exceededBy(2 * kMiB, 2 * kMiB));
        QVERIFY(busy.exceededBy(2 * kMiB, 2 * kMiB + 1));
        QVERIFY(!MachineMemory{}.exceededBy(99 * kMiB, 99 * kMiB)); // nothing is known
    }
};

LAMELLA_TEST(tst_MachineMemory)
#include "tst_MachineMemory.moc"
