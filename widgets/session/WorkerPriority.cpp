// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/WorkerPriority.h"

#include <QtGlobal>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

namespace lamella::ui {

void lowerPriorityOfThisThread()
{
#ifdef Q_OS_LINUX
    // QThread::setPriority() has no effect under Linux's default scheduler; niceness is per thread there, 0 = this thread.
    constexpr int kNicer = 4;
    thread_local bool isDone = false;
    if (!isDone)
        setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kNicer);
    isDone = true;
#endif
}

} // namespace lamella::ui
