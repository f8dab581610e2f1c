// SPDX-License-Identifier: GPL-3.0-or-later
// A hook that every thread of core runs before its work.
#pragma once

namespace lamella::core {

using ThreadStart = void (*)();

// Set once by the program before any thread starts. Qt allocates per-thread data with the first Qt object on a thread (a QFile is
// enough), in a constructor that crashes when memory runs out; programs that use Qt create these data in the hook. Core does not
// depend on it.
void setThreadStart(ThreadStart start) noexcept;

// Called on each thread, any number of times, where exceptions are caught. Checks that memory is available, then calls the hook.
// Errors: std::bad_alloc, and any exception that the hook throws.
void startThread();

} // namespace lamella::core
