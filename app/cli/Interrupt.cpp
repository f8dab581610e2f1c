// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Interrupt.h"

#include "app/cli/Console.h"

#include <csignal>
#include <pthread.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace lamella::cli {

std::stop_token stopOnInterrupt()
{
    // request_stop() must not be called in a signal handler, so one thread waits for the signals and all others block them.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN); // writing to a closed pipe returns an error instead,
    std::signal(SIGXFSZ, SIG_IGN); // and so does exceeding "ulimit -f"
    static auto *const source = new std::stop_source; // never deleted: the thread uses it until the process ends
    try {
        std::thread([signals] {
            int received = 0;
            while (sigwait(&signals, &received) != 0) { }
            source->request_stop();
            const timespec patience{2, 0};
            sigtimedwait(&signals, nullptr, &patience);
            _exit(kInterrupted);
        }).detach();
    } catch (const std::system_error &) { // no thread available: signals end the program at once, their default
        pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    }
    return source->get_token();
}

} // namespace lamella::cli
