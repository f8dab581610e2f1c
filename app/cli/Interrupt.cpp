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
    // request_stop() must not run in a signal handler, so a thread of its own waits for the signals; all others block them.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is a write error like any other,
    std::signal(SIGXFSZ, SIG_IGN); // and so is the end of what "ulimit -f" allows
    static auto *const source = new std::stop_source; // outlives the thread, which runs until the process ends
    try {
        std::thread([signals] {
            int received = 0;
            while (sigwait(&signals, &received) != 0) { }
            source->request_stop();
            const timespec patience{2, 0};
            sigtimedwait(&signals, nullptr, &patience);
            _exit(kInterrupted);
        }).detach();
    } catch (const std::system_error &) { // no thread to be had: signals end the program at once then, as they usually do
        pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    }
    return source->get_token();
}

} // namespace lamella::cli
