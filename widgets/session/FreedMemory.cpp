// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/FreedMemory.h"

#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/WorkerPriority.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lamella::ui {

namespace {

constexpr int kAfterTraceMs = 600;
constexpr int kAfterSelectionMs = 5000; // stepping from layer to layer reuses the same memory

} // namespace

void keepLargeBlocksApart()
{
#ifdef __GLIBC__
    // By default the limit grows with the largest freed block, up to 32 MiB; columns of that size would then leave holes in the
    // heap.
    constexpr int kApartFromBytes = 1 << 20;
    static_cast<void>(mallopt(M_MMAP_THRESHOLD, kApartFromBytes));
#endif
}

FreedMemory::FreedMemory(SessionController &controller, NavigationBus &bus, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_running(std::make_shared<std::atomic<bool>>(false))
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &FreedMemory::giveBack);
    connect(&controller, &SessionController::sessionChanged, this, [this] { giveBackAfter(kAfterTraceMs); });
    connect(&bus, &NavigationBus::selectionChanged, this, [this] { giveBackAfter(kAfterSelectionMs); });
}

void FreedMemory::giveBackAfter(int quietMs)
{
#ifdef __GLIBC__
    if (!m_soon.isActive() || m_soon.remainingTime() < quietMs)
        m_soon.start(quietMs);
#else
    Q_UNUSED(quietMs)
#endif
}

bool FreedMemory::isPending() const
{
    return m_soon.isActive() || *m_running;
}

void FreedMemory::giveBack()
{
    if (JobSlot::awaited() > 0 || *m_running) {
        m_soon.start(kAfterTraceMs); // running jobs will free more
        return;
    }
    *m_running = true;
    m_controller.pool().start([running = m_running] {
        lowerPriorityOfThisThread();
#ifdef __GLIBC__
        malloc_trim(0);
#endif
        *running = false;
    });
}

} // namespace lamella::ui
