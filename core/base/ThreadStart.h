// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread of core does before its first work.
#pragma once

namespace lamella::core {

using ThreadStart = void (*)();

// Set once by the program, before any thread is begun; core itself does not know what it is. Qt keeps something of each thread
// and makes it with the first object there (a QFile will do), in a constructor that crashes where memory runs out in that moment:
// a program that uses core makes it here.
void setThreadStart(ThreadStart start) noexcept;

// In each thread, as often as wanted, where an exception is caught: makes sure that there is memory, then calls what is set.
// Errors: std::bad_alloc, and what is called throws.
void startThread();

} // namespace lamella::core
