// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that fails, as a library for LD_PRELOAD: reads and writes of one file (or of one folder) go wrong in a chosen way. What
// is chosen stands in the environment:
//   LAMELLA_FAULT_PATH   the file, or the folder whose files are meant; the rest of the system is left alone
//   LAMELLA_FAULT_KIND   eio         bytes from LAMELLA_FAULT_AFTER on cannot be read (EIO), as on a disk with a bad block
//                        stale       the same with ESTALE, as when a network file system lost the file
//                        short       a read gives 7 bytes at most
//                        interrupted every other read is interrupted by a signal (EINTR)
//                        slow        a read gives 64 KiB at most and takes 20 ms, as over a bad network
//                        full        bytes from LAMELLA_FAULT_AFTER on cannot be written (ENOSPC)
//                        quota       the same, told only when the file is synchronised (EDQUOT), as network file systems do
// It is not linked to anything of ours, and holds no state beside counters.
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

enum class Fault { None, BadBlock, Stale, Short, Interrupted, Slow, Full, Quota };

constexpr std::size_t kShortBytes = 7;
constexpr std::size_t kSlowBytes = std::size_t{64} << 10;
constexpr long kSlowNs = 20'000'000;

Fault faultNamed(const char *name)
{
    static constexpr const char *kNames[] = {"", "eio", "stale", "short", "interrupted", "slow", "full", "quota"};
    for (int i = 1; i < 8; ++i)
        if (name != nullptr && std::strcmp(name, kNames[i]) == 0)
            return static_cast<Fault>(i);
    return Fault::None;
}

Fault fault()
{
    static const Fault kind = faultNamed(std::getenv("LAMELLA_FAULT_KIND"));
    return kind;
}

std::int64_t after()
{
    static const char *const text = std::getenv("LAMELLA_FAULT_AFTER");
    static const std::int64_t bytes = text == nullptr ? 0 : std::strtoll(text, nullptr, 10);
    return bytes;
}

bool meant(int fd)
{
    static const char *const path = std::getenv("LAMELLA_FAULT_PATH");
    if (path == nullptr || fault() == Fault::None)
        return false;
    char link[64];
    char target[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = ::readlink(link, target, sizeof target - 1);
    if (length <= 0)
        return false;
    const std::size_t wanted = std::strlen(path);
    return static_cast<std::size_t>(length) >= wanted && std::memcmp(target, path, wanted) == 0;
}

template <class Function> Function *next(const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
}

// How many of `bytes` at `offset` may be read; -1 with errno: none, and why.
ssize_t readable(std::size_t bytes, off_t offset)
{
    static std::atomic<unsigned> calls{0};
    switch (fault()) {
    case Fault::BadBlock:
    case Fault::Stale:
        if (offset + static_cast<off_t>(bytes) <= after())
            return static_cast<ssize_t>(bytes);
        if (offset < after())
            return static_cast<ssize_t>(after() - offset);
        errno = fault() == Fault::Stale ? ESTALE : EIO;
        return -1;
    case Fault::Short:
        return static_cast<ssize_t>(bytes < kShortBytes ? bytes : kShortBytes);
    case Fault::Interrupted:
        if (calls++ % 2 == 0) {
            errno = EINTR;
            return -1;
        }
        return static_cast<ssize_t>(bytes);
    case Fault::Slow: {
        const timespec pause{0, kSlowNs};
        ::nanosleep(&pause, nullptr);
        return static_cast<ssize_t>(bytes < kSlowBytes ? bytes : kSlowBytes);
    }
    case Fault::None:
    case Fault::Full:
    case Fault::Quota:
        break;
    }
    return static_cast<ssize_t>(bytes);
}

ssize_t faultyPread(const char *name, int fd, void *to, std::size_t bytes, off_t offset)
{
    auto *const real = next<ssize_t(int, void *, std::size_t, off_t)>(name);
    if (!meant(fd))
        return real(fd, to, bytes, offset);
    const ssize_t may = readable(bytes, offset);
    return may < 0 ? may : real(fd, to, static_cast<std::size_t>(may), offset);
}

std::atomic<std::int64_t> g_written{0};

} // namespace

extern "C" {

ssize_t read(int fd, void *to, std::size_t bytes)
{
    auto *const real = next<ssize_t(int, void *, std::size_t)>("read");
    if (!meant(fd))
        return real(fd, to, bytes);
    const off_t at = ::lseek(fd, 0, SEEK_CUR);
    const ssize_t may = readable(bytes, at < 0 ? 0 : at);
    return may < 0 ? may : real(fd, to, static_cast<std::size_t>(may));
}

ssize_t pread(int fd, void *to, std::size_t bytes, off_t offset)
{
    return faultyPread("pread", fd, to, bytes, offset);
}

ssize_t pread64(int fd, void *to, std::size_t bytes, off_t offset)
{
    return faultyPread("pread64", fd, to, bytes, offset);
}

ssize_t write(int fd, const void *from, std::size_t bytes)
{
    auto *const real = next<ssize_t(int, const void *, std::size_t)>("write");
    if (fault() == Fault::Full && meant(fd)) {
        const std::int64_t left = after() - g_written.load();
        if (left <= 0) {
            errno = ENOSPC;
            return -1;
        }
        bytes = static_cast<std::int64_t>(bytes) < left ? bytes : static_cast<std::size_t>(left);
    }
    const ssize_t put = real(fd, from, bytes);
    if (put > 0 && (fault() == Fault::Full || fault() == Fault::Quota) && meant(fd))
        g_written += put;
    return put;
}

int fsync(int fd)
{
    if (fault() == Fault::Quota && meant(fd) && g_written.load() > after()) {
        errno = EDQUOT;
        return -1;
    }
    return next<int(int)>("fsync")(fd);
}

int fdatasync(int fd)
{
    if (fault() == Fault::Quota && meant(fd) && g_written.load() > after()) {
        errno = EDQUOT;
        return -1;
    }
    return next<int(int)>("fdatasync")(fd);
}

} // extern "C"
