// SPDX-License-Identifier: GPL-3.0-or-later
// Growth of this process's peak memory since a given moment, for tests of memory limits.
#pragma once

#include "tests/support/Sanitizers.h"

#include <QByteArray>
#include <QFile>

namespace lamella::test {

class PeakMemory {
public:
    PeakMemory()
    {
        QFile reset(QStringLiteral("/proc/self/clear_refs"));
        if (reset.open(QIODevice::WriteOnly))
            reset.write("5"); // resets the peak to current use; if refused, the previous peak hides part of the growth
        reset.close();
        m_before = kilobytes();
    }
    // 0 under sanitizers, which keep memory for themselves, and if the system does not report it.
    [[nodiscard]] long long grownKilobytes() const
    {
        return kSanitized ? 0 : kilobytes() - m_before;
    }

private:
    [[nodiscard]] static long long kilobytes()
    {
        QFile status(QStringLiteral("/proc/self/status"));
        if (!status.open(QIODevice::ReadOnly))
            return 0;
        for (const QByteArray &line : status.readAll().split('\n'))
            if (line.startsWith("VmHWM:"))
                return line.mid(6).simplified().split(' ').value(0).toLongLong();
        return 0;
    }

    long long m_before = 0;
};

} // namespace lamella::test
