// SPDX-License-Identifier: GPL-3.0-or-later
// A trace from standard input, written `-` on the command line. Importers seek, and read a file more than once, so a pipe is
// copied to a temporary file first.
#pragma once

#include "app/cli/CliOptions.h"

#include <stop_token>
#include <string>

namespace lamella::cli {

// Removes the temporary file, if one was made, and the folder it lies in. Both belong to this user alone (0600, 0700).
class StandardInput {
public:
    StandardInput() = default;
    StandardInput(const StandardInput &) = delete;
    StandardInput &operator=(const StandardInput &) = delete;
    ~StandardInput();

    // Replaces `-` among the arguments and after --with by a path that can be opened: of the redirected file, or of a copy of the
    // pipe in $TMPDIR (else /var/tmp) of at most `maxBytes` (0: no limit). Does nothing where no argument is `-`.
    // Errors: BadRequest (a terminal, `-` twice), Limit, Io (the disk is full), Cancelled.
    core::Result<void> resolve(CliOptions &options, std::uint64_t maxBytes, const std::stop_token &stop);

private:
    core::Result<std::string> copied(std::uint64_t maxBytes, const std::stop_token &stop);

    std::string m_folder; // empty: nothing was copied
};

} // namespace lamella::cli
