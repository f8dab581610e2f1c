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
    // QThread::setPriority() does nothing under the usual scheduler of Linux; niceness is kept by thread there, 0 = this one.
    constexpr int kNicer = 4;
    thread_local bool isDone = false;
    if (!isDone)
        setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kNicer);
    isDone = true;
#endif
}

} // namespace lamella::ui
