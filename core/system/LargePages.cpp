// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/LargePages.h"

#include <cstdint>
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace lamella::core {

void useLargePages(void *memory, std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
    constexpr std::size_t kPage = std::size_t{2} << 20; // of x86-64 and of ARM with base pages of 4 KiB
    constexpr std::size_t kMin = 4;
    if (bytes < kMin * kPage)
        return;
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::size_t before = (kPage - begin % kPage) % kPage;
    (void)::madvise(static_cast<char *>(memory) + before, (bytes - before) / kPage * kPage, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

} // namespace lamella::core
