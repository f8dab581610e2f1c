// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/WrappedText.h"

#include "core/report/CellText.h"

#include <algorithm>

namespace lamella::core {

namespace {

// Bytes of the piece at the front that is not broken: blanks and what follows up to the next blank, or one wide character.
std::size_t pieceBytes(std::string_view text)
{
    std::size_t i = 0;
    while (i < text.size() && text[i] == ' ')
        ++i;
    for (bool first = true; i < text.size() && text[i] != ' '; first = false) {
        const std::size_t n = characterBytes(text.substr(i, 4));
        if (displayWidth(text.substr(i, n)) > 1)
            return first ? i + n : i;
        i += n;
    }
    return i;
}

// As many characters as have room in that many columns, at least one.
std::string_view firstColumns(std::string_view text, std::size_t columns)
{
    std::size_t bytes = characterBytes(text);
    for (std::size_t next = bytes; next < text.size() && displayWidth(text.substr(0, next)) <= columns;) {
        bytes = next;
        next += characterBytes(text.substr(next));
    }
    return text.substr(0, bytes);
}

} // namespace

std::string wrappedText(std::string_view text, std::size_t width, std::size_t indent)
{
    if (width == 0)
        return std::string(text);
    std::string out;
    std::size_t column = 0;
    bool empty = true; // the line, apart from its indent
    while (!text.empty()) {
        std::string_view piece = text.substr(0, pieceBytes(text));
        text.remove_prefix(piece.size());
        if (!empty && column + displayWidth(piece) > width) {
            out.append("\n").append(indent, ' ');
            column = indent;
            empty = true;
        }
        if (empty && !out.empty())
            piece.remove_prefix(std::min(piece.find_first_not_of(' '), piece.size()));
        while (column + displayWidth(piece) > width && width > indent) { // a word that is longer than a line
            const std::string_view part = firstColumns(piece, width - column);
            out.append(part).append("\n").append(indent, ' ');
            piece.remove_prefix(part.size());
            column = indent;
        }
        out += piece;
        column += displayWidth(piece);
        empty = empty && piece.empty();
    }
    return out;
}

} // namespace lamella::core
