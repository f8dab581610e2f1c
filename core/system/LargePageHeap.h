// SPDX-License-Identifier: GPL-3.0-or-later
// Large pages for the heap of a program that is about to read much. Call it first in main(), before there are threads.
#pragma once

namespace lamella::core {

// Where Linux gives large pages only to memory that asks for them ("madvise" in /sys/kernel/mm/transparent_hugepage/enabled),
// executes this program again with glibc told to ask (glibc.malloc.hugetlb, glibc 2.35: it reads its tunables before main()
// alone), if an argument is a file of 64 MiB or more, or a folder with folders or
// a file of 1 MiB or more. The process stays the same. Returns if the conditions are not
// met, if it cannot be done or has been done: nothing depends on it but speed. Programs started from here see the environment as
// it was.
void restartWithLargePages(int argc, char *const *argv);
[[nodiscard]] const char *largePageTunables(); // value of GLIBC_TUNABLES in the second start; empty on other systems

} // namespace lamella::core
