// SPDX-License-Identifier: GPL-3.0-or-later
// What a user or a file can cause. Mistakes of our own are asserts, oddities of a readable file are diagnostics.
#pragma once

#include <cstdint>
#include <string>

namespace lamella::core {

enum class ErrorCode {
    Io,          // cannot open, read or write
    Decompress,  // not gzip although named so, or damaged beyond the first byte
    NotATrace,   // readable, but no importer knows it
    Syntax,      // a profile, config or option file is malformed
    Limit,       // a documented size limit was hit
    BadProfile,  // a profile or config is well-formed but unusable
    BadRequest,  // an option or selection that the data cannot answer (pass 99 of 4)
    Cancelled,   // the user stopped the job; never shown as an error
    Internal
};

struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string detail;            // English sentence: what, and what to do next
    std::string source;            // file or profile the sentence is about; may be empty
    std::int64_t byteOffset = -1;  // where in the (inflated) text, -1 where it does not apply

    // One line: "FILE: byte N: detail", parts left out where unknown. The same text in window and command line.
    [[nodiscard]] std::string message() const;
};

} // namespace lamella::core
