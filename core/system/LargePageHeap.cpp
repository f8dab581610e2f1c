// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/LargePageHeap.h"

#include <cstdlib> // for __GLIBC__

#if defined(__linux__) && defined(__GLIBC__)
#include <climits>

#include <array>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace lamella::core {

namespace {

constexpr std::int64_t kWorthwhileBytes = std::int64_t{64} << 20;
constexpr const char *kVariable = "GLIBC_TUNABLES";
// Large blocks stay in the heap, too: their pages are there when the next one is made.
constexpr const char *kTunables = "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=1073741824:glibc.malloc.trim_threshold=1073741824:"
                                  "glibc.malloc.top_pad=67108864";

// Thousands of small files (summaries of ranks) are freed as they are read, and the system clears a large page for each anew.
bool holdsLarge(const char *folder)
{
    constexpr std::uintmax_t kWorthwhileInFolder = std::uintmax_t{1} << 20;
    std::error_code code;
    for (std::filesystem::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
        std::error_code unknown;
        if (it->is_directory(unknown) || (it->is_regular_file(unknown) && it->file_size(unknown) >= kWorthwhileInFolder))
            return true;
    }
    return false;
}

bool isLarge(const char *path)
{
    struct stat found{};
    if (::stat(path, &found) != 0)
        return false;
    return S_ISDIR(found.st_mode) ? holdsLarge(path) : S_ISREG(found.st_mode) && std::int64_t{found.st_size} >= kWorthwhileBytes;
}

// Of a path. Where it is not that of argv[0], another program runs this one: ld.so, valgrind.
std::string_view lastPart(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

bool systemWaitsToBeAsked()
{
    std::array<char, 128> text{};
    const int file = ::open("/sys/kernel/mm/transparent_hugepage/enabled", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const ssize_t length = ::read(file, text.data(), text.size());
    ::close(file);
    return length > 0 && std::string_view(text.data(), static_cast<std::size_t>(length)).find("[madvise]") != std::string_view::npos;
}

// A heap that grows by more at a time would meet the limit earlier.
bool isAddressSpaceLimited()
{
    struct rlimit limit{};
    return ::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

} // namespace

const char *largePageTunables()
{
    return kTunables;
}

void restartWithLargePages(int argc, char *const *argv)
{
    if (const char *const set = std::getenv(kVariable)) {
        if (std::strcmp(set, kTunables) == 0)
            ::unsetenv(kVariable);
        return;
    }
    bool large = false;
    for (int i = 1; i < argc && !large; ++i)
        large = isLarge(argv[i]);
    if (!large || isAddressSpaceLimited() || !systemWaitsToBeAsked())
        return;
    std::array<char, PATH_MAX + 1> program{}; // by its own name, which lists of processes show
    if (::readlink("/proc/self/exe", program.data(), program.size() - 1) <= 0 || lastPart(program.data()) != lastPart(argv[0])
        || ::setenv(kVariable, kTunables, 0) != 0)
        return;
    ::execv(program.data(), argv);
    ::unsetenv(kVariable);
}

} // namespace lamella::core
#else
namespace lamella::core {

void restartWithLargePages(int, char *const *) {}
const char *largePageTunables()
{
    return "";
}

} // namespace lamella::core
#endif
