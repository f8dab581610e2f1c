// SPDX-License-Identifier: GPL-3.0-or-later
// Errors that a user or a file can cause. Our own mistakes are asserts; faults of a readable file are diagnostics.
#pragma once

#include "core/base/Message.h"

#include <cstdint>
#include <string>

namespace lamella::core {

enum class ErrorCode {
    Io, // cannot open, read or write
    Decompress, // named as gzip but is not, or damaged further in
    NotATrace, // readable, but no importer recognises it
    Syntax, // a profile, config or option file is malformed
    Limit, // a documented size limit was hit
    BadProfile, // a profile or config is well-formed but unusable
    BadRequest, // an option or selection that the data cannot answer (pass 99 of 4)
    Cancelled, // the user stopped the job; never shown as an error
    Internal
};

struct Error {
    ErrorCode code = ErrorCode::Internal;
    Message detail; // what is wrong, and what to do next
    std::string source; // file or profile the message is about; may be empty
    std::int64_t byteOffset = -1; // position in the inflated text, -1 if not applicable

    // One line: "FILE: byte N: detail", without the parts that are unknown. In the language of the catalogue; null is English.
    [[nodiscard]] std::string message(const Catalogue *catalogue = nullptr) const;
};

} // namespace lamella::core
