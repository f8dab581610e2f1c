// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of this process, for tests that open many traces one after the other.
#pragma once

#include <QFile>

#include <malloc.h>
#include <unistd.h>

namespace lamella::test {

struct ProcessMemory {
    qint64 residentKb = 0; // pages in memory, after what is free was given back
    qint64 ownKb = 0; // of them those that are no file's: the system maps and drops pages of files as it likes
    qint64 usedKb = 0; // what is allocated and not freed: the same on every machine, noisy only by what is kept on purpose
};

// To be called before there are threads. Free blocks that lie scattered over the heaps of many threads keep pages: those would
// tell what the allocator does, and not what the program keeps.
inline void useOneHeap()
{
    ::mallopt(M_ARENA_MAX, 1);
}

inline ProcessMemory processMemory()
{
    ::malloc_trim(0);
    ProcessMemory memory;
    QFile statm(QStringLiteral("/proc/self/statm"));
    if (statm.open(QIODevice::ReadOnly)) {
        const QList<QByteArray> pages = statm.readAll().split(' '); // all, resident, of them shared or of files, ...
        const qint64 pageKb = ::sysconf(_SC_PAGESIZE) / 1024;
        memory.residentKb = pages.value(1).toLongLong() * pageKb;
        memory.ownKb = memory.residentKb - pages.value(2).toLongLong() * pageKb;
    }
    const struct mallinfo2 info = ::mallinfo2();
    memory.usedKb = static_cast<qint64>((info.uordblks + info.hblkhd) / 1024);
    return memory;
}

// Of the process's own pages, as a share of all that are in memory.
inline double growth(const ProcessMemory &before, const ProcessMemory &after)
{
    return static_cast<double>(after.ownKb - before.ownKb) / static_cast<double>(before.residentKb > 0 ? before.residentKb : 1);
}

} // namespace lamella::test
