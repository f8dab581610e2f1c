// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a source whose text is made from another format, in blocks that several threads can make at once, with their
// fields, so that the text need not be parsed.
#pragma once

#include "core/base/Result.h"
#include "core/import/EventFields.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace lamella::core {

class EventBlocks {
public:
    virtual ~EventBlocks() = default;

    struct Event {
        const EventFields *fields = nullptr; // null: parse the text, as it may need repair
        std::string_view text; // may be left out if there are fields
        std::size_t length = 0; // of it
        std::size_t offset = 0; // of it in the block
    };
    // Valid until it returns.
    using Take = std::function<void(const Event &)>;

    // The bytes of the file that a block is made of.
    struct Stored {
        std::string buffer;
        std::string_view bytes; // of it
    };

    [[nodiscard]] virtual std::size_t blocks() const = 0;
    // Reads the bytes of a block: block by block, each once, one at a time. Errors: those of the file, Io (the file has changed),
    // Limit, Cancelled.
    [[nodiscard]] virtual Result<void> fetch(std::size_t block, Stored &stored) = 0;
    // Passes the events of a block on, each once, and returns the length of its text. The texts of all blocks follow each other
    // in the output of the source's read(), after the '[' of the events. Frees the bytes if they are many. Thread-safe.
    // Errors: Limit.
    [[nodiscard]] virtual Result<std::size_t> make(std::size_t block, Stored &stored, const Take &take) = 0;
    [[nodiscard]] virtual std::string_view closing() const = 0; // the text after them
};

} // namespace lamella::core
