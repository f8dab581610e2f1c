// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/NewFile.h"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lamella::core {

namespace {

constexpr int kAttempts = 100;
constexpr mode_t kOwnerOnly = 0600;
constexpr mode_t kUsual = 0666; // less what the umask takes
constexpr mode_t kPermissions = 0777;

// Calls make(path) with <prefix>XXXXXX<ending> until that does not exist yet. The path, or an empty one and errno.
template <class Make> std::string withUniqueName(const std::string &prefix, std::string_view ending, Make make)
{
    static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    auto seed = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count())
        ^ static_cast<std::uint64_t>(::getpid()) << 40;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        seed = seed * 6364136223846793005u + 1442695040888963407u; // Knuth, MMIX
        std::string path = prefix;
        for (std::uint64_t rest = seed >> 16, i = 0; i < 6; ++i, rest /= kLetters.size())
            path += kLetters[rest % kLetters.size()];
        path += ending;
        if (make(path))
            return path;
        if (errno != EEXIST)
            break;
    }
    return {};
}

std::string folderOf(const std::string &path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Empty if the system cannot name an open file later.
std::string linkOf([[maybe_unused]] const FileHandle &file)
{
#ifdef O_TMPFILE
    std::string link = "/proc/self/fd/" + std::to_string(file.fd());
    if (::access(link.c_str(), F_OK) == 0)
        return link;
#endif
    return {};
}

FileHandle openUnnamed([[maybe_unused]] const std::string &folder)
{
#ifdef O_TMPFILE
    FileHandle file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kUsual));
    if (file.isOpen() && !linkOf(file).empty())
        return file;
#endif
    return {};
}

FileHandle openNew(const std::string &path, mode_t mode)
{
    return FileHandle(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
}

} // namespace

NewFile NewFile::temporary(const std::string &folder, std::string_view prefix, std::string_view ending, Access access)
{
    NewFile made;
    made.m_path = withUniqueName(folder + '/' + std::string(prefix), ending, [&made, access](const std::string &path) {
        made.m_handle = openNew(path, access == Access::Owner ? kOwnerOnly : kUsual);
        return made.m_handle.isOpen();
    });
    made.m_error = made.m_handle.isOpen() ? 0 : errno;
    return made;
}

NewFile NewFile::replacing(const std::string &path)
{
    NewFile made;
    struct stat before { };
    const bool exists = ::stat(path.c_str(), &before) == 0;
    if (exists && ::access(path.c_str(), W_OK) != 0) {
        made.m_error = errno;
        return made;
    }
    made.m_handle = openUnnamed(folderOf(path));
    if (!made.m_handle.isOpen()) {
        made.m_path = withUniqueName(path + '.', {}, [&made](const std::string &name) {
            made.m_handle = openNew(name, kUsual);
            return made.m_handle.isOpen();
        });
    }
    if (!made.m_handle.isOpen())
        made.m_error = errno;
    else if (exists) // as far as the file system has permissions
        (void)::fchmod(made.m_handle.fd(), before.st_mode & kPermissions);
    return made;
}

NewFile::NewFile(NewFile &&other) noexcept
    : m_path(std::exchange(other.m_path, {}))
    , m_handle(std::move(other.m_handle))
    , m_error(other.m_error)
{
}

NewFile::~NewFile()
{
    if (!m_path.empty())
        ::unlink(m_path.c_str());
}

// Links cannot replace a file, so that it gets a temporary name first.
bool NewFile::giveName(const std::string &path)
{
#ifdef O_TMPFILE
    const std::string link = linkOf(m_handle);
    m_path = withUniqueName(path + '.', {}, [&link](const std::string &name) {
        return ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    });
#endif
    return !m_path.empty();
}

bool NewFile::moveTo(const std::string &path)
{
    if ((m_path.empty() && !giveName(path)) || std::rename(m_path.c_str(), path.c_str()) != 0) {
        m_error = errno;
        return false;
    }
    m_path.clear();
    return true;
}

} // namespace lamella::core
