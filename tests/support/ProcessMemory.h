// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of this process, for tests that open many traces in sequence.
#pragma once

#include <QFile>

#include <malloc.h>
#include <unistd.h>

namespace lamella::test {

struct ProcessMemory {
    qint64 residentKb = 0; // resident pages, after free memory was returned to the system
    qint64 ownKb = 0; // of them anonymous pages: the system maps and drops file pages as it likes
    qint64 usedKb = 0; // allocated and not freed: the same on every machine, except for memory kept on purpose
};

// Call before threads are created. Free blocks scattered over the heaps of many threads keep pages resident, which would measure
// the allocator rather than the program.
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
        const QList<QByteArray> pages = statm.readAll().split(' '); // total, resident, shared or file-backed, ...
        const qint64 pageKb = ::sysconf(_SC_PAGESIZE) / 1024;
        memory.residentKb = pages.value(1).toLongLong() * pageKb;
        memory.ownKb = memory.residentKb - pages.value(2).toLongLong() * pageKb;
    }
    const struct mallinfo2 info = ::mallinfo2();
    memory.usedKb = static_cast<qint64>((info.uordblks + info.hblkhd) / 1024);
    return memory;
}

// Growth of anonymous memory, as a share of all resident memory.
inline double growth(const ProcessMemory &before, const ProcessMemory &after)
{
    return static_cast<double>(after.ownKb - before.ownKb) / static_cast<double>(before.residentKb > 0 ? before.residentKb : 1);
}

} // namespace lamella::test
