// SPDX-License-Identifier: GPL-3.0-or-later
// The SHA-256 of a file as it lies there, compressed or not, read on a thread of its own while its tables are made.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace lamella::core {

class FileHash {
public:
    // Begins to read. The control must outlive it.
    FileHash(std::string path, const JobControl &control);
    FileHash(const FileHash &) = delete;
    FileHash &operator=(const FileHash &) = delete;
    ~FileHash(); // stops what is not done

    // Waits; 64 digits. Errors: Io, Cancelled.
    Result<std::string> hex();

private:
    struct State {
        std::string path;
        std::stop_source dropped;
        std::optional<Result<std::string>> found;
    };
    const JobControl &m_control;
    std::shared_ptr<State> m_state;
    std::jthread m_thread;
};

} // namespace lamella::core
