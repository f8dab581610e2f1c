// SPDX-License-Identifier: GPL-3.0-or-later
// A document file contains some numbers twice: start, duration and name of a kernel are those of its event, and an event's text
// begins after the one before it. In a pack only the differences are stored, which are mostly the same small number.
#pragma once

#include <cstddef>

namespace lamella::core {

// Replaces them by differences, in the bytes of a document file. False, with the bytes as they were, for bytes that are no such
// file.
[[nodiscard]] bool predictDocument(char *bytes, std::size_t size);
// The reverse. False for bytes that predictDocument() has not made; they are then to be discarded.
[[nodiscard]] bool restoreDocument(char *bytes, std::size_t size);

} // namespace lamella::core
