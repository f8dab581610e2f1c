// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is kept for libraries that are not exception-safe. The limit holds for a child process.
#include "core/system/MemoryReserve.h"
#include "tests/support/Sanitizers.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <new>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::size_t kPiece = 64 << 10; // bytes
constexpr std::size_t kMaxPieces = 8000; // more than the allocator can have put aside: 64 MB for each thread
constexpr std::size_t kManyPieces = 64; // 4 MB: half of the reserve, and far more than what an allocator still holds

// No more address space than now.
bool forbidMore()
{
    long pages = 0;
    std::FILE *const file = std::fopen("/proc/self/statm", "r");
    const bool read = file != nullptr && std::fscanf(file, "%ld", &pages) == 1;
    if (file != nullptr)
        std::fclose(file);
    const auto bytes = static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
    const rlimit limit{bytes, bytes};
    return read && ::setrlimit(RLIMIT_AS, &limit) == 0;
}

// Pieces until std::bad_alloc; they are not freed.
std::size_t piecesLeft()
{
    static std::array<void *, kMaxPieces> kept{};
    for (std::size_t i = 0; i < kept.size(); ++i) {
        try {
            kept[i] = ::operator new(kPiece); // as a call, which a compiler does not leave out
        } catch (const std::bad_alloc &) {
            return i;
        }
    }
    return kept.size();
}

// With a full reserve.
bool nothingIsLeft()
{
    {
        const MemoryReserve reserve;
    }
    return forbidMore() && piecesLeft() < kMaxPieces;
}

bool cannotBeFilled()
{
    try {
        const MemoryReserve reserve;
        return false;
    } catch (const std::bad_alloc &) {
        return true;
    }
}

// Whether `what` holds in a child process.
bool inChild(const std::function<bool()> &what)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(what() ? 0 : 1);
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

class TestMemoryReserve : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (kSanitized)
            QSKIP("skipped: the sanitizers need terabytes of address space themselves");
    }

    void itIsGivenWhileItLives()
    {
        QVERIFY(inChild([] {
            const MemoryReserve outer;
            const MemoryReserve inner;
            return forbidMore() && piecesLeft() >= kManyPieces;
        }));
    }

    void withoutOneMemoryRunsOutAsBefore()
    {
        QVERIFY(inChild([] { return nothingIsLeft() && piecesLeft() < kManyPieces; })); // what is reserved is not for others
    }

    void itRefusesToBeginWithLess()
    {
        QVERIFY(inChild([] {
            {
                const MemoryReserve reserve;
                if (!forbidMore())
                    return false;
                (void)piecesLeft();
            }
            return cannotBeFilled();
        }));
    }

    void oneThreadAtATimeWhereMemoryIsLimited()
    {
        QVERIFY(inChild([] {
            constexpr rlim_t kPlenty = rlim_t{64} << 30;
            const rlimit limit{kPlenty, kPlenty};
            std::atomic<int> inside = 0;
            std::atomic<int> max = 0;
            const auto enterOften = [&] {
                for (int i = 0; i < 2000; ++i) {
                    const MemoryReserve outer;
                    const MemoryReserve inner;
                    max = std::max(max.load(), ++inside);
                    std::this_thread::yield();
                    --inside;
                }
            };
            if (::setrlimit(RLIMIT_AS, &limit) != 0)
                return false;
            {
                const std::jthread one(enterOften);
                const std::jthread other(enterOften);
            }
            return max == 1;
        }));
    }
};

LAMELLA_TEST(TestMemoryReserve)
#include "tst_MemoryReserve.moc"
