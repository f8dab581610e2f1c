// SPDX-License-Identifier: GPL-3.0-or-later
// A new file that gets its final name when it is complete: nobody sees it half written, and it is removed unless moveTo()
// succeeded. Not thread-safe.
#pragma once

#include "core/system/FileHandle.h"

#include <string>
#include <string_view>

namespace lamella::core {

class NewFile {
public:
    // <folder>/<prefix>XXXXXX<ending> with a unique part, readable for its owner only, or with the usual permissions of new
    // files.
    enum class Access { Owner, Usual };
    [[nodiscard]] static NewFile temporary(
        const std::string &folder, std::string_view prefix, std::string_view ending, Access access = Access::Owner);
    // The next version of `path`, in the same folder and with the permissions of the previous one, which must be writable. Has no
    // name until moveTo() where the system can do that, so that nothing stays if the program is killed; elsewhere <path>.XXXXXX.
    [[nodiscard]] static NewFile replacing(const std::string &path);
    NewFile(NewFile &&other) noexcept;
    NewFile &operator=(NewFile &&) = delete;
    ~NewFile();

    [[nodiscard]] int error() const { return m_error; } // of the last operation that failed: an errno value, 0 = none
    [[nodiscard]] const FileHandle &handle() const
    {
        return m_handle;
    } // for reading and writing; not open if it could not be made
    [[nodiscard]] const std::string &path() const { return m_path; } // empty while it has no name
    // Replaces what is there. False, with the reason in error(): nothing has changed.
    bool moveTo(const std::string &path);

private:
    NewFile() = default;
    bool giveName(const std::string &path);

    std::string m_path;
    FileHandle m_handle;
    int m_error = 0;
};

} // namespace lamella::core
