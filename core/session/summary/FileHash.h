// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the SHA-256 of a file as stored, compressed or not, on its own thread.
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
    // Starts reading. The control must outlive it.
    FileHash(std::string path, const JobControl &control);
    FileHash(const FileHash &) = delete;
    FileHash &operator=(const FileHash &) = delete;
    ~FileHash(); // stops an unfinished computation

    // Waits for the result: 64 hex digits. Errors: Io, Cancelled.
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
