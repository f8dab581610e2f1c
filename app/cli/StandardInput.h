// SPDX-License-Identifier: GPL-3.0-or-later
// A trace from standard input, `-` on the command line. Importers seek and may read a file several times, so a pipe is first
// copied to a temporary file.
#pragma once

#include "app/cli/CliOptions.h"

#include <stop_token>
#include <string>

namespace lamella::cli {

// Removes the temporary file and its folder on destruction. Only the user can access them (0600, 0700).
class StandardInput {
public:
    StandardInput() = default;
    StandardInput(const StandardInput &) = delete;
    StandardInput &operator=(const StandardInput &) = delete;
    ~StandardInput();

    // Replaces `-` in the arguments and in --with by a path: the redirected file, or a copy of the pipe in $TMPDIR (else
    // /var/tmp) of at most `maxBytes` (0: no limit). Does nothing without `-`. Errors: BadRequest (a terminal, `-` twice), Limit,
    // Io (the disk is full), Cancelled.
    core::Result<void> resolve(CliOptions &options, std::uint64_t maxBytes, const std::stop_token &stop);

private:
    core::Result<std::string> copied(std::uint64_t maxBytes, const std::stop_token &stop);

    std::string m_folder; // empty: nothing was copied
};

} // namespace lamella::cli
