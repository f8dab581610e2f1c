// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on Nsight Systems exports: bytes of a database as they are, or SQL that makes one. The second finds what the first
// seldom does: tables and columns that are not there, other types, views in their place.
#include "tests/fuzz/FuzzedFile.h"

#include <sqlite3.h>
#include <string_view>

namespace {

constexpr int kMaxSteps = 200'000;

int countSteps(void *left)
{
    auto *steps = static_cast<int *>(left);
    *steps -= 1000;
    return *steps < 0 ? 1 : 0;
}

void makeDatabase(const std::string &path, const std::string &sql)
{
    ::unlink(path.c_str());
    sqlite3 *database = nullptr;
    if (sqlite3_open(path.c_str(), &database) == SQLITE_OK) {
        int steps = kMaxSteps;
        sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1 << 16);
        sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
        sqlite3_exec(
            database, "PRAGMA page_size=512; PRAGMA max_page_count=2000; PRAGMA journal_mode=OFF", nullptr, nullptr, nullptr);
        sqlite3_progress_handler(database, 1000, countSteps, &steps);
        sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr);
    }
    sqlite3_close(database);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace lamella;
    const std::string &path = fuzz::inputPath(".sqlite");
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    if (text.starts_with("SQLite format 3"))
        static_cast<void>(fuzz::writeInput(path, data, size));
    else
        makeDatabase(path, std::string(text));
    fuzz::openInput(path);
    return 0;
}
